//! The table in characters, at most a hundred columns wide.

use crate::{
    CompetitorsRules, Lasting, Load, Mode, Stage, State, Token, Vehicle,
    words::saying::{Reader, plain},
};
use kernel::{
    Seat, Viewer,
    say::{counted, listed, name},
};

const WIDTH: usize = 100;

impl CompetitorsRules {
    /// How the game ends, for the head of a drawing.
    fn rounds_words(&self, state: &State) -> String {
        match self.options.mode {
            Mode::Timed => format!("Round {} of {}", state.round, self.last_round()),
            Mode::Points => format!("Round {}", state.round),
        }
    }

    pub(crate) fn drawn(&self, state: &State, viewer: Viewer, names: &[String]) -> String {
        let reader = &Reader { viewer, names };
        let mut lines = vec![self.draw_head(state, names)];
        lines.extend(self.draw_danger(state));
        for seat in self.in_order(state) {
            self.draw_player(state, seat, reader, &mut lines);
        }
        self.draw_trade(state, reader, &mut lines);
        self.draw_hand(state, viewer, &mut lines);
        lines.iter().flat_map(|line| wrapped(line)).map(|line| line + "\n").collect()
    }

    fn draw_head(&self, state: &State, names: &[String]) -> String {
        let (round, who) = (self.rounds_words(state), name(names, state.active));
        let turn = match state.stage {
            Stage::Choosing => format!("{who} chooses a headquarters"),
            Stage::Playing if state.turn.actions == 0 && state.journey.is_none() => format!("the end of {who}’s turn"),
            Stage::Playing if state.turn.actions == 0 => format!("{who}’s turn, last action"),
            Stage::Playing => format!("{who}’s turn, {} left", counted(state.turn.actions, "action")),
            Stage::Over => "the game is over".to_owned(),
        };
        let (territories, contracts) = (state.territory_deck.len(), state.contract_deck.len());
        format!("{round}: {turn}; in the decks {territories} territory cards, {contracts} contract cards")
    }

    fn draw_danger(&self, state: &State) -> Option<String> {
        let danger = self.danger(state)?;
        let places = danger.territories.map(|territory| self.land(territory));
        let seas = danger.zones.map(|zone| self.pack[zone].name.as_str());
        let kinds = listed(danger.affects.map(many));
        let lasting = if danger.lasting == Lasting::None { String::new() } else { format!("; {}", danger.lasting.words()) };
        let area = listed(places.chain(seas));
        Some(format!("Danger: {} for {kinds}, a roll below {} saves: {area}{lasting}", danger.name, danger.save))
    }

    fn draw_player(&self, state: &State, seat: Seat, reader: &Reader, lines: &mut Vec<String>) {
        let player = state.player(seat);
        let turn = if seat == state.active && state.stage != Stage::Over { '>' } else { ' ' };
        let who: String = reader.name(seat).chars().take(20).collect();
        let you = if reader.is(seat) { "*" } else { "" };
        let mark = format!("{turn} ({}) {who}{you}", seat.letter());
        let Some(home) = self.headquarters(state, seat) else {
            lines.push(format!("{mark:<22} {}, no headquarters yet", self.pack.colour(player.colour)));
            return;
        };
        let points = counted(i64::from(player.points), "point");
        let cards = format!(
            "{} and {}",
            counted(player.territories.len() as i64, "territory card"),
            counted(player.contracts.len() as i64, "contract card")
        );
        lines.push(format!("{mark:<22} {:>9}  {points}  {cards}", player.money.to_string()));
        let advantage = |site| {
            let cards: Vec<&str> =
                self.advantages(state, seat).filter(|(_, _, at)| *at == site).map(|(card, ..)| self.card(card)).collect();
            if cards.is_empty() { self.land(site).to_owned() } else { format!("{} ({})", self.land(site), listed(cards)) }
        };
        let branches: Vec<String> = player.branches.map(advantage).collect();
        let branches = if branches.is_empty() { String::new() } else { format!("; branches {}", listed(branches)) };
        lines.push(format!("      headquarters {}{branches}", advantage(home)));
        lines.push(format!("      {}", self.fleet_words(state, seat, reader).join(", ")));
        lines.extend(
            state.signed(seat).map(|(token, load)| format!("      signed {}", self.draw_contract_of(token, &load, reader))),
        );
    }

    /// A signed contract; the card is told to those who know it.
    fn draw_contract_of(&self, token: Token, load: &Load, reader: &Reader) -> String {
        let known = reader.seat().is_some_and(|seat| seat == load.signer || load.known.contains(seat));
        let card = if known { format!(": {}", self.card_in_full(load.contract)) } else { String::new() };
        let what = if token.owner() == load.signer { plain(token) } else { self.token(token, reader) };
        format!("{}, on {what}{card}", self.way_of(load))
    }

    /// Open wishes and the offers to which the reader is a party. (CMP-NEG-4, CMP-NEG-20)
    fn draw_trade(&self, state: &State, reader: &Reader, lines: &mut Vec<String>) {
        for seat in self.seats() {
            if let Some(ask) = state.asks[seat.index()] {
                let (wanted, offered) = (self.wish_words(ask.wanted), self.wish_words(ask.offered));
                lines.push(format!("{} wants {wanted} and offers {offered}", reader.name(seat)));
            }
        }
        for (number, offer) in state.offers.iter() {
            let content = self.offer_words(state, number, reader);
            if !content.is_empty() {
                lines.push(format!("Offer {number} of {}: {content}", reader.name(offer.proposer())));
            }
        }
    }

    /// The viewer's own cards.
    fn draw_hand(&self, state: &State, viewer: Viewer, lines: &mut Vec<String>) {
        let Viewer::Seat(seat) = viewer else { return };
        let player = state.player(seat);
        if !player.territories.is_empty() {
            lines.push(format!("Your territory cards: {}", listed(player.territories.map(|card| self.land(card)))));
        }
        if !player.contracts.is_empty() {
            lines.push("Your contract cards:".to_owned());
            lines.extend(player.contracts.map(|card| format!("  {}", self.card_in_full(card))));
        }
    }
}

/// Tokens of a kind.
const fn many(vehicle: Vehicle) -> &'static str {
    match vehicle {
        Vehicle::Truck => "trucks",
        Vehicle::Ship => "ships",
        Vehicle::Aircraft => "aircraft",
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
