//! What the typed tool of another language's library promises, row by row of its own tests: each test is
//! named for the rows that it holds, in the order of that list. Where this framework promises something
//! else, a comment says why.

mod errors;
mod outcomes;
mod paths;
mod values;
