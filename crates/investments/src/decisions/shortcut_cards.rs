//! Shortcut cards: drawing them, and the window after a roll in which one is played; or the path between Shortcut tiles.
//! (INV-SHORT, INV-SFX; D7, D8)

use crate::{
    actions::Action,
    content::effects::{Shortcut, Way},
    decisions::{Choices, Decision, Depart, Frame},
    events::Event,
    play::Play,
    rules::InvestmentsRules,
    state::{Answer, Held, How, Lock, State},
    view::PendingView,
    words::Choice,
    words::saying::{Reader, either},
};
use kernel::{Journal, Line, Luck, Question, Refusal, Seat, Seats, refuse, say::counted};
use serde::{Deserialize, Serialize};
use std::ops::Not;

/// D7: the Shortcut window. (INV-SHORT-8)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Window;

impl Decision for Window {
    fn is_poll(&self) -> bool {
        true
    }

    fn list(&self, rules: &InvestmentsRules, state: &State, seat: Seat, out: &mut Vec<Action>) {
        // By hand: what a card can be played for is counted up, and each of it may be played.
        out.push(Action::No);
        out.extend(rules.plays(state, seat).map(|(place, distance)| Action::Play { place, distance }));
    }

    fn may(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        match action {
            Action::No => Ok(()),
            Action::Play { place, distance } => rules.may_play(state, seat, *place, *distance),
            _ => refuse("INV-SHORT-8", "first say whether you play a Shortcut card"),
        }
    }

    /// The active player's card counts, otherwise the first in turn order; the others stay unseen. (INV-SHORT-8, INV-POLL-3)
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        play.pop();
        let order = play.state.order;
        let mut answers = play.state.poll.in_order(&order, play.state.active());
        let played = answers.find_map(|(seat, answer)| match answer {
            Answer::Play { place, distance } => Some((seat, place, distance)),
            _ => None,
        });
        drop(answers);
        if let Some((seat, place, distance)) = played {
            play.play_shortcut(seat, place, distance);
        }
        true
    }

    fn question(&self, _state: &State) -> Option<Question<Action>> {
        Some(Question { kind: "shortcut", standing: Some(Action::No) })
    }

    fn ask(&self, rules: &InvestmentsRules, state: &State, reader: &Reader) -> Line {
        let (mover, distance) = (state.roll.seat, counted(state.roll.distance, "tile"));
        let is_to_move = if reader.is(mover) { "You are to move".into() } else { format!("{} is to move", reader.name(mover)) };
        let you = |seat: Seat| {
            let able = rules.plays(state, seat).next().is_some();
            let choices =
                if able { "play a Shortcut card, or none" } else { "your Shortcut cards lead nowhere now, so play none" };
            format!("{is_to_move} {distance}: {choices}.")
        };
        let roll = if reader.is(mover) { "your roll".into() } else { format!("the roll of {}", reader.name(mover)) };
        reader.poll(state, "INV-SHORT-8", you, &format!("a Shortcut card may be played on {roll}"))
    }

    fn choice(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        match *action {
            Action::Play { place, distance } => rules.choice_of_shortcut(state, seat, place, distance, reader),
            Action::No => rules.choice_of_no_shortcut(state, seat, reader),
            _ => rules.usual_choice(state, seat, action, reader),
        }
    }

    fn view(&self, _rules: &InvestmentsRules, _state: &State) -> PendingView {
        PendingView::ShortcutWindow
    }

    fn lies_on(&self, below: Option<&Frame>) -> bool {
        matches!(below, Some(Frame::Depart(_)))
    }

    fn check(&self, rules: &InvestmentsRules, state: &State, _top: bool) -> (&'static str, bool) {
        ("INV-SHORT-8", rules.is_rolled(state) && rules.shortcut_cards)
    }

    fn asked(&self, _rules: &InvestmentsRules, state: &State) -> Seats {
        { state.present() }.filter(|seat| state.player(*seat).shortcuts().any(|(_, held)| held.ready)).collect()
    }

    fn takes_answer(&self, rules: &InvestmentsRules, state: &State, seat: Seat, answer: Answer) -> bool {
        matches!(answer, Answer::Play { place, distance } if rules.may_play(state, seat, place, distance).is_ok())
    }

    fn any_answer(&self, rules: &InvestmentsRules, state: &State, seat: Seat, luck: &mut impl Luck) -> Answer {
        let pick = luck.below(4);
        let count = rules.plays(state, seat).count();
        let any = luck.below(count.max(1));
        let play = rules.plays(state, seat).nth(any).filter(|_| pick == 0);
        play.map_or(Answer::No, |(place, distance)| Answer::Play { place, distance })
    }
}

