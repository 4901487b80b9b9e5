//! The tools of one `tools![]`.

use std::sync::Arc;

use super::function::Entry;
use crate::tool::Tool;

pub fn list(entries: &[Entry]) -> Vec<Arc<dyn Tool>> {
    entries.iter().map(|entry| entry.to_tool()).collect()
}

/// A tool that is discovered.
#[cfg(feature = "discover")]
pub const fn registered<T: super::function::ToolFunction>() -> crate::discover::Registered {
    crate::discover::Registered::new(|| T::ENTRY.to_tool())
}

/// Fails, at compile time, if an element before this one has the same name.
#[track_caller]
pub const fn assert_unique(entries: &[Entry], index: usize) {
    let name = entries[index].name;
    let mut before = 0;
    while before < index {
        if !name.is_empty() && same(name, entries[before].name) {
            let (message, length) = message(name);
            let Ok(message) = std::str::from_utf8(message.split_at(length).0) else {
                panic!("two tools of one list have the same name");
            };
            panic!("{}", message);
        }
        before += 1;
    }
}

const fn same(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    if left.len() != right.len() {
        return false;
    }
    let mut index = 0;
    while index < left.len() {
        if left[index] != right[index] {
            return false;
        }
        index += 1;
    }
    true
}

/// A message and its length; formatting isn't possible at compile time.
const fn message(name: &str) -> ([u8; 256], usize) {
    let parts = ["two tools of this list are called `", name, "`; give one of them another `name = \"…\"`"];
    let mut message = [0; 256];
    let (mut length, mut part) = (0, 0);
    while part < parts.len() {
        let bytes = parts[part].as_bytes();
        let mut index = 0;
        // A name has at most 64 bytes, so nothing is cut off.
        while index < bytes.len() && length < message.len() {
            message[length] = bytes[index];
            length += 1;
            index += 1;
        }
        part += 1;
    }
    (message, length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_names_the_tool() {
        let (message, length) = message("search");
        assert_eq!(
            std::str::from_utf8(&message[..length]),
            Ok("two tools of this list are called `search`; give one of them another `name = \"…\"`")
        );
    }
}
