//! From instances that a schema accepts to those just outside of it.

use serde_json::Value;

use crate::schema::Random;
use crate::testing::instance::Instance;

/// Numbers at which types, floats and parsers end.
const EDGES: [&str; 22] = [
    "0",
    "-0",
    "-0.0",
    "1",
    "-1",
    "127",
    "128",
    "-129",
    "255",
    "256",
    "65536",
    "2147483648",
    "4294967296",
    "9007199254740993",
    "9007199254740993.0",
    "9223372036854775808",
    "-9223372036854775809",
    "18446744073709551615",
    "18446744073709551616",
    "1e2",
    "1e300",
    "0.5",
];

/// The words and numbers of a schema, which are the likeliest to be nearly right.
#[derive(Default)]
pub(super) struct Vocabulary {
    texts: Vec<String>,
    keys: Vec<String>,
    numbers: Vec<String>,
    lengths: Vec<usize>,
    divides: bool,
}

impl Vocabulary {
    pub(super) fn of(schema: &Value) -> Self {
        let mut vocabulary = Self::default();
        vocabulary.read(schema);
        vocabulary
    }

    fn read(&mut self, schema: &Value) {
        match schema {
            Value::Object(object) => {
                for (keyword, value) in object {
                    self.keyword(keyword, value);
                    self.read(value);
                }
            }
            Value::Array(list) => list.iter().for_each(|part| self.read(part)),
            _ => {}
        }
    }

    /// Whether the schema divides numbers, for which every digit counts.
    pub(super) fn divides(&self) -> bool {
        self.divides
    }

    fn keyword(&mut self, keyword: &str, value: &Value) {
        self.divides |= keyword == "multipleOf";
        match (keyword, value) {
            ("const", Value::String(text)) => self.texts.push(text.clone()),
            ("enum", Value::Array(values)) => {
                self.texts.extend(values.iter().filter_map(Value::as_str).map(str::to_owned));
            }
            ("properties" | "dependentRequired" | "dependentSchemas", Value::Object(properties)) => {
                self.keys.extend(properties.keys().cloned());
            }
            (
                "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf",
                Value::Number(number),
            ) => self.numbers.push(number.to_string()),
            (
                "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties",
                Value::Number(number),
            ) => self.lengths.extend(number.as_u64().and_then(|length| usize::try_from(length).ok())),
            _ => {}
        }
    }

    fn key(&self, random: &mut Random) -> String {
        random.pick(&self.keys).filter(|_| !random.clone().one_in(3)).cloned().unwrap_or("extra".to_owned())
    }

    fn text(&self, random: &mut Random) -> String {
        let words = ["", "x", "true", "5", "nothing like it", "2026-02-30", "::1", "null"];
        match random.pick(&self.texts) {
            Some(text) if !random.one_in(3) => text.clone(),
            _ => random.pick(&words).copied().unwrap_or_default().to_owned(),
        }
    }

    /// A number at or next to a bound of the schema, or at the edge of a type.
    fn number(&self, random: &mut Random) -> String {
        let bound = random.pick(&self.numbers).filter(|_| !random.clone().one_in(3));
        let Some(bound) = bound else {
            return random.pick(&EDGES).copied().unwrap_or("0").to_owned();
        };
        match (bound.parse::<i128>(), random.below(5)) {
            (Ok(whole), 0) => whole.saturating_sub(1).to_string(),
            (Ok(whole), 1) => whole.saturating_add(1).to_string(),
            (Ok(whole), 2) => format!("{whole}.5"),
            (Err(_), 0) => match bound.parse::<f64>() {
                Ok(float) => format!("{:?}", float + 1.0),
                Err(_) => bound.clone(),
            },
            _ => bound.clone(),
        }
    }

    fn length(&self, random: &mut Random) -> usize {
        match random.pick(&self.lengths) {
            Some(length) if *length < 300 => (length + random.below(3)).saturating_sub(1),
            _ => random.below(6),
        }
    }

    /// A value without regard for any schema, made of its words.
    pub(super) fn arbitrary(&self, random: &mut Random, depth: usize) -> Instance {
        let kinds = if depth > 4 { 7 } else { 10 };
        match random.below(kinds) {
            0 => Instance::Null,
            1 => Instance::Bool(random.one_in(2)),
            2 | 3 => Instance::Number(self.number(random)),
            4 | 5 => Instance::text(self.text(random)),
            6 => Instance::number("5.0"),
            7 => {
                let count = random.below(4);
                Instance::Array((0..count).map(|_| self.arbitrary(random, depth + 1)).collect())
            }
            _ => self.object(random, depth),
        }
    }

