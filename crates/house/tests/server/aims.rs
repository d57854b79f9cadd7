//! What the sheet beside a table leads to is there.

use crate::common::Open;
use serde_json::json;

#[tokio::test]
async fn all_that_a_sheet_leads_to_is_there() {
    let open = Open::new().await;
    let ann = open.visitor().await;
    for game in engine::games() {
        let id = ann.found(json!({ "game": game.about().id, "quick": true, "preset": "first" })).await;
        let page = ann.get(&format!("/t/{id}")).await.body;
        let sheet = page.split("class=\"aim\"").nth(1).unwrap().split("</details>").next().unwrap();
        let links: Vec<&str> = sheet.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert!(links.len() > 1, "{sheet}");
        for link in links {
            let mut there = ann.get(link).await;
            if let Some(on) = there.header("location").map(str::to_owned) {
                there = ann.get(&on).await;
            }
            assert_eq!(there.status, 200, "{link}");
            assert!(there.body.contains("<main"), "{link}");
        }
        let home = ann.get("/").await.body;
        assert!(home.contains(&format!("/rules/{}/summary", game.about().id)));
    }
    assert_eq!(ann.get("/rules/chess/summary").await.status, 404);
    open.close().await;
}
