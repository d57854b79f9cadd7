//! What a visitor does at a table, whatever the game.

use super::Visitor;
use serde_json::json;

/// The part of the page that changes as the table does.
const TABLE: &str = "document.querySelector('main[data-version]')";

impl Visitor {
    /// Makes a table on the set-up page: settings by their values, and who sits where from the first seat on.
    pub async fn set_up(&self, game: &str, settings: &[(&str, &str)], seats: &[&str]) {
        self.open(&format!("/new/{game}")).await;
        for (key, value) in settings {
            let (field, list) = (format!("input[name=\"option.{key}\"]"), format!("select[name=\"option.{key}\"]"));
            if self.sees(&list).await {
                self.choose(&list, value).await;
            } else if self.sees(&format!("{field}[type=radio]")).await {
                self.click(&format!("label:has({field}[value=\"{value}\"])")).await;
            } else {
                self.write(&field, value).await;
            }
        }
        for (index, holder) in seats.iter().enumerate() {
            self.choose(&format!("select[name=\"seat.{}\"]", index + 1), holder).await;
        }
        self.click("form:has(select) button[type=submit]").await;
        self.finds("main[data-version]").await;
    }

    /// Makes a table from the fields of a form and goes there.
    pub async fn founds(&self, fields: &str) {
        let post = "fetch('/tables', { method: 'post', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body })";
        let table = self.text(&format!("(async () => {{ const body = {fields:?}; return (await {post}).url }})()")).await;
        self.open(&table).await;
    }

    /// The table's version on the page.
    pub async fn version(&self) -> u64 {
        self.tell(&format!("+{TABLE}.dataset.version")).await.as_u64().expect("the page of a table")
    }

    /// How far the table is: waiting, running, over.
    pub async fn stage(&self) -> String {
        self.text(&format!("{TABLE}.dataset.stage")).await
    }

    /// The path of the table.
    pub async fn table(&self) -> String {
        self.text(&format!("'/t/' + {TABLE}.dataset.id")).await
    }

    /// The sentence that says whose turn it is and what is asked.
    pub async fn prompt(&self) -> String {
        self.text("document.querySelector('[role=status] h1').innerText").await
    }

    /// Waits for the visitor's turn; false if the game is over instead.
    pub async fn has_turn(&self) -> bool {
        self.until(&format!("{TABLE} && ({TABLE}.hasAttribute('data-turn') || {TABLE}.dataset.stage === 'over')")).await;
        self.stage().await != "over"
    }

    /// What the visitor may do now, as the buttons say it to the house: each once, though the list says it in words again.
    pub async fn actions(&self) -> Vec<String> {
        let buttons = "[...new Set([...document.querySelectorAll('button[name=action]:enabled')].map(button => button.value))]";
        self.tell(buttons).await.as_array().into_iter().flatten().filter_map(|value| value.as_str().map(str::to_owned)).collect()
    }

    /// The visitor's choice among what may be done: something worth having if a button promises it, else any that changes.
    pub async fn likes(&self) -> String {
        let having = "[...document.querySelectorAll('button[name=action]:enabled:has(.sr)')]
            .filter(button => button.textContent.includes('property on it')).map(button => button.value)";
        let having = self.tell(having).await;
        match having.as_array().and_then(|having| having.first()).and_then(|action| action.as_str()) {
            Some(action) => action.to_owned(),
            None => {
                let (mut actions, version) = (self.actions().await, self.version().await as usize);
                // An offer can be answered before it is withdrawn; and who resigns plays no more.
                actions.retain(|action| !action.starts_with("withdraw") && action != "resign");
                assert!(!actions.is_empty(), "nothing can be done though it is the visitor’s turn: {}", self.prompt().await);
                actions[version % actions.len()].clone()
            }
        }
    }

    /// Clicks on the button of an action and waits until the page shows what came of it.
    pub async fn plays(&self, action: &str) {
        let before = self.version().await;
        let played = format!("{TABLE} && +{TABLE}.dataset.version > {before}");
        // Where something is drawn for a choice, a finger's first tap only shows it.
        let shown = format!("document.querySelector({})", json!(format!("{}.hinted", button(action))));
        self.click(&button(action)).await;
        self.until(&format!("{played} || {shown}")).await;
        if self.version().await == before {
            self.click(&button(action)).await;
        }
        self.until(&played).await;
    }

    /// Plays to the end of the game, or for so many actions. Tells how many were played.
    pub async fn plays_on(&self, most: usize) -> usize {
        for played in 0..most {
            if !self.has_turn().await {
                return played;
            }
            self.plays(&self.likes().await).await;
        }
        most
    }

    /// Waits for the end of the game, as long as it goes on.
    pub async fn sees_the_end(&self) {
        while self.stage().await != "over" {
            let before = self.version().await;
            self.until(&format!("{TABLE} && (+{TABLE}.dataset.version > {before} || {TABLE}.dataset.stage === 'over')")).await;
        }
    }

    /// Waits until the page shows this version or a newer one.
    pub async fn catches_up(&self, version: u64) {
        self.until(&format!("{TABLE} && +{TABLE}.dataset.version >= {version}")).await;
    }

    /// Looks at another tab, as far as the page can tell, or back at this one.
    pub async fn hides(&self, hidden: bool) {
        let hide = format!("Object.defineProperty(document, 'hidden', {{ value: {hidden}, configurable: true }})");
        self.tell(&format!("({hide}, document.dispatchEvent(new Event('visibilitychange')))")).await;
    }

    /// Leaves a sign in the page that is gone when the page is loaded anew.
    pub async fn leaves_sign(&self) {
        self.tell("window.sign = true").await;
    }

    /// Is it still the page with the sign?
    pub async fn finds_sign(&self) -> bool {
        self.tell("window.sign === true").await == json!(true)
    }
}

/// The button of an action: on the board if it is there, otherwise in the form.
pub fn button(action: &str) -> String {
    format!("button[name=action][value=\"{action}\"]:not(.moves *)")
}

/// The button of an action in the list of words.
pub fn in_words(action: &str) -> String {
    format!(".moves button[name=action][value=\"{action}\"]")
}
