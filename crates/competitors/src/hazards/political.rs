//! Political-social events: rolling one, rolling again, and what it does. (CMP-POL)

use crate::{
    Action, Advantage, CompetitorsRules, Continent, EVENTS, Event, PendingView, Place, PoliticalEvent, State, Territory, Token,
    decision::{ApplyEffect, Decision, Frame, Source},
    effect_words,
    movement::movement_end::lies_on_step,
    play::Play,
    positions::invariants::is,
    untimely::untimely,
    words::{choice::Choice, saying::Reader},
};
use kernel::{Journal, Line, Luck, Refusal, Seat, Viewer};

/// The sides of the die for events. (CMP-COMP-4)
const D12: u8 = 12;

impl CompetitorsRules {
    /// May the player roll a political event on this continent again? (CMP-SPEC-14)
    fn rolls_again(&self, state: &State, seat: Seat, continent: Continent) -> bool {
        let cards = self.advantages(state, seat).filter(|(_, card, _)| *card == Advantage::RerollPolitical);
        { cards }.any(|(_, _, site)| self.pack[site].continent == continent)
    }

    /// The token to which the event applies: of a carrier and the truck aboard it the one with the goods, or else the one that
    /// stopped. (CMP-POL-5, CMP-POL-6)
    fn affected(&self, state: &State, token: Token) -> Token {
        let piece = state.piece(token);
        let other = match piece.place {
            Place::Aboard(carrier) => Some(carrier),
            _ => piece.cargo,
        };
        other.filter(|other| piece.load.is_none() && state.piece(*other).load.is_some()).unwrap_or(token)
    }

    /// Does any part of an event apply to this token? (CMP-EFF-17)
    fn concerns(&self, state: &State, token: Token, continent: Continent, die: u8) -> bool {
        self.pack.political_event(continent, die).effects.iter().any(|effect| self.applies(state, token, effect.only))
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    fn roll_line(&mut self, token: Token, at: Territory) -> u8 {
        let (seat, continent) = (self.state.active, self.rules.pack[at].continent);
        let die = self.die(D12);
        let (rules, state) = (self.rules, &*self.state);
        self.journal.note(|| {
            let affected = rules.affected(state, token);
            let spared = state.is_out(affected) && !rules.concerns(state, affected, continent, die);
            let spares = spared.then_some(affected);
            Event::Political { seat, token, at, continent, die, spares }
        });
        die
    }

    fn begin_event(&mut self, token: Token, at: Territory, die: u8) {
        let continent = self.rules.pack[at].continent;
        let token = self.rules.affected(self.state, token);
        self.push(ApplyEffect { of: Source::Event { continent, die }, token, next: 0 });
    }
}

/// A political event is due, also on an own site and for a hired token. (CMP-POL-1, CMP-POL-12, CMP-POL-13)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RollEvent {
    /// For the token that stopped.
    pub token: Token,
    /// Where it stopped; if that is not recorded, where it is.
    pub at: Option<Territory>,
}

impl Decision for RollEvent {
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let token = self.token;
        play.pop();
        let Some(at) = play.state.event_at(token, self.at) else { return true };
        // CMP-TM-11: a token that a customs card has sent or put elsewhere meanwhile has not stopped. One that was seized has
        // (CMP-TM-10).
        let elsewhere = play.state.is_out(token) && play.state.territory_of(token) != Some(at);
        if elsewhere || !play.rules.routes.flags.contains(at) {
            return true;
        }
        let die = play.roll_line(token, at);
        if play.rules.rolls_again(play.state, play.state.active, play.rules.pack[at].continent) {
            play.push(Reroll { token, at: Some(at), die });
        } else {
            play.begin_event(token, at, die);
        }
        true
    }

    fn token(&self) -> Option<Token> {
        Some(self.token)
    }

    fn lies_on(&self, below: Option<&Frame>) -> bool {
        lies_on_customs_or_step(below)
    }
}

/// May the event be rolled again? (D18)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reroll {
    /// For the token that stopped.
    pub token: Token,
    /// Where it stopped.
    pub at: Option<Territory>,
    /// What was rolled, from 1.
    pub die: u8,
}

impl Reroll {
    /// The event that was rolled.
    fn event<'a>(&self, rules: &'a CompetitorsRules, state: &State) -> Option<&'a PoliticalEvent> {
        let at = state.event_at(self.token, self.at)?;
        Some(rules.pack.political_event(rules.pack[at].continent, self.die))
    }
}

impl Decision for Reroll {
    fn candidates(&self, _rules: &CompetitorsRules, _state: &State, _seat: Seat, out: &mut Vec<Action>) {
        out.extend([Action::Reroll, Action::Keep]);
    }

    fn may(&self, rules: &CompetitorsRules, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        match action {
            Action::Reroll | Action::Keep => Ok(()),
            _ => untimely(rules, state, seat, action),
        }
    }

    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, _seat: Seat, action: &Action) {
        play.pop();
        let Some(at) = play.state.event_at(self.token, self.at) else { return };
        let die = if *action == Action::Reroll { play.roll_line(self.token, at) } else { self.die };
        play.begin_event(self.token, at, die);
    }

    fn prompt(&self, rules: &CompetitorsRules, state: &State, reader: &Reader<'_>) -> Line {
        let name = reader.name(state.active);
        let Some(event) = self.event(rules, state) else { return Line::new("CMP-POL-1", format!("{name} rolls.")) };
        let title = &event.title;
        let you = || format!("Keep “{title}”, or roll again?");
        reader.one(state.active, "CMP-SPEC-14", you, || format!("{name} has “{title}” and may roll again."))
    }

    fn choice(&self, rules: &CompetitorsRules, state: &State, _seat: Seat, action: &Action, _reader: &Reader<'_>) -> Choice {
        match *action {
            Action::Reroll => Choice::new("CMP-SPEC-14", "Roll again").so(["the second roll stands"]),
            Action::Keep => {
                let event = self.event(rules, state);
                let effect = event.map_or(String::new(), |event| effect_words(&event.effects));
                let title = event.map_or("the roll".to_owned(), |event| format!("“{}”", event.title));
                Choice::new("CMP-SPEC-14", format!("Keep {title}")).so([effect])
            }
            _ => Choice::written(rules, action),
        }
    }

    fn fallback(&self, _rules: &CompetitorsRules, _state: &State, _seat: Seat) -> Action {
        Action::Keep
    }

    fn shown(&self, rules: &CompetitorsRules, state: &State, _viewer: Viewer) -> Option<PendingView> {
        let at = state.event_at(self.token, self.at)?;
        Some(PendingView::Reroll { token: self.token, event: rules.event_view(rules.pack[at].continent, self.die) })
    }

    fn token(&self) -> Option<Token> {
        Some(self.token)
    }

    fn lies_on(&self, below: Option<&Frame>) -> bool {
        lies_on_customs_or_step(below)
    }

    fn check(&self, _rules: &CompetitorsRules, state: &State) -> Result<(), Refusal> {
        let sound = (1..=EVENTS).contains(&usize::from(self.die)) && state.event_at(self.token, self.at).is_some();
        is(sound, "CMP-POL-1", || "an event is rolled in a territory, with the d12".into())
    }
}

/// An event is met by a step, or comes before the customs card.
pub(crate) fn lies_on_customs_or_step(below: Option<&Frame>) -> bool {
    lies_on_step(below) || matches!(below, Some(Frame::DrawCustoms(_)))
}
