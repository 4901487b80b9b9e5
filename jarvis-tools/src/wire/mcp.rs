//! The Model Context Protocol's tools, as JSON.

use serde_json::{Map, Value, json};

use crate::call::ToolCall;
use crate::names::MCP_TOOL;
use crate::output::Part;
use crate::result::ToolResult;
use crate::spec::ToolSpec;
use crate::walk::Pointer;
use crate::wire::error::WireError;
use crate::wire::rendered::{Rendered, Rules, render};
use crate::wire::turn::{self, plain};

const RULES: Rules = Rules { name: &MCP_TOOL, most_tools: usize::MAX, longest_description: usize::MAX };

/// The definitions of tools, for the result of `tools/list`: the whole schemas, those of results too, and what the
/// spec says of a tool's effects.
///
/// An output schema whose root is no object is left out, since older revisions refuse it; the losses tell.
///
/// # Errors
///
/// Two tools of one name, and a name that isn't 1 to 128 letters, digits, `_`, `-` and `.`.
pub fn tools<'a>(specs: impl IntoIterator<Item = &'a ToolSpec>) -> Result<Rendered, WireError> {
    render(specs, &RULES, |spec, lost| {
        let mut tool = Map::new();
        tool.insert("name".to_owned(), spec.name.as_str().into());
        if let Some(title) = &spec.title {
            tool.insert("title".to_owned(), title.as_str().into());
        }
        tool.insert("description".to_owned(), spec.description.as_str().into());
        tool.insert("inputSchema".to_owned(), spec.parameters().clone());
        match &spec.output_schema {
            Some(schema) if schema["type"] == "object" => {
                tool.insert("outputSchema".to_owned(), schema.clone());
            }
            Some(_) => {
                lost.add(&Pointer::default(), "the schema of results that are no objects");
            }
            None => {}
        }
        let annotations = &spec.annotations;
        let hints: Map<String, Value> = [
            ("readOnlyHint", annotations.read_only),
            ("destructiveHint", annotations.destructive),
            ("idempotentHint", annotations.idempotent),
            ("openWorldHint", annotations.open_world),
        ]
        .into_iter()
        .filter_map(|(name, hint)| Some((name.to_owned(), hint?.into())))
        .collect();
        if !hints.is_empty() {
            tool.insert("annotations".to_owned(), hints.into());
        }
        Ok(Value::Object(tool))
    })
}

/// The call of a `tools/call` request, or of its `params`.
///
/// # Errors
///
/// If it is neither.
pub fn calls(request: &Value) -> Result<Vec<ToolCall>, WireError> {
    let params = request.get("params").unwrap_or(request);
    let Some(Value::String(name)) = params.get("name") else {
        return Err(WireError::general("the request has no `params` with a `name`"));
    };
    let id = request.get("id").map(plain).unwrap_or_default();
    Ok(vec![ToolCall::new(id, name, turn::arguments(params.get("arguments")))])
}

/// The results as those of `tools/call`, in their order: each with its text, further content, the structured value
/// where it is an object, and `isError`.
pub fn results(results: &[ToolResult]) -> Vec<Value> {
    results.iter().map(result).collect()
}

fn result(result: &ToolResult) -> Value {
    let mut content = vec![json!({ "type": "text", "text": result.content })];
    content.extend(result.parts.iter().map(part));
    let mut written = json!({ "content": content, "isError": !result.success });
    if let Some(structured @ Value::Object(_)) = result.structured() {
        written["structuredContent"] = structured;
    }
    written
}

/// One further part of a result as a content block.
pub(crate) fn part(part: &Part) -> Value {
    match part {
        Part::Text { text } => json!({ "type": "text", "text": text }),
        Part::Image { data, mime_type } => json!({ "type": "image", "data": data, "mimeType": mime_type }),
        Part::Audio { data, mime_type } => json!({ "type": "audio", "data": data, "mimeType": mime_type }),
        Part::Resource { uri, mime_type, text: Some(text) } => {
            let mut resource = json!({ "uri": uri, "text": text });
            if let Some(mime_type) = mime_type {
                resource["mimeType"] = mime_type.as_str().into();
            }
            json!({ "type": "resource", "resource": resource })
        }
        Part::Resource { uri, mime_type, text: None } => {
            let mut link = json!({ "type": "resource_link", "uri": uri, "name": uri });
            if let Some(mime_type) = mime_type {
                link["mimeType"] = mime_type.as_str().into();
            }
            link
        }
    }
}
