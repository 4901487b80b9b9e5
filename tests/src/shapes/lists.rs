//! Lists, sets, arrays and tuples.

use std::collections::{BTreeSet, BinaryHeap, HashSet, LinkedList, VecDeque};

use super::arguments;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
struct Item {
    name: String,
    count: Option<u8>,
}

#[derive(Deserialize, JsonSchema, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Color {
    Red,
    Green,
    Blue,
}

#[derive(Deserialize, JsonSchema)]
struct Pair(u8, String);

#[derive(Deserialize, JsonSchema)]
struct Triple(f64, f64, f64);

arguments! {
    VecU8 { list: Vec<u8> }
    VecString { list: Vec<String> }
    VecStruct { list: Vec<Item> }
    VecVec { rows: Vec<Vec<i32>> }
    VecVecStruct { rows: Vec<Vec<Item>> }
    VecEnum { list: Vec<Color> }
    VecValue { list: Vec<serde_json::Value> }
    Boxed { list: Box<[u16]> }
    Deque { list: VecDeque<i8>, linked: LinkedList<bool> }
    HashSetOf { set: HashSet<u8> }
    BTreeSetOf { set: BTreeSet<String>, colors: BTreeSet<Color> }
    SetOfColors { colors: HashSet<Color> }
    Heap { heap: BinaryHeap<u8> }
    Array3 { point: [f64; 3] }
    Array0 { none: [u8; 0] }
    Array1 { one: [String; 1] }
    ArrayOfArrays { matrix: [[u8; 2]; 2] }
    ArrayOfStructs { pair: [Item; 2] }
    Tuple2 { pair: (u8, String) }
    Tuple1 { one: (u8,) }
    TupleSame { pair: (u8, u8) }
    TupleNested { nested: ((u8, bool), [i8; 2], Vec<(String, f32)>) }
    TupleOfStructs { pair: (Item, Color) }
    TupleStruct { pair: Pair, triple: Triple }
    ListOfTuples { list: Vec<(String, u8)> }
    CowList { list: std::borrow::Cow<'static, [u8]> }
    ArcList { list: std::sync::Arc<[u8]>, rc: std::sync::Arc<Vec<Item>> }
    ListOfUnits { list: Vec<()> }
}
