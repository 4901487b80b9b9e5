//! A schema on its way from a type to a tool: what the decoder shows of the type can still change it.

use serde_json::{Value, json};

use crate::error::Refusal;
use crate::schema::canonical;
use crate::schema::compile::{Places, Source, compile_placed, refuse_deep};
use crate::schema::node::{Compiled, Id};
use crate::schema::stream;

/// The canonical schema of a type, not yet published.
pub(crate) struct Draft {
    schema: Value,
    compiled: Compiled,
    places: Places,
}

/// What a decoder reads the keys of a map as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyKind {
    Bool,
    Char,
    Integer { least: i128, most: i128 },
    Variants(&'static [&'static str]),
}

impl Draft {
    /// The draft of what schemars says of a type.
    pub(crate) fn new(raw: Value, deny_unknown: bool) -> Result<Self, Refusal> {
        refuse_deep(&raw)?;
        let mut schema = canonical::canonical(raw)?;
        if deny_unknown {
            canonical::close(&mut schema);
        }
        let (compiled, places) = compile_placed(&schema, Source::Type)?;
        Ok(Self { schema, compiled, places })
    }

    pub(crate) fn compiled(&self) -> &Compiled {
        &self.compiled
    }

    /// The JSON pointer of a rule.
    pub(crate) fn pointer(&self, id: Id) -> &str {
        self.places.iter().find(|(_, own)| **own == id).map_or("", |(pointer, _)| pointer)
    }

    /// Says which keys the maps at some rules have.
    pub(crate) fn name_keys(&mut self, maps: &[(Id, KeyKind)]) -> Result<(), Refusal> {
        for (id, kind) in maps {
            let pointer = self.pointer(*id).to_owned();
            if let Some(Value::Object(map)) = self.schema.pointer_mut(&pointer) {
                map.insert("propertyNames".to_owned(), kind.names());
            }
        }
        (self.compiled, self.places) = compile_placed(&self.schema, Source::Type)?;
        Ok(())
    }

    /// The schema as the tool shows it, and its compiled form.
    pub(crate) fn publish(self) -> (Value, Compiled) {
        let Self { mut schema, compiled, .. } = self;
        canonical::publish(&mut schema);
        (schema, stream::plan(compiled))
    }
}

impl KeyKind {
    /// The schema of such keys.
    fn names(self) -> Value {
        match self {
            Self::Bool => json!({ "enum": ["true", "false"] }),
            Self::Char => json!({ "minLength": 1, "maxLength": 1 }),
            Self::Variants(names) => json!({ "enum": names }),
            Self::Integer { least, most } => json!({ "pattern": digits(least, most) }),
        }
    }
}

/// A pattern of the whole numbers of a range that holds 0, written without zeros in front.
fn digits(least: i128, most: i128) -> String {
    let mut forms = vec!["0".to_owned()];
    forms.extend(up_to(most.unsigned_abs()));
    if least < 0 {
        forms.push(format!("-({})", up_to(least.unsigned_abs()).join("|")));
    }
    format!("^({})$", forms.join("|"))
}

/// The forms of the numbers from 1 to one of at least two digits.
fn up_to(most: u128) -> Vec<String> {
    let text = most.to_string();
    let rest = |count: usize| match count {
        0 => String::new(),
        1 => r"\d".to_owned(),
        count => format!(r"\d{{{count}}}"),
    };
    let mut forms = vec![format!(r"[1-9]\d{{0,{}}}", text.len().saturating_sub(2))];
    for (place, digit) in text.char_indices() {
        let is_last = place + 1 == text.len();
        let first = if place == 0 { '1' } else { '0' };
        // The last digit may be the number's own.
        let Some(last) = (if is_last { Some(digit) } else { char::from_u32(u32::from(digit) - 1) }) else {
            continue;
        };
        if last < first {
            continue;
        }
        let class = if first == last { first.to_string() } else { format!("[{first}-{last}]") };
        forms.push(format!("{}{class}{}", &text[..place], rest(text.len() - place - 1)));
    }
    forms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_of_integers_end_where_the_types_end() {
        let unsigned = regex::Regex::new(&digits(0, 255)).unwrap();
        let signed = regex::Regex::new(&digits(-128, 127)).unwrap();
        for number in -1000..1000_i32 {
            let text = number.to_string();
            assert_eq!(unsigned.is_match(&text), u8::try_from(number).is_ok(), "{number}");
            assert_eq!(signed.is_match(&text), i8::try_from(number).is_ok(), "{number}");
        }
        for text in ["", "01", "-0", "00", "1a", "+1", "1.0"] {
            assert!(!unsigned.is_match(text) && !signed.is_match(text), "{text}");
        }
        let long = regex::Regex::new(&digits(0, u64::MAX.into())).unwrap();
        for (text, fits) in [("18446744073709551615", true), ("18446744073709551616", false), ("9", true)] {
            assert_eq!(long.is_match(text), fits, "{text}");
        }
        let long = regex::Regex::new(&digits(i64::MIN.into(), i64::MAX.into())).unwrap();
        for (text, fits) in
            [("-9223372036854775808", true), ("-9223372036854775809", false), ("9223372036854775808", false)]
        {
            assert_eq!(long.is_match(text), fits, "{text}");
        }
    }
}
