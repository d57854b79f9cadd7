//! A visitor: one browser with its own cookies.

use super::{Driver, House};
use fantoccini::{
    Client, ClientBuilder, Locator,
    actions::{InputSource, KeyAction, KeyActions, MouseActions, PointerAction, TouchActions},
    error::CmdError,
};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use tempfile::TempDir;

/// How long anything may take before it counts as never; machines may be busy.
const PATIENCE: Duration = Duration::from_secs(45);
/// How often a visitor looks again.
const GLANCE: Duration = Duration::from_millis(15);

/// What a visitor's browser is like.
#[derive(Clone, Copy)]
pub struct Looks {
    /// The size of the page's window.
    pub size: (u32, u32),
    /// Is it a phone, with touch and a small screen?
    pub phone: bool,
    /// Does the visitor like it dark?
    pub dark: bool,
    /// Does the visitor like it still?
    pub still: bool,
    /// Does the browser run scripts?
    pub script: bool,
    /// How fast events are shown to the visitor, where that is not left to the house.
    pub pace: Option<&'static str>,
    /// Has the visitor never been here? Others know the aims of the games.
    pub newcomer: bool,
}

impl Looks {
    /// A laptop.
    pub const WIDE: Looks = Looks {
        size: (1280, 800),
        phone: false,
        dark: false,
        still: false,
        script: true,
        pace: Some("at once"),
        newcomer: false,
    };
    /// A small phone.
    pub const NARROW: Looks = Looks { size: (360, 740), phone: true, ..Looks::WIDE };
}

/// A browser at a house.
pub struct Visitor {
    client: Client,
    session: String,
    home: String,
    driver: Arc<Driver>,
    _profile: TempDir,
}

impl Visitor {
    /// A new visitor with an empty profile.
    pub async fn new(driver: &Arc<Driver>, house: &House, looks: Looks) -> Visitor {
        let profile = tempfile::Builder::new().prefix("visitor").tempdir().expect("a folder for the browser");
        let (wide, high) = looks.size;
        let mut options = json!({ "args": [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-quic", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
            "--disable-default-apps", "--disable-extensions", "--lang=en",
            format!("--window-size={wide},{high}"), format!("--user-data-dir={}", profile.path().display()),
        ] });
        if looks.phone {
            options["mobileEmulation"] =
                json!({ "deviceMetrics": { "width": wide, "height": high, "pixelRatio": 2.0, "touch": true, "mobile": true } });
        }
        if !looks.script {
            options["prefs"] = json!({ "profile.managed_default_content_settings.javascript": 2 });
        }
        let wishes = json!({ "goog:chromeOptions": options, "goog:loggingPrefs": { "browser": "ALL" } });
        let wishes = wishes.as_object().cloned().unwrap_or_default();
        let client = ClientBuilder::new(HttpConnector::new()).capabilities(wishes).connect(&driver.address()).await;
        let client = client.expect("a browser starts");
        let session = client.session_id().await.ok().flatten().expect("the browser has a session");
        let visitor = Visitor { client, session, home: house.at(""), driver: driver.clone(), _profile: profile };
        if !looks.phone {
            // A window of that size has a smaller page; this makes it exact.
            visitor.resize(looks.size, false);
        }
        visitor.prefer(looks.dark, looks.still);
        if !looks.newcomer {
            let known: Vec<&str> = engine::games().iter().map(|game| game.about().id).collect();
            visitor.devtools("Network.setCookie", json!({ "name": "aims", "value": known.join("."), "url": house.at("/") }));
        }
        if let Some(pace) = looks.pace {
            visitor.begins_pages_with(&format!("try {{ localStorage.pace ??= {} }} catch {{}}", json!(pace)));
        }
        visitor
    }

    /// Makes the page's window exactly this large; on a phone with more pixels to the same size.
    pub fn resize(&self, (wide, high): (u32, u32), phone: bool) {
        let scale = if phone { 2 } else { 1 };
        let size = json!({ "width": wide, "height": high, "deviceScaleFactor": scale, "mobile": phone });
        self.devtools("Emulation.setDeviceMetricsOverride", size);
    }

