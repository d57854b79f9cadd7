//! States that would look the same to one viewer. (Section 6 of the rulebook)

use crate::{
    content::things::{Business, Fortune},
    decisions::{Card, Decision, Frame, HiddenPlays, Taken},
    rules::InvestmentsRules,
    state::{FortuneId, Lock, State, Unseen, Use},
    view::sees,
};
use kernel::{Cards, Deck, Luck, Offers, Seat, Seats, Viewer};

impl InvestmentsRules {
    /// A state that looks the same to this viewer: hands, unseen cards, sealed answers and deals between others are made anew.
    pub(crate) fn imagined(&self, state: &State, viewer: Viewer, luck: &mut impl Luck) -> State {
        let mut twin = *state;
        self.imagine_hands(&mut twin, viewer, luck);
        if self.hidden {
            self.imagine_unseen(&mut twin, luck);
        }
        if state.top().is_some_and(Frame::is_poll) {
            self.imagine_answers(&mut twin, viewer, luck);
        }
        self.imagine_plays(&mut twin, viewer, luck);
        forget_offers(&mut twin, viewer);
        self.imagine_offers(&mut twin, viewer, luck);
        twin
    }

    /// Shortcut cards that the viewer has not seen are dealt anew from what nobody has seen.
    fn imagine_hands(&self, twin: &mut State, viewer: Viewer, luck: &mut impl Luck) {
        let state = *twin;
        let mut pool = twin.shortcuts.unseen();
        for seat in self.seats() {
            let unseen = twin.player(seat).shortcuts().filter(|(place, held)| !sees(&state, viewer, seat, *place, held));
            unseen.for_each(|(_, held)| pool.insert(held.card));
        }
        for seat in self.seats() {
            for place in 0..2 {
                let Some(held) = &mut twin.player_mut(seat).hand[usize::from(place)] else { continue };
                if sees(&state, viewer, seat, place, held) {
                    continue;
                }
                if let Some(card) = luck.among(pool) {
                    pool.remove(card);
                    held.card = card;
                }
            }
        }
        twin.shortcuts = Deck::new(pool, twin.shortcuts.known()).unwrap_or(twin.shortcuts);
    }

    /// Hidden cards are unseen by everybody, their holders included. (INV-HIDDEN-1)
    fn imagine_unseen(&self, twin: &mut State, luck: &mut impl Luck) {
        for fortune in Fortune::ALL {
            let index = fortune.index();
            let mut pool = twin.fortunes[index].unseen();
            for seat in self.seats() {
                twin.player(seat).hidden[index].into_iter().for_each(|card| pool.insert(card.card()));
            }
            let taken = match twin.top() {
                Some(Frame::Taken(Taken { card, .. })) if card.fortune() == fortune => Some(card.card()),
                _ => None,
            };
            taken.into_iter().for_each(|card| pool.insert(card));
            let mut deal = |pool: &mut Cards| {
                let card = luck.among(*pool);
                card.into_iter().for_each(|card| {
                    pool.remove(card);
                });
                card
            };
            for seat in self.seats() {
                if twin.player(seat).hidden[index].is_some() {
                    twin.player_mut(seat).hidden[index] = deal(&mut pool).map(Unseen::new);
                }
            }
            if taken.is_some()
                && let Some(new) = deal(&mut pool)
                && let Some(Frame::Taken(Taken { card, .. })) = twin.pending.top_mut()
            {
                *card = FortuneId::new(fortune, new);
            }
            twin.fortunes[index] = Deck::new(pool, twin.fortunes[index].known()).unwrap_or(twin.fortunes[index]);
        }
    }

    /// Sealed answers of others could be any.
    fn imagine_answers(&self, twin: &mut State, viewer: Viewer, luck: &mut impl Luck) {
        let (state, now) = (*twin, self.now(twin));
        twin.poll = state.poll.resealed(viewer, |seat| now.any_answer(self, &state, seat, luck));
    }

    /// Who else has a hidden card still to be carried out, of which kind and on whom, is shown only when its time comes.
    /// (INV-POLL-3, INV-EDGE-57)
    fn imagine_plays(&self, twin: &mut State, viewer: Viewer, luck: &mut impl Luck) {
        let (mut own, mut at_work) = (Seats::NONE, None);
        for frame in twin.pending.iter() {
            match *frame {
                Frame::HiddenPlays(HiddenPlays { left }) => own = { left }.filter(|seat| viewer.holds(*seat)).collect(),
                Frame::Card(Card { seat, .. }) => at_work = Some(seat),
                _ => {}
            }
        }
        let Some(Frame::HiddenPlays(HiddenPlays { left })) = twin.pending.bottom_mut() else { return };
        *left = own;
        let state = *twin;
        // They are carried out in turn order, so whoever comes before the one at work has had their chance.
        let mut over = at_work.is_some();
        for seat in state.order.from(state.active()) {
            let had = over;
            over &= at_work != Some(seat);
            if viewer.holds(seat) {
                continue;
            }
            twin.plays[seat.index()] = Use::NONE;
            let used = self.any_use(&state, seat, luck).filter(|_| !had && luck.below(4) == 0);
            if let (Some(used), Some(Frame::HiddenPlays(HiddenPlays { left }))) = (used, twin.pending.bottom_mut()) {
                *left = left.with(seat);
                twin.plays[seat.index()] = used;
            }
        }
    }

    /// Only the parties of a deal between others are known: any content between them will do. (INV-TRADE-5)
    fn imagine_offers(&self, twin: &mut State, viewer: Viewer, luck: &mut impl Luck) {
        let Some((_, offer)) = twin.offers.iter().next().filter(|(_, offer)| !offer.is_open_to(viewer)) else { return };
        let deals = self.deals_like(twin, &offer);
        // If there is none, the content of the deal is no secret either.
        let Some(deal) = deals.get(luck.below(deals.len().max(1))) else { return };
        let mut written = twin.offers.position();
        written.iter_mut().for_each(|offer| offer.content = Some(deal.transfers().collect()));
        let next = twin.offers.next_number();
        twin.offers = Offers::restore(&written, next).unwrap_or(Offers::NONE);
    }
}

/// What others have offered each other in this slot, and who has seen their cards, is between them; what an auction has shown to
/// everybody is not. (INV-TRADE-8, INV-TRADE-12)
fn forget_offers(twin: &mut State, viewer: Viewer) {
    let among = |one: Seat, other: Option<Seat>| viewer.holds(one) || other.is_none_or(|other| viewer.holds(other));
    for business in Business::all() {
        let to = twin.lock(business).seat();
        if twin.owner(business).is_some_and(|owner| !among(owner, to)) {
            twin.locks[business.index()] = Lock::OPEN;
        }
    }
    let all: Seats = twin.order.seats().iter().copied().collect();
    for holder in all {
        if viewer.holds(holder) {
            continue;
        }
        for held in twin.player_mut(holder).hand.iter_mut().flatten() {
            if !among(holder, held.locked.seat()) {
                held.locked = Lock::OPEN;
            }
            if held.known != all.without(holder) {
                held.known = { held.known }.filter(|seat| viewer.holds(*seat)).collect();
            }
        }
    }
}
