//! Pictures of boards: fetched once, kept for ever, small on the wire.

use crate::common::Open;

/// Where the pictures of COMPETITOR$ are.
fn address(name: &str) -> String {
    let game = engine::game("competitors").expect("a game of the house");
    house::boards::pictures::address(game, game.pack(), name)
}

#[tokio::test]
async fn a_picture_is_kept_for_ever_and_is_small_on_the_wire() {
    let open = Open::new().await;
    let visitor = open.visitor().await;
    let mut all = 0;
    for name in ["map", "names", "small-names"] {
        let plain = visitor.get(&address(name)).await;
        plain.is(200);
        assert_eq!(plain.header("content-type"), Some("image/svg+xml"));
        assert_eq!(plain.header("cache-control"), Some("public, max-age=31536000, immutable"));
        assert!(plain.header("content-security-policy").is_some_and(|policy| policy.contains("default-src 'none'")));
        assert!(plain.body.contains("<svg"));
        let packed = visitor.ask("GET", &address(name), &[("accept-encoding", "gzip")], b"").await;
        assert_eq!(packed.header("content-encoding"), Some("gzip"));
        // Bytes that are no text count at least once, so this is the most that it can be.
        all += packed.body.len();
    }
    assert!(all < 400_000, "{all} bytes");
    open.close().await;
}

#[tokio::test]
async fn a_picture_that_is_not_there_is_not_found_and_an_old_address_lasts_for_now() {
    let open = Open::new().await;
    let visitor = open.visitor().await;
    let map = address("map");
    for wrong in [
        map.replace("map.svg", "nowhere.svg"),
        map.replace(".svg", ".png"),
        map.replace("competitors", "nogame"),
        "/pictures/competitors/zz/1/map.svg".into(),
    ] {
        visitor.get(&wrong).await.is(404);
    }
    // The part before the name stands for how it is drawn: another program may have drawn it otherwise.
    let (front, name) = map.rsplit_once('/').expect("a path");
    let (front, _) = front.rsplit_once('/').expect("a path");
    let old = visitor.get(&format!("{front}/0123456789abcdef/{name}")).await;
    old.is(200);
    assert_eq!(old.header("cache-control"), Some("no-cache"));
    open.close().await;
}
