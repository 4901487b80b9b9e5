//! Whether what is ten times as long takes ten times as long.

use std::hint::black_box;

use jarvis_tools::{Decoded, Definition, ToolContext};
use serde_json::json;

use crate::Failure;
use crate::harness::{Contender, Group};
use crate::payloads::{self, HUGE, LARGE, prose};
use crate::scenarios::expect;
use crate::types::Trip;

pub(super) fn groups() -> Result<Vec<Group>, Failure> {
    Ok(vec![
        group("many values", payloads::trip)?,
        group("one string", |bytes| Ok(noted(&prose(bytes))))?,
        group("one string, half of it escapes", |bytes| Ok(noted(&"ab\n".repeat(bytes / 4))))?,
    ])
}

fn noted(note: &str) -> String {
    json!({ "city": "Oslo", "days": 3, "note": note }).to_string()
}

fn group(label: &str, text: impl Fn(usize) -> Result<String, Failure>) -> Result<Group, Failure> {
    let mut contenders = Vec::new();
    for (bytes, size, kilobytes) in [(LARGE, "200 KB", 200.0), (HUGE, "2 MB", 2_000.0)] {
        let own = text(bytes)?;
        let contender = move || drop(black_box(serde_json::from_str::<Trip>(black_box(&own))));
        contenders.push(Contender::of(format!("bare, {size}"), contender).units(kilobytes));
    }
    for (bytes, size, kilobytes) in [(LARGE, "200 KB", 200.0), (HUGE, "2 MB", 2_000.0)] {
        let own = text(bytes)?;
        let definition = Definition::typed::<Trip>("t", "Measured.")?;
        let context = ToolContext::new("c1", "t");
        expect(definition.decode::<Trip>(&own, &context).is_ok(), || format!("{label}, {size} is refused"))?;
        let contender = move || {
            let decoded = definition.decode::<Trip>(black_box(&own), &context);
            drop(black_box(decoded.map(Decoded::into_parts)));
        };
        contenders.push(Contender::of(format!("jarvis-tools, {size}"), contender).units(kilobytes));
    }
    Ok(Group { table: "Decoding; a kilobyte".to_owned(), label: label.to_owned(), contenders })
}