/// D8: the way back. (INV-SHORT-15)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Path {
    /// Who.
    pub seat: Seat,
    /// Where to.
    pub to: u8,
}

impl Decision for Path {
    fn seat(&self) -> Option<Seat> {
        Some(self.seat)
    }

    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, seat: Seat, action: &Action) {
        play.pop();
        if *action == Action::Yes {
            play.jump(seat, self.to);
        }
    }

    fn ask(&self, rules: &InvestmentsRules, _state: &State, reader: &Reader) -> Line {
        let Path { seat, to } = *self;
        let to = rules.tile_called(to);
        let you = || format!("You may take the way back to {to}, or stay.");
        reader.one(seat, "INV-SHORT-15", you, || format!("{} may take the way back to {to}.", reader.name(seat)))
    }

    fn choice(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        match action {
            Action::Yes | Action::No => rules.choice_of_way_back(state, seat, self.to, *action == Action::Yes),
            _ => rules.usual_choice(state, seat, action, reader),
        }
    }

    fn view(&self, _rules: &InvestmentsRules, _state: &State) -> PendingView {
        PendingView::Path { seat: self.seat, to: self.to }
    }

    fn check(&self, rules: &InvestmentsRules, state: &State, _top: bool) -> (&'static str, bool) {
        let at = usize::from(rules.piece(state, self.seat));
        ("INV-SHORT-15", !rules.shortcut_cards && rules.pack.board.get(at).is_some_and(|tile| tile.arrow == Some(self.to)))
    }

    fn choices(&self) -> Option<Choices> {
        Some((&[Action::No, Action::Yes], "INV-SHORT-15", "you may take the way back: yes or no"))
    }
}

/// Where a Shortcut card leads the moving piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Leads {
    /// So far forward.
    Forward(u8),
    /// So far backward.
    Back(u8),
    /// As far as new dice say.
    Anew,
}

impl InvestmentsRules {
    /// Where this card would lead; nothing if its destination does not exist. (INV-SHORT-12)
    pub(crate) fn leads(&self, state: &State, card: u8, chosen: u8) -> Option<Leads> {
        let roll = &state.roll;
        let from = self.piece(state, roll.seat);
        let owner = |business| state.owner(business);
        Some(match self.shortcut(card) {
            Shortcut::Add(more) => Leads::Forward(roll.distance.saturating_add(more)),
            Shortcut::Subtract(fewer) => Leads::Forward(roll.distance.saturating_sub(fewer).max(1)),
            Shortcut::Exact(distance) => Leads::Forward(distance),
            Shortcut::Choose(_) => Leads::Forward(chosen),
            Shortcut::DoubleRoll => Leads::Forward(roll.distance.saturating_mul(2)),
            Shortcut::HalveRoll => Leads::Forward(roll.distance.div_ceil(2)),
            Shortcut::Reroll => Leads::Anew,
            Shortcut::Back(distance) => Leads::Back(distance),
            Shortcut::BackRoll => Leads::Back(roll.distance),
            Shortcut::ToKind(kind, Way::Forward) => Leads::Forward(self.nearest(from, |tile, _| tile == kind)?),
            Shortcut::ToKind(kind, Way::Back) => Leads::Back(self.nearest_back(from, kind)?),
            Shortcut::ToStart => Leads::Forward(self.distance(from, self.start)),
            // INV-SHORT-9: "own" means the moving player's.
            Shortcut::ToOwn => {
                Leads::Forward(self.nearest(from, |_, tile| tile.is_some_and(|one| owner(one) == Some(roll.seat)))?)
            }
            Shortcut::ToUnowned => Leads::Forward(self.nearest(from, |_, tile| tile.is_some_and(|one| owner(one).is_none()))?),
        })
    }

