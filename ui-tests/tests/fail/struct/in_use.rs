use jarvis_tools::prelude::*;

#[derive(Deserialize, JsonSchema, ToolArgs)]
struct Place {
    city: String,
}

/// Gets a forecast: the struct has a mistake, which is reported once.
#[tool]
fn forecast(place: Place) -> String {
    place.city
}

fn main() {
    let _ = tools![forecast];
}
