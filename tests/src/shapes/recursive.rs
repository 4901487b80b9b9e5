//! Types that hold themselves.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::arguments;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
struct Node {
    value: i32,
    next: Option<Box<Node>>,
}

#[derive(Deserialize, JsonSchema)]
struct Tree {
    name: String,
    #[serde(default)]
    children: Vec<Tree>,
}

#[derive(Deserialize, JsonSchema)]
struct Dictionary {
    entries: BTreeMap<String, Dictionary>,
}

#[derive(Deserialize, JsonSchema)]
struct Ping {
    n: u8,
    pong: Option<Arc<Pong>>,
}

#[derive(Deserialize, JsonSchema)]
struct Pong {
    text: String,
    pings: Vec<Ping>,
}

#[derive(Deserialize, JsonSchema)]
enum Expression {
    Number(f64),
    Variable(String),
    Negate(Box<Expression>),
    Add(Box<Expression>, Box<Expression>),
    Call { name: String, arguments: Vec<Expression> },
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "op", rename_all = "snake_case")]
enum Filter {
    And { all: Vec<Filter> },
    Not { filter: Box<Filter> },
    Equals { field: String, value: Json },
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(BTreeMap<String, Json>),
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Leaf(u8),
    Branch(Vec<Adjacent>),
    Pair(Box<Adjacent>, Box<Adjacent>),
}

#[derive(Deserialize, JsonSchema)]
struct Generic<T> {
    value: T,
    rest: Option<Box<Generic<T>>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum Choice {
    Leaf(u8),
    Named { name: String, inner: Option<Box<Choice>> },
    List(Vec<Choice>),
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Strict {
    a: Option<Box<Strict>>,
    b: Vec<Strict>,
}

arguments! {
    RecursiveRoot { n: u8, inner: Option<Box<RecursiveRoot>> }
    RecursiveList { children: Vec<RecursiveList>, n: Option<u8> }
    RecursiveMap { map: BTreeMap<String, RecursiveMap> }
    HoldsNode { node: Node }
    HoldsTree { tree: Tree, more: Vec<Tree> }
    HoldsDictionary { dictionary: Dictionary }
    HoldsMutual { ping: Ping }
    HoldsExpression { expression: Expression }
    HoldsFilter { filter: Filter }
    HoldsJson { json: Json }
    HoldsAdjacent { tree: Adjacent }
    HoldsGeneric { list: Generic<String>, other: Generic<Option<u8>> }
    HoldsChoice { choice: Choice }
    HoldsStrict { strict: Strict }
    FlatRecursive { #[serde(flatten)] tree: Tree, n: Option<u8> }
}
