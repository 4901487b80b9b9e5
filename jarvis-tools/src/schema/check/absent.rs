//! Nulls that stand for absence, found before a value is checked: rules that go by which keys an object has
//! must not see them.

use std::collections::HashSet;

use crate::json::Node;
use crate::schema::check::{Checker, Named, Views};
use crate::schema::node::{Id, Property, Rule};

/// Nulls that stand for absence, by their addresses: a tree doesn't move while it is checked and decoded.
#[derive(Clone, Debug, Default)]
pub(crate) struct Absent(HashSet<usize>);

impl Absent {
    pub(super) fn new() -> Self {
        Self::default()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn add(&mut self, null: &Node<'_>) {
        self.0.insert(std::ptr::from_ref(null).addr());
    }

    fn holds(&self, value: &Node<'_>) -> bool {
        matches!(value, Node::Null) && self.0.contains(&std::ptr::from_ref(value).addr())
    }

    /// A tree as if these nulls had not been sent.
    pub(super) fn without<'a>(&self, node: &Node<'a>) -> Node<'a> {
        match node {
            Node::Array(items) => Node::Array(items.iter().map(|item| self.without(item)).collect()),
            Node::Object(entries) => {
                let kept = entries.iter().filter(|(_, value)| !self.holds(value));
                Node::Object(kept.map(|(key, value)| (key.clone(), self.without(value))).collect())
            }
            other => other.clone(),
        }
    }
}

impl Checker<'_> {
    /// Finds the nulls in a value that may stand for absence.
    pub(super) fn find_absent(mut self, id: Id, root: &Node<'_>) -> Absent {
        self.absent_in(id, root);
        self.absent
    }

    fn absent_in(&mut self, id: Id, node: &Node<'_>) {
        match node {
            Node::Array(items) => {
                let views = self.views(id, node);
                for (index, item) in items.iter().enumerate().filter(|(_, item)| holds_null(item)) {
                    if let Some(id) = views.item(index) {
                        self.absent_in(id, item);
                    }
                }
            }
            Node::Object(entries) => {
                let views = self.views(id, node);
                for (key, value) in entries {
                    if let Node::Null = value {
                        if self.may_be_absent(&views, key, value) {
                            self.absent.add(value);
                        }
                    } else if let (true, Named::Yes(Some(id))) = (holds_null(value), views.key(key)) {
                        self.absent_in(id, value);
                    }
                }
            }
            _ => {}
        }
    }

    /// Whether a key is a property that may be left out and takes no null.
    fn may_be_absent(&mut self, views: &Views<'_>, key: &str, null: &Node<'_>) -> bool {
        let mut named = views.properties_named(key).filter(|property| property.rule.is_some()).peekable();
        named.peek().is_some()
            && views.properties_named(key).all(|property| !property.required || property.rule.is_none())
            && named.any(|property| {
                property.rule.is_some_and(|id| self.compiled.rule(id).takes_null || !self.fits(id, null))
            })
    }

    /// Null at a property that may be left out: whether it stands for absence.
    pub(in crate::schema) fn is_absent(&mut self, property: &Property, value: &Node<'_>) -> bool {
        if self.knows_absent {
            return self.absent.holds(value);
        }
        matches!(value, Node::Null)
            && !property.required
            && property.rule.is_some_and(|id| !self.fits(id, value))
    }

    /// Whether null is accepted by a rule of whose type schemars says that it has null.
    pub(super) fn takes_null(&self, rule: &Rule, value: &Node<'_>) -> bool {
        rule.takes_null && matches!(value, Node::Null) && (!self.knows_absent || self.absent.holds(value))
    }

    /// Whether a type is not shown a value, since it stands for absence and the type has no null of its own.
    pub(crate) fn is_hidden(&self, views: &Views<'_>, key: &str, value: &Node<'_>) -> bool {
        let has_null =
            |property: &Property| property.rule.is_some_and(|id| self.compiled.rule(id).takes_null);
        self.absent.holds(value) && !views.properties_named(key).any(has_null)
    }

    /// Whether an object has a key, with a value that doesn't stand for absence.
    pub(super) fn has(&self, node: &Node<'_>, key: &str) -> bool {
        node.get(key).is_some_and(|value| !self.absent.holds(value))
    }

    /// Whether a value was found to stand for absence.
    pub(super) fn stands_for_absence(&self, value: &Node<'_>) -> bool {
        self.absent.holds(value)
    }
}

pub(super) fn holds_null(node: &Node<'_>) -> bool {
    match node {
        Node::Null => true,
        Node::Array(items) => items.iter().any(holds_null),
        Node::Object(entries) => entries.iter().any(|(_, value)| holds_null(value)),
        _ => false,
    }
}
