//! Random schemas of draft 2020-12: the validation vocabulary with applicators and local references.

use serde_json::{Map, Value, json};

/// Numbers that look random and are the same for the same seed.
pub struct Dice(u64);

impl Dice {
    /// The dice of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number from 0 to below `end`.
    pub fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % end
    }

    fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[usize::try_from(self.below(items.len() as u64)).unwrap_or_default()]
    }

    fn one_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }
}

const NAMES: [&str; 6] = ["a", "b", "c", "kind", "x1", "long name"];
const TYPES: [&str; 7] = ["string", "integer", "number", "boolean", "array", "object", "null"];
const PATTERNS: [&str; 7] = ["^a", "[0-9]+$", "^[a-c]{1,3}$", "b|c", "^$", r"\d", "^x"];
const DEFINITIONS: [&str; 3] = ["one", "two", "three"];

/// A schema for the arguments of a tool.
pub fn arguments(seed: u64) -> Value {
    let mut dice = Dice::new(seed);
    let mut root = Map::new();
    root.insert("type".to_owned(), "object".into());
    objects(&mut root, &mut dice, 0);
    if !root.contains_key("properties") {
        root.insert("properties".to_owned(), properties(&mut dice, 0));
    }
    if dice.one_in(3) {
        in_place(&mut root, &mut dice, 0);
    }
    let definitions: Map<String, Value> =
        DEFINITIONS.iter().map(|name| ((*name).to_owned(), schema(&mut dice, 2))).collect();
    root.insert("$defs".to_owned(), definitions.into());
    root.into()
}

/// A schema beside another one of which the type is known to be an object at the root.
fn beside(dice: &mut Dice, depth: u64) -> Value {
    if depth > 0 || dice.one_in(4) {
        return schema(dice, depth + 1);
    }
    let mut form = Map::new();
    objects(&mut form, dice, 1);
    form.into()
}

fn schema(dice: &mut Dice, depth: u64) -> Value {
    if dice.one_in(14) {
        return dice.one_in(2).into();
    }
    if dice.one_in(if depth > 3 { 3 } else { 9 }) {
        let name = dice.pick(&DEFINITIONS);
        let mut reference = Map::new();
        reference.insert("$ref".to_owned(), format!("#/$defs/{name}").into());
        if dice.one_in(4) {
            scalars(&mut reference, dice);
        }
        return reference.into();
    }
    let mut schema = Map::new();
    match dice.below(10) {
        0..=5 => {
            let word = *dice.pick(&TYPES);
            schema.insert("type".to_owned(), word.into());
            match word {
                "array" if depth < 4 => arrays(&mut schema, dice, depth),
                "object" if depth < 4 => objects(&mut schema, dice, depth),
                _ => scalars(&mut schema, dice),
            }
        }
        6 => {
            let (first, second) = (*dice.pick(&TYPES), *dice.pick(&TYPES));
            let words = if first == second { json!([first]) } else { json!([first, second]) };
            schema.insert("type".to_owned(), words);
            scalars(&mut schema, dice);
            if depth < 4 {
                arrays(&mut schema, dice, depth);
                objects(&mut schema, dice, depth);
            }
        }
        7 => {
            let values: Vec<Value> = (0..=dice.below(3)).map(|_| value(dice, 1)).collect();
            let mut distinct: Vec<Value> = Vec::new();
            for value in values {
                if !distinct.contains(&value) {
                    distinct.push(value);
                }
            }
            schema.insert("enum".to_owned(), distinct.into());
        }
        8 => {
            schema.insert("const".to_owned(), value(dice, 1));
        }
        _ => scalars(&mut schema, dice),
    }
    if depth < 4 && dice.one_in(5) {
        in_place(&mut schema, dice, depth);
    }
    schema.into()
}

fn value(dice: &mut Dice, depth: u64) -> Value {
    match dice.below(if depth > 2 { 8 } else { 10 }) {
        0 => Value::Null,
        1 => dice.one_in(2).into(),
        2 => dice.below(6).into(),
        3 => json!(1.5),
        4 => json!(2.0),
        5..=7 => (*dice.pick(&["a", "b", "", "abc", "5", "kind"])).into(),
        8 => (0..dice.below(3)).map(|_| value(dice, depth + 1)).collect(),
        _ => json!({ *dice.pick(&NAMES): value(dice, depth + 1) }),
    }
}

/// Sets a keyword once in some times.
fn maybe(
    schema: &mut Map<String, Value>,
    dice: &mut Dice,
    keyword: &str,
    value: impl FnOnce(&mut Dice) -> Value,
) {
    if dice.one_in(4) {
        let value = value(dice);
        schema.insert(keyword.to_owned(), value);
    }
}

