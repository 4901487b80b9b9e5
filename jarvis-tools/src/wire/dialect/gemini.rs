//! Gemini's `parameters`: a subset of OpenAPI 3.0's schemas.

use serde_json::{Map, Value, json};

use crate::error::Refusal;
use crate::names::GEMINI_PROPERTY;
use crate::text;
use crate::walk::Pointer;
use crate::wire::rendered::Lost;

/// Keywords that are taken as they are, beside those that are rewritten.
const KEPT: [&str; 12] = [
    "title",
    "required",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "pattern",
    "default",
];

/// Keywords that say nothing to a model, or are handled with others.
const SILENT: [&str; 12] = [
    "type",
    "description",
    "$schema",
    "$id",
    "$comment",
    "$defs",
    "definitions",
    "deprecated",
    "readOnly",
    "writeOnly",
    "additionalProperties",
    "unevaluatedProperties",
];

/// Keywords that shape a value in a way that can't be said otherwise.
const SHAPES: [&str; 9] = [
    "allOf",
    "not",
    "if",
    "then",
    "else",
    "prefixItems",
    "patternProperties",
    "dependentSchemas",
    "dependentRequired",
];

/// Keywords that hold other schemas, beside [`SHAPES`].
const NESTED: [&str; 6] = ["properties", "items", "anyOf", "oneOf", "contains", "propertyNames"];

/// Bounds are floats there, which hold integers up to this one.
const EXACT: u64 = 1 << 53;

const FORMATS: [(&str, &[&str]); 3] =
    [("number", &["float", "double"]), ("integer", &["int32", "int64"]), ("string", &["enum", "date-time"])];

/// The most schema objects of one tool, since references are written out.
const MOST_NODES: usize = 20_000;

const ADVICE: &str = "send the whole schema with `Parameters::Whole`, or change the type";

/// The parameters of a canonical schema; none if it has no properties. What can't be said stands in the
/// descriptions.
pub(in crate::wire) fn parameters(schema: &Value, lost: &mut Lost) -> Result<Option<Value>, Refusal> {
    let mut walk = Walk { document: schema, lost, at: Pointer::default(), open: Vec::new(), nodes: 0 };
    let Value::Object(root) = schema else {
        return Err(walk.at.refuse("the parameters are no object schema"));
    };
    let is_empty = root.get("properties").is_none_or(|own| own.as_object().is_some_and(Map::is_empty));
    let says_more = |keyword: &String| {
        !matches!(keyword.as_str(), "properties" | "required") && !SILENT.contains(&keyword.as_str())
    };
    if is_empty && !root.keys().any(says_more) && !Walk::is_open(root) {
        return Ok(None);
    }
    walk.schema(root).map(|schema| Some(Value::Object(schema)))
}

struct Walk<'s, 'l> {
    document: &'s Value,
    lost: &'l mut Lost,
    at: Pointer,
    /// The references that are being written out.
    open: Vec<&'s str>,
    nodes: usize,
}

/// A schema while it is rewritten.
#[derive(Default)]
struct Out {
    schema: Map<String, Value>,
    /// What stands in the description instead.
    lost: Vec<String>,
}

impl Out {
    fn set(&mut self, keyword: &str, value: impl Into<Value>) {
        self.schema.insert(keyword.to_owned(), value.into());
    }

    fn lose(&mut self, keyword: &str, value: &Value) {
        self.lost.push(format!("{keyword}: {}", text::shorten(&value.to_string(), 200)));
    }
}

