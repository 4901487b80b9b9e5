//! Streams in odd pieces, and streams that break off.

use std::fmt::Write as _;

use jarvis_tools::ToolCall;
use proptest::prelude::*;

use super::fixtures::{FIXTURES, assembled, events, told, whole};

#[test]
fn what_the_fixtures_become() {
    let mut page = String::new();
    for (name, _) in FIXTURES {
        write!(page, "## {name}\n{}\n", told(name)).expect("a string takes text");
    }
    insta::assert_snapshot!(page);
}

#[test]
fn byte_by_byte_is_the_same() {
    for (name, bytes) in FIXTURES {
        let events = events(name, bytes.chunks(1));
        assert_eq!(assembled(name, &events), whole(name), "{name}");
    }
}

#[test]
fn every_cut_in_two_is_the_same() {
    for (name, bytes) in FIXTURES {
        let want = events(name, [*bytes]);
        for cut in 0..=bytes.len() {
            let (left, right) = bytes.split_at(cut);
            assert_eq!(events(name, [left, right]), want, "{name} at {cut}");
        }
    }
}

/// Whether a call stands among those of the whole stream. Made-up ids don't count, since fewer calls are numbered.
fn is_among(call: &ToolCall, calls: &[ToolCall]) -> bool {
    calls.iter().any(|other| (&other.name, &other.arguments) == (&call.name, &call.arguments))
}

#[test]
fn nothing_runs_that_broke_off_wherever_the_stream_does() {
    for (name, bytes) in FIXTURES {
        let all = whole(name).0;
        // Calls that broke off by themselves may be whole where the stream breaks off behind the next.
        let wanted = &all.calls;
        for cut in 0..bytes.len() {
            let (finished, errors) = assembled(name, &events(name, [&bytes[..cut]]));
            for call in &finished.calls {
                assert!(is_among(call, wanted), "{name} at {cut}: {call:?} would run");
            }
            assert!(errors.is_empty() || finished.cut_off, "{name} at {cut}");
            assert!(all.text.starts_with(&finished.text), "{name} at {cut}");
        }
    }
}

#[test]
fn a_stream_without_a_mark_of_its_end_is_cut_off() {
    for (name, bytes) in FIXTURES {
        let events = events(name, [*bytes]);
        let (finished, _) = assembled(name, &events[..events.len() / 3]);
        assert!(finished.cut_off || name.starts_with("gemini_"), "{name}");
        assert!(assembled(name, &Vec::new()).0.cut_off, "{name}");
    }
}

proptest! {
    #[test]
    fn any_split_gives_the_same(place in 0..FIXTURES.len(), cuts in proptest::collection::vec(any::<prop::sample::Index>(), 0..20)) {
        let (name, bytes) = FIXTURES[place];
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
        cuts.extend([0, bytes.len()]);
        cuts.sort_unstable();
        let pieces: Vec<&[u8]> = cuts.windows(2).map(|pair| &bytes[pair[0]..pair[1]]).collect();
        prop_assert_eq!(assembled(name, &events(name, pieces)), whole(name));
    }
}
