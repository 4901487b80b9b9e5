use jarvis_tools::tool;

/// Holds what can't change threads.
#[tool]
async fn hold() {
    let held = std::rc::Rc::new(1);
    std::future::ready(()).await;
    drop(held);
}

fn main() {}
