//! How things are said: to whom, the names of tiles and cards, what is left, what a series comes to, where a way leads.

use crate::{
    content::effects::{Global, GlobalTile},
    content::pack::{FortuneCard, Growth, ShortcutCard},
    content::things::{Business, Businesses, Fraction, TileKind},
    decisions::buying::Due,
    decisions::{Debt, Decision, Frame},
    options::{EndExtra, SingleFee, TaxStay},
    rules::InvestmentsRules,
    state::{Arm, FortuneId, How, MONOPOLY, State},
};
use kernel::{
    Line, Money, Rules, Seat, Seats, Viewer,
    say::{self, counted, listed},
};

/// Who reads: players are called by their names, and the reader is "you".
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a> {
    pub viewer: Viewer,
    pub names: &'a [String],
}

impl<'a> Reader<'a> {
    /// The player on this seat reads.
    pub const fn on(seat: Seat, names: &'a [String]) -> Reader<'a> {
        Reader { viewer: Viewer::Seat(seat), names }
    }

    /// Does this player read?
    pub fn is(&self, seat: Seat) -> bool {
        self.viewer.holds(seat)
    }

    /// The player's name.
    pub fn name(&self, seat: Seat) -> String {
        say::name(self.names, seat)
    }

    /// `you`, or the player's name.
    pub fn who(&self, seat: Seat) -> String {
        if self.is(seat) { "you".into() } else { self.name(seat) }
    }

    /// `your`, or `Bob’s`.
    pub fn whose(&self, seat: Seat) -> String {
        if self.is(seat) { "your".into() } else { format!("{}’s", self.name(seat)) }
    }

    /// `yours`, or `Bob’s`.
    pub fn theirs(&self, seat: Seat) -> String {
        if self.is(seat) { "yours".into() } else { format!("{}’s", self.name(seat)) }
    }

    /// All of them, the reader last.
    pub fn all(&self, seats: Seats) -> String {
        let others = { seats }.filter(|seat| !self.is(*seat)).map(|seat| self.name(seat));
        let you = { seats }.any(|seat| self.is(seat)).then(|| "you".to_owned());
        listed(others.chain(you))
    }

    /// A question to several: what whoever is asked reads, and what everybody else waits for.
    pub fn poll(&self, state: &State, clause: &'static str, you: impl FnOnce(Seat) -> String, about: &str) -> Line {
        let missing = state.poll.missing();
        let text = match self.viewer {
            Viewer::Seat(seat) if missing.contains(seat) => you(seat),
            Viewer::Seat(seat) if state.poll.asked().contains(seat) => {
                format!("You have answered; waiting for {}: {about}.", say::names(self.names, missing))
            }
            _ => format!("Waiting for {}: {about}.", say::names(self.names, missing)),
        };
        Line::new(clause, text)
    }

    /// A question to one: what that player reads, and what the others are told.
    pub fn one(&self, seat: Seat, clause: &'static str, you: impl FnOnce() -> String, they: impl FnOnce() -> String) -> Line {
        Line::new(clause, if self.is(seat) { you() } else { they() })
    }
}

/// The first letter made large, for the beginning of a sentence.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Things to do in a row, the last after `or`.
pub(crate) fn one_of(choices: &[String]) -> String {
    match choices {
        [] => "wait".into(),
        [only] => only.clone(),
        [rest @ .., last] => format!("{}, or {last}", rest.join(", ")),
    }
}

/// Names in a row, the last after `or`.
pub(crate) fn either(names: impl IntoIterator<Item = String>) -> String {
    let names: Vec<String> = names.into_iter().collect();
    match &names[..] {
        [] => "nothing".into(),
        [only] => only.clone(),
        [rest @ .., last] => format!("{} or {last}", rest.join(", ")),
    }
}

/// So many more: `1 more turn`, `2 more turns`.
pub(crate) fn more(count: u8, noun: &str) -> String {
    format!("{count} more {noun}{}", if count == 1 { "" } else { "s" })
}

/// A number of things in words where it is small.
pub(crate) fn times(count: u8) -> String {
    match count {
        1 => "once".into(),
        2 => "twice".into(),
        count => format!("{count} times"),
    }
}

impl InvestmentsRules {
    /// The name of a business.
    pub(crate) fn called(&self, business: Business) -> &str {
        &self.deed(business).name
    }

