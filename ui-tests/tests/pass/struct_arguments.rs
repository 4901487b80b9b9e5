use jarvis_tools::prelude::*;

/// Where to look.
#[derive(Deserialize, JsonSchema, ToolArgs)]
struct Place {
    /// City name.
    city: String,
}

/// Gets a forecast.
#[tool]
async fn forecast(place: Place) -> String {
    place.city
}

/// Gets a forecast in place.
#[tool(inline)]
fn forecast_inline(Place { city }: Place) -> String {
    city
}

fn main() {
    assert_eq!(tools![forecast, forecast_inline].len(), 2);
    assert_eq!(forecast_inline(Place { city: "Oslo".to_owned() }), "Oslo");
}
