//! The keywords of one schema object: each is taken once, and what nobody took is not supported.

use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::error::Refusal;
use crate::json::Decimal;
use crate::schema::compile::{Compiler, Source, escape};
use crate::schema::format::Format;
use crate::schema::node::{
    ArrayRules, Bound, Contains, NumberRules, ObjectRules, Others, Pattern, Property, StringRules, Types,
};
use crate::schema::pattern;

/// Keywords that say something to people and nothing to a check.
const ANNOTATIONS: [&str; 13] = [
    "$anchor",
    "$comment",
    "$id",
    "$schema",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "default",
    "deprecated",
    "description",
    "examples",
    "readOnly",
    "title",
];

/// Keywords of the vocabulary that change verdicts and that we have no check for.
const UNSUPPORTED: [&str; 6] =
    ["$dynamicAnchor", "$dynamicRef", "$recursiveRef", "$vocabulary", "unevaluatedItems", "dependencies"];

/// The keywords of one schema object.
pub(super) struct Keywords<'s> {
    pointer: String,
    object: &'s Map<String, Value>,
    taken: HashSet<&'s str>,
}

impl<'s> Keywords<'s> {
    pub(super) fn new(pointer: &str, object: &'s Map<String, Value>) -> Self {
        Self { pointer: pointer.to_owned(), object, taken: HashSet::new() }
    }

    pub(super) fn pointer(&self, keyword: &str) -> String {
        format!("{}/{}", self.pointer, escape(keyword))
    }

