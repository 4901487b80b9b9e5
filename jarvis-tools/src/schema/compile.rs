//! A schema as JSON into a compiled one; what isn't supported is refused, by place.

mod keywords;
mod unions;

use std::collections::HashMap;

use serde_json::{Map, Value};

use crate::error::Refusal;
use crate::schema::node::{Compiled, Id, InPlace, Rule, Types, When};
use keywords::Keywords;

/// The deepest nesting of schema objects, so that no schema overflows the stack.
const DEEPEST: usize = 200;

/// The mark of a property whose type itself has null; it never leaves this crate.
pub(super) const TAKES_NULL: &str = "\u{0}takes-null";

/// What differs between the schemas of types and those that come from elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// Made from a type: keys that it has no field for are ignored, some formats are checked.
    Type,
    /// Given as JSON: an open object holds further keys, formats are annotations.
    Foreign,
}

/// Refuses a document that whoever walks it would need too much stack for.
pub(super) fn refuse_deep(document: &Value) -> Result<(), Refusal> {
    /// A schema in a schema is two levels of the document.
    const MOST: usize = 2 * DEEPEST;
    let mut left = vec![(document, 0)];
    while let Some((value, depth)) = left.pop() {
        if depth > MOST {
            return Err(Refusal::new("", format!("it is nested more than {MOST} levels deep")));
        }
        match value {
            Value::Array(items) => left.extend(items.iter().map(|item| (item, depth + 1))),
            Value::Object(entries) => left.extend(entries.values().map(|value| (value, depth + 1))),
            _ => {}
        }
    }
    Ok(())
}

/// Compiles a schema whose root is an object.
pub(super) fn compile(schema: &Value, source: Source) -> Result<Compiled, Refusal> {
    compile_placed(schema, source).map(|(compiled, _)| compiled)
}

/// The rules of a schema by JSON pointer.
pub(super) type Places = HashMap<String, Id>;

/// As [`compile`], with the place of each rule in the schema.
pub(super) fn compile_placed(schema: &Value, source: Source) -> Result<(Compiled, Places), Refusal> {
    let mut compiler = Compiler {
        document: schema,
        source,
        rules: Vec::new(),
        places: HashMap::new(),
        referenced: Vec::new(),
    };
    let root = compiler.at("", schema, 0)?;
    // What was referred to is read from here, so that a chain of references is no nesting.
    while let Some((pointer, schema, id)) = compiler.referenced.pop() {
        compiler.fill(&pointer, schema, id, 0)?;
    }
    let schema = Compiled { rules: compiler.rules, root, is_open: source == Source::Foreign };
    unions::refuse_endless(&schema)?;
    Ok((unions::tagged(schema), compiler.places))
}

struct Compiler<'s> {
    document: &'s Value,
    source: Source,
    rules: Vec<Rule>,
    /// JSON pointers of the schemas that have a rule, so that references meet them.
    places: Places,
    /// Rules that are still to be read.
    referenced: Vec<(String, &'s Value, Id)>,
}

impl<'s> Compiler<'s> {
    /// The rule of the schema at a JSON pointer.
    fn at(&mut self, pointer: &str, schema: &'s Value, depth: usize) -> Result<Id, Refusal> {
        if depth > DEEPEST {
            return Err(Refusal::new(pointer, format!("it is nested more than {DEEPEST} levels deep")));
        }
        if let Some(id) = self.places.get(pointer) {
            Ok(*id)
        } else {
            let id = self.reserve(pointer)?;
            self.fill(pointer, schema, id, depth)?;
            Ok(id)
        }
    }

    /// Takes a place before the contents are read, so that a recursive reference finds it.
    fn reserve(&mut self, pointer: &str) -> Result<Id, Refusal> {
        let id =
            Id(u32::try_from(self.rules.len())
                .map_err(|_| Refusal::new(pointer, "the schema is too large"))?);
        self.rules.push(Rule::default());
        self.places.insert(pointer.to_owned(), id);
        Ok(id)
    }

    fn fill(&mut self, pointer: &str, schema: &'s Value, id: Id, depth: usize) -> Result<(), Refusal> {
        self.rules[id.0 as usize] = match schema {
            Value::Bool(true) => Rule::default(),
            Value::Bool(false) => Rule { types: Types::NONE, ..Rule::default() },
            Value::Object(object) => self.rule(pointer, object, depth)?,
            _ => return Err(Refusal::new(pointer, "a schema is an object or a boolean")),
        };
        Ok(())
    }

    fn rule(&mut self, pointer: &str, object: &'s Map<String, Value>, depth: usize) -> Result<Rule, Refusal> {
        let mut keywords = Keywords::new(pointer, object);
        if !pointer.is_empty() && object.get("$id").is_some_and(Value::is_string) && refers(object) {
            return Err(Refusal::new(
                keywords.pointer("$id"),
                "references below an $id lead into the document that it names, which is not supported; take the \
                 $id away, and write the references from the root of the whole schema",
            ));
        }
        let mut rule = Rule {
            types: keywords.types()?,
            values: keywords.values()?,
            takes_null: keywords.take(TAKES_NULL).is_some(),
            numbers: keywords.numbers()?,
            strings: keywords.strings(self.source)?,
            ..Rule::default()
        };
        rule.arrays = self.arrays(&mut keywords, depth)?;
        rule.objects = self.objects(&mut keywords, depth)?;
        rule.in_place = self.in_place(&mut keywords, depth)?;
        self.definitions(&mut keywords, depth)?;
        keywords.finish()?;
        Ok(rule)
    }

