//! Branches: building one, bringing tokens to it, and selling it. (CMP-BRANCH; D24, D25, D33)

use crate::{
    actions::Action,
    events::Event,
    figures::{BRANCH_PRICE, BRANCH_RETURN, BRANCHES},
    places::{Territory, Vehicle},
    play::Play,
    rules::CompetitorsRules,
    state::{Frame, State},
    tokens::Token,
};
use kernel::{Journal, Luck, Refusal, Seat, refuse};

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
            let sites = self.seats().fold(crate::places::Territories::NONE, |sites, seat| sites.or(self.sites(state, seat)));
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

    /// May this token be put on the new branch? (D33, CMP-BRANCH-8)
    pub(crate) fn may_bring(&self, state: &State, seat: Seat, token: Token) -> Result<(), Refusal> {
        let Some(Frame::Bring(branch)) = state.top() else {
            return refuse("CMP-BRANCH-8", "tokens are put on a branch only when it is built");
        };
        if token.owner() != seat || !state.is_out(token) || state.piece(token).hire.is_some() {
            return refuse("CMP-BRANCH-8", "you bring tokens of yours that are on the map");
        }
        if state.is_laden(token) {
            return refuse("CMP-BRANCH-8", "it has goods on it or aboard");
        }
        if state.territory_of(token) == Some(*branch) {
            return refuse("CMP-BRANCH-8", "it is there already");
        }
        match token.vehicle() {
            Vehicle::Ship if !self.routes.ports.contains(*branch) => refuse("CMP-BRANCH-8", "there is no port"),
            Vehicle::Aircraft if !self.routes.airports.contains(*branch) => refuse("CMP-BRANCH-8", "there is no airport"),
            _ => Ok(()),
        }
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
            self.push(Frame::Bring(at));
        }
    }

    /// Asks for tokens to bring, as long as there is one. (CMP-BRANCH-8)
    pub fn keep_bringing(&mut self, _to: Territory) -> bool {
        let seat = self.state.active;
        let over = !Token::fleet(seat).any(|token| self.rules.may_bring(self.state, seat, token).is_ok());
        if over {
            self.pop();
        }
        over
    }

    /// A token is put on the new branch: nothing else arises from it. (D33, CMP-TM-11)
    pub fn bring(&mut self, seat: Seat, token: Token) {
        let Some(Frame::Bring(to)) = self.state.top().copied() else { return };
        self.set_place(token, self.rules.place_on(token.vehicle(), to));
        self.note(|| Event::Brought { seat, token, to });
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
        for card in here.collect::<crate::places::Contracts>() {
            self.remove_advantage(card);
        }
    }
}