fn scalars(schema: &mut Map<String, Value>, dice: &mut Dice) {
    maybe(schema, dice, "minimum", |dice| json!(dice.below(6)));
    maybe(schema, dice, "maximum", |dice| json!(3 + dice.below(9)));
    if dice.one_in(4) {
        maybe(schema, dice, "exclusiveMinimum", |dice| json!(dice.below(4)));
        maybe(schema, dice, "exclusiveMaximum", |_| json!(7.5));
        maybe(schema, dice, "multipleOf", |dice| {
            dice.pick(&[json!(2), json!(0.5), json!(3), json!(0.1)]).clone()
        });
    }
    maybe(schema, dice, "minLength", |dice| json!(dice.below(3)));
    maybe(schema, dice, "maxLength", |dice| json!(1 + dice.below(4)));
    if dice.one_in(2) {
        maybe(schema, dice, "pattern", |dice| (*dice.pick(&PATTERNS)).into());
        maybe(schema, dice, "format", |dice| (*dice.pick(&["date", "uri", "uuid", "odd"])).into());
    }
}

fn arrays(own: &mut Map<String, Value>, dice: &mut Dice, depth: u64) {
    if dice.one_in(2) {
        own.insert("items".to_owned(), schema(dice, depth + 1));
    }
    maybe(own, dice, "prefixItems", |dice| (0..=dice.below(2)).map(|_| schema(dice, depth + 1)).collect());
    maybe(own, dice, "minItems", |dice| json!(dice.below(3)));
    maybe(own, dice, "maxItems", |dice| json!(1 + dice.below(3)));
    maybe(own, dice, "uniqueItems", |dice| dice.one_in(2).into());
    if dice.one_in(3) {
        maybe(own, dice, "contains", |dice| schema(dice, depth + 1));
        maybe(own, dice, "minContains", |dice| json!(dice.below(3)));
        maybe(own, dice, "maxContains", |dice| json!(1 + dice.below(3)));
    }
}

fn properties(dice: &mut Dice, depth: u64) -> Value {
    let mut properties = Map::new();
    for _ in 0..=dice.below(4) {
        properties.insert((*dice.pick(&NAMES)).to_owned(), schema(dice, depth + 1));
    }
    properties.into()
}

fn names(dice: &mut Dice) -> Value {
    let mut names: Vec<&str> = NAMES.to_vec();
    names.retain(|_| dice.one_in(4));
    names.into()
}

fn objects(own: &mut Map<String, Value>, dice: &mut Dice, depth: u64) {
    if !dice.one_in(4) {
        own.insert("properties".to_owned(), properties(dice, depth));
    }
    maybe(own, dice, "required", names);
    maybe(own, dice, "additionalProperties", |dice| schema(dice, depth + 1));
    if dice.one_in(3) {
        maybe(
            own,
            dice,
            "patternProperties",
            |dice| json!({ *dice.pick(&PATTERNS): schema(dice, depth + 1) }),
        );
        maybe(own, dice, "propertyNames", |dice| json!({ "maxLength": 1 + dice.below(9) }));
        maybe(own, dice, "minProperties", |dice| json!(dice.below(3)));
        maybe(own, dice, "maxProperties", |dice| json!(1 + dice.below(4)));
        maybe(own, dice, "dependentRequired", |dice| json!({ *dice.pick(&NAMES): names(dice) }));
        maybe(own, dice, "dependentSchemas", |dice| json!({ *dice.pick(&NAMES): schema(dice, depth + 1) }));
        maybe(own, dice, "unevaluatedProperties", |dice| schema(dice, depth + 1));
    }
}

fn in_place(own: &mut Map<String, Value>, dice: &mut Dice, depth: u64) {
    let list = |dice: &mut Dice| -> Value { (0..2 + dice.below(2)).map(|_| beside(dice, depth)).collect() };
    match dice.below(7) {
        0 => drop(own.insert("allOf".to_owned(), list(dice))),
        1 => drop(own.insert("anyOf".to_owned(), list(dice))),
        2 => drop(own.insert("oneOf".to_owned(), list(dice))),
        3 => drop(own.insert("not".to_owned(), beside(dice, depth))),
        4 => {
            own.insert("if".to_owned(), beside(dice, depth));
            maybe(own, dice, "then", |dice| beside(dice, depth));
            maybe(own, dice, "else", |dice| beside(dice, depth));
        }
        5 => {
            // Forms told apart by a tag.
            let forms: Vec<Value> = ["a", "b", "c"]
                .iter()
                .map(|word| {
                    let mut form = Map::new();
                    form.insert("type".to_owned(), "object".into());
                    objects(&mut form, dice, depth + 1);
                    let properties = form.entry("properties").or_insert_with(|| json!({}));
                    properties["kind"] = json!({ "const": word });
                    form.insert("required".to_owned(), json!(["kind"]));
                    form.into()
                })
                .collect();
            own.insert((*dice.pick(&["oneOf", "anyOf"])).to_owned(), forms.into());
        }
        _ => {
            // Forms told apart by a key.
            let forms: Vec<Value> = ["a", "b"]
                .iter()
                .map(|key| {
                    let closed = dice.one_in(2);
                    let mut form = json!({
                        "type": "object",
                        "properties": { *key: schema(dice, depth + 1) },
                        "required": [key],
                    });
                    if closed {
                        form["additionalProperties"] = false.into();
                    }
                    form
                })
                .collect();
            own.insert((*dice.pick(&["oneOf", "anyOf"])).to_owned(), forms.into());
        }
    }
}