    /// The name of its series.
    pub(crate) fn series_of(&self, business: Business) -> &str {
        &self.pack.series[usize::from(self.deed(business).series)].name
    }

    /// The name of a tile.
    pub(crate) fn tile_called(&self, tile: u8) -> String {
        match self.tile(tile) {
            (TileKind::Bank, 3, _) => "Start".into(),
            (TileKind::Shortcut, number, _) if !self.shortcut_cards => format!("Shortcut {number}"),
            (_, _, Some(business)) => self.called(business).to_owned(),
            _ => self.pack.board[usize::from(tile)].name.clone(),
        }
    }

    /// A Profit or Loss card.
    pub(crate) fn fortune_card(&self, card: FortuneId) -> &FortuneCard {
        &self.pack.fortunes[card.fortune().index()][usize::from(card.card())]
    }

    /// A Shortcut card.
    pub(crate) fn shortcut_card(&self, card: u8) -> &ShortcutCard {
        &self.pack.shortcuts[usize::from(card)]
    }

    /// The name of a Global Economy card.
    pub(crate) fn global_called(&self, card: u8) -> &str {
        &self.pack.globals[usize::from(card)].name
    }

    /// What a player has after paying this.
    pub(crate) fn left(&self, state: &State, seat: Seat, cost: Money) -> String {
        match state.player(seat).cash.less(cost) {
            Some(Money::ZERO) => "nothing left".into(),
            Some(left) => format!("{left} left"),
            None => format!("{} short", cost + -state.player(seat).cash),
        }
    }

    /// What a player has after a payment that must be made, or what is to be raised for it.
    pub(crate) fn left_or_raise(&self, state: &State, seat: Seat, cost: Money) -> String {
        let cash = state.player(seat).cash;
        match cash.less(cost) {
            Some(_) => self.left(state, seat, cost),
            None if cash + self.reserve(state, seat) < cost => "more than you can raise: you would be bankrupt".into(),
            None => format!("{} still to be raised", cost + -cash),
        }
    }

    /// What a player has after receiving this, and whether it is enough for what is pending.
    pub(crate) fn in_hand(&self, state: &State, seat: Seat, gain: Money) -> String {
        let cash = state.player(seat).cash + gain;
        let wanted = self.now(state).price(self, state, seat);
        // A debt that leaves no choice is paid as soon as the money is there.
        let at_once = match state.top() {
            Some(Frame::Debt(Debt { kind, amount, .. })) if !kind.is_refusable() => cash.less(Money::from(*amount)),
            _ => None,
        };
        if let (Some(wanted), Some(_)) = (wanted, at_once) {
            return format!("{cash} in hand, of which {wanted} are paid at once");
        }
        match wanted.map(|wanted| (wanted, wanted.less(cash).unwrap_or(Money::ZERO))) {
            Some((wanted, Money::ZERO)) => format!("{cash} in hand, enough for {wanted}"),
            Some((_, short)) => format!("{cash} in hand, {short} short"),
            None => format!("{cash} in hand"),
        }
    }

    /// What getting and giving businesses makes of this player's series.
    pub(crate) fn series_after(&self, state: &State, seat: Seat, got: Businesses, given: Businesses) -> Vec<String> {
        let before = state.player(seat).owned;
        let after = before.or(got).and_not(given);
        let mut parts = Vec::new();
        for (index, series) in self.series.iter().enumerate() {
            let name = &self.pack.series[index].name;
            let touched = |some: Businesses| !series.and(some).is_empty();
            let (had, has) = (series.within(before), series.within(after));
            let count = || format!("{} of {} of {name}", series.and(after).len(), series.len());
            match () {
                () if touched(got) && has && !had => parts.push(format!("completes {name}")),
                () if touched(given) && had && !has => parts.push(format!("breaks up {name}")),
                () if touched(got) && !has => parts.push(count()),
                () => {}
            }
        }
        parts
    }