    pub(super) fn object(&self, random: &mut Random, depth: usize) -> Instance {
        let mut entries: Vec<(String, Instance)> = Vec::new();
        for _ in 0..random.below(6) {
            let key = self.key(random);
            if !entries.iter().any(|(own, _)| *own == key) {
                let value = self.arbitrary(random, depth + 1);
                entries.push((key, value));
            }
        }
        Instance::Object(entries)
    }
}

/// Changes one thing.
pub(super) fn mutate(whole: &mut Instance, vocabulary: &Vocabulary, random: &mut Random) {
    let place = random.below(whole.size());
    let other = whole.at(random.below(whole.size())).map_or(Instance::Null, |value| value.clone());
    let Some(value) = whole.at(place) else { return };
    let general = match random.below(20) {
        0 => Some(Instance::Null),
        1 => Some(vocabulary.arbitrary(random, 2)),
        2 => Some(other.clone()),
        3 => Some(Instance::Array(vec![value.clone()])),
        4 => Some(nested(value.clone(), random)),
        5 => Some(Instance::Object(vec![(vocabulary.key(random), value.clone())])),
        _ => None,
    };
    // The arguments themselves stay an object most of the time.
    if let Some(general) = general.filter(|_| place > 0 || random.one_in(4)) {
        *value = general;
        return;
    }
    match value {
        Instance::Object(entries) => object(entries, other, vocabulary, random),
        Instance::Array(items) => array(items, other, vocabulary, random),
        Instance::String(text) => string(text, vocabulary, random),
        Instance::Number(text) => number(text, vocabulary, random),
        Instance::Null | Instance::Bool(_) if place > 0 => *value = vocabulary.arbitrary(random, 3),
        Instance::Null | Instance::Bool(_) => {}
    }
}

/// A value under more levels than it needs.
fn nested(value: Instance, random: &mut Random) -> Instance {
    let levels = *random.pick(&[2, 3, 20, 130]).unwrap_or(&2);
    (0..levels).fold(value, |inner, _| Instance::Array(vec![inner]))
}

fn object(
    entries: &mut Vec<(String, Instance)>,
    other: Instance,
    vocabulary: &Vocabulary,
    random: &mut Random,
) {
    let place = random.below(entries.len());
    match random.below(9) {
        0 | 1 if !entries.is_empty() => {
            entries.remove(place);
        }
        2 if !entries.is_empty() => entries[place].1 = Instance::Null,
        3 if !entries.is_empty() => {
            let again = entries[place].clone();
            entries.push(again);
        }
        4 if !entries.is_empty() => {
            let key = vocabulary.key(random);
            if !entries.iter().any(|(own, _)| *own == key) {
                entries[place].0 = key;
            }
        }
        5 => random.shuffle(entries),
        6 => entries.reverse(),
        _ => {
            let key = vocabulary.key(random);
            let value = if random.one_in(2) { other } else { vocabulary.arbitrary(random, 3) };
            if entries.iter().all(|(own, _)| *own != key) {
                entries.push((key, value));
            }
        }
    }
}

fn array(items: &mut Vec<Instance>, other: Instance, vocabulary: &Vocabulary, random: &mut Random) {
    let place = random.below(items.len());
    match random.below(6) {
        0 if !items.is_empty() => {
            items.remove(place);
        }
        1 if !items.is_empty() => {
            let again = items[place].clone();
            items.push(again);
        }
        2 => items.push(other),
        3 if !items.is_empty() => {
            let length = vocabulary.length(random);
            let again = items[place].clone();
            items.resize(length, again);
        }
        4 => items.clear(),
        _ => items.push(Instance::Null),
    }
}

fn string(text: &mut String, vocabulary: &Vocabulary, random: &mut Random) {
    match random.below(6) {
        0 => text.push('x'),
        1 => {
            text.pop();
        }
        2 => {
            let length = vocabulary.length(random);
            *text = "é".repeat(length);
        }
        3 => *text = text.to_uppercase(),
        _ => *text = vocabulary.text(random),
    }
}

fn number(text: &mut String, vocabulary: &Vocabulary, random: &mut Random) {
    match (random.below(7), text.parse::<i128>()) {
        (0, Ok(_)) => text.push_str(".0"),
        (1, Ok(_)) => text.push_str("e0"),
        (2, Ok(_)) => text.push_str(".5"),
        (3, Ok(whole)) => *text = (whole - 1).to_string(),
        (4, Ok(whole)) => *text = (whole + 1).to_string(),
        _ => *text = vocabulary.number(random),
    }
}
