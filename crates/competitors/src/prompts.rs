//! What is asked, in one sentence: to whoever decides as "you", to all others by name.

use crate::{
    actions::Action,
    assets::Asset,
    effects::{Deed, Special},
    options::Mode,
    rules::CompetitorsRules,
    saying::{Reader, a_kind, capital, plain},
    state::{Frame, Journey, Load, Stage, State},
    tokens::Token,
};
use kernel::{
    Line, OfferNumber, Rules, Seat,
    say::{counted, listed},
};

/// `3 points`, `no points`.
fn points_words(points: u8) -> String {
    if points == 0 { "no points".to_owned() } else { counted(points, "point") }
}

/// Alternatives: `draw`, `draw or move`, `sign, draw or move`.
fn either(things: &[&str]) -> String {
    match things {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

impl CompetitorsRules {
    /// What is asked now.
    pub(crate) fn asking(&self, state: &State, reader: &Reader) -> Line {
        if let Some(verdict) = self.verdict(state, reader) {
            return verdict;
        }
        let active = state.active;
        if state.stage == Stage::Choosing {
            let name = reader.name(active);
            let you = || "Choose your headquarters: your tokens start there.".to_owned();
            return reader.one(active, "CMP-SETUP-5", you, || format!("{name} chooses a headquarters."));
        }
        match state.top() {
            Some(frame) => self.ask_part(state, frame, reader),
            None => {
                let line = match &state.journey {
                    None => self.ask_for_action(state, reader),
                    Some(journey) => self.ask_to_move(state, journey, reader),
                };
                self.with_offers(state, line, reader)
            }
        }
    }

    /// Who has won, and how. (CMP-END)
    fn verdict(&self, state: &State, reader: &Reader) -> Option<Line> {
        let outcome = self.outcome(state)?;
        let winners = outcome.winners();
        let first = winners.lowest()?;
        let points = state.player(first).points;
        let tied = { self.seats() }.any(|seat| !winners.contains(seat) && state.player(seat).points == points);
        let mut with = counted(i64::from(points), "victory point");
        if tied || winners.len() > 1 {
            with = format!("{with} and a wealth of {}", self.wealth(state, first));
        }
        let who = capital(&reader.all(winners));
        let text = match winners.len() {
            1 if reader.is(first) => format!("You win with {with}."),
            1 => format!("{who} wins with {with}."),
            _ => format!("{who} share the victory, each with {with}."),
        };
        Some(Line::new(outcome.clause, text))
    }

    /// The next action of a turn. (D3)
    fn ask_for_action(&self, state: &State, reader: &Reader) -> Line {
        let seat = state.active;
        let left = counted(i64::from(state.turn.actions), "action");
        let you = || match self.main_actions(state, seat)[..] {
            [] => format!("It is your turn, with {left} left, but nothing can be done with it: end the turn."),
            ref some => format!("It is your turn, with {left} left: {}.", either(some)),
        };
        reader.one(seat, "CMP-TURN-1", you, || format!("It is {}’s turn, with {left} left.", reader.name(seat)))
    }

    /// All kinds of actions that are possible now: those that bring points first, then those that lead there. (CMP-TURN-1)
    fn main_actions(&self, state: &State, seat: Seat) -> Vec<&'static str> {
        let mut actions = Vec::new();
        self.list(state, seat, &mut actions);
        let can = |what: fn(&Action) -> bool| actions.iter().any(what);
        let kinds = [
            (can(|action| matches!(action, Action::Deliver(_))), "deliver"),
            (can(|action| matches!(action, Action::Sign(_))), "sign"),
            (can(|action| matches!(action, Action::DrawTerritory | Action::DrawContract)), "draw"),
            (can(|action| matches!(action, Action::Move(_))), "move"),
            (can(|action| matches!(action, Action::Buy(_))), "buy"),
            (can(|action| matches!(action, Action::Build(_))), "build"),
            (can(|action| matches!(action, Action::Sell(_) | Action::SellBranch(_))), "sell"),
        ];
        kinds.into_iter().filter_map(|(can, word)| can.then_some(word)).collect()
    }

    /// A token of the active player and where it is, for a sentence that names the player.
    fn token_at(&self, state: &State, token: Token, reader: &Reader) -> String {
        let what = if token.owner() == state.active { plain(token) } else { self.token(token, reader) };
        format!("{what}, {}", self.place_words(state.piece(token).place, reader))
    }

    /// The next step, or the next movement turn of a Delivery. (D8 to D14)
    fn ask_to_move(&self, state: &State, journey: &Journey, reader: &Reader) -> Line {
        let (seat, name) = (state.active, reader.name(state.active));
        let Some(delivery) = &journey.delivery else {
            let at = self.token_at(state, journey.token, reader);
            let others = self.movers(state).without(journey.token);
            let points = |token: Token| points_words(self.points_left(state, token));
            let mut left = format!("it has {}", points(journey.token));
            left.extend({ others }.map(|other| format!(", {} {}", self.token(other, reader), points(other))));
            let you = || format!("Move {at}: {left}.");
            return reader.one(seat, "CMP-MOVE-1", you, || format!("{name} moves {at}: {left}."));
        };
        let Some((token, load)) = state.carrying(delivery.sender).and_then(|token| Some((token, state.piece(token).load?)))
        else {
            return Line::new("CMP-DELIV-1", format!("{name} ends a Delivery."));
        };
        let way = self.way_of(&load);
        let at = self.token_at(state, token, reader);
        if journey.moving {
            let mover = state.outermost(token);
            let left = points_words(self.points_left(state, mover));
            let turn = format!("movement turn {} of {}", delivery.used, delivery.limit);
            let you = || format!("Deliver the goods {way} with {at}: {turn}, {left} left.");
            let they = || format!("{name} delivers goods {way} with {at}: {left} left in movement turn {}.", delivery.used);
            return reader.one(seat, "CMP-DELIV-1", you, they);
        }
        let left = counted(delivery.limit.saturating_sub(delivery.used), "movement turn");
        let used = match delivery.used {
            0 => String::new(),
            used => format!(", {} used so far", counted(used, "movement turn")),
        };
        let you = || format!("Deliver the goods {way} with {at}: {left} left. Take a step, or give the Delivery up.");
        let they = || format!("{name} delivers goods {way} with {at}{used}.");
        reader.one(seat, "CMP-DELIV-3", you, they)
    }

    /// `from Poland to Spain`.
    pub(crate) fn way_of(&self, load: &Load) -> String {
        format!("from {} to {}", self.land(load.sender), self.land(load.receiver))
    }

    /// What the reader is asked about offers, after what else is going on. (D27)
    fn with_offers(&self, state: &State, line: Line, reader: &Reader) -> Line {
        let Some(seat) = reader.seat() else { return line };
        let asked: Vec<String> = { state.offers.iter() }
            .filter(|(_, offer)| offer.asked().contains(seat))
            .map(|(number, offer)| {
                format!("{} offers (offer {number}): {}", reader.name(offer.proposer()), self.offer_words(state, number, reader))
            })
            .collect();
        if asked.is_empty() {
            return line;
        }
        Line::new("CMP-NEG-6", format!("{}. {}", asked.join(". "), line.text))
    }

    /// What changes hands by an open offer, as far as the reader may know; nothing to those who are no party. (CMP-NEG-20)
    pub(crate) fn offer_words(&self, state: &State, number: OfferNumber, reader: &Reader) -> String {
        let (Some(offer), Some(seat)) = (state.offers.get(number), reader.seat()) else { return String::new() };
        if !offer.parties().contains(seat) {
            return String::new();
        }
        let parts = offer.deal().transfers().enumerate().map(|(place, transfer)| {
            let known = state.note(number).is_some_and(|note| note.is_named(seat, place));
            let words = match transfer.asset {
                Asset::Contract(card) | Asset::Shown(card) if known || transfer.from == seat => {
                    format!("the contract card {}", self.card(card))
                }
                Asset::Contract(_) | Asset::Shown(_) => "a contract card".to_owned(),
                Asset::Unnamed(_) if transfer.from == seat => "a contract card of your choice".to_owned(),
                asset => self.asset_words(asset, &Reader::on(transfer.from, reader.names)),
            };
            (transfer.from, transfer.to, words)
        });
        self.said_deal(parts, reader)
    }

    /// What is pending and waits for a decision. What others read of a contract or a special card that is being chosen for is the same
    /// whatever it is: the card is in hand until all of it is said. (CMP-INV-22)
    fn ask_part(&self, state: &State, frame: &Frame, reader: &Reader) -> Line {
        let (seat, name) = (state.active, reader.name(state.active));
        let ask = |clause: &'static str, you: String, they: String| reader.one(seat, clause, || you, || they);
        match *frame {
            Frame::Sign { contract, token: None } => ask(
                "CMP-SIGN-1",
                format!("Which token takes the goods of {}?", self.card_in_full(contract)),
                format!("{name} signs a contract."),
            ),
            Frame::Sign { token: Some(token), .. } => {
                let sender = state.territory_of(token).map_or("", |at| self.land(at));
                ask(
                    "CMP-SIGN-1",
                    format!("The goods go from {sender} with {}: choose the Receiver.", plain(token)),
                    format!("{name} signs a contract."),
                )
            }
            Frame::Buy(vehicle) => {
                let kind = a_kind(vehicle);
                ask("CMP-BUY-4", format!("Where do you put {kind}?"), format!("{name} buys {kind} and chooses where to put it."))
            }
            Frame::Advantage(card) => ask(
                "CMP-SPEC-9",
                format!("On which site do you put {}?", self.card(card)),
                format!("{name} plays a special card."),
            ),
            Frame::Instant(card) => {
                let you = match self.pack[card].special() {
                    Some(Special::Instant(crate::effects::Instant::Revoke)) => {
                        format!("Which advantage card does {} remove?", self.card(card))
                    }
                    _ => format!("On whom do you play {}?", self.card(card)),
                };
                ask("CMP-SPEC-9", you, format!("{name} plays a special card."))
            }
            Frame::Swap { with, .. } => {
                let you = format!("Which territory card do you give {}?", reader.name(with));
                ask("CMP-SPEC-9", you, format!("{name} plays a special card."))
            }
            Frame::Bring(at) => {
                let at = self.land(at);
                let you = format!("Which tokens do you put on the new branch in {at}?");
                ask("CMP-BRANCH-8", you, format!("{name} may put tokens on the new branch in {at}."))
            }
            Frame::Discard => {
                let limit = self.options.hand_limit.unwrap_or_default();
                let held = state.player(seat).territories.len() + state.player(seat).contracts.len();
                let more = counted(held.saturating_sub(usize::from(limit)) as i64, "card");
                let you = format!("The hand may have {limit} at the end of a turn: discard {more}.");
                ask("CMP-DRAW-3", you, format!("{name} discards {more}."))
            }
            Frame::Which { token } => {
                let at = self.token_at(state, token, reader);
                let you = format!("For {at}, a customs card and a political event are due: which comes first?");
                ask("CMP-POL-8", you, format!("{name} says which comes first for {at}: the customs card or the political event."))
            }
            Frame::Pick { .. } => {
                let drawn = listed(state.drawn.iter().map(|card| format!("“{}”", self.pack[card].title)));
                let you = format!("Which of the customs cards counts: {drawn}?");
                ask("CMP-SPEC-15", you, format!("{name} takes one of the customs cards {drawn}."))
            }
            Frame::Card { card, .. } => self.ask_alternative(state, &self.pack[card].title, reader),
            Frame::EventEffect { continent, die, .. } => {
                self.ask_alternative(state, &self.pack.political_event(continent, die).title, reader)
            }
            Frame::Reroll { token, at, die } => {
                let Some(at) = state.event_at(token, at) else { return Line::new("CMP-POL-1", format!("{name} rolls.")) };
                let title = &self.pack.political_event(self.pack[at].continent, die).title;
                ask("CMP-SPEC-14", format!("Keep “{title}”, or roll again?"), format!("{name} has “{title}” and may roll again."))
            }
            Frame::LastCard => ask(
                "CMP-DELIV-21",
                "No movement turn is left and the goods have not arrived: play a card that adds one, or give the Delivery up."
                    .to_owned(),
                format!("{name} has no movement turn left and the goods have not arrived: the Delivery is about to fail."),
            ),
            Frame::PutBack(token) => {
                let owner = token.owner();
                let at = self.place_words(state.piece(state.outermost(token)).place, reader);
                let (you, they) = (reader.name(owner), plain(token));
                reader.one(
                    owner,
                    "CMP-WX-10",
                    || {
                        format!(
                            "{}, {at}, has to leave, and two or more of your sites are equally near: choose one.",
                            capital(&they)
                        )
                    },
                    || format!("{you} chooses the site to which {they}, {at}, is put back."),
                )
            }
            Frame::PutTraded(token) => {
                let (owner, what) = (token.owner(), plain(token));
                let at = self.place_words(state.piece(token).place, reader);
                reader.one(
                    owner,
                    "CMP-NEG-15",
                    || format!("Your new {what} is {at}: leave it there, or put it on a site of yours."),
                    || format!("{} says where the new {what}, {at}, goes.", reader.name(owner)),
                )
            }
            Frame::Bidding => self.ask_to_bid(state, reader),
            // These go on by themselves.
            _ => Line::new("CMP-TM-5", format!("{name} is on the way.")),
        }
    }

    /// An effect leaves a choice. (D16)
    fn ask_alternative(&self, state: &State, title: &str, reader: &Reader) -> Line {
        let (seat, name) = (state.active, reader.name(state.active));
        let choice = self.waiting_choice(state).map(|(effect, _)| effect.deed);
        let Some(Deed::Choose([first, second])) = choice else {
            return Line::new("CMP-EFF-18", format!("{name} faces “{title}”."));
        };
        let you = || format!("“{title}”: {first}, or {second}?");
        reader.one(seat, "CMP-EFF-18", you, || format!("{name} chooses for “{title}”: {first}, or {second}."))
    }

    /// The auction. (D31)
    fn ask_to_bid(&self, state: &State, reader: &Reader) -> Line {
        let (Some(sale), Some(next)) = (&state.sale, self.next_bidder(state)) else {
            return Line::new("CMP-AUCT-1", "The auction is over.");
        };
        let lot = self.lot_words(state, reader);
        let stands = match sale.auction.highest() {
            Some(bid) if reader.is(bid.seat) => format!("your bid is {}", bid.amount),
            Some(bid) => format!("{} has bid {}", reader.name(bid.seat), bid.amount),
            None => format!("from {}", sale.auction.terms().lowest),
        };
        let seller = capital(&reader.who(sale.seller));
        let sells = if reader.is(sale.seller) { "sell" } else { "sells" };
        let you = || format!("{seller} {sells} {lot}, {stands}: bid, or pass.");
        reader.one(next, "CMP-AUCT-3", you, || {
            format!("{seller} {sells} {lot}, {stands}; {} is to bid or pass.", reader.name(next))
        })
    }

    /// What is being auctioned; contract cards that are not shown are named only to the seller. (CMP-AUCT-2)
    fn lot_words(&self, state: &State, reader: &Reader) -> String {
        let Some(sale) = &state.sale else { return "nothing".to_owned() };
        listed(sale.lot.assets().map(|asset| match asset {
            Asset::Contract(_) if !reader.is(sale.seller) => "a contract card".to_owned(),
            Asset::Contract(card) | Asset::Shown(card) => format!("the contract card {}", self.card(card)),
            // Tokens are named without their owner: the seller is named already.
            asset => self.asset_words(asset, &Reader::on(sale.seller, reader.names)),
        }))
    }

    /// How the game ends, for the head of a drawing.
    pub(crate) fn rounds_words(&self, state: &State) -> String {
        match self.options.mode {
            Mode::Timed => format!("Round {} of {}", state.round, self.last_round()),
            Mode::Points => format!("Round {}", state.round),
        }
    }
}
