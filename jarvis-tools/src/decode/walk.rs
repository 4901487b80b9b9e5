//! What the decoding of one call shares: where the text is read, and what is known so far.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;

use crate::decode::error::Refused;
use crate::decode::record::Record;
use crate::decode::scalar::{self, Any};
use crate::json::{self, Node, Scan, Stop};
use crate::path::{FieldPath, Trail};
use crate::schema::{self, Checker, Compiled, Id};

/// The most keys that were not shown and are listed.
const MOST_IGNORED: usize = 100;

/// How many keys of maps are remembered without memory of their own.
const FEW: usize = 16;

impl From<Stop> for Refused {
    #[cold]
    fn from(_: Stop) -> Self {
        Refused::stop()
    }
}

/// What the decoding of one call shares.
pub(super) struct Walk<'c> {
    pub(super) schema: &'c Compiled,
    /// Where the text is read; of no use while a tree is.
    pub(super) scan: Cell<Scan<'c>>,
    pub(super) deny_unknown: bool,
    pub(super) record: Option<&'c Record>,
    depth: Cell<usize>,
    scratch: RefCell<String>,
    keys: RefCell<Keys<'c>>,
    checker: RefCell<Option<Checker<'c>>>,
    ignored: RefCell<Vec<FieldPath>>,
}

impl<'c> Walk<'c> {
    /// The walk through a text.
    pub(super) fn text(schema: &'c Compiled, text: &'c str, deny_unknown: bool) -> Self {
        Self {
            schema,
            scan: Cell::new(Scan::new(text)),
            deny_unknown,
            record: None,
            depth: Cell::new(0),
            scratch: RefCell::default(),
            keys: RefCell::default(),
            checker: RefCell::default(),
            ignored: RefCell::default(),
        }
    }

    /// The walk through a tree, which the checker has seen.
    pub(super) fn tree(schema: &'c Compiled, checker: Checker<'c>, record: Option<&'c Record>) -> Self {
        Self { checker: RefCell::new(Some(checker)), record, ..Self::text(schema, "", false) }
    }

    pub(super) fn into_ignored(self) -> Vec<FieldPath> {
        self.ignored.into_inner()
    }

    /// Notes a key that is not shown.
    pub(super) fn ignore(&self, trail: Trail<'_>) {
        let mut ignored = self.ignored.borrow_mut();
        if ignored.len() < MOST_IGNORED {
            ignored.push(trail.to_path());
        }
    }

    /// Reads on at the cursor.
    #[inline]
    pub(super) fn read<T>(&self, read: impl FnOnce(&mut Scan<'c>) -> T) -> T {
        let mut scan = self.scan.get();
        let done = read(&mut scan);
        self.scan.set(scan);
        done
    }

    /// Steps into a list or an object.
    #[inline]
    pub(super) fn enter(&self) -> Result<(), Refused> {
        let depth = self.depth.get();
        if depth == json::DEEPEST {
            return Err(Refused::stop());
        }
        self.depth.set(depth + 1);
        self.read(Scan::step);
        Ok(())
    }

    /// Steps out again.
    #[inline]
    pub(super) fn leave(&self) {
        self.depth.set(self.depth.get() - 1);
    }

    /// With the checker, which is made when something needs it.
    pub(super) fn checked<T>(&self, check: impl FnOnce(&mut Checker<'c>) -> T) -> T {
        let mut checker = self.checker.borrow_mut();
        check(checker.get_or_insert_with(|| Checker::new(self.schema, self.deny_unknown)))
    }

    /// Reads the value at the cursor whole; its rule must accept it.
    pub(super) fn whole(&self, rule: Id) -> Result<Node<'c>, Refused> {
        let (node, scan) = json::parse_part(self.scan.get(), self.depth.get()).ok_or_else(Refused::stop)?;
        self.scan.set(scan);
        let absent =
            schema::accepted(self.schema, self.deny_unknown, rule, &node).ok_or_else(Refused::stop)?;
        // A checker remembers values by their addresses, and those of an earlier one are gone.
        self.checker.replace(Some(Checker::with_absent(self.schema, self.deny_unknown, absent)));
        Ok(node)
    }

    /// Whether the value at the cursor may be null.
    pub(super) fn takes_null(&self, rule: Id) -> bool {
        Checker::new(self.schema, self.deny_unknown).fits(rule, &Node::Null)
    }

    /// Reads over a value that nobody looks at, if it is a simple one; the parts of others may repeat keys.
    pub(super) fn skip(&self) -> Result<(), Refused> {
        match scalar::any(self, None)? {
            Any::List | Any::Object | Any::Escaped(_) => Err(Refused::stop()),
            _ => Ok(()),
        }
    }

    /// Resolves the escapes of a text and gives it to `take`.
    pub(super) fn unescaped<T>(&self, raw: &str, take: impl FnOnce(&str) -> T) -> Result<T, Refused> {
        let mut scratch = self.scratch.borrow_mut();
        scratch.clear();
        json::unescape(raw, &mut scratch)?;
        Ok(take(&scratch))
    }

    /// Where the keys of a map start that is being read.
    pub(super) fn first_key(&self) -> usize {
        self.keys.borrow().count
    }

    /// Notes a key, or an item of a set; it must be a new one since `first`.
    pub(super) fn note(&self, first: usize, key: &'c str) -> Result<(), Refused> {
        if self.keys.borrow_mut().add(first, key) { Ok(()) } else { Err(Refused::stop()) }
    }

    /// Forgets the keys of a map that was read.
    pub(super) fn forget(&self, first: usize) {
        self.keys.borrow_mut().truncate(first);
    }
}

/// The keys of the maps that are being read, the innermost last.
#[derive(Default)]
struct Keys<'c> {
    few: [&'c str; FEW],
    more: Vec<&'c str>,
    count: usize,
    /// Those of maps with many: where they start, and what they are.
    many: Vec<(usize, HashSet<&'c str>)>,
}

impl<'c> Keys<'c> {
    fn since(&self, first: usize) -> impl Iterator<Item = &'c str> {
        let few = self.few[..self.count.min(FEW)].iter().skip(first);
        few.chain(self.more.iter().skip(first.saturating_sub(FEW))).copied()
    }

    /// Adds a key; false if it is there already.
    fn add(&mut self, first: usize, key: &'c str) -> bool {
        let is_new = if self.count - first < FEW {
            !self.since(first).any(|own| own == key)
        } else {
            if self.many.last().is_none_or(|(start, _)| *start != first) {
                let keys = self.since(first).collect();
                self.many.push((first, keys));
            }
            self.many.last_mut().is_some_and(|(_, keys)| keys.insert(key))
        };
        if is_new {
            match self.few.get_mut(self.count) {
                Some(place) => *place = key,
                None => self.more.push(key),
            }
            self.count += 1;
        }
        is_new
    }

    fn truncate(&mut self, first: usize) {
        self.count = first;
        self.more.truncate(first.saturating_sub(FEW));
        while self.many.last().is_some_and(|(start, _)| *start >= first) {
            self.many.pop();
        }
    }
}