    pub(super) fn take(&mut self, keyword: &str) -> Option<&'s Value> {
        let (name, value) = self.object.get_key_value(keyword)?;
        self.taken.insert(name);
        Some(value)
    }

    #[cold]
    fn refuse<T>(&self, keyword: &str, reason: impl Into<String>) -> Result<T, Refusal> {
        Err(Refusal::new(self.pointer(keyword), reason))
    }

    /// Refuses what was not taken, unless it only describes.
    pub(super) fn finish(self) -> Result<(), Refusal> {
        for keyword in self.object.keys() {
            if self.taken.contains(keyword.as_str()) || ANNOTATIONS.contains(&keyword.as_str()) {
                continue;
            }
            if UNSUPPORTED.contains(&keyword.as_str()) {
                return self.refuse(keyword, format!("the keyword {keyword} is not supported"));
            }
            // The vocabulary is open: a keyword that it doesn't know is an annotation. What looks like a
            // slip in one that it knows would silently check nothing, though.
            let known =
                ["type", "enum", "const", "properties", "required", "items", "minimum", "maximum", "pattern"];
            if known.iter().any(|known| known.eq_ignore_ascii_case(keyword)) {
                return self.refuse(keyword, "the keyword is written in lower case");
            }
        }
        Ok(())
    }

    pub(super) fn types(&mut self) -> Result<Types, Refusal> {
        let word = |value: &Value| match value.as_str().and_then(Types::of_word) {
            Some(types) => Ok(types),
            None => Err(Refusal::new(self.pointer("type"), format!("{value} is no type of JSON Schema"))),
        };
        match self.object.get("type") {
            None => return Ok(Types::ANY),
            Some(Value::Array(words)) => {
                let distinct: HashSet<&str> = words.iter().filter_map(Value::as_str).collect();
                if words.is_empty() || distinct.len() < words.len() {
                    return self.refuse("type", "it must list at least one type, and none twice");
                }
                words.iter().try_fold(Types::NONE, |types, next| Ok(types.union(word(next)?)))
            }
            Some(one) => word(one),
        }
        .inspect(|_| {
            self.take("type");
        })
    }

    pub(super) fn values(&mut self) -> Result<Option<Vec<Value>>, Refusal> {
        let constant = self.take("const").map(|value| vec![value.clone()]);
        match self.take("enum") {
            None => Ok(constant),
            Some(Value::Array(values)) if !values.is_empty() => Ok(Some(match constant {
                None => values.clone(),
                // Both hold; values that only one of them has are never right.
                Some(constant) => constant.into_iter().filter(|value| values.contains(value)).collect(),
            })),
            Some(_) => self.refuse("enum", "it must be a list of at least one value"),
        }
    }

    fn bound(&mut self, keyword: &str) -> Result<Option<Bound>, Refusal> {
        match self.take(keyword) {
            None => Ok(None),
            Some(Value::Number(number)) => {
                let text = number.to_string();
                Ok(Some(Bound { value: Decimal::of(&text), text }))
            }
            Some(_) => self.refuse(keyword, "it must be a number"),
        }
    }

    pub(super) fn numbers(&mut self) -> Result<Option<Box<NumberRules>>, Refusal> {
        let rules = NumberRules {
            minimum: self.bound("minimum")?,
            maximum: self.bound("maximum")?,
            above: self.bound("exclusiveMinimum")?,
            below: self.bound("exclusiveMaximum")?,
            multiple_of: self.bound("multipleOf")?,
            ..NumberRules::default()
        };
        if let Some(divisor) = &rules.multiple_of
            && divisor.value.compare(&Decimal::of("0")).is_le()
        {
            return self.refuse("multipleOf", "it must be greater than 0");
        }
        let is_empty = [&rules.minimum, &rules.maximum, &rules.above, &rules.below, &rules.multiple_of]
            .iter()
            .all(|bound| bound.is_none());
        Ok((!is_empty).then(|| Box::new(rules)))
    }

    fn count(&mut self, keyword: &str) -> Result<Option<usize>, Refusal> {
        let Some(value) = self.take(keyword) else { return Ok(None) };
        let whole = match value {
            Value::Number(number) => Decimal::of(&number.to_string()).to_integer(),
            _ => None,
        };
        match whole.and_then(|whole| usize::try_from(whole).ok()) {
            Some(count) => Ok(Some(count)),
            None => self.refuse(keyword, "it must be a whole number of at least 0"),
        }
    }

    fn flag(&mut self, keyword: &str) -> Result<bool, Refusal> {
        match self.take(keyword) {
            None => Ok(false),
            Some(Value::Bool(yes)) => Ok(*yes),
            Some(_) => self.refuse(keyword, "it must be true or false"),
        }
    }

    pub(super) fn strings(&mut self, source: Source) -> Result<Option<Box<StringRules>>, Refusal> {
        let shortest = self.count("minLength")?;
        let longest = self.count("maxLength")?;
        let pattern = match self.take("pattern") {
            None => None,
            Some(Value::String(text)) => Some(self.pattern("pattern", text)?),
            Some(_) => return self.refuse("pattern", "it must be a text"),
        };
        let (format, annotation) = match self.take("format") {
            None => (None, None),
            Some(Value::String(name)) => match Format::of_name(name).filter(|_| source == Source::Type) {
                Some(format) => (Some(format), None),
                None => (None, Some(name.clone())),
            },
            Some(_) => return self.refuse("format", "it must be a text"),
        };
        let is_empty = shortest.is_none()
            && longest.is_none()
            && pattern.is_none()
            && format.is_none()
            && annotation.is_none();
        Ok((!is_empty).then(|| Box::new(StringRules { shortest, longest, pattern, format, annotation })))
    }

    fn pattern(&self, keyword: &str, text: &str) -> Result<Pattern, Refusal> {
        pattern::compile(text).map_err(|reason| Refusal::new(self.pointer(keyword), reason))
    }

    fn names(&self, keyword: &str, value: &Value) -> Result<Vec<String>, Refusal> {
        let names: Option<Vec<String>> = value
            .as_array()
            .and_then(|names| names.iter().map(|name| name.as_str().map(str::to_owned)).collect());
        match names {
            Some(names) => Ok(names),
            None => self.refuse(keyword, "it must be a list of names"),
        }
    }
}

