//! Drawing cards, and the open discard piles. (CMP-DRAW, CMP-DECK; D4, D32)

use crate::{
    Action, CompetitorsRules, Contract, Event, PendingView, State, Territory,
    decision::{Decision, Frame},
    play::Play,
    untimely::untimely,
    words::{choice::Choice, saying::Reader},
};
use kernel::{Journal, Line, Luck, Refusal, Seat, Viewer, refuse, say::counted};

impl CompetitorsRules {
    /// Is there a territory card to draw, in the deck or in the pile that becomes the deck? (CMP-DRAW-1, CMP-DECK-2)
    pub(crate) fn may_draw_territory(&self, state: &State) -> Result<(), Refusal> {
        if state.territory_deck.is_empty() && state.territory_discard.is_empty() {
            return refuse("CMP-DECK-2", "there is no territory card left to draw");
        }
        Ok(())
    }

    /// Is there a contract card to draw? There is no third deck to draw from: customs cards come by themselves. (CMP-DRAW-1, CMP-DRAW-4,
    /// CMP-DECK-2)
    pub(crate) fn may_draw_contract(&self, state: &State) -> Result<(), Refusal> {
        if state.contract_deck.is_empty() && state.contract_discard.is_empty() {
            return refuse("CMP-DECK-2", "there is no contract card left to draw");
        }
        Ok(())
    }

    /// Has the player more cards in hand than the turn may end with? (CMP-DRAW-3)
    pub(crate) fn exceeds_hand_limit(&self, state: &State, seat: Seat) -> bool {
        let player = state.player(seat);
        let cards = player.territories.len() + player.contracts.len();
        self.options.hand_limit.is_some_and(|limit| cards > usize::from(limit))
    }
}

/// Cards are to be discarded, down to the limit, before the turn ends. (D32, CMP-DRAW-3)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Discard;

impl Discard {
    /// How many cards too many are in hand.
    fn excess(rules: &CompetitorsRules, state: &State) -> usize {
        let player = state.player(state.active);
        let cards = player.territories.len() + player.contracts.len();
        rules.options.hand_limit.map_or(0, |limit| cards.saturating_sub(limit.into()))
    }
}

impl Decision for Discard {
    fn candidates(&self, _rules: &CompetitorsRules, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let player = state.player(seat);
        out.extend(player.territories.map(Action::DiscardTerritory));
        out.extend(player.contracts.map(Action::DiscardContract));
    }

    fn may(&self, rules: &CompetitorsRules, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let player = state.player(seat);
        let held = match *action {
            Action::DiscardTerritory(card) => player.territories.contains(card),
            Action::DiscardContract(card) => player.contracts.contains(card),
            _ => return untimely(rules, state, seat, action),
        };
        if held { Ok(()) } else { refuse("CMP-DRAW-3", "this card is not in your hand") }
    }

    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, seat: Seat, action: &Action) {
        play.sealed = true;
        match *action {
            Action::DiscardTerritory(card) => {
                play.state.player_mut(seat).territories.remove(card);
                play.discard_territory(card);
                play.note(|| Event::DiscardedTerritory { seat, card });
            }
            Action::DiscardContract(card) => {
                play.state.player_mut(seat).contracts.remove(card);
                play.discard_contract(card);
                play.note(|| Event::DiscardedContract { seat, card });
            }
            _ => {}
        }
    }

    /// Goes on until the hand is as small as it must be.
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let fits = Discard::excess(play.rules, play.state) == 0;
        if fits {
            play.pop();
        }
        fits
    }

    fn prompt(&self, rules: &CompetitorsRules, state: &State, reader: &Reader<'_>) -> Line {
        let limit = rules.options.hand_limit.unwrap_or_default();
        let more = counted(Discard::excess(rules, state) as i64, "card");
        let you = || format!("The hand may have {limit} at the end of a turn: discard {more}.");
        reader.one(state.active, "CMP-DRAW-3", you, || format!("{} discards {more}.", reader.name(state.active)))
    }

    fn choice(&self, rules: &CompetitorsRules, state: &State, seat: Seat, action: &Action, _reader: &Reader<'_>) -> Choice {
        match *action {
            Action::DiscardTerritory(card) => {
                Choice::new("CMP-DRAW-3", format!("Discard the territory card {}", rules.land(card))).under("Territory cards")
            }
            Action::DiscardContract(card) => {
                let says = match (rules.goods(card), rules.pack[card].special()) {
                    (Some(goods), _) => rules.terms(goods),
                    (None, Some(special)) => special.to_string(),
                    (None, None) => String::new(),
                };
                let label = format!("Discard the contract card {}", rules.card_apart(card, state.player(seat).contracts));
                Choice::new("CMP-DRAW-3", label).so([says]).under("Contract cards")
            }
            _ => Choice::written(rules, action),
        }
    }

    fn fallback(&self, _rules: &CompetitorsRules, state: &State, seat: Seat) -> Action {
        let player = state.player(seat);
        let territory = player.territories.lowest().map(Action::DiscardTerritory);
        territory.or_else(|| player.contracts.lowest().map(Action::DiscardContract)).unwrap_or(Action::End)
    }

    fn shown(&self, rules: &CompetitorsRules, state: &State, _viewer: Viewer) -> Option<PendingView> {
        Some(PendingView::Discarding { excess: Discard::excess(rules, state) })
    }

    fn lies_on(&self, below: Option<&Frame>) -> bool {
        matches!(below, Some(Frame::TurnOver(_)))
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// A territory card that has left its place goes to the open pile. (CMP-DECK-1)
    pub fn discard_territory(&mut self, card: Territory) {
        self.state.territory_discard.insert(card);
        self.territory_open(card);
    }

    /// A contract card that has left its place goes to the open pile. (CMP-DECK-1)
    pub fn discard_contract(&mut self, card: Contract) {
        self.state.contract_discard.insert(card);
        self.contract_open(card);
    }
}
