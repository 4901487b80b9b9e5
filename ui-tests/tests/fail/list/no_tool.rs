use jarvis_tools::tools;

fn plain() {}

struct Place;

fn main() {
    plain();
    let _ = tools![plain, Place, missing];
}
