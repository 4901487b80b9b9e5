//! The arguments that are decoded, and what the tool of the whole calls answers.

use std::collections::{BTreeMap, BTreeSet};

use jarvis_tools::ToolArgs;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Structs, lists, options, strings, numbers and a unit enum: what needs no more than the type itself.
#[derive(Clone, Deserialize, Serialize, JsonSchema, ToolArgs)]
pub(crate) struct Trip {
    /// Where it begins.
    pub(crate) city: String,
    /// How long it takes.
    pub(crate) days: u8,
    /// How many people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) travellers: Option<u32>,
    /// What it may cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) budget: Option<f64>,
    /// How they travel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) class: Option<Class>,
    /// Anything else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) note: Option<String>,
    /// Where they stay.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stops: Option<Vec<Stop>>,
}

/// How people travel.
#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Class {
    First,
    Second,
    NightTrain,
}

/// A place to stay.
#[derive(Clone, Deserialize, Serialize, JsonSchema)]
pub(crate) struct Stop {
    /// Its name.
    pub(crate) name: String,
    /// Where it is.
    pub(crate) place: Place,
    /// How many nights.
    pub(crate) nights: u32,
    /// The price of a night.
    pub(crate) price: f64,
    /// Whether it is booked.
    pub(crate) booked: bool,
    /// How to get there.
    pub(crate) class: Class,
    /// Words to find it by.
    pub(crate) tags: Vec<String>,
    /// Anything else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) comment: Option<String>,
}

/// Where something is.
#[derive(Clone, Deserialize, Serialize, JsonSchema)]
pub(crate) struct Place {
    /// Street and number.
    pub(crate) street: String,
    /// Postal code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) zip: Option<String>,
    /// Degrees north.
    pub(crate) lat: f64,
    /// Degrees east.
    pub(crate) lon: f64,
}

/// Maps, sets, values of any type and constraints.
#[derive(Clone, Deserialize, Serialize, JsonSchema)]
pub(crate) struct Search {
    /// Where to search.
    #[schemars(length(min = 1, max = 80))]
    pub(crate) city: String,
    /// How many days ahead.
    #[schemars(range(min = 1, max = 14))]
    pub(crate) days: u8,
    /// Anything else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) note: Option<String>,
    /// What must hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 100_000))]
    pub(crate) filters: Option<Vec<Filter>>,
}

/// What must hold of what is found.
#[derive(Clone, Deserialize, Serialize, JsonSchema)]
pub(crate) struct Filter {
    /// The field that it looks at.
    #[schemars(length(min = 1, max = 64))]
    pub(crate) field: String,
    /// How much it counts.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub(crate) weight: f64,
    /// The values that are taken.
    pub(crate) values: BTreeSet<String>,
    /// Names and what they stand for.
    pub(crate) labels: BTreeMap<String, String>,
    /// How far values may be off, by their name.
    pub(crate) limits: BTreeMap<String, i64>,
    /// For the engine, whatever it is.
    pub(crate) extra: Value,
}

/// A tagged enum among what needs no more than the type itself.
#[derive(Clone, Deserialize, Serialize, JsonSchema)]
pub(crate) struct Route {
    /// What comes first.
    pub(crate) step: Step,
    /// Anything else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) note: Option<String>,
    /// Where they stay.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stops: Option<Vec<Stop>>,
    /// What comes after the first step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) steps: Option<Vec<Step>>,
}

/// A step of a route.
#[derive(Clone, Deserialize, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Step {
    /// Goes somewhere.
    Go {
        /// Where to.
        to: String,
        /// How far.
        kilometres: f64,
    },
    /// Stays for a while.
    Wait {
        /// How long.
        minutes: u32,
    },
    /// Ends the route.
    Stop,
}

/// What a trip costs.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Quote {
    city: String,
    nights: u32,
    total: f64,
    lines: Vec<Line>,
}

/// What a stop costs.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Line {
    name: String,
    price: f64,
}

/// The handler of the whole calls, the same for all.
pub(crate) fn quote(trip: Trip) -> Quote {
    let mut quote = Quote { city: trip.city, nights: u32::from(trip.days), total: 0.0, lines: Vec::new() };
    let stops = trip.stops.unwrap_or_default();
    quote.lines.reserve_exact(stops.len());
    for stop in stops {
        let price = f64::from(stop.nights) * stop.price;
        quote.total += price;
        quote.lines.push(Line { name: stop.name, price });
    }
    quote
}
