//! Slips that can be mended without guessing, by the declared types: opt-in, tried only after strict reading
//! failed, kept only if the mended text is valid, and reported.
//!
//! The outcome is text again, which goes the strict road. Never mended: text that was cut off, values where a
//! text or any value is declared, numbers by way of a float, names of tools.

use std::borrow::Cow;

use crate::json::{self, Node};
use crate::path::Trail;
use crate::schema::{Checker, Compiled, Id, Named, Types};
use crate::text;

/// The key around the arguments that some models send.
const ENVELOPE: &str = "arguments";

/// The most repairs that are told one by one.
const MOST_REPAIRS: usize = 100;

/// Mended argument text.
pub(super) struct Mended {
    pub(super) text: String,
    /// What was done, in words.
    pub(super) repairs: Vec<String>,
}

/// Mends argument text, if anything in it can be.
pub(super) fn mend(schema: &Compiled, text: &str) -> Option<Mended> {
    let checker = Checker::new(schema, false);
    let mut mender = Mender { schema, checker, repairs: Vec::new(), unlisted: 0 };
    let mut out = String::with_capacity(text.len());
    mender.whole(schema.root(), text, &mut out)?;
    let Mender { mut repairs, unlisted, .. } = mender;
    if unlisted > 0 {
        repairs.push(format!("and {unlisted} more of the kind"));
    }
    (!repairs.is_empty()).then_some(Mended { text: out, repairs })
}

struct Mender<'c> {
    schema: &'c Compiled,
    checker: Checker<'c>,
    repairs: Vec<String>,
    /// How many repairs were made beyond those that are told.
    unlisted: usize,
}

