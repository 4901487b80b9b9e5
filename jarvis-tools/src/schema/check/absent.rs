//! Nulls that stand for absence, found before a value is checked: rules that go by which keys an object has
//! must not see them.

use crate::json::Node;
use crate::schema::check::{Checker, Named, Views};
use crate::schema::node::Id;

impl Checker<'_> {
    /// Finds the nulls in a value that stand for absence.
    pub(crate) fn find_absent(&mut self, id: Id, root: &Node<'_>) {
        if holds_null(root) {
            self.absent_in(id, root);
            // They were made without what is known now.
            self.scores.clear();
        }
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
                            self.absent.insert(std::ptr::from_ref(value).addr());
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
            && named.all(|property| {
                property.rule.is_some_and(|id| self.compiled.rule(id).takes_null || !self.fits(id, null))
            })
    }

    /// Whether an object has a key, with a value that doesn't stand for absence.
    pub(super) fn has(&self, node: &Node<'_>, key: &str) -> bool {
        node.get(key).is_some_and(|value| !self.stands_for_absence(value))
    }

    /// Whether a value was found to stand for absence.
    pub(super) fn stands_for_absence(&self, value: &Node<'_>) -> bool {
        matches!(value, Node::Null) && self.absent.contains(&std::ptr::from_ref(value).addr())
    }
}

fn holds_null(node: &Node<'_>) -> bool {
    match node {
        Node::Null => true,
        Node::Array(items) => items.iter().any(holds_null),
        Node::Object(entries) => entries.iter().any(|(_, value)| holds_null(value)),
        _ => false,
    }
}
