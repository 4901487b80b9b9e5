//! What a type's decoder asks for, noted while the type is probed.

use std::cell::RefCell;

use crate::path::{FieldPath, Trail};
use crate::schema::{Compiled, Id, KeyKind};

/// What a decoder asked for.
#[derive(Default)]
pub(super) struct Record {
    keys: RefCell<Vec<(Id, KeyKind)>>,
    strangers: RefCell<Vec<(Id, &'static str)>>,
    choices: RefCell<Vec<(Id, FieldPath)>>,
}

impl Record {
    /// The keys of a map are read as something else than texts.
    #[cold]
    pub(super) fn key(&self, map: Id, kind: KeyKind) {
        let mut keys = self.keys.borrow_mut();
        if !keys.iter().any(|(own, _)| *own == map) {
            keys.push((map, kind));
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
