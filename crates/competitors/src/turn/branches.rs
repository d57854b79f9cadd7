//! Branches: building one, bringing tokens to it, and selling it. (CMP-BRANCH; D24, D25, D33)

use crate::{
    Action, CompetitorsRules, Event, PendingView, State, Territory, Token, Vehicle,
    decision::Decision,
    figures::{BRANCH_PRICE, BRANCH_RETURN, BRANCHES},
    play::Play,
    positions::invariants::is,
    untimely::untimely,
    words::{
        choice::Choice,
        saying::{Reader, plain},
    },
};
use kernel::{Journal, Line, Luck, Refusal, Seat, Viewer, refuse};

impl CompetitorsRules {
    /// Can the player build any branch now? (CMP-BRANCH-1, CMP-BRANCH-6)
    fn may_build_somewhere(&self, state: &State, seat: Seat) -> Result<(), Refusal> {
        let player = state.player(seat);
        if player.branches.len() >= usize::from(BRANCHES) {
            return refuse("CMP-BRANCH-6", "you have five branches already");
        }
        if player.money < BRANCH_PRICE {
            return refuse("CMP-BRANCH-1", "a branch costs 100,000, and you do not have it");
        }
        Ok(())
    }

    /// Is there no site on this territory? Tokens do not matter, nor headquarters that nobody chose. (CMP-BRANCH-2 to CMP-BRANCH-5, CMP-HQ-1,
    /// CMP-SETUP-15)
    fn is_free_for_branch(&self, state: &State, seat: Seat, at: Territory) -> Result<(), Refusal> {
        match self.site_owner(state, at) {
            Some(owner) if owner == seat => refuse("CMP-BRANCH-3", "you have a site there already"),
            Some(_) => refuse("CMP-BRANCH-2", "another player has a site there"),
            None => Ok(()),
        }
    }

    /// May a branch be built with this card? (D24)
    pub(crate) fn may_build(&self, state: &State, seat: Seat, card: Territory) -> Result<(), Refusal> {
        if !state.player(seat).territories.contains(card) {
            return refuse("CMP-BRANCH-1", "the card of this territory is not in your hand");
        }
        self.may_build_somewhere(state, seat)?;
        self.is_free_for_branch(state, seat, card)
    }

    /// The cards with which a branch may be built. (D24)
    pub(crate) fn list_builds(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if self.may_build_somewhere(state, seat).is_ok() {
            let sites = self.seats().fold(crate::Territories::NONE, |sites, seat| sites.or(self.sites(state, seat)));
            out.extend(state.player(seat).territories.and_not(sites).map(Action::Build));
        }
    }

    /// May this branch be sold? (D25)
    pub(crate) fn may_sell_branch(&self, state: &State, seat: Seat, at: Territory) -> Result<(), Refusal> {
        if state.player(seat).branches.contains(at) {
            Ok(())
        } else if self.headquarters(state, seat) == Some(at) {
            refuse("CMP-HQ-5", "headquarters cannot be sold")
        } else {
            refuse("CMP-BRANCH-10", "you have no branch there")
        }
    }
}

/// Tokens may be put on the new branch. (D33, CMP-BRANCH-8)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bring {
    /// The branch.
    pub to: Territory,
}

impl Bring {
    fn may_bring(&self, rules: &CompetitorsRules, state: &State, seat: Seat, token: Token) -> Result<(), Refusal> {
        if token.owner() != seat || !state.is_out(token) || state.piece(token).hire.is_some() {
            return refuse("CMP-BRANCH-8", "you bring tokens of yours that are on the map");
        }
        if state.is_laden(token) {
            return refuse("CMP-BRANCH-8", "it has goods on it or aboard");
        }
        if state.territory_of(token) == Some(self.to) {
            return refuse("CMP-BRANCH-8", "it is there already");
        }
        match token.vehicle() {
            Vehicle::Ship if !rules.routes.ports.contains(self.to) => refuse("CMP-BRANCH-8", "there is no port"),
            Vehicle::Aircraft if !rules.routes.airports.contains(self.to) => refuse("CMP-BRANCH-8", "there is no airport"),
            _ => Ok(()),
        }
    }
}

