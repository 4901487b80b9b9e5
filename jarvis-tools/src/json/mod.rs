//! JSON text as a tree.
