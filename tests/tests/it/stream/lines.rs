//! Bytes cut into events.

use jarvis_tools::wire::stream::{JsonLines, SseReader};

#[track_caller]
fn check(bytes: &[u8], want: &[(&str, &str)]) {
    let want: Vec<(String, String)> =
        want.iter().map(|(event, data)| ((*event).to_owned(), (*data).to_owned())).collect();
    for size in [1, 2, 3, 5, bytes.len().max(1)] {
        let mut reader = SseReader::new();
        let mut events: Vec<_> = bytes.chunks(size).flat_map(|piece| reader.push(piece)).collect();
        events.extend(reader.finish());
        let got: Vec<_> = events.into_iter().map(|event| (event.event, event.data)).collect();
        assert_eq!(got, want, "in pieces of {size}");
    }
}

#[test]
fn lines_end_in_any_way() {
    for end in ["\n", "\r\n", "\r"] {
        check(format!("data: a{end}{end}data: b{end}{end}").as_bytes(), &[("", "a"), ("", "b")]);
    }
    check(b"data: a\r\n\ndata: b\n\r\n", &[("", "a"), ("", "b")]);
}

#[test]
fn fields_are_read_as_the_standard_says() {
    check(b"event: ping\ndata\n\n", &[("ping", "")]);
    check(b"data:a\ndata:  b\ndata:\n\n", &[("", "a\n b\n")]);
    check(b": comment\nid: 7\nretry: 10\nother: x\ndata: a:b\n\n", &[("", "a:b")]);
    check(b"event: lost\n\ndata: a\n\n", &[("", "a")]);
    check(b"\xef\xbb\xbfdata: a\n\n", &[("", "a")]);
    check(b"", &[]);
    check(b"\n\n\n", &[]);
}

#[test]
fn text_is_cut_inside_of_characters() {
    check("data: Ærø 🌧\n\n".as_bytes(), &[("", "Ærø 🌧")]);
    check(b"data: \xff\xc3\n\n", &[("", "\u{fffd}\u{fffd}")]);
}

#[test]
fn the_last_event_needs_no_blank_line() {
    check(b"data: a\n\ndata: [DONE]", &[("", "a"), ("", "[DONE]")]);
    check(b"data: a\n", &[("", "a")]);
    check(b"event: x\n", &[]);
}

#[test]
fn lines_of_json_are_cut_at_line_feeds_only() {
    let bytes = "\u{feff}{\"a\":\"Æ\"}\r\n\n  \n{\"a\":\r2}\n{\"a\":3}".as_bytes();
    for size in [1, 2, 3, bytes.len()] {
        let mut reader = JsonLines::new();
        let mut lines: Vec<_> = bytes.chunks(size).flat_map(|piece| reader.push(piece)).collect();
        lines.extend(reader.finish());
        assert_eq!(lines, ["{\"a\":\"Æ\"}", "{\"a\":\r2}", "{\"a\":3}"], "in pieces of {size}");
    }
}
