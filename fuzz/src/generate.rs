//! Schemas and instances from bytes: mostly meaningful, over few names, so that they meet.

use arbitrary::{Result, Unstructured};
use serde_json::{Map, Value, json};

/// The deepest nesting of schemas that are made up.
const DEEPEST: usize = 5;

/// Names of properties and definitions.
const NAMES: [&str; 8] = ["a", "b", "c", "kind", "list", "odd name", "x/y~z", "é"];

const TEXTS: [&str; 10] = ["", "a", "b", "A", "abc", "12", "é😀", "true", "null", "2020-01-02"];

const PATTERNS: [&str; 14] = [
    "^a",
    r"^\d+$",
    r"\w{3,}",
    "[a-c]*$",
    ".",
    "^(a|b)+$",
    r"(\w{50}){50}",
    r"\p{L}{100}",
    "(a*)*b",
    "(?=a)",
    "(",
    "[^",
    r"^[\s\S]{0,300}$",
    "(a{1000}){1000}",
];

const NUMBERS: [&str; 16] = [
    "0",
    "1",
    "-1",
    "2",
    "3",
    "5.0",
    "0.5",
    "-0",
    "1e2",
    "1e308",
    "1e-300",
    "0.1",
    "9007199254740993",
    "18446744073709551615",
    "-9223372036854775808",
    "123456789012345678901234567890",
];

const KEYWORDS: [&str; 50] = [
    "type",
    "type",
    "enum",
    "const",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "items",
    "items",
    "prefixItems",
    "minItems",
    "maxItems",
    "uniqueItems",
    "contains",
    "minContains",
    "maxContains",
    "properties",
    "properties",
    "properties",
    "required",
    "additionalProperties",
    "patternProperties",
    "propertyNames",
    "minProperties",
    "maxProperties",
    "dependentRequired",
    "dependentSchemas",
    "unevaluatedProperties",
    "allOf",
    "anyOf",
    "anyOf",
    "oneOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
    "$ref",
    "$ref",
    "$ref",
    "default",
    "title",
    "$defs",
    "other",
];

const REFERENCES: [&str; 14] = [
    "#/$defs/a",
    "#/$defs/b",
    "#/$defs/c",
    "#/$defs/a",
    "#/$defs/b",
    "#",
    "#/properties/a",
    "#/properties/b",
    "#/allOf/0",
    "#/$defs/a/properties/a",
    "#/%24defs/a",
    "#/$defs/x~1y~0z",
    "#/%zz/\u{e9}",
    "https://example.com/a",
];

/// A schema and a few argument texts.
///
/// # Errors
///
/// If something other than the number of bytes is wrong with them.
pub fn case(bytes: &mut Unstructured<'_>) -> Result<(Value, Vec<String>)> {
    let mut root = object_schema(bytes, 0)?;
    if bytes.ratio(7, 8)? {
        root.insert("type".to_owned(), "object".into());
    }
    let mut definitions = Map::new();
    for name in ["a", "b", "c"] {
        definitions.insert(name.to_owned(), schema(bytes, 1)?);
    }
    root.insert("$defs".to_owned(), definitions.into());
    let mut schema = Value::Object(root);
    if bytes.ratio(1, 32)? {
        // Nested far, through keywords that step into the value and ones that don't.
        let keyword = *bytes.choose(&["items", "not", "additionalProperties", "contains", "if"])?;
        for _ in 0..bytes.int_in_range(0..=300)? {
            schema = json!({ keyword: schema });
        }
        schema = json!({ "type": "object", "properties": { "a": schema } });
    }
    let mut arguments = vec![value(bytes, 0)?.to_string(), chain(bytes)?];
    if !bytes.is_empty() {
        arguments.push(crate::text_of(bytes.bytes(bytes.len())?).to_owned());
    }
    Ok((schema, arguments))
}

fn name(bytes: &mut Unstructured<'_>) -> Result<String> {
    bytes.choose(&NAMES).map(|name| (*name).to_owned())
}

fn schema(bytes: &mut Unstructured<'_>, depth: usize) -> Result<Value> {
    Ok(match bytes.int_in_range(0..=15)? {
        0 => true.into(),
        1 => false.into(),
        2 => json!({ "$ref": *bytes.choose(&REFERENCES)? }),
        3 => value(bytes, depth)?,
        _ => object_schema(bytes, depth)?.into(),
    })
}

fn object_schema(bytes: &mut Unstructured<'_>, depth: usize) -> Result<Map<String, Value>> {
    let mut object = Map::new();
    for _ in 0..bytes.int_in_range(0..=6)? {
        let keyword = *bytes.choose(&KEYWORDS)?;
        let argument =
            if bytes.ratio(1, 24)? { value(bytes, depth)? } else { argument(bytes, keyword, depth)? };
        object.insert(keyword.to_owned(), argument);
    }
    Ok(object)
}

