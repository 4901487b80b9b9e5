//! Arguments that are refused.

use std::hint::black_box;
use std::sync::Arc;

use jarvis_tools::{Definition, ToolCall, ToolContext};

use crate::Failure;
use crate::harness::{Contender, Group};
use crate::payloads::{self, LARGE, MIDDLE, SMALL};
use crate::scenarios::call::{executor, ours};
use crate::scenarios::decode::bare;
use crate::scenarios::{expect, runtime};
use crate::types::Trip;

const CASES: [(&str, usize, &[usize]); 3] =
    [("24 B", SMALL, &[1, 5]), ("2 KB", MIDDLE, &[1, 5, 50]), ("200 KB", LARGE, &[1, 5, 50])];

pub(super) fn groups() -> Result<Vec<Group>, Failure> {
    CASES.into_iter().map(|(label, bytes, problems)| group(label, bytes, problems)).collect()
}

fn group(label: &str, bytes: usize, problems: &[usize]) -> Result<Group, Failure> {
    let runtime = runtime()?;
    let mut contenders = vec![bare::<Trip>(&payloads::trip(bytes)?.into())];
    for &problems in problems {
        let text: Arc<str> = payloads::broken_trip(bytes, problems)?.into();
        let definition = Definition::typed::<Trip>("plan_trip", "Measured.")?;
        let context = ToolContext::new("c1", "plan_trip");
        let found = definition.decode::<Trip>(&text, &context).err();
        let found = found.map_or(0, |errors| errors.problems().len());
        expect(found == problems, || format!("{label}: {found} problems were found, not {problems}"))?;

        let name = if problems == 1 { "1 problem".to_owned() } else { format!("{problems} problems") };
        let call = ToolCall::new("call_1", "plan_trip", &*text);
        contenders.push(Contender::of(format!("{name}, gathered"), move || {
            drop(black_box(definition.decode::<Trip>(black_box(&text), &context).err()));
        }));
        contenders.push(ours(&format!("{name}, as a result"), &runtime, executor()?, &call));
    }
    Ok(Group { table: String::new(), label: label.to_owned(), contenders })
}