    /// The tile of the piece that this player moves: the common one where there is one. (INV-SINGLE-3)
    #[inline]
    pub(crate) fn piece(&self, state: &State, seat: Seat) -> u8 {
        if self.single { state.players[0].at } else { state.player(seat).at }
    }

    /// The answers in the window: every usable card, with every distance where one can be chosen.
    pub(crate) fn plays(&self, state: &State, seat: Seat) -> impl Iterator<Item = (u8, u8)> {
        let usable = state.player(seat).shortcuts().filter(|(_, held)| held.ready);
        let playable = usable.filter(|(_, held)| self.leads(state, held.card, 1).is_some());
        playable.flat_map(|(place, held)| match self.shortcut(held.card) {
            Shortcut::Choose(most) => (1..=most).map(|distance| (place, distance)).collect::<ArrayOf50>(),
            _ => ArrayOf50::one((place, 0)),
        })
    }

    pub(crate) fn may_play(&self, state: &State, seat: Seat, place: u8, distance: u8) -> Result<(), Refusal> {
        let held = state.player(seat).hand.get(usize::from(place)).copied().flatten();
        let Some(held) = held else { return refuse("INV-SHORT-6", "play a Shortcut card of your hand") };
        if !held.ready {
            return refuse("INV-SHORT-7", "this Shortcut card can be used only from your next turn on");
        }
        match self.shortcut(held.card) {
            Shortcut::Choose(most) if !(1..=most).contains(&distance) => {
                return refuse("INV-SFX-4", format!("this card lets you choose a distance from 1 to {most}"));
            }
            Shortcut::Choose(_) => {}
            _ if distance != 0 => return refuse("INV-SHORT-9", "this card leaves no distance to choose"),
            _ => {}
        }
        match self.leads(state, held.card, distance) {
            Some(_) => Ok(()),
            None => refuse("INV-SHORT-12", "where this card leads there is nothing: it cannot be played now"),
        }
    }

    /// The limit of Shortcut cards in hand. (INV-SHORT-4)
    pub(crate) fn hand_limit(&self) -> usize {
        usize::from(self.pack.numbers.shortcut_hand_limit).min(2)
    }
}

/// A few pairs without a heap: what one card can be played as.
pub(crate) struct ArrayOf50 {
    pairs: [(u8, u8); 50],
    next: usize,
    len: usize,
}

impl ArrayOf50 {
    fn one(pair: (u8, u8)) -> ArrayOf50 {
        [pair].into_iter().collect()
    }
}

impl FromIterator<(u8, u8)> for ArrayOf50 {
    fn from_iter<I: IntoIterator<Item = (u8, u8)>>(iter: I) -> ArrayOf50 {
        let mut all = ArrayOf50 { pairs: [(0, 0); 50], next: 0, len: 0 };
        for pair in iter.into_iter().take(50) {
            all.pairs[all.len] = pair;
            all.len += 1;
        }
        all
    }
}

impl Iterator for ArrayOf50 {
    type Item = (u8, u8);