    /// Would this player have won with these businesses, or with this one made a monopoly? (INV-END-8, INV-END-9)
    pub(crate) fn would_win(&self, state: &State, seat: Seat, got: Businesses, monopoly: Option<Business>) -> bool {
        let owned = state.player(seat).owned.or(got);
        let level = |one: Business| if monopoly == Some(one) { MONOPOLY } else { state.level(one) };
        let whole = |series: &&Businesses| series.within(owned) && { **series }.all(|one| level(one) == MONOPOLY);
        match self.options.end_extra {
            EndExtra::Own45 => !got.is_empty() && owned.len() >= crate::turn::ending::MANY,
            EndExtra::TwoMonopolyGroups => self.series.iter().filter(whole).count() >= 2,
            _ => false,
        }
    }

    /// The fee of a business at another level, or with so many of its series in one hand. (INV-FEE-2, INV-FEE-3)
    pub(crate) fn fee_then(&self, state: &State, business: Business, level: u8, count: usize) -> Money {
        let deed = self.deed(business);
        let row = match deed.growth {
            Growth::Standard => usize::from(level).min(deed.fees.len() - 1),
            Growth::Count => count.clamp(1, deed.fees.len()) - 1,
        };
        self.fee_factor(state, business).map_or(deed.fees[row], |factor| factor.of(deed.fees[row]))
    }

    /// What a business of the bank comes to in this player's hands, for this price.
    pub(crate) fn purchase(&self, state: &State, seat: Seat, business: Business, price: Money) -> String {
        let got = Businesses::only(business);
        let count = self.siblings[business.index()].and(state.player(seat).owned.or(got)).len();
        let mut parts = vec![self.left(state, seat, price)];
        if self.would_win(state, seat, got, None) {
            parts.push("wins the game".into());
        }
        parts.extend(self.series_after(state, seat, got, Businesses::NONE));
        parts.push(format!("fee {}", self.fee_then(state, business, 0, count)));
        parts.join("; ")
    }

    /// Jail and the fine, or the end of the game for this player. (INV-JAIL-7, INV-JAIL-11)
    pub(crate) fn penalty(&self, state: &State, seat: Seat, fine: Money) -> String {
        if self.is_last_offence(state, seat) {
            return "you are out of the game: it is one offence too many".into();
        }
        let cash = state.player(seat).cash;
        let after = match cash.less(fine) {
            Some(Money::ZERO) => "nothing left".into(),
            Some(left) => format!("{left} left"),
            None if cash + self.reserve(state, seat) < fine => "which is more than you can raise: you would be out".into(),
            None => format!("{} of it still to be raised", fine + -cash),
        };
        format!("jail for {} and a fine of {fine}, {after}", counted(self.pack.numbers.jail_rounds, "turn"))
    }

    /// Is the next offence of this player the one that is too many? (INV-JAIL-11)
    pub(crate) fn is_last_offence(&self, state: &State, seat: Seat) -> bool {
        self.options.offence_limit.is_some_and(|limit| state.player(seat).offences.saturating_add(1) >= limit)
    }

    /// `refuse and go to jail`, or what comes instead.
    pub(crate) fn refusing(&self, state: &State, seat: Seat) -> String {
        let out = self.is_last_offence(state, seat);
        if out { "refuse and be out of the game".into() } else { "refuse and go to jail".into() }
    }

    /// May a Shortcut card still change a roll of this player? Everybody sees who holds one that can be played. (INV-POLL-2)
    pub(crate) fn may_be_diverted(&self, state: &State, but: Option<Seat>) -> bool {
        let holds = |seat: Seat| state.player(seat).shortcuts().any(|(_, held)| held.ready);
        { state.present() }.any(|seat| Some(seat) != but && holds(seat))
    }

