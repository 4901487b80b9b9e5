//! A compiled schema: rules that are looked up and never parsed again.

use std::collections::HashMap;

use regex::Regex;
use serde_json::Value;

use crate::json::Decimal;
use crate::schema::format::Format;

/// The place of a rule in a [`Compiled`] schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Id(pub(super) u32);

/// A schema made ready for checking. References are places in it, so that recursion costs nothing.
#[derive(Debug)]
pub(crate) struct Compiled {
    pub(super) rules: Vec<Rule>,
    pub(super) root: Id,
    /// Whether keys of which nothing is said belong to the value, as in schemas from elsewhere; a type has no
    /// field for them.
    pub(super) is_open: bool,
}

/// How a value is judged that is read from the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Stream {
    /// Once it was read whole.
    #[default]
    Whole,
    /// As it is read.
    Direct,
    /// By another rule alone.
    Follow(Id),
    /// Null, or by another rule.
    Nullable(Id),
    /// By the key or the text that names its form.
    Variants,
}

impl Compiled {
    /// Whether keys of which nothing is said belong to the value.
    pub(crate) fn is_open(&self) -> bool {
        self.is_open
    }

    /// The places of all rules.
    pub(super) fn ids(&self) -> impl Iterator<Item = Id> + use<> {
        // There are no more rules than places for them.
        (0..u32::try_from(self.rules.len()).unwrap_or(u32::MAX)).map(Id)
    }

    pub(crate) fn root(&self) -> Id {
        self.root
    }

    pub(crate) fn rule(&self, id: Id) -> &Rule {
        // An `Id` is only made for a rule that was pushed.
        &self.rules[id.0 as usize]
    }
}

impl Compiled {
    /// Whether a key is named by any of the rules that may hold for one value.
    pub(crate) fn may_name(&self, id: Id, key: &str) -> bool {
        self.any_in_place(id, &|rule| {
            rule.objects.as_ref().is_some_and(|rules| {
                let named = rules.property(key).is_some();
                named
                    || rules.patterns.iter().any(|(pattern, _)| pattern.regex.is_match(key))
                    || matches!(rules.others, Others::Open | Others::Each(_))
                    || matches!(rules.unevaluated, Others::Open | Others::Each(_))
            })
        })
    }

    /// Whether a key is a property that takes only listed values.
    pub(crate) fn is_tag(&self, id: Id, key: &str) -> bool {
        self.any_in_place(id, &|rule| {
            let mut properties = rule.objects.iter().flat_map(|rules| &rules.properties);
            properties.any(|property| {
                property.name == key && property.rule.is_some_and(|id| self.rule(id).values.is_some())
            })
        })
    }

    /// Whether something is true of any of the rules that may hold for one value.
    fn any_in_place(&self, id: Id, test: &dyn Fn(&Rule) -> bool) -> bool {
        let rule = self.rule(id);
        let Some(in_place) = &rule.in_place else { return test(rule) };
        let unions = [&in_place.any, &in_place.one].into_iter().flatten().flat_map(|union| &union.branches);
        test(rule)
            || in_place
                .reference
                .iter()
                .chain(&in_place.all)
                .chain(unions)
                .any(|id| self.any_in_place(*id, test))
    }
}

/// What one schema object demands.
#[derive(Debug, Default)]
pub(crate) struct Rule {
    pub(crate) types: Types,
    /// `enum` or `const`.
    pub(crate) values: Option<Vec<Value>>,
    /// The value may be left out, and null stands for that where the type itself has null.
    pub(crate) takes_null: bool,
    pub(crate) numbers: Option<Box<NumberRules>>,
    pub(crate) strings: Option<Box<StringRules>>,
    pub(crate) arrays: Option<Box<ArrayRules>>,
    pub(crate) objects: Option<Box<ObjectRules>>,
    pub(crate) in_place: Option<Box<InPlace>>,
    /// How a value is judged that is read from the text.
    pub(crate) stream: Stream,
}

/// The types that a rule takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Types(u8);

impl Default for Types {
    fn default() -> Self {
        Types::ANY
    }
}

