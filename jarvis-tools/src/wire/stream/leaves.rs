//! Arguments that come leaf by leaf, each at a path, written as one JSON text that only grows.

use std::collections::HashSet;

use serde_json::Value;

use crate::text;
use crate::wire::error::WireError;

/// More steps than a parser goes down.
const MOST_STEPS: usize = 127;

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Key(String),
    Index(usize),
}

/// An object or list whose end hasn't come.
#[derive(Clone, Debug)]
enum Level {
    Object(HashSet<String>),
    List(usize),
}

/// Writes leaves in the order in which they stand in the text.
#[derive(Clone, Debug, Default)]
pub(super) struct Leaves {
    levels: Vec<Level>,
    /// The steps that lead from each level to the next, and from the last to the leaf that came last.
    at: Vec<Step>,
    in_text: bool,
}

impl Leaves {
    /// The text that a leaf adds; `value` is none where only the end of a text is told.
    ///
    /// # Errors
    ///
    /// If the leaf belongs into text that is written already, or a text was to go on and didn't.
    pub(super) fn add(
        &mut self,
        path: &str,
        value: Option<&Value>,
        goes_on: bool,
    ) -> Result<String, WireError> {
        let steps = steps(path).ok_or_else(|| odd_path(path))?;
        let mut out = String::new();
        if self.in_text {
            if steps != self.at || value.is_some_and(|value| !value.is_string()) {
                return Err(WireError::general(format!(
                    "a text that goes on is followed by something else, at {}",
                    text::shown(path)
                )));
            }
        } else {
            if value.is_none() {
                return Ok(out);
            }
            self.go(steps, path, &mut out)?;
        }
        match value {
            Some(Value::String(piece)) => {
                if !self.in_text {
                    out.push('"');
                }
                let quoted = Value::from(piece.as_str()).to_string();
                out.push_str(&quoted[1..quoted.len() - 1]);
                self.in_text = true;
            }
            Some(other) => out.push_str(&other.to_string()),
            None => {}
        }
        if self.in_text && !goes_on {
            out.push('"');
            self.in_text = false;
        }
        Ok(out)
    }

    /// What ends the text; none in the midst of a text.
    pub(super) fn end(&mut self) -> Option<String> {
        if self.in_text {
            return None;
        }
        let mut out = String::new();
        self.close(0, &mut out);
        Some(out)
    }

    /// Leaves what doesn't hold the place, and opens what does.
    fn go(&mut self, steps: Vec<Step>, path: &str, out: &mut String) -> Result<(), WireError> {
        let same = self.at.iter().zip(&steps).take_while(|(own, new)| own == new).count();
        // What lies at the end of a path is a leaf, and nothing lies below a leaf.
        if same == steps.len() || !self.levels.is_empty() && same >= self.levels.len() {
            return Err(written(path));
        }
        self.close(if self.levels.is_empty() { 0 } else { same + 1 }, out);
        self.at.truncate(same);
        for step in steps.into_iter().skip(same) {
            if self.at.len() == self.levels.len() {
                let (open, level) = match step {
                    Step::Key(_) => ('{', Level::Object(HashSet::new())),
                    Step::Index(_) => ('[', Level::List(0)),
                };
                out.push(open);
                self.levels.push(level);
            }
            self.enter(&step, path, out)?;
            self.at.push(step);
        }
        Ok(())
    }

    fn enter(&mut self, step: &Step, path: &str, out: &mut String) -> Result<(), WireError> {
        let place = match (self.levels.last_mut(), step) {
            (Some(Level::Object(keys)), Step::Key(key)) => {
                let place = keys.len();
                keys.insert(key.clone()).then_some(place)
            }
            (Some(Level::List(count)), Step::Index(index)) if index == count => {
                *count += 1;
                Some(*index)
            }
            _ => None,
        };
        let is_first = place.ok_or_else(|| written(path))? == 0;
        if !is_first {
            out.push(',');
        }
        if let Step::Key(key) = step {
            out.push_str(&Value::from(key.as_str()).to_string());
            out.push(':');
        }
        Ok(())
    }

    fn close(&mut self, left: usize, out: &mut String) {
        for level in self.levels.drain(left.min(self.levels.len())..).rev() {
            out.push(if matches!(level, Level::Object(_)) { '}' } else { ']' });
        }
    }
}

#[cold]
fn written(path: &str) -> WireError {
    WireError::general(format!(
        "a piece of arguments belongs into what is written already, at {}",
        text::shown(path)
    ))
}

