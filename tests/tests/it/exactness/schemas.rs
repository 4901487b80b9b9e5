//! Tools made from random schemas against the judge, for a short while; `exact schemas N` does it for long.

use jarvis_tools::prelude::*;
use jarvis_tools::testing::Exactness;
use jarvis_tools_tests::schemas;
use serde_json::Value;

/// How many schemas are tried.
const SCHEMAS: u64 = 400;

#[test]
fn random_schemas_are_judged_right_or_refused() {
    let mut defined = 0;
    for seed in 0..SCHEMAS {
        let schema = schemas::arguments(seed);
        let spec = ToolSpec::new(format!("seed-{seed}"), "Takes anything.", schema.clone());
        let Ok(tool) = SchemaTool::new(spec, |arguments: Value| async { Ok::<_, ToolError>(arguments) })
        else {
            continue;
        };
        defined += 1;
        let report = Exactness::new().instances(30).seed(seed).formats_are_annotations().check(&tool);
        assert_eq!(report.disagreed, 0, "{schema}\n{}", report.disagreements[0]);
    }
    assert!(defined > SCHEMAS / 2, "{defined}");
}
