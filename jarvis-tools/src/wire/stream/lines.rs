//! Bytes as they come from the network, cut into events.

/// One event of a stream of server-sent events.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SseEvent {
    /// Its name; empty where the stream names none.
    pub event: String,
    /// Its data; lines of one event are joined by line breaks.
    pub data: String,
}

/// Cuts bytes into lines, however they come. What was read before is not read again.
#[derive(Clone, Debug, Default)]
struct Lines {
    line: Vec<u8>,
    after_return: bool,
}

impl Lines {
    /// Gives each line that ends in these bytes. A carriage return ends a line where `returns` says so.
    fn push(&mut self, bytes: &[u8], returns: bool, mut each: impl FnMut(&[u8])) {
        let ends = |byte: &u8| *byte == b'\n' || returns && *byte == b'\r';
        let mut rest = bytes;
        loop {
            if std::mem::take(&mut self.after_return) {
                match rest.split_first() {
                    None => {
                        self.after_return = true;
                        return;
                    }
                    Some((b'\n', behind)) => rest = behind,
                    Some(_) => {}
                }
            }
            let Some(end) = rest.iter().position(ends) else {
                self.line.extend_from_slice(rest);
                return;
            };
            self.after_return = rest[end] == b'\r';
            if self.line.is_empty() {
                each(&rest[..end]);
            } else {
                self.line.extend_from_slice(&rest[..end]);
                each(&self.line);
                self.line.clear();
            }
            rest = &rest[end + 1..];
        }
    }
}

/// Reads server-sent events from bytes that come in any pieces, as the standard of HTML describes them.
///
/// Lines end with a line feed, a carriage return or both. Bytes that aren't UTF-8 become `U+FFFD`.
///
/// ```
/// use jarvis_tools::wire::stream::SseReader;
///
/// let mut reader = SseReader::new();
/// assert_eq!(reader.push(b": a comment\r\ndata: {\"a\""), []);
/// let events = reader.push(b":1}\r\n\r\ndata: [DONE]\n");
/// assert_eq!(events[0].data, r#"{"a":1}"#);
/// assert_eq!(reader.finish().unwrap().data, "[DONE]");
/// ```
#[derive(Clone, Debug, Default)]
pub struct SseReader {
    lines: Lines,
    pending: Pending,
}

/// What there is of the next event.
#[derive(Clone, Debug, Default)]
struct Pending {
    begun: bool,
    event: String,
    data: Option<String>,
}

impl SseReader {
    /// A reader before the first byte.
    pub fn new() -> Self {
        Self::default()
    }

    /// The events that end in these bytes.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<SseEvent> {
        let mut events = Vec::new();
        let Self { lines, pending } = self;
        lines.push(bytes, true, |line| events.extend(pending.line(line)));
        events
    }

    /// The event that the bytes broke off in, if its data had begun: some servers end their last one without a
    /// blank line. Of an event that is cut short the data is no JSON, which the assemblers refuse.
    pub fn finish(mut self) -> Option<SseEvent> {
        self.pending.line(&self.lines.line).or_else(|| self.pending.line(b""))
    }
}

impl Pending {
    /// Reads a line; the event, if it ends with this one.
    fn line(&mut self, line: &[u8]) -> Option<SseEvent> {
        let line = match line.strip_prefix(b"\xef\xbb\xbf") {
            Some(rest) if !self.begun => rest,
            _ => line,
        };
        self.begun = true;
        if line.is_empty() {
            let event = std::mem::take(&mut self.event);
            return self.data.take().map(|data| SseEvent { event, data });
        }
        let (field, value) = match line.iter().position(|byte| *byte == b':') {
            Some(colon) => (&line[..colon], &line[colon + 1..]),
            None => (line, &line[line.len()..]),
        };
        let value = String::from_utf8_lossy(value.strip_prefix(b" ").unwrap_or(value));
        match field {
            b"data" => match &mut self.data {
                None => self.data = Some(value.into_owned()),
                Some(data) => {
                    data.push('\n');
                    data.push_str(&value);
                }
            },
            b"event" => self.event = value.into_owned(),
            // A comment, or a field that says nothing to us.
            _ => {}
        }
        None
    }
}

/// Reads JSON texts, a line each, from bytes that come in any pieces.
///
/// Blank lines are left out. Bytes that aren't UTF-8 become `U+FFFD`.
///
/// ```
/// use jarvis_tools::wire::stream::JsonLines;
///
/// let mut lines = JsonLines::new();
/// assert_eq!(lines.push(b"{\"a\":1}\r\n\n{\"a\""), [r#"{"a":1}"#]);
/// assert_eq!(lines.push(b":2}"), [""; 0]);
/// assert_eq!(lines.finish().as_deref(), Some(r#"{"a":2}"#));
/// ```
#[derive(Clone, Debug, Default)]
pub struct JsonLines {
    lines: Lines,
}

impl JsonLines {
    /// A reader before the first byte.
    pub fn new() -> Self {
        Self::default()
    }

    /// The lines that end in these bytes.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<String> {
        let mut texts = Vec::new();
        self.lines.push(bytes, false, |line| texts.extend(json_line(line)));
        texts
    }

    /// The last line, if no line break ends it.
    pub fn finish(self) -> Option<String> {
        json_line(&self.lines.line)
    }
}

fn json_line(line: &[u8]) -> Option<String> {
    let line = String::from_utf8_lossy(line);
    let line = line.trim_start_matches('\u{feff}').trim_matches([' ', '\t', '\r']);
    (!line.is_empty()).then(|| line.to_owned())
}
