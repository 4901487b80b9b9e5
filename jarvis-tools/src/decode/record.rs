//! What a type's decoder asks for, noted while the type is probed.

use std::cell::RefCell;

use crate::path::{FieldPath, Trail};
use crate::schema::{Compiled, Id, KeyKind};

/// What a decoder asked for.
#[derive(Default)]
pub(super) struct Record {
    /// The maps whose keys are known.
    named: Vec<Id>,
    keys: RefCell<Vec<(Id, KeyKind)>>,
    strangers: RefCell<Vec<(Id, &'static str)>>,
    choices: RefCell<Vec<(Id, FieldPath)>>,
}

impl Record {
    /// A record where the keys of some maps are known.
    pub(super) fn new(named: Vec<Id>) -> Self {
        Self { named, ..Self::default() }
    }

    /// Whether it is known what the keys of a map are read as.
    pub(super) fn knows(&self, map: Id) -> bool {
        self.named.contains(&map) || self.keys.borrow().iter().any(|(own, _)| *own == map)
    }

    /// The keys of a map are read as something else than texts.
    #[cold]
    pub(super) fn key(&self, map: Id, kind: KeyKind) {
        if !self.knows(map) {
            self.keys.borrow_mut().push((map, kind));
        }
    }

    /// A struct is read from a value with this rule.
    #[cold]
    pub(super) fn fields(&self, schema: &Compiled, rule: Id, fields: &'static [&'static str]) {
        // What is said of no key, or of the tag alone, is no struct.
        let named = fields.iter().filter(|field| schema.may_name(rule, field)).count();
        let is_tag = matches!(fields, [_, _]) && named == 1 && schema.is_tag(rule, fields[0]);
        if named == 0 || is_tag {
            return;
        }
        let mut strangers = self.strangers.borrow_mut();
        for field in fields.iter().filter(|field| !schema.may_name(rule, field)) {
            if !strangers.iter().any(|(_, own)| own == field) {
                strangers.push((rule, field));
            }
        }
    }

    /// A text is read as the name of a variant.
    #[cold]
    pub(super) fn choice(&self, rule: Id, trail: Trail<'_>) {
        let mut choices = self.choices.borrow_mut();
        if !choices.iter().any(|(own, _)| *own == rule) {
            choices.push((rule, trail.to_path()));
        }
    }

    pub(super) fn take_keys(&self) -> Vec<(Id, KeyKind)> {
        self.keys.take()
    }

    pub(super) fn take_strangers(&self) -> Vec<(Id, &'static str)> {
        self.strangers.take()
    }

    pub(super) fn take_choices(&self) -> Vec<(Id, FieldPath)> {
        self.choices.take()
    }
}