    /// The rule of the schema under a keyword of the object at hand.
    fn under(
        &mut self,
        keywords: &mut Keywords<'s>,
        keyword: &str,
        depth: usize,
    ) -> Result<Option<Id>, Refusal> {
        let pointer = keywords.pointer(keyword);
        keywords.take(keyword).map(|schema| self.at(&pointer, schema, depth + 1)).transpose()
    }

    /// The rules of a list of schemas under a keyword.
    fn list(
        &mut self,
        keywords: &mut Keywords<'s>,
        keyword: &str,
        depth: usize,
    ) -> Result<Option<Vec<Id>>, Refusal> {
        let pointer = keywords.pointer(keyword);
        match keywords.take(keyword) {
            None => Ok(None),
            Some(Value::Array(schemas)) if !schemas.is_empty() => schemas
                .iter()
                .enumerate()
                .map(|(index, schema)| self.at(&format!("{pointer}/{index}"), schema, depth + 1))
                .collect::<Result<_, _>>()
                .map(Some),
            Some(_) => Err(Refusal::new(pointer, "it must be a list of at least one schema")),
        }
    }

    /// The rules of a map from names to schemas under a keyword.
    fn map(
        &mut self,
        keywords: &mut Keywords<'s>,
        keyword: &str,
        depth: usize,
    ) -> Result<Vec<(&'s String, Id)>, Refusal> {
        let pointer = keywords.pointer(keyword);
        match keywords.take(keyword) {
            None => Ok(Vec::new()),
            Some(Value::Object(schemas)) => schemas
                .iter()
                .map(|(name, schema)| {
                    let id = self.at(&format!("{pointer}/{}", escape(name)), schema, depth + 1)?;
                    Ok((name, id))
                })
                .collect(),
            Some(_) => Err(Refusal::new(pointer, "it must be an object of schemas")),
        }
    }

    fn definitions(&mut self, keywords: &mut Keywords<'s>, depth: usize) -> Result<(), Refusal> {
        for keyword in ["$defs", "definitions"] {
            self.map(keywords, keyword, depth)?;
        }
        Ok(())
    }

    fn in_place(
        &mut self,
        keywords: &mut Keywords<'s>,
        depth: usize,
    ) -> Result<Option<Box<InPlace>>, Refusal> {
        let rules = InPlace {
            reference: self.reference(keywords)?,
            all: self.list(keywords, "allOf", depth)?.unwrap_or_default(),
            any: self.list(keywords, "anyOf", depth)?.map(unions::untagged),
            one: self.list(keywords, "oneOf", depth)?.map(unions::untagged),
            not: self.under(keywords, "not", depth)?,
            when: self.when(keywords, depth)?,
        };
        let is_empty = rules.reference.is_none()
            && rules.all.is_empty()
            && rules.any.is_none()
            && rules.one.is_none()
            && rules.not.is_none()
            && rules.when.is_none();
        Ok((!is_empty).then(|| Box::new(rules)))
    }

    fn when(&mut self, keywords: &mut Keywords<'s>, depth: usize) -> Result<Option<When>, Refusal> {
        let test = self.under(keywords, "if", depth)?;
        let then = self.under(keywords, "then", depth)?;
        let otherwise = self.under(keywords, "else", depth)?;
        // Without `if` the other two say nothing.
        Ok(test.map(|test| When { test, then, otherwise }))
    }

    fn reference(&mut self, keywords: &mut Keywords<'s>) -> Result<Option<Id>, Refusal> {
        let pointer = keywords.pointer("$ref");
        let Some(reference) = keywords.take("$ref") else { return Ok(None) };
        let target = reference
            .as_str()
            .and_then(|reference| reference.strip_prefix('#'))
            .filter(|target| target.is_empty() || target.starts_with('/'))
            .ok_or_else(|| {
                Refusal::new(
                    &pointer,
                    "only references into the schema itself are supported, as in #/$defs/Name",
                )
            })?;
        let target = percent_decoded(target);
        let schema = self
            .document
            .pointer(&target)
            .ok_or_else(|| Refusal::new(&pointer, format!("there is no schema at #{target}")))?;
        if let Some(id) = self.places.get(&target) {
            return Ok(Some(*id));
        }
        let id = self.reserve(&target)?;
        self.referenced.push((target, schema, id));
        Ok(Some(id))
    }
}

/// A name as a step of a JSON pointer.
pub(super) fn escape(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// A fragment of a URI without its percent signs.
fn percent_decoded(fragment: &str) -> String {
    let bytes = fragment.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let code = (bytes[at] == b'%')
            .then(|| fragment.get(at + 1..at + 3))
            .flatten()
            .filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        if let Some(byte) = code {
            out.push(byte);
            at += 3;
        } else {
            out.push(bytes[at]);
            at += 1;
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// Whether there is a reference in a schema; names of properties and constants that look like one count too.
fn refers(object: &Map<String, Value>) -> bool {
    let mut left: Vec<&Value> = object.values().collect();
    let mut found = object.get("$ref").is_some_and(Value::is_string);
    while let Some(value) = left.pop() {
        match value {
            Value::Array(items) => left.extend(items),
            Value::Object(inner) => {
                found |= inner.get("$ref").is_some_and(Value::is_string);
                left.extend(inner.values());
            }
            _ => {}
        }
    }
    found
}