    /// Where a movement leads and what that brings, as far as everybody can see it now.
    pub(crate) fn way(&self, state: &State, mover: Seat, distance: u8, back: bool, how: How, reader: &Reader) -> String {
        let from = self.piece(state, mover);
        let forward = if back { self.length - distance % self.length } else { distance % self.length };
        let to = self.ahead(from, forward % self.length);
        let to_bank = self.distance(from, self.first_bank);
        let lapper = state.player(self.lapper(mover));
        let enters = !back && distance >= to_bank && lapper.returned == 0;
        let lapped = enters && !(how == How::Shortcut && lapper.subsidised);
        let to_global = self.distance(from, self.first_global).saturating_add(3);
        let draws = self.global_passing && state.global.is_none() && !back && distance >= to_global;
        let mut parts = vec![format!("to {}", self.destination(state, mover, from, to, lapped, draws, reader))];
        if lapped {
            let extra = self.pack.extras.get(usize::from(distance - to_bank)).copied().unwrap_or(Money::ZERO);
            let subsidy = self.subsidy(state) + extra;
            let up_to = if self.box_only && state.bank < subsidy.times(self.players as i32) { "up to " } else { "" };
            if !draws && subsidy > Money::ZERO {
                parts.push(format!("{up_to}{subsidy} from the bank for the lap"));
            }
        }
        if draws {
            parts.push("a Global Economy card is drawn on the way".into());
        }
        parts.join("; ")
    }

    /// A tile and what landing there means for the mover. Where a card is `drawn` on the way, no sum is certain.
    #[allow(clippy::too_many_arguments)]
    fn destination(&self, state: &State, mover: Seat, from: u8, to: u8, lapped: bool, drawn: bool, reader: &Reader) -> String {
        let name = self.tile_called(to);
        let (kind, number, business) = self.tile(to);
        let again = !lapped && (kind == TileKind::Bank || self.tile(from).0 == kind);
        let about = match kind {
            TileKind::Business => business.map(|business| self.on_business(state, mover, business, drawn, reader)),
            TileKind::Bank if again => Some("a die decides between Loss and Profit".into()),
            TileKind::Tax if self.reroll => Some(if mover == state.active() { "roll again or stay" } else { "nothing" }.into()),
            TileKind::Global if self.global_casino => Some("a bet".into()),
            TileKind::Tax | TileKind::Global if again => Some("a die decides between Loss and Profit".into()),
            TileKind::Tax if drawn => None,
            TileKind::Tax => {
                let tax = self.tax(state, mover, number);
                let stay = match self.options.tax_stay {
                    _ if self.single => "",
                    TaxStay::MissTurn => " and a missed turn",
                    TaxStay::FeesOnly => " and no fees until the next turn",
                };
                Some(format!("tax {tax}{stay}"))
            }
            TileKind::Global => Some(self.on_global(state, number)),
            TileKind::Casino if self.in_force(state, Global::CasinoBan) => Some("no bets now".into()),
            TileKind::Shortcut if self.shortcut_cards && state.player(mover).shortcut_count() >= self.hand_limit() => {
                Some("the Shortcut cards in hand are lost".into())
            }
            _ => None,
        };
        match about {
            Some(about) if kind == TileKind::Business => format!("{name}, {about}"),
            Some(about) => format!("{name}: {about}"),
            None => name,
        }
    }

    /// What landing on a Global Economy tile brings. (INV-GLOB-2, INV-GLOB-6)
    fn on_global(&self, state: &State, number: u8) -> String {
        let Some(global) = state.global else { return "draw a card".into() };
        let name = self.global_called(global.card);
        match self.pack.instructions[usize::from(number).clamp(1, 3) - 1] {
            GlobalTile::Extend(more) => format!("{} more for {name}", counted(more, "round")),
            GlobalTile::Shorten(fewer) => format!("{} fewer for {name}", counted(fewer, "round")),
            GlobalTile::Replace => format!("{name} ends and a card is drawn"),
        }
    }

