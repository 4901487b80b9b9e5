//! Tables of what was measured.

use std::fmt::Write as _;

use crate::Failure;
use crate::allocations::Allocated;
use crate::harness::Times;
use crate::scenarios::Scenario;

const HEAD: [&str; 7] =
    ["", "median time", "ratio", "middle half of the ratios", "more than the first", "allocations", "bytes"];

/// What is known of one contender.
pub struct Row {
    /// What its group is called.
    pub label: String,
    /// Its name.
    pub name: String,
    /// Whether the others of its group are measured against it.
    pub baseline: bool,
    /// How long it takes.
    pub times: Times,
    /// What it allocates, if that was counted.
    pub allocated: Option<Allocated>,
}

/// A heading and what stands below it.
pub struct Table {
    /// The heading.
    pub heading: String,
    /// The rows.
    pub rows: Vec<Row>,
}

/// A scenario's part of the report, in Markdown or in columns.
pub fn written(scenario: &Scenario, tables: &[Table], markdown: bool) -> String {
    let mut text = format!("### {}\n\n{}\n", scenario.title, scenario.about);
    for table in tables {
        let heading = table.heading.as_str();
        if !heading.is_empty() {
            let _ = write!(text, "\n**{heading}**\n");
        }
        let rows: Vec<[String; 7]> = table.rows.iter().map(cells).collect();
        text.push('\n');
        text.push_str(&if markdown { in_markdown(&rows) } else { in_columns(&rows) });
    }
    text
}

fn cells(row: &Row) -> [String; 7] {
    let [low, middle, high] = row.times.ratio;
    let allocated =
        |value: fn(Allocated) -> f64| row.allocated.map_or_else(String::new, |it| plain(value(it)));
    let beyond = |text: String| if row.baseline { String::new() } else { text };
    let label = if row.label.is_empty() { String::new() } else { format!("{}: ", row.label) };
    [
        format!("{label}{}", row.name),
        time(row.times.nanoseconds),
        format!("{middle:.2}"),
        beyond(format!("{low:.2} to {high:.2}")),
        beyond(time(row.times.over)),
        allocated(|it| it.count),
        allocated(|it| it.bytes),
    ]
}

fn in_markdown(rows: &[[String; 7]]) -> String {
    let mut text = format!("| {} |\n| --- |{}\n", HEAD.join(" | "), " ---: |".repeat(HEAD.len() - 1));
    for row in rows {
        let _ = writeln!(text, "| {} |", row.join(" | "));
    }
    text
}

fn in_columns(rows: &[[String; 7]]) -> String {
    let head = HEAD.map(str::to_owned);
    let width = |place: usize| {
        let all = std::iter::once(&head).chain(rows);
        all.map(|row| row[place].chars().count()).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..HEAD.len()).map(width).collect();
    let mut text = String::new();
    for row in std::iter::once(&head).chain(rows) {
        let _ = write!(text, "{:<1$}", row[0], widths[0]);
        for (cell, width) in row.iter().zip(&widths).skip(1) {
            let _ = write!(text, "  {cell:>width$}");
        }
        text.push('\n');
    }
    text
}

/// Three digits that count, and a unit.
fn time(nanoseconds: f64) -> String {
    let size = nanoseconds.abs();
    let (value, unit) = if size < 999.5 {
        (nanoseconds, "ns")
    } else if size < 999_500.0 {
        (nanoseconds / 1e3, "µs")
    } else {
        (nanoseconds / 1e6, "ms")
    };
    let digits = usize::from(value.abs() < 9.995) + usize::from(value.abs() < 99.95);
    format!("{value:.digits$} {unit}")
}

/// A count, with a digit behind the point only if it isn't whole.
fn plain(value: f64) -> String {
    let digits = usize::from((value - value.round()).abs() > 0.05);
    format!("{value:.digits$}")
}

/// Puts `tables` between the marks of this name in the text of a file.
///
/// # Errors
///
/// If the file has no such marks.
pub fn between_marks(text: &str, name: &str, tables: &str) -> Result<String, Failure> {
    let (begin, end) = (format!("<!-- {name}: begin -->\n"), format!("<!-- {name}: end -->"));
    let missing = || format!("the file has no marks `{}` and `{end}`", begin.trim());
    let (before, rest) = text.split_once(&begin).ok_or_else(missing)?;
    let (_, after) = rest.split_once(&end).ok_or_else(missing)?;
    Ok(format!("{before}{begin}\n{tables}\n{end}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_three_digits() {
        assert_eq!(time(2.346), "2.35 ns");
        assert_eq!(time(84.04), "84.0 ns");
        assert_eq!(time(999.6), "1.00 µs");
        assert_eq!(time(-1_500_000.0), "-1.50 ms");
    }

    #[test]
    fn tables_are_put_between_their_marks() {
        let text = "a\n<!-- t: begin -->\nold\n<!-- t: end -->\nb\n";
        let new = between_marks(text, "t", "new\n").expect("the marks are there");
        assert_eq!(new, "a\n<!-- t: begin -->\n\nnew\n\n<!-- t: end -->\nb\n");
        assert!(between_marks(text, "other", "new").is_err());
    }
}
