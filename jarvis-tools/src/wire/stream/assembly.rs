//! What all streams put together, and what becomes of it when they end.

use serde_json::Value;

use crate::call::ToolCall;
use crate::output::Usage;
use crate::text;
use crate::wire::error::WireError;
use crate::wire::stream::growing::{End, GrowingCall};
use crate::wire::turn::{self, Turn};

/// What an event brought.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Update {
    /// A piece of the answer.
    Text(String),
    /// A piece of the model's thoughts, which are no part of the answer.
    Thought(String),
    /// A piece of the model's refusal.
    Refusal(String),
    /// A call begins: its place among the stream's calls. Id and name may still be missing.
    CallBegan(usize),
    /// A piece of a call's argument text.
    ArgumentsGrew {
        /// Its place among the stream's calls.
        call: usize,
        /// What is new.
        piece: String,
    },
    /// The provider said at the end that a call's argument text is another than its pieces.
    ArgumentsReplaced(usize),
}

/// All that a stream brought.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Finished {
    /// The answer in words.
    pub text: String,
    /// The model's thoughts, as far as the provider shows them.
    pub thoughts: String,
    /// The model's refusal, or the provider's reason to say nothing.
    pub refusal: Option<String>,
    /// The calls that are whole, in the order in which they began. Each has an id of its own: where the provider gave
    /// none, or one twice, it is made up, as in `call00001`. Arguments that are no JSON are left as they are: the
    /// executor answers them with what is wrong.
    pub calls: Vec<ToolCall>,
    /// The calls that broke off. They must not run, also where what is there of their arguments can be read.
    pub unfinished: Vec<GrowingCall>,
    /// Whether the output broke off: at a limit of tokens, by a filter, by an error, for a reason that isn't known,
    /// or because the stream ended with no mark of its end.
    pub cut_off: bool,
    /// The provider's word for why the output ended.
    pub finish_reason: Option<String>,
    /// The tokens of the request and the answer.
    pub usage: Option<Usage>,
    /// The key under which a server of Chat Completions sent thoughts, and asks for them in the next request.
    thoughts_key: Option<&'static str>,
}

impl Finished {
    /// The same as a whole response's turn, with the message that Chat Completions takes back.
    pub fn into_chat_turn(self) -> Turn {
        let unfinished = self.unfinished.iter();
        let unfinished = unfinished.map(|call| ToolCall::new(call.id(), call.name(), call.text())).collect();
        let mut turn = Turn {
            text: self.text,
            calls: self.calls,
            unfinished,
            refusal: self.refusal,
            finish_reason: self.finish_reason,
            cut_off: self.cut_off,
            usage: self.usage,
            ..Turn::empty()
        };
        turn.message = turn::chat_message(&turn);
        if let Some(key) = self.thoughts_key.filter(|_| !self.thoughts.is_empty()) {
            turn.message[key] = self.thoughts.into();
        }
        turn
    }
}

/// What came in so far.
#[derive(Clone, Debug, Default)]
pub struct Assembly {
    pub(super) text: String,
    pub(super) thoughts: String,
    pub(super) refusal: String,
    pub(super) thoughts_key: Option<&'static str>,
    calls: Vec<GrowingCall>,
    /// The call that grew last, if nothing else came after it.
    last: Option<usize>,
    /// How many calls' arguments are no whole JSON.
    open: usize,
    updates: Vec<Update>,
    reason: Option<String>,
    sent: Option<u64>,
    came: Option<u64>,
    ended: bool,
    cut: bool,
    failed: bool,
}

impl Assembly {
    pub(super) fn say(&mut self, piece: &str) {
        if !piece.is_empty() {
            self.text.push_str(piece);
            self.last = None;
            self.updates.push(Update::Text(piece.to_owned()));
        }
    }

    pub(super) fn think(&mut self, piece: &str) {
        if !piece.is_empty() {
            self.thoughts.push_str(piece);
            self.last = None;
            self.updates.push(Update::Thought(piece.to_owned()));
        }
    }

    pub(super) fn refuse(&mut self, piece: &str) {
        if !piece.is_empty() {
            self.refusal.push_str(piece);
            self.last = None;
            self.updates.push(Update::Refusal(piece.to_owned()));
        }
    }

