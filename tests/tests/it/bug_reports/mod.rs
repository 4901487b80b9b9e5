//! What people ran into elsewhere with the arguments, schemas and errors of tools: a test for each public
//! report, named by its number. Where a report leaves a choice, a comment says which one was made.

mod arguments;
mod schemas;
mod shapes;
mod texts;
mod values;
