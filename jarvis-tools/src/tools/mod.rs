//! Tools made at run time: from closures and from schemas.

mod prepare;

mod from_fn;
mod from_schema;

pub use from_fn::FnTool;
pub use from_schema::SchemaTool;