#[cold]
fn odd_path(path: &str) -> WireError {
    WireError::general(format!(
        "the place of a piece of arguments is no path to a value: {}",
        text::shown(path)
    ))
}

/// The steps of a path that leads to one value: `$.a.b[0]["c"]`.
fn steps(path: &str) -> Option<Vec<Step>> {
    let mut rest = path.strip_prefix('$')?;
    let mut steps = Vec::new();
    while !rest.is_empty() {
        let step;
        (step, rest) = match rest.strip_prefix('.') {
            Some(name) => {
                let end = name.find(['.', '[']).unwrap_or(name.len());
                (Step::Key(name[..end].to_owned()), &name[end..])
            }
            None => in_brackets(rest.strip_prefix('[')?)?,
        };
        if step == Step::Key(String::new()) && !path.contains(['"', '\'']) || steps.len() == MOST_STEPS {
            return None;
        }
        steps.push(step);
    }
    // Arguments are an object.
    matches!(steps.first(), Some(Step::Key(_))).then_some(steps)
}

/// The step up to the closing bracket, and what follows it.
fn in_brackets(text: &str) -> Option<(Step, &str)> {
    let quote = text.chars().next()?;
    if quote != '"' && quote != '\'' {
        let (index, rest) = text.split_once(']')?;
        return Some((Step::Index(index.parse().ok()?), rest));
    }
    // As a text of JSON, in which a single quote needs no mark and a double one does.
    let mut json = String::from('"');
    let mut letters = text.char_indices().skip(1);
    while let Some((place, letter)) = letters.next() {
        match letter {
            _ if letter == quote => {
                json.push('"');
                let rest = text[place + 1..].strip_prefix(']')?;
                return Some((Step::Key(serde_json::from_str(&json).ok()?), rest));
            }
            '\\' => match letters.next()?.1 {
                '\'' => json.push('\''),
                other => json.extend(['\\', other]),
            },
            '"' => json.push_str("\\\""),
            other => json.push(other),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn paths() {
        let key = |key: &str| Step::Key(key.to_owned());
        for (path, want) in [
            ("$.a", vec![key("a")]),
            ("$.foo.bar[0].data", vec![key("foo"), key("bar"), Step::Index(0), key("data")]),
            (r#"$["a.b"]['c\'"d'][10]"#, vec![key("a.b"), key("c'\"d"), Step::Index(10)]),
            ("$['']", vec![key("")]),
            ("$.Ærø", vec![key("Ærø")]),
        ] {
            assert_eq!(steps(path), Some(want), "{path}");
        }
        for path in [
            "", "$", "a", "$a", "$.", "$..a", "$[0]", "$.a[", "$.a[x]", "$.a[-1]", "$.a['b]", "$.a['b'",
            "$.a[*]", "$.a.*.\\",
        ] {
            assert!(steps(path).is_none() || path.contains('*'), "{path}");
        }
    }

    #[test]
    fn leaves_become_one_text() {
        let mut leaves = Leaves::default();
        let mut text = String::new();
        for (path, value, goes_on) in [
            ("$.city", json!("Os"), true),
            ("$.city", json!("l\"o"), false),
            ("$.at.x", json!(1.5), false),
            ("$.at.y", json!(2), false),
            ("$.tags[0]", json!("a"), false),
            ("$.tags[1].deep[0][0]", json!(null), false),
            ("$.tags[2]", json!(true), false),
            ("$.last", json!(""), false),
        ] {
            text.push_str(&leaves.add(path, Some(&value), goes_on).unwrap());
        }
        text.push_str(&leaves.end().unwrap());
        assert_eq!(
            text,
            r#"{"city":"Osl\"o","at":{"x":1.5,"y":2},"tags":["a",{"deep":[[null]]},true],"last":""}"#
        );
    }

    #[test]
    fn what_is_written_is_not_written_again() {
        for later in ["$.a", "$.b", "$.b.c", "$.b.c.d", "$.l[0]", "$.l[3]", "$.l.x", "$.b[0]"] {
            let mut leaves = Leaves::default();
            for path in ["$.a", "$.b.c", "$.l[0]", "$.l[1]"] {
                leaves.add(path, Some(&json!(1)), false).unwrap();
            }
            assert!(leaves.add(later, Some(&json!(1)), false).is_err(), "{later}");
        }
    }
}
