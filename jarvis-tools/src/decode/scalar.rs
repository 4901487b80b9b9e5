//! Values without parts, read from the text by their rule. Nothing here is generic.

use crate::decode::error::Refused;
use crate::decode::walk::Walk;
use crate::json::{self, Number, Scan, Text, Whole};
use crate::schema::{self, Rule, Types};

/// A value that has no parts, or the start of one that has.
pub(super) enum Any<'w> {
    Null,
    Bool(bool),
    Whole(Whole),
    Float(f64),
    Text(&'w str),
    /// What stands between the quotes, with escapes that are still to be resolved.
    Escaped(&'w str),
    List,
    Object,
}

impl Any<'_> {
    /// The refusal of a decoder that wanted something else.
    #[cold]
    pub(super) fn mismatch(self, expected: &str) -> Refused {
        let word = match self {
            Any::Null => "null",
            Any::Bool(_) => "a boolean",
            Any::Whole(_) => "an integer",
            Any::Float(_) => "a number",
            Any::Text(_) | Any::Escaped(_) => "a string",
            Any::List => "an array",
            Any::Object => "an object",
        };
        Refused::mismatch(word, expected)
    }
}

fn takes(rule: Option<&Rule>, types: Types) -> Result<(), Refused> {
    match rule {
        // Listed values are texts on this road.
        Some(rule) if !rule.types.contains(types) || (rule.values.is_some() && types != Types::STRING) => {
            Err(Refused::stop())
        }
        _ => Ok(()),
    }
}

/// Whether a rule takes null.
pub(super) fn takes_null(rule: &Rule) -> bool {
    rule.takes_null || (rule.types.contains(Types::NULL) && rule.values.is_none())
}

/// The value at the cursor, or its start.
pub(super) fn any<'c>(walk: &Walk<'c>, rule: Option<&Rule>) -> Result<Any<'c>, Refused> {
    match walk.read(Scan::next) {
        Some(b'"') => text(walk, rule),
        Some(b'{') => takes(rule, Types::OBJECT).map(|()| Any::Object),
        Some(b'[') => takes(rule, Types::ARRAY).map(|()| Any::List),
        Some(b't') => literal(walk, rule, "true", Types::BOOLEAN).map(|()| Any::Bool(true)),
        Some(b'f') => literal(walk, rule, "false", Types::BOOLEAN).map(|()| Any::Bool(false)),
        Some(b'n') => {
            if rule.is_some_and(|rule| !takes_null(rule)) {
                return Err(Refused::stop());
            }
            walk.read(|scan| scan.word("null"))?;
            Ok(Any::Null)
        }
        Some(b'-' | b'0'..=b'9') => number(walk, rule),
        _ => Err(Refused::stop()),
    }
}

fn literal(walk: &Walk<'_>, rule: Option<&Rule>, word: &str, types: Types) -> Result<(), Refused> {
    takes(rule, types)?;
    Ok(walk.read(|scan| scan.word(word))?)
}

/// The boolean at the cursor.
pub(super) fn boolean(walk: &Walk<'_>, rule: Option<&Rule>) -> Result<bool, Refused> {
    takes(rule, Types::BOOLEAN)?;
    Ok(walk.read(|scan| match scan.next() {
        Some(b't') => scan.word("true").map(|()| true),
        _ => scan.word("false").map(|()| false),
    })?)
}

/// The text at the cursor.
pub(super) fn text<'c>(walk: &Walk<'c>, rule: Option<&Rule>) -> Result<Any<'c>, Refused> {
    if walk.read(Scan::next) != Some(b'"') {
        return Err(Refused::stop());
    }
    takes(rule, Types::STRING)?;
    let text = walk.read(Scan::string)?;
    let rule = rule.filter(|rule| rule.strings.is_some() || rule.values.is_some());
    match text {
        Text::Plain(text) => {
            if rule.is_some_and(|rule| !schema::text_fits(rule, text)) {
                return Err(Refused::stop());
            }
            Ok(Any::Text(text))
        }
        Text::Escaped(raw) => {
            if let Some(rule) = rule
                && !walk.unescaped(raw, |text| schema::text_fits(rule, text))?
            {
                return Err(Refused::stop());
            }
            Ok(Any::Escaped(raw))
        }
    }
}

