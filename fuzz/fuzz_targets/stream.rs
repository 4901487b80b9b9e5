//! See `jarvis_tools_fuzz::stream`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| jarvis_tools_fuzz::on_small_stack(
    jarvis_tools_fuzz::stream::check,
    data
));
