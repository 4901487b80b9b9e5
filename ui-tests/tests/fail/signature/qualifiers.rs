use jarvis_tools::tool;

/// Is unsafe.
#[tool]
unsafe fn dangerous() {}

/// Is called from elsewhere.
#[tool]
extern "C" fn foreign() {}

/// Is known beforehand.
#[tool]
const fn constant() {}

fn main() {}