    /// Whose a business is, and what that means for a player who lands there.
    fn on_business(&self, state: &State, mover: Seat, business: Business, drawn: bool, reader: &Reader) -> String {
        let Some(owner) = state.owner(business) else {
            return match () {
                () if drawn => "for sale".into(),
                () if self.single => format!("auctioned from {}", self.price(state, business)),
                () => format!("for sale at {}", self.purchase_price(state, mover, business)),
            };
        };
        let theirs = reader.theirs(owner);
        if owner == mover && !self.single {
            return if reader.is(owner) { "your own".into() } else { format!("{theirs} own") };
        }
        if drawn {
            return theirs;
        }
        match self.due(state, mover, owner, business) {
            Due::Nothing(_) => format!("{theirs}: no fee"),
            Due::Reverse(amount) => format!("{theirs}: the owner pays {amount}"),
            Due::Fee(_) if self.is_waived(state, mover) => format!("{theirs}: the fee is waived"),
            Due::Fee(fee) => {
                let payers = state.present().without(owner).len().max(1) as u16;
                let shared = self.single && self.options.single_fee == SingleFee::Shared;
                format!("{theirs}: fee {}", if shared { Fraction { over: 1, under: payers }.of(fee) } else { fee })
            }
        }
    }

    fn is_waived(&self, state: &State, mover: Seat) -> bool {
        !self.single && mover == state.active() && state.player(mover).armed.has(Arm::WaiveFee)
    }

    /// All that a player has, at list prices. (The measure of the chart.)
    pub(crate) fn worth_in_all(&self, state: &State, seat: Seat) -> Money {
        let player = state.player(seat);
        let businesses: Money = player
            .owned
            .map(|business| {
                let deed = self.deed(business);
                let upgrades = match state.level(business) {
                    MONOPOLY => deed.investment.times(3) + deed.monopoly,
                    level => deed.investment.times(level.into()),
                };
                let loan = if state.mortgaged.contains(business) { deed.mortgage } else { Money::ZERO };
                deed.price + upgrades + -loan
            })
            .sum();
        player.cash + businesses + self.pack.numbers.bank_card_price.times(player.bank_cards.into())
    }

    /// Who has won, in words; nobody where all have lost.
    pub(crate) fn verdict(&self, state: &State, names: &[String]) -> Option<Line> {
        use crate::state::Ending::{
            Agreement, BankCards, FourGroups, LastPlayer, LastRound, Minutes, Own45, Rounds as RoundsOver, SoloOut,
            TwoMonopolyGroups,
        };
        let (ending, outcome) = (state.ending?, self.outcome(state)?);
        let winners = outcome.winners();
        let how = match ending {
            LastPlayer => "everybody else is out of the game".into(),
            BankCards => "the last Bank card is sold".into(),
            Agreement => "all agreed to end the game, and wealth decides".into(),
            RoundsOver => format!("{} are over, and wealth decides", counted(state.round, "round")),
            Minutes => "the time is up, and wealth decides".into(),
            TwoMonopolyGroups => "two whole series are monopolies".into(),
            Own45 => format!("{} businesses are in one hand", crate::turn::ending::MANY),
            FourGroups => "nobody else has as many complete series".into(),
            LastRound => format!("round {} is over, and wealth decides", state.round),
            SoloOut => "there is nothing left to play with".into(),
        };
        let how = if ending == RoundsOver && state.round == 1 { "the round is over, and wealth decides".into() } else { how };
        let text = match winners.is_empty() {
            true if ending == Agreement => format!("{} gave the game up: it is lost.", say::names(names, self.seats())),
            true if ending == LastRound => format!("The game is lost: round {} is over.", state.round),
            true => format!("The game is lost: {} went out.", say::names(names, self.seats())),
            false if self.players == 1 && matches!(ending, RoundsOver | Minutes) => {
                format!("{} won: still in the game when the end came.", say::names(names, winners))
            }
            false => format!("{} won: {how}.", say::names(names, winners)),
        };
        Some(Line::new(outcome.clause, text))
    }
}