impl Types {
    pub(crate) const NONE: Types = Types(0);
    pub(crate) const NULL: Types = Types(1);
    pub(crate) const BOOLEAN: Types = Types(1 << 1);
    pub(crate) const INTEGER: Types = Types(1 << 2);
    /// Numbers of any kind; includes integers.
    pub(crate) const NUMBER: Types = Types(1 << 3 | 1 << 2);
    pub(crate) const STRING: Types = Types(1 << 4);
    pub(crate) const ARRAY: Types = Types(1 << 5);
    pub(crate) const OBJECT: Types = Types(1 << 6);
    pub(crate) const ANY: Types = Types(0x7f);

    /// The words of JSON Schema, in the order in which errors name them.
    const WORDS: [(&str, Types); 7] = [
        ("string", Types::STRING),
        ("integer", Types::INTEGER),
        ("number", Types::NUMBER),
        ("boolean", Types::BOOLEAN),
        ("array", Types::ARRAY),
        ("object", Types::OBJECT),
        ("null", Types::NULL),
    ];

    pub(crate) fn of_word(word: &str) -> Option<Types> {
        Self::WORDS.iter().find(|(name, _)| *name == word).map(|(_, types)| *types)
    }

    /// The narrowest type of a value.
    pub(crate) fn of_value(value: &Value) -> Types {
        match value {
            Value::Null => Types::NULL,
            Value::Bool(_) => Types::BOOLEAN,
            Value::Number(number) if Decimal::of(&number.to_string()).is_whole() => Types::INTEGER,
            Value::Number(_) => Types::NUMBER,
            Value::String(_) => Types::STRING,
            Value::Array(_) => Types::ARRAY,
            Value::Object(_) => Types::OBJECT,
        }
    }

    pub(crate) fn contains(self, other: Types) -> bool {
        self.0 & other.0 == other.0
    }

    pub(crate) fn union(self, other: Types) -> Types {
        Types(self.0 | other.0)
    }

    pub(crate) fn intersection(self, other: Types) -> Types {
        Types(self.0 & other.0)
    }

    /// As in `string or null`.
    pub(crate) fn words(self) -> String {
        if self == Types::ANY {
            return "any value".to_owned();
        }
        let words: Vec<&str> = Self::WORDS
            .iter()
            .filter(|(word, types)| {
                self.contains(*types) && !(*word == "integer" && self.contains(Types::NUMBER))
            })
            .map(|(word, _)| *word)
            .collect();
        words.join(" or ")
    }
}

impl std::fmt::Debug for Types {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.words())
    }
}

#[derive(Debug, Default)]
pub(crate) struct NumberRules {
    pub(crate) minimum: Option<Bound>,
    pub(crate) maximum: Option<Bound>,
    pub(crate) above: Option<Bound>,
    pub(crate) below: Option<Bound>,
    pub(crate) multiple_of: Option<Bound>,
    /// The whole numbers that the bounds leave, if bounds by whole numbers are all there is.
    pub(crate) whole: Option<(i128, i128)>,
    /// The bounds as floats, if they are all there is; a number between them keeps them.
    pub(crate) float: Option<(f64, f64)>,
}

/// A number of the schema: its value, and as it was written.
#[derive(Debug)]
pub(crate) struct Bound {
    pub(crate) value: Decimal,
    pub(crate) text: String,
}

#[derive(Debug, Default)]
pub(crate) struct StringRules {
    pub(crate) shortest: Option<usize>,
    pub(crate) longest: Option<usize>,
    pub(crate) pattern: Option<Pattern>,
    pub(crate) format: Option<Format>,
    /// The name of a format that is not checked.
    pub(crate) annotation: Option<String>,
}

/// A pattern as it was written, and as it is matched.
#[derive(Debug)]
pub(crate) struct Pattern {
    pub(crate) text: String,
    pub(crate) regex: Regex,
}

#[derive(Debug, Default)]
pub(crate) struct ArrayRules {
    pub(crate) first: Vec<Id>,
    pub(crate) others: Option<Id>,
    pub(crate) fewest: Option<usize>,
    pub(crate) most: Option<usize>,
    pub(crate) unique: bool,
    pub(crate) contains: Option<Contains>,
}