impl Mender<'_> {
    fn note(&mut self, repair: impl FnOnce() -> String) {
        if self.repairs.len() < MOST_REPAIRS {
            self.repairs.push(repair());
        } else {
            self.unlisted += 1;
        }
    }

    /// Mends what stands around the arguments, and then the arguments.
    fn whole(&mut self, root: Id, text: &str, out: &mut String) -> Option<()> {
        let unfenced = without_fence(text);
        if unfenced.is_some() {
            self.note(|| "took the code fence around the arguments away".to_owned());
        }
        let parsed = json::parse_lenient(unfenced.unwrap_or(text)).ok()?;
        if !parsed.duplicates.is_empty() {
            return None;
        }
        if parsed.spare_commas > 0 {
            self.note(|| "left out commas before closing brackets".to_owned());
        }
        self.unwrapped(root, &parsed.root, 0, out)
    }

    /// Goes on in a tree of its own, of which the checker must remember nothing once it is gone.
    fn apart<T>(&mut self, go_on: impl FnOnce(&mut Self) -> T) -> T {
        let fresh = Checker::new(self.schema, false);
        let outer = std::mem::replace(&mut self.checker, fresh);
        let done = go_on(self);
        self.checker = outer;
        done
    }

    /// Takes a text that holds the arguments, or the one key around them, away; each at most once.
    fn unwrapped(&mut self, root: Id, node: &Node<'_>, depth: usize, out: &mut String) -> Option<()> {
        match node {
            Node::String(inner) if depth < 2 => {
                if inner.trim().is_empty() {
                    return None;
                }
                let parsed = json::parse(inner).ok().filter(|parsed| parsed.duplicates.is_empty())?;
                if !matches!(parsed.root, Node::Object(_)) {
                    return None;
                }
                self.note(|| "took the text that held the arguments as JSON".to_owned());
                self.apart(|mender| mender.unwrapped(root, &parsed.root, depth + 1, out))
            }
            Node::Object(entries) if depth < 2 => {
                let [(key, inner @ (Node::Object(_) | Node::String(_)))] = entries.as_slice() else {
                    return self.value(Some(root), node, &Trail::Root, out);
                };
                let is_parameter = matches!(self.checker.views(root, node).key(key), Named::Yes(_));
                if key != ENVELOPE || is_parameter {
                    return self.value(Some(root), node, &Trail::Root, out);
                }
                self.note(|| format!("took the arguments out of the key '{ENVELOPE}'"));
                self.unwrapped(root, inner, depth + 1, out)
            }
            Node::Object(_) => self.value(Some(root), node, &Trail::Root, out),
            _ => None,
        }
    }

    /// Writes a value, mended where its declared type says how.
    fn value(
        &mut self,
        rule: Option<Id>,
        node: &Node<'_>,
        trail: &Trail<'_>,
        out: &mut String,
    ) -> Option<()> {
        match node {
            Node::String(own) => {
                if let Some(id) = rule
                    && self.string(id, own, trail, out)
                {
                    return Some(());
                }
                json::write(node, out);
            }
            Node::Array(items) => {
                let views = rule.map(|id| self.checker.views(id, node));
                out.push('[');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    let rule = views.as_ref().and_then(|views| views.item(index));
                    self.value(rule, item, &Trail::Index(trail, index), out)?;
                }
                out.push(']');
            }
            Node::Object(entries) => {
                let views = rule.map(|id| self.checker.views(id, node));
                out.push('{');
                for (index, (key, value)) in entries.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    json::write(&Node::String(Cow::Borrowed(key)), out);
                    out.push(':');
                    let rule = views.as_ref().and_then(|views| match views.key(key) {
                        Named::Yes(rule) => rule,
                        Named::No => None,
                    });
                    self.value(rule, value, &Trail::Key(trail, key), out)?;
                }
                out.push('}');
            }
            Node::Null | Node::Bool(_) | Node::Number(_) => json::write(node, out),
        }
        Some(())
    }

    /// Writes what a text stands for, if its place takes no text; says whether it did.
    fn string(&mut self, id: Id, own: &str, trail: &Trail<'_>, out: &mut String) -> bool {
        let possible = self.checker.possible(id);
        if possible.contains(Types::STRING) {
            return self.enumerated(id, own, trail, out);
        }
        let Ok(parsed) = json::parse(own) else { return false };
        if own.trim().is_empty() || !parsed.duplicates.is_empty() {
            return false;
        }
        let (fits, what) = match &parsed.root {
            Node::Array(_) => (possible.contains(Types::ARRAY), "a text as JSON".to_owned()),
            Node::Object(_) => (possible.contains(Types::OBJECT), "a text as JSON".to_owned()),
            // Quoted without anything around it, so that nothing but the quotes is taken away.
            Node::Number(number) => {
                let fits = number.text() == own && possible.contains(Types::INTEGER);
                (fits, "a text as a number".to_owned())
            }
            Node::Bool(_) => {
                (own == own.trim() && possible.contains(Types::BOOLEAN), "a text as true or false".to_owned())
            }
            Node::Null | Node::String(_) => (false, String::new()),
        };
        if !fits {
            return false;
        }
        self.note(|| format!("{}: took {what}", text::name(&trail.to_path().to_string())));
        self.apart(|mender| mender.value(Some(id), &parsed.root, trail, out)).is_some()
    }

    /// Writes the one allowed value that differs by case only.
    fn enumerated(&mut self, id: Id, own: &str, trail: &Trail<'_>, out: &mut String) -> bool {
        let lower = own.to_lowercase();
        let Some(values) = self.checker.texts(id) else { return false };
        if values.contains(&own) {
            return false;
        }
        let mut close = values.into_iter().filter(|value| value.to_lowercase() == lower);
        let (Some(value), None) = (close.next(), close.next()) else { return false };
        self.note(|| {
            format!("{}: took the allowed value of another case", text::name(&trail.to_path().to_string()))
        });
        json::write(&Node::String(Cow::Borrowed(value)), out);
        true
    }
}

/// What stands in one Markdown fence around the whole text, if there is one.
fn without_fence(text: &str) -> Option<&str> {
    let inner = text.trim().strip_prefix("```")?.strip_suffix("```")?;
    let (word, body) = inner.split_once('\n')?;
    let is_word = word.trim().chars().all(|letter| letter.is_ascii_alphanumeric());
    (is_word && !body.contains("```")).then_some(body)
}
