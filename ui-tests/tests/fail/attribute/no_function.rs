use jarvis_tools::tool;

/// Where to look.
#[tool]
struct Place {
    city: String,
}

fn main() {
    let _ = Place { city: String::new() }.city;
}