    fn next(&mut self) -> Option<(u8, u8)> {
        let pair = self.pairs[..self.len].get(self.next).copied();
        self.next += 1;
        pair
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// Everybody who holds a usable card is asked after the roll, for oneself or against whoever moves, from facts that all can see.
    /// (INV-SHORT-2, INV-SHORT-3, INV-SHORT-8, INV-POLL-2)
    pub fn open_window(&mut self) {
        self.push(Depart);
        let holds = |seat: &Seat| self.state.player(*seat).shortcuts().any(|(_, held)| held.ready);
        let asked: Seats = self.state.present().filter(holds).collect();
        if !asked.is_empty() {
            self.open_poll(asked, Window);
        }
    }

    fn play_shortcut(&mut self, seat: Seat, place: u8, chosen: u8) {
        let Some(held) = self.state.player(seat).hand[usize::from(place)] else { return };
        let Some(leads) = self.rules.leads(self.state, held.card, chosen) else { return };
        // INV-SHORT-11: a used card goes under the pile.
        self.take_from_hand(seat, place);
        self.state.shortcuts.put_under(held.card);
        self.sealed = true;
        let mover = self.state.roll.seat;
        self.note(|| Event::ShortcutPlayed { seat, mover, card: held.card });
        self.state.roll.shortcut = true;
        match leads {
            // INV-SHORT-5: forward, unless the card itself sends the piece back.
            Leads::Forward(distance) => self.state.roll.distance = distance,
            Leads::Back(distance) => (self.state.roll.distance, self.state.roll.back) = (distance, true),
            Leads::Anew => self.reroll(),
        }
    }

    /// Takes a card out of a hand; the other one moves up.
    pub fn take_from_hand(&mut self, seat: Seat, place: u8) -> Option<Held> {
        let hand = &mut self.state.player_mut(seat).hand;
        let held = hand[usize::from(place)].take();
        if hand[0].is_none() {
            hand.swap(0, 1);
        }
        held
    }

    /// A Shortcut card comes into a hand that has room for it.
    pub fn put_in_hand(&mut self, seat: Seat, card: u8, known: Seats) {
        let held = Held { card, ready: false, locked: Lock::OPEN, known };
        let hand = &mut self.state.player_mut(seat).hand;
        if let Some(room) = hand.iter_mut().find(|place| place.is_none()) {
            *room = Some(held);
        }
    }

    /// Draws Shortcut cards one by one. (INV-SHORT-1, INV-PFX-26)
    pub fn gain_shortcuts(&mut self, seat: Seat, count: u8) {
        for _ in 0..count {
            // INV-OPT-6: without Shortcut cards nothing is drawn.
            if !self.rules.shortcut_cards {
                return;
            }
            if self.state.player(seat).shortcut_count() >= self.rules.hand_limit() {
                // INV-SHORT-4, INV-SHORT-10: instead of a third card all are lost.
                self.lose_shortcuts(seat);
                continue;
            }
            // INV-CARD-3: an empty pile gives no card.
            let Some(card) = self.state.shortcuts.draw(self.luck) else { return };
            self.sealed = true;
            self.put_in_hand(seat, card, Seats::NONE);
            self.note(|| Event::ShortcutDrawn { seat, card: Some(card) });
        }
    }

    /// The Shortcut cards go under the pile in the order held. (INV-SHORT-10, INV-PFX-27)
    pub fn lose_shortcuts(&mut self, seat: Seat) {
        let mut lost = [None; 2];
        for card in &mut lost {
            *card = self.take_from_hand(seat, 0).map(|held| held.card);
            if let Some(card) = *card {
                self.state.shortcuts.put_under(card);
            }
        }
        if lost[0].is_some() {
            self.sealed = true;
            self.note(|| Event::ShortcutsLost { seat, cards: lost.into_iter().flatten().collect() });
        }
    }

    /// Landing on a Shortcut tile. (INV-SHORT-1, INV-SINGLE-14, INV-SHORT-15)
    pub fn land_on_shortcut(&mut self, seat: Seat, tile: u8) {
        if self.rules.shortcut_cards {
            let takers = self.struck(seat);
            for seat in self.state.in_order(takers) {
                self.gain_shortcuts(seat, 1);
            }
            return;
        }
        let Some(to) = self.rules.pack.board[usize::from(tile)].arrow else { return };
        let (bank, distance) = (self.rules.distance(tile, self.rules.first_bank), self.rules.distance(tile, to));
        if distance < bank {
            self.jump(seat, to);
        } else {
            self.push(Path { seat, to });
        }
    }

    /// No tile in between is passed, and the tile reached has no effect of its own. (INV-SHORT-15)
    pub fn jump(&mut self, seat: Seat, to: u8) {
        let from = self.rules.piece(self.state, seat);
        self.put_piece(seat, to);
        self.note(|| Event::Jumped { seat, from, to });
    }

    /// Whom a tile or card strikes: the player, or everybody present where one piece stands for all. (INV-SINGLE-9)
    pub fn struck(&self, seat: Seat) -> Seats {
        if self.rules.single { self.state.present() } else { Seats::only(seat) }
    }

    /// Puts a question to several players at once. (INV-POLL-1)
    pub fn open_poll(&mut self, asked: Seats, frame: impl Into<Frame>) {
        self.state.poll = kernel::Poll::open(asked);
        self.push(frame);
    }
}

/// The words of Shortcut cards and of the path between Shortcut tiles.
impl InvestmentsRules {
    pub(crate) fn choice_of_shortcut(&self, state: &State, seat: Seat, place: u8, distance: u8, reader: &Reader) -> Choice {
        let mover = state.roll.seat;
        let Some(held) = state.player(seat).hand.get(usize::from(place)).copied().flatten() else {
            return Choice::new("INV-SHORT-8", "Play a Shortcut card");
        };
        let on = if mover == seat { String::new() } else { format!(" on {}", reader.name(mover)) };
        let far = if distance > 0 { format!(": {}", counted(distance, "tile")) } else { String::new() };
        let way = match self.leads(state, held.card, distance) {
            Some(Leads::Forward(distance)) => self.way(state, mover, distance, false, How::Shortcut, reader),
            Some(Leads::Back(distance)) => self.way(state, mover, distance, true, How::Shortcut, reader),
            Some(Leads::Anew) if state.roll.dice[1] == 0 => "one die is rolled anew".into(),
            Some(Leads::Anew) => "both dice are rolled anew".into(),
            None => String::new(),
        };
        let way = if mover == seat || way.starts_with("to ").not() { way } else { format!("{} goes {way}", reader.name(mover)) };
        // INV-SHORT-8: the active player's card counts before any other, otherwise the first in turn order.
        let earlier: Seats = state.order.from(state.active()).take_while(|other| *other != seat).collect();
        let first = earlier.and(state.poll.asked());
        let unless = if first.is_empty() {
            String::new()
        } else {
            format!("unless {} plays a card too, which counts first", any_of(first, reader))
        };
        let pips = if mover == seat && !matches!(self.leads(state, held.card, distance), Some(Leads::Anew)) {
            self.pips_in_words(state, Some(state.roll.pips))
        } else {
            String::new()
        };
        Choice::new("INV-SHORT-8", format!("Play {}{on}{far}", self.shortcut_card(held.card).name)).so([way, pips, unless])
    }

    pub(crate) fn choice_of_no_shortcut(&self, state: &State, seat: Seat, reader: &Reader) -> Choice {
        let (mover, distance) = (state.roll.seat, state.roll.distance);
        let way = self.way(state, mover, distance, false, How::Dice, reader);
        let way = if mover == seat { way } else { format!("{} goes {way}", reader.name(mover)) };
        let others = !state.poll.asked().without(seat).is_empty();
        let unless = if others { "unless somebody else plays a card" } else { "" };
        Choice::new("INV-SHORT-8", "Play no Shortcut card").so([way.as_str(), unless])
    }

    pub(crate) fn choice_of_way_back(&self, state: &State, seat: Seat, to: u8, yes: bool) -> Choice {
        if yes {
            let choice = Choice::new("INV-SHORT-15", format!("Go back to {}", self.tile_called(to)));
            return choice.with("no tile on the way counts, nor the one reached");
        }
        Choice::new("INV-SHORT-15", format!("Stay on {}", self.tile_called(self.piece(state, seat))))
    }
}

/// One of these players.
fn any_of(seats: Seats, reader: &Reader) -> String {
    either(seats.map(|seat| reader.who(seat)))
}