    pub(super) fn begin(&mut self, id: &str, name: &str) -> usize {
        let call = self.calls.len();
        self.calls.push(GrowingCall::new(id, name));
        self.last = Some(call);
        self.open += 1;
        self.updates.push(Update::CallBegan(call));
        call
    }

    pub(super) fn grow(&mut self, call: usize, piece: &str) {
        if !piece.is_empty() {
            self.change(call, |growing| growing.grow(piece));
            self.updates.push(Update::ArgumentsGrew { call, piece: piece.to_owned() });
        }
    }

    /// Takes the whole argument text of a call, of which pieces may have come before.
    pub(super) fn settle(&mut self, call: usize, whole: &str) {
        let so_far = self.calls[call].text();
        if let Some(rest) = whole.strip_prefix(so_far) {
            self.grow(call, rest);
        } else {
            self.change(call, |growing| growing.replace(whole));
            self.updates.push(Update::ArgumentsReplaced(call));
        }
    }

    fn change(&mut self, call: usize, change: impl FnOnce(&mut GrowingCall)) {
        let growing = &mut self.calls[call];
        self.open -= usize::from(!growing.is_complete());
        change(growing);
        self.open += usize::from(!growing.is_complete());
        self.last = Some(call);
    }

    pub(super) fn calls(&self) -> &[GrowingCall] {
        &self.calls
    }

    pub(super) fn call(&mut self, call: usize) -> &mut GrowingCall {
        &mut self.calls[call]
    }

    pub(super) fn open(&self) -> usize {
        self.open
    }

    /// Notes why the output ended; whatever isn't known as a good end is none.
    pub(super) fn end(&mut self, reason: Option<&str>, good: &[&str]) {
        self.ended = true;
        let Some(reason) = reason.filter(|reason| !reason.is_empty()) else { return };
        if !self.cut {
            self.reason = Some(reason.to_owned());
        }
        self.cut |= turn::broke_off(Some(reason), good);
    }

    /// Counts tokens; later counts hold the earlier ones.
    pub(super) fn count(&mut self, counts: Option<&Value>, sent: &str, came: &str) {
        let count = |key: &str| counts.and_then(|counts| counts.get(key)).and_then(Value::as_u64);
        self.sent = count(sent).or(self.sent);
        self.came = count(came).or(self.came);
    }

    /// After an error nothing is certain any more.
    pub(super) fn fail(&mut self) {
        self.failed = true;
    }

    pub(super) fn take_updates(&mut self) -> Vec<Update> {
        std::mem::take(&mut self.updates)
    }

    pub(super) fn finish(mut self) -> Finished {
        turn::make_unique(self.calls.iter_mut().map(|call| &mut call.id).collect());
        let cut_off = self.failed || self.cut || !self.ended;
        let (mut calls, mut unfinished) = (Vec::new(), Vec::new());
        for (place, call) in self.calls.into_iter().enumerate() {
            let is_whole = match call.end {
                End::Awaited | End::Broken => false,
                _ if self.failed => false,
                End::Whole => true,
                // What came last is what broke off, also where it can be read.
                End::Unsaid => !cut_off || call.is_complete() && self.last != Some(place),
            };
            if is_whole {
                calls.push(call.into_call());
            } else {
                unfinished.push(call);
            }
        }
        let counted = self.sent.is_some() || self.came.is_some();
        Finished {
            text: self.text,
            thoughts: self.thoughts,
            refusal: Some(self.refusal).filter(|refusal| !refusal.is_empty()),
            calls,
            unfinished,
            cut_off,
            finish_reason: self.reason,
            thoughts_key: self.thoughts_key,
            usage: counted.then(|| Usage::new(self.sent.unwrap_or_default(), self.came.unwrap_or_default())),
        }
    }
}

/// An event that holds something else than it should.
#[cold]
pub(super) fn odd(what: &str, wanted: &str, got: &Value) -> WireError {
    WireError::general(format!("the event's `{what}` is no {wanted}: {}", text::shown(&got.to_string())))
}