impl<'s> Compiler<'s> {
    pub(super) fn arrays(
        &mut self,
        keywords: &mut Keywords<'s>,
        depth: usize,
    ) -> Result<Option<Box<ArrayRules>>, Refusal> {
        if keywords.object.get("items").is_some_and(Value::is_array) {
            return keywords.refuse("items", "a list of schemas is written as prefixItems");
        }
        let fewest_held = keywords.count("minContains")?;
        let most_held = keywords.count("maxContains")?;
        let contains = self.under(keywords, "contains", depth)?.map(|item| Contains {
            item,
            fewest: fewest_held.unwrap_or(1),
            most: most_held,
        });
        let rules = ArrayRules {
            first: self.list(keywords, "prefixItems", depth)?.unwrap_or_default(),
            others: self.under(keywords, "items", depth)?,
            fewest: keywords.count("minItems")?,
            most: keywords.count("maxItems")?,
            unique: keywords.flag("uniqueItems")?,
            contains,
        };
        let is_empty = rules.first.is_empty()
            && rules.others.is_none()
            && rules.fewest.is_none()
            && rules.most.is_none()
            && !rules.unique
            && rules.contains.is_none();
        Ok((!is_empty).then(|| Box::new(rules)))
    }

    pub(super) fn objects(
        &mut self,
        keywords: &mut Keywords<'s>,
        depth: usize,
    ) -> Result<Option<Box<ObjectRules>>, Refusal> {
        let mut rules = ObjectRules {
            fewest: keywords.count("minProperties")?,
            most: keywords.count("maxProperties")?,
            names: self.under(keywords, "propertyNames", depth)?,
            others: self.others(keywords, "additionalProperties", depth)?,
            unevaluated: self.others(keywords, "unevaluatedProperties", depth)?,
            properties: self.properties(keywords, depth)?,
            ..ObjectRules::default()
        };
        for (text, id) in self.map(keywords, "patternProperties", depth)? {
            rules.patterns.push((keywords.pattern("patternProperties", text)?, id));
        }
        if let Some(value) = keywords.take("dependentRequired") {
            let Value::Object(companions) = value else {
                return keywords.refuse("dependentRequired", "it must be an object of lists of names");
            };
            for (key, names) in companions {
                rules.companions.push((key.clone(), keywords.names("dependentRequired", names)?));
            }
        }
        for (key, id) in self.map(keywords, "dependentSchemas", depth)? {
            rules.dependents.push((key.clone(), id));
        }
        rules.index();
        // An object that is said to have no properties differs from one of which nothing is said.
        let is_empty = !keywords.object.contains_key("properties")
            && rules.fewest.is_none()
            && rules.most.is_none()
            && rules.names.is_none()
            && rules.others == Others::Unnamed
            && rules.unevaluated == Others::Unnamed
            && rules.properties.is_empty()
            && rules.patterns.is_empty()
            && rules.companions.is_empty()
            && rules.dependents.is_empty();
        Ok((!is_empty).then(|| Box::new(rules)))
    }

    /// What holds for keys that nothing else names.
    fn others(
        &mut self,
        keywords: &mut Keywords<'s>,
        keyword: &str,
        depth: usize,
    ) -> Result<Others, Refusal> {
        match keywords.object.get(keyword) {
            None => Ok(Others::Unnamed),
            Some(Value::Bool(open)) => {
                keywords.take(keyword);
                Ok(if *open { Others::Open } else { Others::Closed })
            }
            Some(_) => Ok(self.under(keywords, keyword, depth)?.map_or(Others::Unnamed, Others::Each)),
        }
    }

    fn properties(&mut self, keywords: &mut Keywords<'s>, depth: usize) -> Result<Vec<Property>, Refusal> {
        let required = match keywords.take("required") {
            None => Vec::new(),
            Some(value) => keywords.names("required", value)?,
        };
        let named = self.map(keywords, "properties", depth)?;
        let with_rule: HashSet<&str> = named.iter().map(|(name, _)| name.as_str()).collect();
        let are_required: HashSet<&str> = required.iter().map(String::as_str).collect();
        let mut properties: Vec<Property> = named
            .iter()
            .map(|(name, id)| Property::new((*name).clone(), Some(*id), are_required.contains(name.as_str())))
            .collect();
        // Those of which nothing is said but that they are required.
        let mut bare = HashSet::new();
        for name in required.iter().filter(|name| !with_rule.contains(name.as_str())) {
            if bare.insert(name) {
                properties.push(Property::new(name.clone(), None, true));
            }
        }
        Ok(properties)
    }
}
