//! Every shape of the catalogue against the judge, for a short while; the command `exact` does it for long.

use std::sync::Arc;

use jarvis_tools::ToolRegistry;
use jarvis_tools::prelude::*;
use jarvis_tools::testing::{Exactness, arbitrary_arguments, check_all};
use jarvis_tools_tests::shapes;

/// How many instances each shape is tried with.
const INSTANCES: usize = 250;

/// Holds every fourth shape against the judge, so that the quarters run side by side.
#[track_caller]
fn quarter(first: usize) {
    for shape in shapes::all().iter().skip(first).step_by(4) {
        let tool = shape.tool().unwrap_or_else(|error| panic!("{error}"));
        let report = Exactness::new().instances(INSTANCES).seed(1).check(&tool);
        report.assert();
        assert!(report.accepted > INSTANCES / 20, "{report:?}");
    }
}

#[test]
fn first_quarter_of_the_shapes() {
    quarter(0);
}

#[test]
fn second_quarter_of_the_shapes() {
    quarter(1);
}

#[test]
fn third_quarter_of_the_shapes() {
    quarter(2);
}

#[test]
fn fourth_quarter_of_the_shapes() {
    quarter(3);
}

#[test]
fn every_shape_can_be_called_with_generated_arguments() {
    let shapes = shapes::all();
    assert!(shapes.len() >= 150, "{} shapes", shapes.len());
    let tools = shapes
        .iter()
        .map(|shape| -> Arc<dyn Tool> { Arc::new(shape.tool().unwrap_or_else(|error| panic!("{error}"))) });
    check_all(&ToolRegistry::new(tools).unwrap());
}

#[test]
fn generated_arguments_are_the_same_for_the_same_seed() {
    for shape in shapes::all() {
        let tool = shape.tool().unwrap();
        let arguments = |seed| arbitrary_arguments(tool.spec(), seed);
        assert!(arguments(3).is_object(), "{}", shape.name);
        assert_eq!(arguments(3), arguments(3), "{}", shape.name);
    }
}
