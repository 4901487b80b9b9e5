//! A foreign server's definitions and results as ours.

use rmcp::model::{CallToolResult, ContentBlock, ResourceContents, Tool};
use serde_json::Value;

use crate::error::ToolError;
use crate::output::{Part, ToolOutput};
use crate::spec::{Annotations, ToolSpec};

/// What a server says of a tool. Its hints are taken as they are; whether to trust them is the host's choice.
pub(super) fn spec(tool: &Tool, prefix: &str) -> ToolSpec {
    let parameters = Value::Object((*tool.input_schema).clone());
    let description = tool.description.as_deref().unwrap_or_default();
    let mut spec = ToolSpec::new(format!("{prefix}{}", tool.name), description, parameters);
    spec.title.clone_from(&tool.title);
    spec.output_schema = tool.output_schema.as_ref().map(|schema| Value::Object((**schema).clone()));
    if let Some(hints) = &tool.annotations {
        if spec.title.is_none() {
            spec.title.clone_from(&hints.title);
        }
        spec.annotations = Annotations {
            read_only: hints.read_only_hint,
            destructive: hints.destructive_hint,
            idempotent: hints.idempotent_hint,
            open_world: hints.open_world_hint,
        };
    }
    spec
}

/// A result's text, its further parts and its structured value. What failed is an error with the same text;
/// of other parts than text it only says that there were some.
pub(super) fn output(result: CallToolResult) -> Result<ToolOutput, ToolError> {
    let failed = result.is_error == Some(true);
    let (mut texts, mut parts) = (Vec::new(), Vec::new());
    for block in result.content {
        match block {
            ContentBlock::Text(text) => texts.push(text.text),
            other if failed => texts.push(format!("[left out: {}]", kind(&other))),
            other => part(other, &mut texts, &mut parts),
        }
    }
    if texts.is_empty()
        && let Some(structured) = &result.structured_content
    {
        texts.push(structured.to_string());
    }
    let text = texts.join("\n");
    if failed {
        return Err(ToolError::failed(text));
    }
    let mut output = parts.into_iter().fold(ToolOutput::text(text), ToolOutput::with_part);
    if let Some(structured) = result.structured_content {
        output = output.with_structured(structured);
    }
    Ok(output)
}

fn part(block: ContentBlock, texts: &mut Vec<String>, parts: &mut Vec<Part>) {
    match block {
        ContentBlock::Image(image) => {
            parts.push(Part::Image { data: image.data, mime_type: image.mime_type });
        }
        ContentBlock::Audio(audio) => {
            parts.push(Part::Audio { data: audio.data, mime_type: audio.mime_type });
        }
        ContentBlock::ResourceLink(link) => {
            parts.push(Part::Resource { uri: link.uri, mime_type: link.mime_type, text: None });
        }
        ContentBlock::Resource(embedded) => match embedded.resource {
            ResourceContents::TextResourceContents { uri, mime_type, text, .. } => {
                parts.push(Part::Resource { uri, mime_type, text: Some(text) });
            }
            ResourceContents::BlobResourceContents { uri, mime_type, blob, .. } => {
                binary(uri, mime_type, blob, texts, parts);
            }
            _ => texts.push("[left out: a resource of an unknown kind]".to_owned()),
        },
        other => texts.push(format!("[left out: {}]", kind(&other))),
    }
}

/// Images and sounds are kept; other bytes, which no model reads, are named.
fn binary(
    uri: String,
    mime_type: Option<String>,
    blob: String,
    texts: &mut Vec<String>,
    parts: &mut Vec<Part>,
) {
    match mime_type {
        Some(mime_type) if mime_type.starts_with("image/") => {
            parts.push(Part::Image { data: blob, mime_type });
        }
        Some(mime_type) if mime_type.starts_with("audio/") => {
            parts.push(Part::Audio { data: blob, mime_type });
        }
        mime_type => {
            texts.push(format!("[left out: the {} base64 characters of {uri}]", blob.len()));
            parts.push(Part::Resource { uri, mime_type, text: None });
        }
    }
}

fn kind(block: &ContentBlock) -> &'static str {
    match block {
        ContentBlock::Text(_) => "a text",
        ContentBlock::Image(_) => "an image",
        ContentBlock::Audio(_) => "a sound",
        ContentBlock::Resource(_) => "a resource",
        ContentBlock::ResourceLink(_) => "a link to a resource",
        _ => "content of an unknown kind",
    }
}
