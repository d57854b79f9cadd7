//! The table in characters, at most a hundred columns wide.

use crate::{
    content::things::{Business, Fortune},
    rules::InvestmentsRules,
    state::{Player, State, Step},
    words::saying::Reader,
    words::telling::level_mark,
};
use kernel::{
    Bits, Seat, Viewer,
    say::{counted, name},
};

const WIDTH: usize = 100;

impl InvestmentsRules {
    pub(crate) fn drawn(&self, state: &State, viewer: Viewer, names: &[String]) -> String {
        let mut lines = vec![self.draw_head(state, names)];
        lines.extend(self.draw_global_card(state, names));
        for seat in state.order.seats() {
            self.draw_player(state, *seat, viewer, names, &mut lines);
        }
        lines.extend(self.draw_hand(state, viewer, names));
        lines.iter().flat_map(|line| wrapped(line)).map(|line| line + "\n").collect()
    }

    fn draw_head(&self, state: &State, names: &[String]) -> String {
        let of = self.options.limit_rounds.map_or_else(String::new, |limit| format!(" of {limit}"));
        let step = match state.turn.step {
            Step::Begin | Step::Roll => "about to roll",
            Step::Resolve | Step::Resolved => "moving and resolving",
            Step::Trade => "trading",
            Step::BankCard => "Bank cards",
        };
        let turn = if state.is_over() { "over".into() } else { format!("{}’s turn, {step}", name(names, state.active())) };
        let cards = counted(state.bank_cards, "Bank card");
        format!("Round {}{of}: {turn}; the bank has {} and {cards}", state.round, state.bank)
    }

    fn draw_global_card(&self, state: &State, names: &[String]) -> Option<String> {
        let global = state.global?;
        let card = &self.pack.globals[usize::from(global.card)];
        let (rounds, drawer) = (counted(global.tokens, "round"), name(names, global.drawer));
        Some(format!("Global Economy: {}, {rounds} left, drawn by {drawer}. {}", card.name, card.text))
    }

    fn draw_player(&self, state: &State, seat: Seat, viewer: Viewer, names: &[String], lines: &mut Vec<String>) {
        let player = state.player(seat);
        let turn = if seat == state.active() && !state.is_over() { '>' } else { ' ' };
        let who: String = name(names, seat).chars().take(20).collect();
        let you = if viewer.holds(seat) { "*" } else { "" };
        let mark = format!("{turn} ({}) {who}{you}", seat.letter());
        if player.out > 0 {
            lines.push(format!("{mark:<22} out of the game"));
            return;
        }
        let tile = self.tile_called(self.piece(state, seat));
        let has = self.draw_cards(state, seat, player);
        let has = if has.is_empty() { String::new() } else { format!("  {}", has.join(", ")) };
        lines.push(format!("{mark:<22} {:>11}  {tile}{has}", player.cash.to_string()));
        let series: Vec<String> = (0..self.series.len())
            .filter(|index| !self.series[*index].and(player.owned).is_empty())
            .map(|index| self.draw_series(state, seat, index))
            .collect();
        if !series.is_empty() {
            lines.push(format!("      {}", series.join("; ")));
        }
    }

    /// Cards, jail and what else there is to know of a player.
    fn draw_cards(&self, state: &State, seat: Seat, player: &Player) -> Vec<String> {
        let mut has = Vec::new();
        let mut note = |count: u8, noun: &str| {
            if count > 0 {
                has.push(counted(count, noun));
            }
        };
        note(player.bank_cards, "Bank card");
        note(player.shortcut_count() as u8, "Shortcut card");
        note(player.hidden.iter().flatten().count() as u8, "hidden card");
        let loans = player.owned.and(state.mortgaged);
        if !loans.is_empty() {
            has.push(format!("loans {}", loans.map(|loan| self.deed(loan).mortgage).sum::<kernel::Money>()));
        }
        if player.tax_card {
            has.push("Tax Office card".into());
        }
        for fortune in Fortune::ALL {
            let kept = &state.kept[fortune.index()];
            let cards = if kept.cards == 0 { 0 } else { kept.of(seat) };
            has.extend(
                Bits(cards).map(|card| format!("keeps “{}”", self.pack.fortunes[fortune.index()][usize::from(card)].name)),
            );
        }
        if player.jail > 0 {
            has.push(format!("in jail for {}", counted(player.jail, "turn")));
        }
        if player.stays {
            has.push(self.words.stay.into());
        }
        if player.missed > 0 {
            has.push(format!("misses {}", counted(player.missed, "turn")));
        }
        has
    }

    /// A series: what is owned with its upgrades (`×2`, `M`) and loans (`m`), and what is missing (`-b04`).
    fn draw_series(&self, state: &State, seat: Seat, index: usize) -> String {
        let owned = state.player(seat).owned;
        let one = |business: Business| {
            if !owned.contains(business) {
                return format!("-{business}");
            }
            let loan = if state.mortgaged.contains(business) { "m" } else { "" };
            format!("{business}{}{loan}", level_mark(state.level(business)))
        };
        let whole = if self.series[index].within(owned) { "!" } else { "" };
        let businesses: Vec<String> = self.series[index].map(one).collect();
        format!("{}{whole} {}", self.pack.series[index].name, businesses.join(" "))
    }

    /// The viewer's own Shortcut cards.
    fn draw_hand(&self, state: &State, viewer: Viewer, names: &[String]) -> Option<String> {
        let Viewer::Seat(seat) = viewer else { return None };
        let reader = Reader { viewer, names };
        let cards: Vec<String> = state
            .player(seat)
            .shortcuts()
            .map(|(_, held)| {
                let card = self.shortcut_card(held.card);
                let later = if held.ready { "" } else { " (from your next turn on)" };
                format!("{}{later}: {}", card.name, card.text)
            })
            .collect();
        (!cards.is_empty() && reader.is(seat)).then(|| format!("Your Shortcut cards: {}", cards.join(" ")))
    }
}

/// A line in pieces that fit; what follows the first is indented as the line is, and by two more.
fn wrapped(line: &str) -> Vec<String> {
    let indent = line.chars().take_while(|letter| *letter == ' ').count() + 2;
    let mut lines: Vec<String> = Vec::new();
    let mut rest = line;
    loop {
        let lead = if lines.is_empty() { 0 } else { indent };
        let room = WIDTH - lead;
        if rest.chars().count() <= room {
            lines.push(format!("{}{rest}", " ".repeat(lead)));
            return lines;
        }
        let end = rest.char_indices().nth(room).map_or(rest.len(), |(at, _)| at);
        let text = rest[..end].trim_end();
        let cut = rest[..end].rfind(' ').filter(|cut| *cut > indent).unwrap_or(text.len().max(1));
        lines.push(format!("{}{}", " ".repeat(lead), rest[..cut].trim_end()));
        rest = rest[cut..].trim_start();
    }
}
