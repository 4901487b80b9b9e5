//! Clients that mean no good.

use super::*;

#[tokio::test]
async fn a_broken_line_harms_no_other() {
    let mut client = Raw::greeted(server(), "2025-11-25").await;
    let deep = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"add","arguments":{{"a":{}{}}}}}}}"#,
        "[".repeat(10_000),
        "]".repeat(10_000),
    );
    let lines =
        ["{", "[]", "null", "5", r#""text""#, r#"{"jsonrpc":"1.0","id":1}"#, "{\"id\":1}", &deep, "\u{feff}"];
    for line in lines {
        client.send_text(line).await;
    }
    client.send(&json!({ "jsonrpc": "2.0", "id": "after", "method": "ping" })).await;
    loop {
        let answer = client.receive().await;
        if answer["id"] == "after" {
            assert_eq!(answer["result"], json!({}));
            break;
        }
        assert!(answer["error"]["code"].is_i64(), "{answer}");
    }
    let answer = client.call("add", json!({ "a": 1, "b": 1 })).await;
    assert_eq!(answer["result"]["structuredContent"], json!({ "sum": 2 }));
}

#[tokio::test]
async fn arguments_within_the_parsers_depth_are_refused_with_our_words() {
    let mut client = Raw::greeted(server(), "2025-11-25").await;
    let mut deep = json!(1);
    for _ in 0..100 {
        deep = json!([deep]);
    }
    let answer = client.call("add", json!({ "a": deep, "b": 1 })).await;
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    let text = answer["result"]["content"][0]["text"].as_str().expect("text");
    assert!(text.contains("parameter 'a' has wrong type: expected integer, got array"), "{text}");
}

#[tokio::test]
async fn a_huge_argument_is_refused_with_a_bounded_text() {
    let mut client = Raw::greeted(server(), "2025-11-25").await;
    let answer = client.call("add", json!({ "a": "x".repeat(5 << 20), "b": 1 })).await;
    assert_eq!(answer["result"]["isError"], true);
    assert!(answer.to_string().len() < 2000, "{}", answer.to_string().len());
}

#[tokio::test]
async fn a_client_that_says_nothing_or_nonsense_first_ends_alone() {
    let silent = Raw::new(server());
    drop((silent.lines, silent.writer));
    assert_eq!(silent.running.await.expect("no panic"), Ok(()));

    let mut rude = Raw::new(server());
    rude.send(&json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "add" } }))
        .await;
    drop((rude.lines, rude.writer));
    // Whether it is an error or an end, it comes.
    let _ = rude.running.await.expect("no panic");
}