    /// Changes what the visitor likes: dark or light, moving or still.
    pub fn prefer(&self, dark: bool, still: bool) {
        let features = json!([
            { "name": "prefers-color-scheme", "value": if dark { "dark" } else { "light" } },
            { "name": "prefers-reduced-motion", "value": if still { "reduce" } else { "no-preference" } },
        ]);
        self.devtools("Emulation.setEmulatedMedia", json!({ "features": features }));
    }

    /// The visitor's system has colours of its own.
    pub fn forces_colours(&self) {
        let features = json!([{ "name": "forced-colors", "value": "active" }]);
        self.devtools("Emulation.setEmulatedMedia", json!({ "features": features }));
    }

    /// Turns the browser's network off, or on again.
    pub fn goes_offline(&self, offline: bool) {
        self.devtools("Network.enable", json!({}));
        let rates = json!({ "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        self.devtools("Network.emulateNetworkConditions", rates);
    }

    /// Runs a script at the beginning of every page from now on, before the page's own.
    pub fn begins_pages_with(&self, script: &str) {
        self.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script }));
    }

    /// Lets pages of the house do something that the visitor would be asked for.
    pub fn grant(&self, permission: &str) {
        self.devtools("Browser.grantPermissions", json!({ "permissions": [permission], "origin": self.home }));
    }

    fn devtools(&self, command: &str, parameters: Value) -> Value {
        let body = json!({ "cmd": command, "params": parameters });
        let answer = self.driver.ask("POST", &format!("/session/{}/goog/cdp/execute", self.session), &body);
        answer.unwrap_or_else(|error| panic!("{command}: {error}"))
    }

    /// Opens a page of the house by its path, or any page by its whole address.
    pub async fn open(&self, path: &str) {
        let url = if path.starts_with('/') { format!("{}{path}", self.home) } else { path.to_owned() };
        self.client.goto(&url).await.unwrap_or_else(|error| panic!("{url} does not open: {error}"));
    }

    /// Loads the page anew.
    pub async fn reload(&self) {
        self.tried("loading anew", async || self.client.refresh().await).await;
    }

    /// The path of the page with its query.
    pub async fn path(&self) -> String {
        self.tell("location.pathname + location.search").await.as_str().unwrap_or_default().to_owned()
    }

    /// Tries something until it succeeds. A page that is just being replaced by another one answers with an error, and what was
    /// found on it is gone: a person would not notice, so it is tried again.
    async fn tried<T>(&self, what: &str, action: impl AsyncFn() -> Result<T, CmdError>) -> T {
        let latest = Instant::now() + PATIENCE;
        loop {
            match action().await {
                Ok(value) => return value,
                Err(error) if Instant::now() > latest => panic!("{what}: {error}"),
                Err(_) => tokio::time::sleep(GLANCE).await,
            }
        }
    }

    /// The value of an expression in the page. This works where the page's own scripts are off, too.
    pub async fn tell(&self, expression: &str) -> Value {
        let script = format!("return {expression}");
        self.tried(expression, async || self.client.execute(&script, vec![]).await).await
    }

    /// The value of an expression as text.
    pub async fn text(&self, expression: &str) -> String {
        self.tell(expression).await.as_str().unwrap_or_default().to_owned()
    }

    /// Does the page have this?
    pub async fn sees(&self, css: &str) -> bool {
        self.count(css).await > 0
    }

    /// How many of this the page has.
    pub async fn count(&self, css: &str) -> u64 {
        self.tell(&format!("document.querySelectorAll({}).length", json!(css))).await.as_u64().unwrap_or(0)
    }

    /// Waits until an expression holds in the page, whatever page that is by then.
    pub async fn until(&self, expression: &str) {
        let latest = Instant::now() + PATIENCE;
        loop {
            // A page that is just going away answers with an error: look again.
            let told = self.client.execute(&format!("return !!({expression})"), vec![]).await;
            if matches!(told, Ok(Value::Bool(true))) {
                return;
            }
            if Instant::now() > latest {
                let page =
                    self.client.execute("return location.href + '\\n' + document.body.innerText.slice(0, 3000)", vec![]).await;
                let page = page.map_or_else(|error| error.to_string(), |page| page.as_str().unwrap_or_default().to_owned());
                panic!("never `{expression}`: {told:?}\n{page}");
            }
            tokio::time::sleep(GLANCE).await;
        }
    }

    /// Waits until the page has this.
    pub async fn finds(&self, css: &str) {
        self.until(&format!("document.querySelector({})", json!(css))).await;
    }

    /// Clicks on the first of these with the mouse. It must come into sight with nothing over it; what just moves is waited for.
    pub async fn click(&self, css: &str) {
        let latest = Instant::now() + PATIENCE;
        loop {
            let clicked = async { self.client.find(Locator::Css(css)).await?.click().await };
            match clicked.await {
                Ok(()) => return,
                Err(error) if Instant::now() > latest => panic!("`{css}` cannot be clicked on {}: {error}", self.path().await),
                Err(_) => {
                    // If it is folded away, unfolds it; if it is under the status line, scrolls on.
                    let scroll = "const one = document.querySelector(arguments[0]); one?.closest('details')?.setAttribute('open', ''); one?.scrollIntoView({ block: 'center', behavior: 'instant' })";
                    let _ = self.client.execute(scroll, vec![json!(css)]).await;
                    tokio::time::sleep(GLANCE).await;
                }
            }
        }
    }

    /// Moves the mouse over the first of these.
    pub async fn points_at(&self, css: &str) {
        self.tried(css, async || {
            let element = self.client.find(Locator::Css(css)).await?;
            let mouse = MouseActions::new("mouse".to_owned()).then(PointerAction::MoveToElement {
                element,
                duration: None,
                x: 0.0,
                y: 0.0,
            });
            self.client.perform_actions(mouse).await
        })
        .await;
    }

    /// Taps on the first of these with a finger.
    pub async fn tap(&self, css: &str) {
        let scroll = "document.querySelector(arguments[0])?.scrollIntoView({ block: 'center', behavior: 'instant' })";
        self.client.execute(scroll, vec![json!(css)]).await.expect("the page can be scrolled");
        let element = self.client.find(Locator::Css(css)).await.expect("it is there");
        let finger = TouchActions::new("finger".to_owned())
            .then(PointerAction::MoveToElement { element, duration: None, x: 0.0, y: 0.0 })
            .then(PointerAction::Down { button: 0 })
            .then(PointerAction::Up { button: 0 });
        self.client.perform_actions(finger).await.expect("a finger taps");
    }

    /// Writes into a field.
    pub async fn write(&self, css: &str, text: &str) {
        self.tried(css, async || {
            let field = self.client.find(Locator::Css(css)).await?;
            field.clear().await?;
            field.send_keys(text).await
        })
        .await;
    }

    /// Chooses an option of a list.
    pub async fn choose(&self, css: &str, value: &str) {
        self.tried(&format!("{value} in {css}"), async || {
            self.client.find(Locator::Css(css)).await?.select_by_value(value).await
        })
        .await;
    }

    /// Presses a key and lets go of it.
    pub async fn press(&self, key: char) {
        let keys = KeyActions::new("keyboard".to_owned()).then(KeyAction::Down { value: key }).then(KeyAction::Up { value: key });
        self.client.perform_actions(keys).await.expect("a key can be pressed");
    }

    /// A picture of what the window shows.
    pub async fn picture(&self) -> Vec<u8> {
        self.client.screenshot().await.expect("a picture of the page")
    }

    /// All that the browser complained of since this was asked last: errors of scripts, of the policy, of loading.
    pub fn complaints(&self) -> Vec<String> {
        let entries = self.driver.ask("POST", &format!("/session/{}/se/log", self.session), &json!({ "type": "browser" }));
        let entries = entries.expect("the browser’s log");
        let bad = |entry: &&Value| matches!(entry["level"].as_str(), Some("SEVERE" | "WARNING"));
        entries.as_array().into_iter().flatten().filter(bad).map(|entry| entry["message"].to_string()).collect()
    }
}

impl Drop for Visitor {
    fn drop(&mut self) {
        let _ = self.driver.ask("DELETE", &format!("/session/{}", self.session), &Value::Null);
    }
}