impl<'s> Walk<'s, '_> {
    fn schema(&mut self, schema: &'s Map<String, Value>) -> Result<Map<String, Value>, Refusal> {
        self.at.check_depth()?;
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            return Err(self.at.refuse(format!("it has more than {MOST_NODES} schemas once written out")));
        }
        if let Some(reference) = schema.get("$ref") {
            return self.reference(schema, reference);
        }
        let mut out = Out::default();
        if let Some(keyword) = SHAPES.iter().find(|keyword| schema.contains_key(**keyword)) {
            return Err(self.at.refuse(format!("Gemini's parameters can't express `{keyword}`; {ADVICE}")));
        }
        if let Some((keyword, forms)) = ["anyOf", "oneOf"].iter().find_map(|key| schema.get_key_value(*key)) {
            return self.union(schema, keyword, forms);
        }
        let kind = self.kind(schema, &mut out)?;
        for (keyword, value) in schema {
            self.keyword(&mut out, &kind, keyword, value)?;
        }
        if kind == "object" {
            self.object(schema, &mut out)?;
        }
        if kind == "array" && !schema.contains_key("items") {
            return Err(self.at.refuse(format!("Gemini takes no list whose items have no type; {ADVICE}")));
        }
        out.set("type", kind.to_uppercase());
        Ok(self.described(out, schema))
    }

    /// A reference is written out. What stands beside it is told in the description.
    fn reference(
        &mut self,
        schema: &'s Map<String, Value>,
        reference: &'s Value,
    ) -> Result<Map<String, Value>, Refusal> {
        let target = reference.as_str().and_then(|text| Some((text, text.strip_prefix('#')?)));
        let found =
            target.and_then(|(text, pointer)| Some((text, self.document.pointer(pointer)?.as_object()?)));
        let Some((text, found)) = found else {
            return Err(self.at.refuse(format!("{reference} leads nowhere in the schema")));
        };
        if self.open.contains(&text) {
            return Err(self.at.refuse(format!("Gemini's parameters take no recursion; {ADVICE}")));
        }
        let mut beside = Out::default();
        for (keyword, value) in schema.iter().filter(|(keyword, _)| *keyword != "$ref") {
            if SHAPES.contains(&keyword.as_str()) || NESTED.contains(&keyword.as_str()) {
                return Err(self
                    .at
                    .refuse(format!("Gemini takes no `{keyword}` beside a reference; {ADVICE}")));
            }
            if !SILENT.contains(&keyword.as_str()) {
                beside.lose(keyword, value);
            }
        }
        self.open.push(text);
        let mut written = self.schema(found)?;
        self.open.pop();
        if let Some(Value::String(words)) = self.described(beside, schema).get("description") {
            match written.get_mut("anyOf") {
                // Nothing may stand beside the forms of a union.
                Some(Value::Array(forms)) => {
                    forms.iter_mut().filter_map(Value::as_object_mut).for_each(|form| prepend(form, words));
                }
                _ => prepend(&mut written, words),
            }
        }
        Ok(written)
    }

    /// The one type of a schema; null makes it nullable.
    fn kind(&mut self, schema: &Map<String, Value>, out: &mut Out) -> Result<String, Refusal> {
        let values = schema.get("enum").and_then(Value::as_array).map(Vec::as_slice);
        let values = values.or_else(|| schema.get("const").map(std::slice::from_ref));
        let words: Vec<&str> = match schema.get("type") {
            Some(Value::String(word)) => vec![word],
            Some(Value::Array(words)) => words.iter().filter_map(Value::as_str).collect(),
            _ if schema.contains_key("properties") => vec!["object"],
            _ => values.unwrap_or_default().iter().map(type_word).collect(),
        };
        let mut plain: Vec<&str> = Vec::new();
        for word in words.iter().filter(|word| **word != "null") {
            if !plain.contains(word) {
                plain.push(word);
            }
        }
        if words.contains(&"null") {
            out.set("nullable", true);
        }
        if let [a, b] = plain[..]
            && [a, b].iter().all(|word| matches!(*word, "integer" | "number"))
        {
            plain = vec!["number"];
        }
        match plain[..] {
            [only] => Ok(only.to_owned()),
            [] if words.contains(&"null") => Ok("null".to_owned()),
            [] => Err(self.at.refuse(format!("Gemini's parameters take no value of any type; {ADVICE}"))),
            _ => Err(self.at.refuse(format!(
                "Gemini's parameters take one type, and not {}; {ADVICE}",
                plain.join(" and ")
            ))),
        }
    }

    fn keyword(&mut self, out: &mut Out, kind: &str, keyword: &str, value: &'s Value) -> Result<(), Refusal> {
        match keyword {
            _ if SILENT.contains(&keyword) => {}
            "minimum" | "maximum" if is_rounded(value) => out.lose(keyword, value),
            _ if KEPT.contains(&keyword) => out.set(keyword, value.clone()),
            "properties" => {
                let properties = self.at_step("properties", |walk| walk.properties(value))?;
                let order: Vec<Value> = properties.keys().map(|name| name.as_str().into()).collect();
                out.set("properties", properties);
                out.set("propertyOrdering", order);
            }
            "items" => {
                let items = self.at_step("items", |walk| walk.child(value))?;
                out.set("items", items);
            }
            "enum" => values(out, kind, value.as_array().map_or(&[][..], Vec::as_slice)),
            "const" => values(out, kind, std::slice::from_ref(value)),
            "examples" => {
                if let Some(first) = value.get(0) {
                    out.set("example", first.clone());
                }
            }
            "exclusiveMinimum" if kind == "integer" && value.as_i64().is_some_and(is_exact) => {
                out.set("minimum", value.as_i64().map(|low| low + 1));
            }
            "exclusiveMaximum" if kind == "integer" && value.as_i64().is_some_and(is_exact) => {
                out.set("maximum", value.as_i64().map(|high| high - 1));
            }
            "format" => {
                let takes = FORMATS.iter().find(|(own, _)| *own == kind).map_or(&[][..], |(_, names)| names);
                if value.as_str().is_some_and(|name| takes.contains(&name)) {
                    out.set("format", value.clone());
                } else {
                    out.lose(keyword, value);
                }
            }
            _ => out.lose(keyword, value),
        }
        Ok(())
    }

    /// Objects must have properties, and keys of any name can't be said.
    fn object(&mut self, schema: &Map<String, Value>, out: &mut Out) -> Result<(), Refusal> {
        let is_empty =
            out.schema.get("properties").is_none_or(|own| own.as_object().is_some_and(Map::is_empty));
        if is_empty {
            return Err(self
                .at
                .refuse(format!("Gemini takes no object without properties of known names; {ADVICE}")));
        }
        if Self::is_open(schema) {
            out.lost.push("further properties may be given".to_owned());
        }
        Ok(())
    }

    fn is_open(schema: &Map<String, Value>) -> bool {
        ["additionalProperties", "unevaluatedProperties"].iter().any(|keyword| match schema.get(*keyword) {
            None | Some(Value::Bool(false)) => false,
            Some(_) => true,
        })
    }

    fn properties(&mut self, properties: &'s Value) -> Result<Map<String, Value>, Refusal> {
        let Value::Object(properties) = properties else {
            return Err(self.at.refuse("`properties` is no object"));
        };
        let mut out = Map::new();
        for (name, property) in properties {
            let property = self.at_step(name, |walk| {
                if GEMINI_PROPERTY.fits(name) && !name.starts_with(|first: char| first.is_ascii_digit()) {
                    return walk.child(property);
                }
                Err(walk.at.refuse(format!(
                    "a property's name has {} here and begins with no digit",
                    GEMINI_PROPERTY.words()
                )))
            })?;
            out.insert(name.clone(), property);
        }
        Ok(out)
    }

    fn child(&mut self, schema: &'s Value) -> Result<Value, Refusal> {
        match schema {
            Value::Object(schema) => self.schema(schema).map(Value::Object),
            _ => Err(self.at.refuse(format!("Gemini's parameters take no value of any type; {ADVICE}"))),
        }
    }

    /// Forms of a value. What stands beside them moves into each, since some servers take nothing beside them.
    fn union(
        &mut self,
        schema: &'s Map<String, Value>,
        keyword: &str,
        forms: &'s Value,
    ) -> Result<Map<String, Value>, Refusal> {
        let Value::Array(forms) = forms else {
            return Err(self.at.refuse("the forms of a union are no list"));
        };
        let shared = self.shared(schema, keyword)?;
        let mut nullable = false;
        let mut written = Vec::new();
        for (place, form) in forms.iter().enumerate() {
            if form.get("type").is_some_and(|kind| kind == "null") {
                nullable = true;
                continue;
            }
            let form =
                self.at_step(keyword, |walk| walk.at_step(&place.to_string(), |walk| walk.child(form)))?;
            let Value::Object(mut form) = form else { continue };
            if let Some(shared) = &shared {
                form = self.joined(shared, form)?;
            }
            written.push(form);
        }
        for form in written.iter_mut().filter(|_| nullable) {
            form.insert("nullable".to_owned(), true.into());
        }
        let description = schema.get("description").and_then(Value::as_str);
        if let Some(description) = description {
            for form in &mut written {
                prepend(form, description);
            }
        }
        match written.len() {
            0 => Err(self.at.refuse("the union has no form but null")),
            1 => Ok(written.swap_remove(0)),
            _ => Ok(Map::from_iter([("anyOf".to_owned(), written.into())])),
        }
    }

    /// The properties that stand beside the forms of a union.
    fn shared(
        &mut self,
        schema: &'s Map<String, Value>,
        union: &str,
    ) -> Result<Option<Map<String, Value>>, Refusal> {
        let known = |keyword: &str| {
            keyword == union || matches!(keyword, "properties" | "required") || SILENT.contains(&keyword)
        };
        if let Some(other) = schema.keys().find(|keyword| !known(keyword)) {
            let at = &self.at;
            return Err(at.refuse(format!("Gemini's parameters take no `{other}` beside a union; {ADVICE}")));
        }
        let Some(properties) =
            schema.get("properties").filter(|own| own.as_object().is_some_and(|own| !own.is_empty()))
        else {
            return Ok(None);
        };
        let properties = self.at_step("properties", |walk| walk.properties(properties))?;
        let required = schema.get("required").cloned().unwrap_or_else(|| json!([]));
        Ok(Some(Map::from_iter([
            ("properties".to_owned(), properties.into()),
            ("required".to_owned(), required),
        ])))
    }

    /// A form with the properties that all forms share before its own.
    fn joined(
        &self,
        shared: &Map<String, Value>,
        mut form: Map<String, Value>,
    ) -> Result<Map<String, Value>, Refusal> {
        if form.get("type").is_none_or(|kind| kind != "OBJECT") {
            return Err(self.at.refuse(format!("a form of the union is no object; {ADVICE}")));
        }
        let mut properties = shared["properties"].as_object().cloned().unwrap_or_default();
        if let Some(Value::Object(own)) = form.remove("properties") {
            properties.extend(own);
        }
        let mut required = shared["required"].as_array().cloned().unwrap_or_default();
        if let Some(Value::Array(own)) = form.remove("required") {
            required.extend(
                own.into_iter()
                    .filter(|name| !shared["required"].as_array().is_some_and(|all| all.contains(name))),
            );
        }
        let order: Vec<Value> = properties.keys().map(|name| name.as_str().into()).collect();
        form.insert("properties".to_owned(), properties.into());
        form.insert("required".to_owned(), required.into());
        form.insert("propertyOrdering".to_owned(), order.into());
        Ok(form)
    }

    fn described(&mut self, mut out: Out, schema: &Map<String, Value>) -> Map<String, Value> {
        self.lost.extend(&self.at, &out.lost);
        let mut lines: Vec<&str> = schema.get("description").and_then(Value::as_str).into_iter().collect();
        let lost = out.lost.join("; ");
        if !lost.is_empty() {
            lines.push(&lost);
        }
        if !lines.is_empty() {
            let lines = lines.join("\n");
            out.schema.insert("description".to_owned(), lines.into());
        }
        out.schema
    }

    fn at_step<T>(&mut self, step: &str, walk: impl FnOnce(&mut Self) -> T) -> T {
        let mut at = std::mem::take(&mut self.at);
        let value = at.at(step, |at| {
            std::mem::swap(&mut self.at, at);
            let value = walk(self);
            std::mem::swap(&mut self.at, at);
            value
        });
        self.at = at;
        value
    }
}

/// Puts words before the description.
fn prepend(form: &mut Map<String, Value>, words: &str) {
    let own = form.get("description").and_then(Value::as_str);
    let both = own.map_or_else(|| words.to_owned(), |own| format!("{words}\n{own}"));
    form.insert("description".to_owned(), both.into());
}

/// Whether an integer and its neighbours arrive as they are.
fn is_exact(bound: i64) -> bool {
    bound.unsigned_abs() < EXACT
}

/// Whether a bound arrives as another one.
fn is_rounded(bound: &Value) -> bool {
    match bound.as_i64() {
        Some(bound) => bound.unsigned_abs() > EXACT,
        None => bound.is_u64(),
    }
}

/// Only texts can be listed; other values would come back as texts.
fn values(out: &mut Out, kind: &str, values: &[Value]) {
    let texts: Vec<Value> = values.iter().filter(|value| !value.is_null()).cloned().collect();
    if kind == "string" && texts.iter().all(Value::is_string) {
        out.set("enum", texts);
        if values.len() > out.schema["enum"].as_array().map_or(0, Vec::len) {
            out.set("nullable", true);
        }
    } else {
        out.lose("one of", &Value::from(values));
    }
}

fn type_word(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}
