//! How the model's table compares with a position, and who has won.

use crate::world::{About, MONOPOLY, World};
use serde_json::Value;
use std::collections::BTreeSet;

fn strings(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => found.push(text.clone()),
        Value::Array(all) => all.iter().for_each(|one| strings(one, found)),
        Value::Object(all) => all.values().for_each(|one| strings(one, found)),
        _ => {}
    }
}

impl World<'_> {
    fn agree<T: PartialEq + std::fmt::Debug>(&mut self, about: About, what: (&str, usize), mine: T, told: T) {
        let differs = mine != told;
        self.hold(about, !differs, || format!("{what:?}: the model says {mine:?}, the position {told:?}"));
    }

    /// Everything that a position says and the model keeps.
    pub fn compare(&mut self, position: &Value) {
        let number = |value: &Value| value.as_i64().unwrap_or(0);
        let moving = position["pending"].as_array().into_iter().flatten().any(|frame| frame["what"] == "moving");
        let mut owner = vec![None; self.owner.len()];
        for seat in 0..self.players.len() {
            let told = &position["players"][seat];
            let mine = self.players[seat].clone();
            let who = seat + 1;
            self.agree(About::Money, ("cash", who), mine.cash, number(&told["cash"]));
            self.players[seat].cash = number(&told["cash"]);
            // One piece for all stands where the first seat's stands.
            if mine.out == 0 && (!self.single || seat == 0) {
                if !moving {
                    self.agree(About::Moving, ("tile", who), mine.at as i64, number(&told["at"]));
                }
                let laps = (mine.returned, mine.subsidised);
                let told_laps = (number(&told["returned"]), told["subsidised"] == true);
                if !moving {
                    self.agree(About::Laps, ("laps returned and paid", who), laps, told_laps);
                }
            }
            let jail = (mine.jail, mine.stays, mine.missed, mine.offences, mine.out);
            let told_jail = (
                number(&told["jail"]),
                told["stays"] == true,
                number(&told["missed"]),
                number(&told["offences"]),
                number(&told["out"]),
            );
            if mine.out == 0 {
                self.agree(About::Slots, ("jail, stay, missed, offences, out", who), jail, told_jail);
            } else {
                self.agree(About::Slots, ("out", who), mine.out, number(&told["out"]));
            }
            let cards = (mine.bank_cards, mine.tax_card);
            let told_cards = (number(&told["bank_cards"]), told["tax_card"] == true);
            self.agree(About::Things, ("Bank and Tax Office cards", who), cards, told_cards);
            let plain = |card: &Value| card.as_str().or(card["card"].as_str()).unwrap_or_default().to_owned();
            let ready = |card: &Value| card["ready"] != false;
            let told_hand: Vec<(String, bool)> =
                told["shortcuts"].as_array().into_iter().flatten().map(|card| (plain(card), ready(card))).collect();
            let hand: Vec<(String, bool)> =
                mine.shortcuts.iter().map(|(card, ready)| (format!("k{:02}", card + 1), *ready)).collect();
            self.agree(About::Things, ("Shortcut cards", who), hand, told_hand);
            let at_work = position["turn"]["at_work"].as_array();
            let works = |id: &str| at_work.is_some_and(|cards| cards.iter().any(|card| card == id));
            let told_kept: BTreeSet<(String, bool)> = told["kept"]
                .as_array()
                .into_iter()
                .flatten()
                .map(|card| (plain(card), ready(card)))
                .filter(|(id, _)| !works(id))
                .collect();
            let letter = |profit: bool| if profit { 'p' } else { 'l' };
            let kept =
                mine.kept.iter().map(|((profit, card), ready)| (format!("{}{:02}", letter(*profit), card + 1), *ready)).collect();
            self.agree(About::Cards, ("kept cards", who), kept, told_kept);
            let mut armed: BTreeSet<String> = BTreeSet::new();
            armed.extend(told["armed"]["arms"].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned));
            if number(&told["armed"]["set_roll"]) > 0 {
                armed.insert(format!("set_roll({})", told["armed"]["set_roll"]));
            }
            if number(&told["armed"]["pay_pips"]) > 0 {
                armed.insert(format!("pay_pips({})", told["armed"]["pay_pips"]));
            }
            self.agree(About::Cards, ("armed", who), mine.armed, armed);
            for business in told["owned"].as_array().into_iter().flatten().filter_map(Value::as_str) {
                owner[business[1..].parse::<usize>().expect("an id") - 1] = Some(seat);
            }
        }
        self.agree(About::Things, ("owners", 0), self.owner.clone(), owner);
        let place = |id: &String| id[1..].parse::<usize>().expect("an id") - 1;
        let (mut levels, mut loans) = (vec![0; self.level.len()], vec![None; self.loan.len()]);
        for (id, level) in position["levels"].as_object().into_iter().flatten() {
            levels[place(id)] = if level == "M" { MONOPOLY } else { number(level) as usize };
        }
        for (id, laps) in position["loans"].as_object().into_iter().flatten() {
            loans[place(id)] = laps.as_i64();
        }
        self.agree(About::Things, ("levels", 0), self.level.clone(), levels);
        self.agree(About::Loans, ("loans", 0), self.loan.clone(), loans);
        let told = &position["global"];
        let mine =
            self.global.as_ref().map(|global| (format!("g{:02}", global.card + 1), global.tokens, global.drawer as i64 + 1));
        let told = told
            .is_object()
            .then(|| (told["card"].as_str().unwrap_or_default().to_owned(), number(&told["tokens"]), number(&told["drawer"])));
        self.agree(About::Global, ("the Global Economy card in force", 0), mine, told);
        let dues = position["dues"].as_array().into_iter().flatten().filter_map(Value::as_str);
        // Whoever is jailed in the middle of a lap event pays no more of it. (INV-JAIL-5)
        let owes = |business: usize| self.owner[business].is_some_and(|owner| self.present(owner));
        let stray = dues.map(|id| place(&id.to_owned())).any(|business| owes(business) && !self.dues.contains(&business));
        self.hold(About::Loans, !stray, || format!("INV-LOAN-17: not due: {}", position["dues"]));
        self.agree(About::Slots, ("the round", 0), self.round, number(&position["round"]));
    }

    /// What the bank holds, and that every card is in one place. (INV-INVAR-1, 2, 5, 7, 8)
    pub fn compare_bank(&mut self, position: &Value, bank: &Value) {
        let number = |value: &Value| value.as_i64().unwrap_or(0);
        let cash: Vec<i64> = self.players.iter().map(|player| player.cash).collect();
        let all = cash.iter().sum::<i64>() + number(&bank["cash"]);
        self.agree(About::Money, ("INV-INVAR-1", 0), self.content.constant("money_in_box"), all);
        self.agree(About::Money, ("the bank's money", 0), self.bank, number(&bank["cash"]));
        let sound = cash.iter().chain([&self.bank]).all(|cash| cash % 5_000 == 0) && cash.iter().all(|cash| *cash >= 0);
        self.hold(About::Money, sound, || format!("INV-INVAR-2: {cash:?}"));
        let limited = !self.boxed || self.bank >= 0;
        self.hold(About::Money, limited, || "INV-INVAR-1: the bank owes".into());
        let held: i64 = self.players.iter().map(|player| player.bank_cards).sum();
        self.agree(About::Things, ("INV-INVAR-8", 0), self.content.constant("bank_cards"), held + number(&bank["bank_cards"]));
        let held = self.players.iter().filter(|player| player.tax_card).count() as i64;
        self.agree(About::Things, ("INV-INVAR-8", 0), self.content.constant("tax_cards"), held + number(&bank["tax_cards"]));
        if let (Some(small), Some(large)) = (bank["investments"].as_i64(), bank["monopolies"].as_i64()) {
            self.agree(About::Things, ("INV-INVAR-5", 0), (self.small_tokens(), self.large_tokens()), (small, large));
        }
        let mut without = position.clone();
        let under = without["under"].take();
        let (mut out, mut buried) = (Vec::new(), Vec::new());
        strings(&without, &mut out);
        strings(&under, &mut buried);
        let card = |text: &String| text.len() == 3 && text[1..].bytes().all(|byte| byte.is_ascii_digit());
        let out: BTreeSet<String> = out.into_iter().filter(card).collect();
        let doubled: Vec<&String> = buried.iter().filter(|card| out.contains(*card)).collect();
        self.hold(About::Things, doubled.is_empty(), || format!("INV-INVAR-7: in two places: {doubled:?}"));
        for (letter, pile, whole) in [('p', 0, 42), ('l', 1, 42), ('k', 2, 22), ('g', 3, 29)] {
            let away = out.iter().filter(|card| card.starts_with(letter)).count() as i64;
            let told = away + number(&bank["piles"][pile]);
            // INV-OPT-6: what is out of the game.
            let modes = ["profit_flat", "both_flat", "only_loss", "loss_flat"];
            let unused = match letter {
                'p' => modes[..3].iter().any(|mode| self.settings.is("fortune_mode", mode)),
                'l' => modes[1..].iter().any(|mode| self.settings.is("fortune_mode", mode)),
                'k' => self.settings.is("shortcut_mode", "path"),
                _ => self.settings.is("global_mode", "casino"),
            };
            self.agree(About::Things, ("INV-INVAR-7, pile", pile), if unused { told.min(whole) } else { whole }, told);
        }
    }

    /// The six counts. (INV-WEALTH-1, INV-WEALTH-6)
    fn counts(&self, seat: usize) -> [i64; 6] {
        [
            self.players[seat].bank_cards,
            self.monopolies(seat) as i64,
            self.investments(seat) as i64,
            self.complete(seat) as i64,
            self.owned(seat) as i64,
            self.players[seat].cash,
        ]
    }

    /// Has this player met what the table calls a further way to win? (INV-END-13 to INV-END-15)
    pub fn champion(&self, seat: usize) -> bool {
        let monopolised =
            |series: &&Vec<usize>| series.iter().all(|b| self.owner[*b] == Some(seat) && self.level[*b] == MONOPOLY);
        match self.ending.as_deref() {
            Some("own45") => self.owned(seat) >= 45,
            Some("two_monopoly_groups") => self.content.series.iter().filter(monopolised).count() >= 2,
            Some("four_groups") => self.complete(seat) >= 4,
            _ => false,
        }
    }

    /// Places and figures by seat. (INV-END-7, 11, 18, INV-WEALTH-2 to 5, INV-SOLO-4)
    pub fn places(&self, champion: Option<usize>) -> Vec<(i64, i64)> {
        let count = self.players.len();
        let inside: Vec<usize> = (0..count).filter(|seat| self.players[*seat].out == 0).collect();
        let mut tokens = vec![0_i64; count];
        for place in 0..6 {
            let most = inside.iter().map(|seat| self.counts(*seat)[place]).max().unwrap_or(0);
            let best: Vec<usize> = inside.iter().copied().filter(|seat| self.counts(*seat)[place] == most).collect();
            if most > 0 && (best.len() == 1 || self.settings.is("wealth_ties", "all")) {
                best.iter().for_each(|seat| tokens[*seat] += 1);
            }
        }
        let ending = self.ending.as_deref().unwrap_or_default();
        if count == 1 {
            let won = !["solo_out", "last_round", "agreement"].contains(&ending);
            let limited = ["rounds", "minutes", "solo_out", "last_round", "agreement"].contains(&ending);
            return vec![(if won { 1 } else { 2 }, if limited { tokens[0] } else { self.round })];
        }
        let cards = ending == "bank_cards";
        let rank = |seat: usize| -> Vec<i64> {
            let [bank, monopolies, investments, series, businesses, money] = self.counts(seat);
            let player = &self.players[seat];
            if player.out > 0 {
                return vec![-1, player.out];
            }
            let first = i64::from(champion == Some(seat));
            if cards {
                vec![first, bank, monopolies, investments, businesses, money]
            } else {
                vec![first, tokens[seat], bank, monopolies, investments, series, businesses, money]
            }
        };
        let figure = |seat: usize| match self.players[seat].out {
            0 if cards => self.players[seat].bank_cards,
            0 => tokens[seat],
            _ => 0,
        };
        let place = |seat: usize| 1 + (0..count).filter(|other| rank(*other) > rank(seat)).count() as i64;
        (0..count).map(|seat| (place(seat), figure(seat))).collect()
    }
}