fn number<'c>(walk: &Walk<'c>, rule: Option<&Rule>) -> Result<Any<'c>, Refused> {
    let start = walk.scan.get().at();
    if let Some(whole) = walk.read(Scan::plain) {
        takes(rule, Types::INTEGER)?;
        bounded(walk, rule, whole, start)?;
        return Ok(Any::Whole(whole));
    }
    let number = walk.read(Scan::number)?;
    let Some(rule) = rule.filter(|rule| rule.types != Types::ANY) else {
        // Where anything goes, nothing may be rounded.
        let float = json::float(number).filter(|_| !number.is_plain()).ok_or_else(Refused::stop)?;
        return if rule.is_none_or(|rule| rule.numbers.is_none()) {
            Ok(Any::Float(float))
        } else {
            Err(Refused::stop())
        };
    };
    if !rule.types.contains(Types::NUMBER) {
        return written_otherwise(walk, rule, number, start).map(Any::Whole);
    }
    takes(Some(rule), Types::NUMBER)?;
    if rule.numbers.is_some() && !schema::number_fits(rule, number) {
        return Err(Refused::stop());
    }
    json::float(number).map(Any::Float).ok_or_else(Refused::stop)
}

/// The integer at the cursor.
pub(super) fn integer(walk: &Walk<'_>, rule: Option<&Rule>) -> Result<Whole, Refused> {
    if !matches!(walk.read(Scan::next), Some(b'-' | b'0'..=b'9')) {
        return Err(Refused::stop());
    }
    takes(rule, Types::INTEGER)?;
    let start = walk.scan.get().at();
    if let Some(whole) = walk.read(Scan::plain) {
        bounded(walk, rule, whole, start)?;
        return Ok(whole);
    }
    let number = walk.read(Scan::number)?;
    match rule {
        Some(rule) => written_otherwise(walk, rule, number, start),
        None => Err(Refused::stop()),
    }
}

/// A whole number that is written with a fraction or an exponent.
#[cold]
fn written_otherwise(
    walk: &Walk<'_>,
    rule: &Rule,
    number: Number<'_>,
    start: usize,
) -> Result<Whole, Refused> {
    takes(Some(rule), Types::INTEGER)?;
    let whole = Whole::of(number).filter(|_| !number.is_rounded_elsewhere()).ok_or_else(Refused::stop)?;
    bounded(walk, Some(rule), whole, start)?;
    Ok(whole)
}

/// Checks the bounds of a whole number, which started at this place of the text.
#[inline]
fn bounded(walk: &Walk<'_>, rule: Option<&Rule>, whole: Whole, start: usize) -> Result<(), Refused> {
    let Some((rule, numbers)) = rule.and_then(|rule| Some((rule, rule.numbers.as_ref()?))) else {
        return Ok(());
    };
    let fits = match numbers.whole {
        Some((least, most)) => (least..=most).contains(&whole.value()),
        None => schema::number_fits(rule, Number::new(walk.scan.get().since(start))),
    };
    if fits { Ok(()) } else { Err(Refused::stop()) }
}

/// The number at the cursor, as a float.
pub(super) fn float(walk: &Walk<'_>, rule: Option<&Rule>) -> Result<f64, Refused> {
    if !matches!(walk.read(Scan::next), Some(b'-' | b'0'..=b'9')) {
        return Err(Refused::stop());
    }
    let start = walk.scan.get().at();
    let short = walk.read(Scan::short_float);
    let value = match short {
        Some(value) => value,
        None => json::float(walk.read(Scan::number)?).ok_or_else(Refused::stop)?,
    };
    let number = || Number::new(walk.scan.get().since(start));
    let Some(rule) = rule else {
        // Nothing may be rounded where nothing is said.
        let is_exact = short.is_some() || !number().is_plain() || Whole::of(number()).is_some();
        return if is_exact { Ok(value) } else { Err(Refused::stop()) };
    };
    if !rule.types.contains(Types::NUMBER) || rule.types == Types::ANY {
        // The tree tells whole numbers from others.
        return Err(Refused::stop());
    }
    takes(Some(rule), Types::NUMBER)?;
    let fits = match &rule.numbers {
        None => true,
        Some(numbers) => {
            numbers.float.is_some_and(|(least, most)| least < value && value < most)
                || schema::number_fits(rule, number())
        }
    };
    if fits { Ok(value) } else { Err(Refused::stop()) }
}
