use jarvis_tools::prelude::*;

#[derive(Deserialize, JsonSchema)]
struct Place {
    city: String,
}

/// Gets a forecast.
#[tool]
async fn forecast(place: Place) -> String {
    place.city
}

/// Doubles a number.
#[tool]
fn double(number: u8) -> u8 {
    number * 2
}

fn main() {
    let _ = tools![forecast, double];
}
