//! Single values.

use std::num::{
    NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroIsize, NonZeroU8, NonZeroU16, NonZeroU32,
    NonZeroU64, NonZeroUsize, Wrapping,
};

use super::arguments;

arguments! {
    Nothing {}
    OneBool { yes: bool }
    OneU8 { n: u8 }
    OneU16 { n: u16 }
    OneU32 { n: u32 }
    OneU64 { n: u64 }
    OneUsize { n: usize }
    OneI8 { n: i8 }
    OneI16 { n: i16 }
    OneI32 { n: i32 }
    OneI64 { n: i64 }
    OneIsize { n: isize }
    OneF32 { x: f32 }
    OneF64 { x: f64 }
    OneChar { letter: char }
    OneString { text: String }
    OneUnit { nothing: () }
    NonZeroUnsigned { a: NonZeroU8, b: NonZeroU16, c: NonZeroU32, d: NonZeroU64, e: NonZeroUsize }
    NonZeroSigned { a: NonZeroI8, b: NonZeroI16, c: NonZeroI32, d: NonZeroI64, e: NonZeroIsize }
    AllIntegers { a: u8, b: u16, c: u32, d: u64, e: i8, f: i16, g: i32, h: i64, i: usize, j: isize }
    Mixed {
        /// A flag.
        flag: bool,
        /// A count.
        count: u32,
        /// A ratio,
        ///   over two lines.
        ratio: f64,
        #[doc = include_str!("text.md")]
        text: String,
        letter: char,
    }
    AnyValue { value: serde_json::Value }
    AnyObject { object: serde_json::Map<String, serde_json::Value> }
    AnyNumber { number: serde_json::Number }
    BoxedStr { text: Box<str>, shared: std::sync::Arc<str>, copied: std::borrow::Cow<'static, str> }
    WrappingNumber { n: Wrapping<u8>, m: Wrapping<i64> }
    Raw { r#type: String, r#match: u8 }
}