impl Decision for Bring {
    fn candidates(&self, _rules: &CompetitorsRules, _state: &State, seat: Seat, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(Token::fleet(seat).map(Action::Bring));
    }

    fn may(&self, rules: &CompetitorsRules, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        match *action {
            Action::Done => Ok(()),
            Action::Bring(token) => self.may_bring(rules, state, seat, token),
            _ => untimely(rules, state, seat, action),
        }
    }

    /// A token is put on the new branch: nothing else arises from it. (CMP-TM-11)
    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, seat: Seat, action: &Action) {
        match *action {
            Action::Done => play.pop(),
            Action::Bring(token) => {
                let to = self.to;
                play.set_place(token, play.rules.place_on(token.vehicle(), to));
                play.note(|| Event::Brought { seat, token, to });
            }
            _ => {}
        }
    }

    /// Asks as long as there is a token to bring.
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let seat = play.state.active;
        let over = !Token::fleet(seat).any(|token| self.may_bring(play.rules, play.state, seat, token).is_ok());
        if over {
            play.pop();
        }
        over
    }

    fn prompt(&self, rules: &CompetitorsRules, state: &State, reader: &Reader<'_>) -> Line {
        let (name, at) = (reader.name(state.active), rules.land(self.to));
        let you = || format!("Which tokens do you put on the new branch in {at}?");
        reader.one(state.active, "CMP-BRANCH-8", you, || format!("{name} may put tokens on the new branch in {at}."))
    }

    fn choice(&self, rules: &CompetitorsRules, state: &State, _seat: Seat, action: &Action, reader: &Reader<'_>) -> Choice {
        match *action {
            Action::Bring(token) => {
                let from = rules.place_words(state.piece(token).place, reader);
                Choice::new("CMP-BRANCH-8", format!("Bring {}", plain(token))).so([format!("it is {from}")])
            }
            Action::Done => Choice::new("CMP-BRANCH-8", "Bring no more tokens"),
            _ => Choice::written(rules, action),
        }
    }

    fn fallback(&self, _rules: &CompetitorsRules, _state: &State, _seat: Seat) -> Action {
        Action::Done
    }

    fn shown(&self, rules: &CompetitorsRules, _state: &State, _viewer: Viewer) -> Option<PendingView> {
        Some(PendingView::Bringing { at: rules.territory_id(self.to).to_owned() })
    }

    fn fits_turn(&self, state: &State) -> bool {
        state.journey.is_none()
    }

    fn check(&self, rules: &CompetitorsRules, state: &State) -> Result<(), Refusal> {
        let new = rules.options.branch_relocate && state.player(state.active).branches.contains(self.to);
        is(new, "CMP-BRANCH-8", || "tokens are brought to a new branch of the active player".into())
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// A branch is built; its card lies open beside the headquarters card. (CMP-BRANCH-1)
    pub fn build(&mut self, seat: Seat, at: Territory) {
        self.pays_bank(seat, BRANCH_PRICE);
        let player = self.state.player_mut(seat);
        player.territories.remove(at);
        player.branches.insert(at);
        self.territory_open(at);
        self.sealed = true;
        self.note(|| Event::Built { seat, at, price: BRANCH_PRICE });
        if self.rules.options.branch_relocate {
            self.push(Bring { to: at });
        }
    }

    /// A branch goes back to the supply; its card, and what lies on it, is discarded. (CMP-BRANCH-10, CMP-BRANCH-11)
    pub fn sell_branch(&mut self, seat: Seat, at: Territory) {
        self.state.player_mut(seat).branches.remove(at);
        let price = self.bank_pays(seat, BRANCH_RETURN);
        self.note(|| Event::SoldBranch { seat, at, price });
        self.discard_territory(at);
        self.clear_site(at);
    }

    /// All advantage cards on a site are discarded. (CMP-SPEC-7)
    pub fn clear_site(&mut self, at: Territory) {
        let here = self.rules.routes.advantages.filter(|card| self.state.advantages[card.index()] == Some(at));
        for card in here.collect::<crate::Contracts>() {
            self.remove_advantage(card);
        }
    }
}