/// What belongs behind a keyword.
fn argument(bytes: &mut Unstructured<'_>, keyword: &str, depth: usize) -> Result<Value> {
    if depth >= DEEPEST {
        return Ok(json!({ "$ref": *bytes.choose(&REFERENCES)? }));
    }
    Ok(match keyword {
        "type" => {
            const WORDS: [&str; 7] = ["object", "array", "string", "integer", "number", "boolean", "null"];
            match bytes.ratio(1, 4)? {
                true => json!([*bytes.choose(&WORDS)?, *bytes.choose(&WORDS)?]),
                false => json!(*bytes.choose(&WORDS)?),
            }
        }
        "enum" => list(bytes, |bytes| value(bytes, 4))?,
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => number(bytes)?,
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minContains" | "maxContains"
        | "minProperties" | "maxProperties" => match bytes.ratio(1, 16)? {
            true => number(bytes)?,
            false => bytes.int_in_range(0..=4)?.into(),
        },
        "pattern" => pattern(bytes)?.into(),
        "format" => {
            json!(*bytes.choose(&["uuid", "date", "time", "date-time", "ipv4", "ipv6", "email", "odd"])?)
        }
        "uniqueItems" => bytes.arbitrary::<bool>()?.into(),
        "prefixItems" | "allOf" | "anyOf" | "oneOf" => list(bytes, |bytes| schema(bytes, depth + 1))?,
        "required" => list(bytes, |bytes| Ok(name(bytes)?.into()))?,
        "properties" | "dependentSchemas" | "$defs" => map(bytes, name, |bytes| schema(bytes, depth + 1))?,
        "patternProperties" => map(bytes, pattern, |bytes| schema(bytes, depth + 1))?,
        "dependentRequired" => map(bytes, name, |bytes| list(bytes, |bytes| Ok(name(bytes)?.into())))?,
        "$ref" => json!(*bytes.choose(&REFERENCES)?),
        "const" | "default" | "title" | "other" => value(bytes, 3)?,
        // Those that stand before one schema.
        _ => schema(bytes, depth + 1)?,
    })
}

fn pattern(bytes: &mut Unstructured<'_>) -> Result<String> {
    if bytes.ratio(1, 8)? {
        return bytes.arbitrary::<&str>().map(str::to_owned);
    }
    bytes.choose(&PATTERNS).map(|pattern| (*pattern).to_owned())
}

fn list(
    bytes: &mut Unstructured<'_>,
    item: impl Fn(&mut Unstructured<'_>) -> Result<Value>,
) -> Result<Value> {
    (0..bytes.int_in_range(1..=3)?).map(|_| item(bytes)).collect()
}

fn map(
    bytes: &mut Unstructured<'_>,
    name: impl Fn(&mut Unstructured<'_>) -> Result<String>,
    value: impl Fn(&mut Unstructured<'_>) -> Result<Value>,
) -> Result<Value> {
    (0..bytes.int_in_range(0..=3)?).map(|_| Ok((name(bytes)?, value(bytes)?))).collect()
}

fn number(bytes: &mut Unstructured<'_>) -> Result<Value> {
    let text = *bytes.choose(&NUMBERS)?;
    Ok(serde_json::from_str(text).unwrap_or_default())
}

/// Any value; small ones from `depth` 5 on.
fn value(bytes: &mut Unstructured<'_>, depth: usize) -> Result<Value> {
    let most = if depth >= DEEPEST { 5 } else { 9 };
    Ok(match bytes.int_in_range(0..=most)? {
        0 => Value::Null,
        1 => bytes.arbitrary::<bool>()?.into(),
        2 => number(bytes)?,
        3 => bytes.arbitrary::<i8>()?.into(),
        4 => json!(*bytes.choose(&TEXTS)?),
        // As models do that write a value as a text.
        5 => json!(bytes.choose(&["{\"a\":1}", "[1,\"2\"]", "\"{}\"", "5", "{\"a\":\"[]\",}"])?),
        6 => list(bytes, |bytes| value(bytes, depth + 1))?,
        _ => map(bytes, name, |bytes| value(bytes, depth + 1))?,
    })
}

/// A text of lists and objects nested in each other, as deep as it is read.
fn chain(bytes: &mut Unstructured<'_>) -> Result<String> {
    let steps: Vec<Option<&str>> = (0..bytes.int_in_range(1..=3)?)
        .map(|_| Ok(if bytes.ratio(1, 3)? { None } else { Some(*bytes.choose(&NAMES)?) }))
        .collect::<Result<_>>()?;
    let mut inner = value(bytes, 4)?;
    for index in 0..bytes.int_in_range(0..=126)? {
        inner = match steps[index % steps.len()] {
            None => json!([inner]),
            Some(name) => json!({ name: inner }),
        };
    }
    Ok(json!({ bytes.choose(&NAMES)?.to_string(): inner }).to_string())
}
