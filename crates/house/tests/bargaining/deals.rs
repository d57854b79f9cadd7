//! Deals as forms.

use crate::{card, house, shows, two};
use serde_json::json;

#[tokio::test]
async fn a_deal_with_a_counter_offer_by_plain_forms() {
    let open = house().await;
    let table = two(&open, json!({})).await;
    let (id, (ann, a), (bob, b)) = (&table.id, &table.first, &table.second);
    let own = card(&ann.table(id).await);
    shows(&ann.page(&format!("/t/{id}")).await.body, &[&format!("/t/{id}?deal=offer"), "Offer a deal"]);
    let form = ann.page(&format!("/t/{id}?deal=offer")).await.is(200).body.clone();
    let thing = format!("{a}&gt;{b} card {own}");
    shows(&form, &[&thing, &format!("name=\"sum.{b}&gt;{a}\""), "data-deal=\"offer\"", "You give "]);
    assert!(!form.contains("http-equiv"), "whoever fills in a form is not disturbed");

    let (play, deal) = (format!("{a}>{b} card {own}"), format!("/t/{id}/deal"));
    let (gives, gets) = (format!("sum.{a}>{b}"), format!("sum.{b}>{a}"));
    let (seat, with) = (a.to_string(), b.to_string());
    // What is refused is filled in again, and the clause is named.
    let fields =
        [("deal", "offer"), ("with", &with), ("seat", &seat), ("thing.0", &play), (gets.as_str(), "61"), (gives.as_str(), "")];
    let refused = ann.form(&deal, &fields).await.is(409).body.clone();
    shows(&refused, &["BAZ-NEG-1", "A sum is 1 to 60 coins.", "value=\"61\"", "data-deal=\"offer\""]);
    let ticked = refused.split(&format!("value=\"{thing}\"")).nth(1).unwrap();
    assert!(ticked.starts_with(" checked"), "{}", &ticked[..40]);
    for sum in ["much", "1.5", "99999999999999999999"] {
        let fields = [("deal", "offer"), ("seat", seat.as_str()), ("thing.0", &play), (gets.as_str(), sum)];
        shows(&ann.form(&deal, &fields).await.is(400).body, &["is not a whole number", "BAZ-NEG-1"]);
    }
    let nothing = [("deal", "offer"), ("seat", seat.as_str()), (gets.as_str(), "0")];
    shows(&ann.form(&deal, &nothing).await.is(409).body, &["Nothing changes hands", "BAZ-NEG-1"]);
    let fields =
        [("deal", "offer"), ("with", &with), ("seat", &seat), ("thing.0", &play), (gets.as_str(), "9"), (gives.as_str(), "")];
    assert_eq!(ann.form(&deal, &fields).await.status, 303);

    // The other is asked, and begins a counter-offer with what was offered.
    let asked = bob.page(&format!("/t/{id}")).await.body;
    shows(&asked, &["<title>You are asked.", "Accept offer 1", "Decline offer 1", &format!("/t/{id}?deal=counter+1")]);
    let counter = bob.page(&format!("/t/{id}?deal=counter+1")).await.body;
    let named = counter.split(&format!("value=\"{thing}\"")).nth(1).expect("the card of the other, which no list names");
    assert!(named.starts_with(" checked"));
    shows(&counter, &["value=\"9\"", "Counter offer 1"]);
    let seat = b.to_string();
    let fields = [("deal", "counter 1"), ("seat", &seat), ("thing.7", &play), (gets.as_str(), "5")];
    assert_eq!(bob.form(&deal, &fields).await.status, 303);
    // The first offer is gone: nobody accepts what was swapped under their hand.
    let seat = a.to_string();
    shows(&ann.form(&format!("/t/{id}/play"), &[("action", "accept 1"), ("seat", &seat)]).await.is(409).body, &["BAZ-NEG-2"]);
    assert_eq!(ann.form(&format!("/t/{id}/play"), &[("action", "accept 2"), ("seat", &seat)]).await.status, 303);
    let dealt = bob.table(id).await;
    assert_eq!(dealt["view"]["coins"][*b as usize - 1], 55);
    assert!(dealt["view"]["hand"].as_array().unwrap().contains(&json!(own)), "{dealt}");
    // A deal that cannot be made any more is not put together any more.
    assert!(!bob.page(&format!("/t/{id}?deal=counter+1")).await.is(200).body.contains("data-deal"));
    bob.form(&deal, &[("deal", "counter 1"), ("thing.7", &play)]).await.is(409);
    open.close().await;
}

#[tokio::test]
async fn nonsense_is_refused_and_changes_nothing() {
    let open = house().await;
    let table = two(&open, json!({})).await;
    let (id, (ann, a), (bob, _)) = (&table.id, &table.first, &table.second);
    let version = ann.table(id).await["version"].clone();
    let deal = format!("/t/{id}/deal");
    let long = "1>2 card 3 ".repeat(80);
    let many: Vec<(String, String)> = (0..100).map(|number| (format!("thing.{number}"), "1>2 card 1".to_owned())).collect();
    let mut many: Vec<(&str, &str)> = many.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
    many.push(("deal", "offer"));
    assert_eq!(ann.form(&deal, &many).await.status, 400);
    for fields in [
        vec![("deal", "steal"), ("thing.1", "1>2 card 3")],
        vec![("deal", "offer"), ("thing.1", long.as_str()), ("thing.2", long.as_str())],
        vec![("deal", "offer"), ("thing.1", "1>1 card 3")],
        vec![("deal", "offer"), ("sum.9>1", "5")],
        vec![("deal", "offer"), ("with", "1,2,3,4,5"), ("thing.1", "1>2 card 3")],
        vec![("deal", "offer")],
        vec![("thing.1", "1>2 card 3")],
    ] {
        let answer = ann.form(&deal, &fields).await;
        assert!(matches!(answer.status, 400 | 409), "{fields:?}: {answer:?}");
        assert!(answer.body.len() < 60_000, "{fields:?}");
    }
    let seat = a.to_string();
    assert_eq!(bob.form(&deal, &[("deal", "offer"), ("seat", &seat), ("thing.1", "1>2 card 3")]).await.status, 403);
    for query in ["deal=%00", "deal=offer&with=99,x,,", "as=99", "as=x", "deal=offer&as=2", "with=1"] {
        assert_eq!(ann.page(&format!("/t/{id}?{query}")).await.status, 200, "{query}");
    }
    assert_eq!(ann.table(id).await["version"], version);
    open.close().await;
}

#[tokio::test]
async fn a_program_can_put_a_deal_together_too() {
    let open = house().await;
    let table = two(&open, json!({})).await;
    let (id, (ann, a), (bob, b)) = (&table.id, &table.first, &table.second);
    let (gives, gets) = (format!("{a}>{b}"), format!("{b}>{a}"));
    ann.command(id, "deal", json!({ "deal": "offer", "sum": { gives.as_str(): "4", gets.as_str(): "3" } })).await.is(200);
    let asked = bob.table(id).await;
    assert_eq!((&asked["asked"], &asked["awaited"]), (&json!([b]), &json!([b])));
    assert_eq!(asked["choices"]["question"]["kind"], "deal");
    assert_eq!(bob.get("/api/visitors/me/tables").await.json()["tables"][0]["your_turn"], true);
    open.close().await;
}
