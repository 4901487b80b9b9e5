//! As many problems as faults, each at the place of its fault.

use std::collections::BTreeMap;

use jarvis_tools::testing::arbitrary_arguments;
use jarvis_tools::{ArgumentErrorKind, FieldPath, Tool, ToolContext};
use jarvis_tools_tests::shapes;
use serde_json::{Map, Value};

/// How many arguments of each shape faults are put into.
const ROUNDS: u64 = 24;

/// What can be wrong at a place, apart from what is wrong elsewhere.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    WrongType,
    Missing,
}

/// A place where a fault can be put in: the way to it, and the schema of what stands there.
struct Place<'s> {
    way: Vec<Step>,
    schema: &'s Map<String, Value>,
    required: bool,
}

#[derive(Clone, Debug)]
enum Step {
    Key(String),
    Index(usize),
}

/// Whether a schema says all it says by itself, so that a fault in it is one fault.
fn is_plain(schema: &Map<String, Value>) -> bool {
    const APART: &[&str] = &[
        "$ref",
        "allOf",
        "anyOf",
        "oneOf",
        "not",
        "if",
        "dependentRequired",
        "dependentSchemas",
        "patternProperties",
        "minProperties",
        "maxProperties",
        "propertyNames",
        "unevaluatedProperties",
        "unevaluatedItems",
        "contains",
        "uniqueItems",
        "prefixItems",
    ];
    schema.get("type").is_some_and(Value::is_string) && !APART.iter().any(|word| schema.contains_key(*word))
}

/// Gathers the places below a value where a fault is a fault of its own.
fn places<'s>(schema: &'s Map<String, Value>, value: &Value, way: &[Step], found: &mut Vec<Place<'s>>) {
    if !is_plain(schema) {
        return;
    }
    match value {
        Value::Object(entries) => {
            let Some(Value::Object(properties)) = schema.get("properties") else { return };
            let required = schema.get("required").and_then(Value::as_array);
            for (key, value) in entries {
                let Some(Value::Object(schema)) = properties.get(key) else { continue };
                let way: Vec<Step> = way.iter().cloned().chain([Step::Key(key.clone())]).collect();
                let required = required.is_some_and(|required| required.iter().any(|name| name == key));
                let before = found.len();
                places(schema, value, &way, found);
                // A place with places inside is left as it is, so that none lies in another.
                if found.len() == before && is_plain(schema) {
                    found.push(Place { way, schema, required });
                }
            }
        }
        Value::Array(items) => {
            let Some(Value::Object(schema)) = schema.get("items") else { return };
            for (index, item) in items.iter().enumerate() {
                let way: Vec<Step> = way.iter().cloned().chain([Step::Index(index)]).collect();
                places(schema, item, &way, found);
            }
        }
        _ => {}
    }
}

/// A value of another type than the schema's.
fn other_type(schema: &Map<String, Value>) -> Value {
    match schema["type"].as_str() {
        Some("string") => Value::Bool(true),
        _ => "other".into(),
    }
}

fn path(way: &[Step]) -> String {
    way.iter()
        .fold(FieldPath::root(), |path, step| match step {
            Step::Key(key) => path.key(key),
            Step::Index(index) => path.index(*index),
        })
        .to_string()
}

fn put(arguments: &mut Value, place: &Place<'_>, fault: Fault) {
    let (last, way) = place.way.split_last().expect("a place inside");
    let parent = way.iter().fold(arguments, |value, step| match step {
        Step::Key(key) => &mut value[key],
        Step::Index(index) => &mut value[*index],
    });
    match (last, fault) {
        (Step::Key(key), Fault::WrongType) => parent[key] = other_type(place.schema),
        (Step::Key(key), Fault::Missing) => {
            parent.as_object_mut().expect("an object").remove(key);
        }
        (Step::Index(index), _) => parent[*index] = other_type(place.schema),
    }
}

/// Puts up to `most` faults into valid arguments; gives the place of each.
fn spoil(tool: &dyn Tool, seed: u64, most: usize) -> Option<(Value, BTreeMap<String, Fault>)> {
    let mut arguments = arbitrary_arguments(tool.spec(), seed);
    let schema = tool.spec().parameters().as_object()?;
    let context = ToolContext::default();
    tool.prepare(&arguments.to_string(), &context).map(drop).ok()?;
    let mut found = Vec::new();
    places(schema, &arguments, &[], &mut found);
    let mut faults = BTreeMap::new();
    // Spread over the places, other ones for each seed.
    let step = 1 + usize::try_from(seed).ok()? % 3;
    for (number, place) in found.iter().enumerate().skip(step - 1).step_by(step).take(most) {
        let fault = if place.required && (number as u64 + seed).is_multiple_of(2) {
            Fault::Missing
        } else {
            Fault::WrongType
        };
        put(&mut arguments, place, fault);
        faults.insert(path(&place.way), fault);
    }
    (!faults.is_empty()).then_some((arguments, faults))
}

#[test]
fn there_are_as_many_problems_as_faults() {
    let (mut tried, mut several) = (0, 0);
    for shape in shapes::all() {
        let tool = shape.tool().unwrap();
        for seed in 0..ROUNDS {
            let most = 1 + usize::try_from(seed % 5).unwrap();
            let Some((arguments, faults)) = spoil(&tool, seed, most) else { continue };
            let context = ToolContext::default();
            let Err(errors) = tool.prepare(&arguments.to_string(), &context) else {
                panic!("{}: {arguments} was taken in spite of {faults:?}", shape.name)
            };
            let told: BTreeMap<String, Fault> = errors
                .problems()
                .iter()
                .map(|problem| {
                    let fault = match problem.kind {
                        ArgumentErrorKind::MissingParameter { .. } => Fault::Missing,
                        ArgumentErrorKind::TypeMismatch { .. } => Fault::WrongType,
                        _ => panic!("{}: {arguments}: {errors}", shape.name),
                    };
                    (problem.path.to_string(), fault)
                })
                .collect();
            assert_eq!(told, faults, "{}: {arguments}: {errors}", shape.name);
            assert_eq!(errors.problems().len(), faults.len(), "{}: {arguments}: {errors}", shape.name);
            tried += 1;
            several += usize::from(faults.len() > 1);
        }
    }
    assert!(tried > 2000 && several > 500, "{tried} spoiled, {several} of them by several faults");
}