#[derive(Debug)]
pub(crate) struct Contains {
    pub(crate) item: Id,
    pub(crate) fewest: usize,
    pub(crate) most: Option<usize>,
}

#[derive(Debug, Default)]
pub(crate) struct ObjectRules {
    pub(crate) properties: Vec<Property>,
    /// The places of the properties by name, where there are too many to look through.
    pub(super) places: HashMap<String, usize>,
    /// The required ones of the properties, as bits by their places.
    pub(crate) required: u64,
    pub(crate) patterns: Vec<(Pattern, Id)>,
    pub(crate) others: Others,
    pub(crate) names: Option<Id>,
    pub(crate) fewest: Option<usize>,
    pub(crate) most: Option<usize>,
    /// A key, and the keys that must stand beside it.
    pub(crate) companions: Vec<(String, Vec<String>)>,
    /// A key, and what the object must be where it is present.
    pub(crate) dependents: Vec<(String, Id)>,
    /// `unevaluatedProperties`: what holds for keys that none of the rules for the value names.
    pub(crate) unevaluated: Others,
}

#[derive(Debug)]
pub(crate) struct Property {
    pub(crate) name: String,
    /// The key as it stands in a text, with the colon behind it.
    pub(crate) written: String,
    /// None if the schema only says that it is required.
    pub(crate) rule: Option<Id>,
    pub(crate) required: bool,
    /// Whether a null stands for its absence.
    pub(crate) null_is_absence: bool,
}

impl Property {
    pub(super) fn new(name: String, rule: Option<Id>, required: bool) -> Self {
        let written = format!("{}:", serde_json::Value::from(name.as_str()));
        Self { name, written, rule, required, null_is_absence: false }
    }
}

/// The most names that are looked through one after the other.
pub(super) const FEW: usize = 16;

impl ObjectRules {
    /// The property of a name.
    pub(crate) fn property(&self, name: &str) -> Option<&Property> {
        if self.properties.len() <= FEW {
            return self.properties.iter().find(|property| property.name == name);
        }
        self.places.get(name).and_then(|place| self.properties.get(*place))
    }

    /// Notes where the properties are.
    pub(super) fn index(&mut self) {
        if self.properties.len() > FEW {
            let names = self.properties.iter().enumerate();
            self.places = names.map(|(place, property)| (property.name.clone(), place)).collect();
        }
    }

    /// Whether a key is named, or the rest of keys spoken of.
    pub(crate) fn says_any_key(&self) -> bool {
        !self.properties.is_empty()
            || !self.patterns.is_empty()
            || self.others != Others::Unnamed
            || matches!(self.unevaluated, Others::Open | Others::Each(_))
    }
}

/// What holds for keys that no property and no pattern names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Others {
    /// The schema says nothing: the type has no field for them.
    #[default]
    Unnamed,
    /// They belong to the value.
    Open,
    Closed,
    Each(Id),
}

/// Rules for the same value.
#[derive(Debug, Default)]
pub(crate) struct InPlace {
    pub(crate) reference: Option<Id>,
    pub(crate) all: Vec<Id>,
    pub(crate) any: Option<Union>,
    pub(crate) one: Option<Union>,
    pub(crate) not: Option<Id>,
    pub(crate) when: Option<When>,
}

#[derive(Debug)]
pub(crate) struct When {
    pub(crate) test: Id,
    pub(crate) then: Option<Id>,
    pub(crate) otherwise: Option<Id>,
}

/// Several forms, of which a value has one.
#[derive(Debug)]
pub(crate) struct Union {
    pub(crate) branches: Vec<Id>,
    pub(crate) tag: Option<Tag>,
}

/// How a value says which form it has.
#[derive(Debug)]
pub(crate) enum Tag {
    /// By the value of this property.
    Property { name: String, values: Vec<(String, usize)> },
    /// By which of these keys it has, or which of these texts it is.
    Key { keys: Vec<(String, usize)>, texts: Vec<(String, usize)> },
}
