//! `engine`: lines in, lines out.

use crate::common::{exchequer, told};
use serde_json::Value;

#[test]
fn every_line_is_answered_and_none_ends_the_program() {
    let input = b"{\"id\":1,\"do\":\"games\"}\nnonsense\n\xff\xfe\n{}\n[]\n{\"do\":\"fly\"}\n{\"id\":2,\"do\":\"games\"}\n";
    let said = told(&["engine"], input).ended(0);
    let replies: Vec<Value> = said.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let fine: Vec<bool> = replies.iter().map(|reply| reply["ok"] == true).collect();
    assert_eq!(fine, [true, false, false, false, false, false, true]);
    assert_eq!(replies[0]["games"], replies[6]["games"]);
}

#[test]
fn no_input_is_no_fault() {
    assert_eq!(exchequer(&["engine"]).ended(0).out, "");
    exchequer(&["engine", "--port", "80"]).ended(2);
}
