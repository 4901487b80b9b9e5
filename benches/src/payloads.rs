//! Argument texts of an exact length, made from values of the types that they are decoded into.

use serde::Serialize;
use serde_json::{Value, json};

use crate::Failure;
use crate::types::{Class, Filter, Place, Route, Search, Step, Stop, Trip};

pub(crate) const SMALL: usize = 24;
pub(crate) const MIDDLE: usize = 2 * 1024;
pub(crate) const LARGE: usize = 200 * 1024;
pub(crate) const HUGE: usize = 10 * LARGE;

/// The sizes that everything is measured with, as the tables name them.
pub(crate) const SIZES: [(&str, usize); 3] = [("24 B", SMALL), ("2 KB", MIDDLE), ("200 KB", LARGE)];

const WORDS: [&str; 8] =
    ["harbour", "old town", "quiet", "lake view", "breakfast", "near the station", "garden", "sauna"];

/// A number with at most four digits behind the point, which every parser reads alike.
fn digits(place: usize, least: f64, range: f64) -> f64 {
    let step = u32::try_from(place * 7_919 % 100_003).unwrap_or_default();
    ((least + f64::from(step) / 100_003.0 * range) * 10_000.0).round() / 10_000.0
}

/// Text of so many bytes.
pub(crate) fn prose(bytes: usize) -> String {
    WORDS.iter().cycle().flat_map(|word| [*word, ", "]).flat_map(str::chars).take(bytes).collect()
}

fn class(place: usize) -> Class {
    [Class::First, Class::Second, Class::NightTrain][place % 3]
}

fn stop(place: usize) -> Stop {
    let word = |step: usize| WORDS[(place + step) % WORDS.len()].to_owned();
    Stop {
        name: format!("Hotel {} {place}", word(3)),
        place: Place {
            street: format!("Storgata {}", place % 200 + 1),
            zip: (!place.is_multiple_of(3)).then(|| format!("{:04}", place % 10_000)),
            lat: digits(place, 55.0, 10.0),
            lon: digits(place + 1, 0.0, 25.0),
        },
        nights: u32::try_from(place % 5 + 1).unwrap_or(1),
        price: digits(place, 80.0, 100.0),
        booked: place.is_multiple_of(2),
        class: class(place),
        tags: (0..place % 4).map(word).collect(),
        comment: place
            .is_multiple_of(4)
            .then(|| format!("Ask for a room with \"{}\".\nLate arrival.", word(1))),
    }
}

fn filter(place: usize) -> Filter {
    let word = |step: usize| WORDS[(place + step) % WORDS.len()].to_owned();
    Filter {
        field: format!("attributes.{}", word(0)),
        weight: digits(place, 0.0, 1.0),
        values: (0..3).map(word).collect(),
        labels: (0..4).map(|step| (format!("label_{step}"), word(step))).collect(),
        limits: (0..3).map(|step| (word(step), i64::try_from(place + step).unwrap_or_default())).collect(),
        extra: json!({ "boost": digits(place, 0.0, 4.0), "exact": place.is_multiple_of(2), "synonyms": [word(1), word(2)] }),
    }
}

fn step(place: usize) -> Step {
    match place % 3 {
        0 => Step::Wait { minutes: 15 },
        1 => Step::Stop,
        _ => Step::Go { to: WORDS[place % WORDS.len()].to_owned(), kilometres: digits(place, 0.0, 300.0) },
    }
}

pub(crate) fn trip(bytes: usize) -> Result<String, Failure> {
    let small = Trip {
        city: "Oslo".to_owned(),
        days: 3,
        travellers: None,
        budget: None,
        class: None,
        note: None,
        stops: None,
    };
    sized(bytes, &small, |stops, note| Trip {
        travellers: Some(2),
        budget: Some(1_499.95),
        class: Some(Class::Second),
        note: Some(prose(note)),
        stops: Some((0..stops).map(stop).collect()),
        ..small.clone()
    })
}

pub(crate) fn search(bytes: usize) -> Result<String, Failure> {
    let small = Search { city: "Oslo".to_owned(), days: 3, note: None, filters: None };
    sized(bytes, &small, |filters, note| Search {
        note: Some(prose(note)),
        filters: Some((0..filters).map(filter).collect()),
        ..small.clone()
    })
}

/// One step to every stop.
pub(crate) fn route(bytes: usize) -> Result<String, Failure> {
    let small = Route { step: Step::Stop, note: None, stops: None, steps: None };
    sized(bytes, &small, |stops, note| Route {
        note: Some(prose(note)),
        stops: Some((0..stops).map(stop).collect()),
        steps: Some((0..stops).map(step).collect()),
        ..small.clone()
    })
}

/// The text of `small`, or of as many items as fit, filled up with a note.
fn sized<T: Serialize>(bytes: usize, small: &T, make: impl Fn(usize, usize) -> T) -> Result<String, Failure> {
    let text = if bytes == SMALL {
        serde_json::to_string(small)?
    } else {
        let length = |items| serde_json::to_string(&make(items, 0)).map(|text| text.len());
        let (mut items, mut most) = (0, bytes);
        while items + 1 < most {
            let middle = items.midpoint(most).min(2 * items + 8);
            if length(middle)? <= bytes { items = middle } else { most = middle }
        }
        serde_json::to_string(&make(items, bytes.saturating_sub(length(items)?)))?
    };
    if text.len() == bytes { Ok(text) } else { Err(format!("{} bytes for {bytes}", text.len()).into()) }
}

/// A trip with so many problems: no two at the same place, and of all kinds.
pub(crate) fn broken_trip(bytes: usize, problems: usize) -> Result<String, Failure> {
    let mut trip: Value = serde_json::from_str(&trip(bytes)?)?;
    if bytes == SMALL {
        let small = [
            ("city", json!(1)),
            ("days", json!("3")),
            ("travellers", json!(-1)),
            ("budget", json!("low")),
            ("class", json!("third")),
        ];
        for (name, value) in small.into_iter().take(problems) {
            trip[name] = value;
        }
        return Ok(trip.to_string());
    }
    let stops = trip["stops"].as_array_mut().ok_or("a trip of this size has stops")?;
    let many = stops.len();
    for problem in 0..problems {
        let (stop, kind) = if problems < many {
            (problem * many / problems, problem)
        } else {
            (problem % many, problem % many + problem / many)
        };
        spoil(&mut stops[stop], kind);
    }
    Ok(trip.to_string())
}

fn spoil(stop: &mut Value, kind: usize) {
    match kind % 9 {
        0 => stop["nights"] = json!("two"),
        1 => stop["class"] = json!("third"),
        2 => stop["place"]["lat"] = json!("north"),
        3 => stop["nigths"] = stop.as_object_mut().and_then(|stop| stop.remove("name")).unwrap_or_default(),
        4 => stop["price"] = json!(null),
        5 => stop["tags"] = json!("quiet"),
        6 => stop["booked"] = json!("yes"),
        7 => stop["place"]["street"] = json!(7),
        _ => stop["place"]["lon"] = json!([10.7]),
    }
}
