//! Global Economy tiles and cards. (INV-GLOB, INV-GFX, INV-FX-6)

use crate::{
    content::effects::{Global, GlobalTile},
    events::Event,
    options::{GlobalFirstToken, GlobalMode},
    play::{Flow, Play},
    state::InForce,
};
use kernel::{Journal, Luck, Money, Seat};

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// Landing on a Global Economy tile: a card, or while one is in force the instruction of the tile. (INV-GLOB-2, INV-GLOB-6)
    pub fn land_on_global(&mut self, seat: Seat, number: u8) {
        let Some(global) = self.state.global else { return self.draw_global(seat) };
        let most = self.rules.pack.numbers.round_tokens;
        let instruction = self.rules.pack.instructions[usize::from(number).clamp(1, 3) - 1];
        match instruction {
            // INV-GLOB-14: at most 20 tokens.
            GlobalTile::Extend(more) => self.set_tokens(seat, global.tokens.saturating_add(more).min(most)),
            GlobalTile::Shorten(fewer) => self.set_tokens(seat, global.tokens.saturating_sub(fewer)),
            GlobalTile::Replace => {
                // INV-GLOB-27: the player who landed draws the next one.
                self.expire_global();
                self.draw_global(seat);
            }
        }
    }

    fn set_tokens(&mut self, seat: Seat, tokens: u8) {
        if let Some(global) = &mut self.state.global {
            let (card, before) = (global.card, global.tokens);
            global.tokens = tokens;
            self.note(|| Event::TokensSet { seat, card, before, tokens });
        }
        if tokens == 0 {
            // INV-EDGE-5: it expires at once, and the lander draws nothing.
            self.expire_global();
            self.renew_global();
        }
    }

    /// With `global_mode = opening_auto` the first player still in the game draws the next card as soon as one has expired; not where a
    /// tile replaces it. (INV-GLOB-19, INV-GLOB-27)
    fn renew_global(&mut self) {
        let first = self.state.order.seats().iter().copied().find(|seat| self.state.is_in(*seat));
        if let Some(first) = first.filter(|_| self.rules.options.global_mode == GlobalMode::OpeningAuto) {
            self.draw_global(first);
        }
    }

    /// One token is removed at the end of its drawer's slot, taken or not. (INV-GLOB-8 to INV-GLOB-10)
    pub fn remove_token(&mut self, seat: Seat) {
        let waits = self.rules.options.global_first_token == GlobalFirstToken::NextSlot;
        let Some(global) = self.state.global.as_mut().filter(|global| global.drawer == seat) else { return };
        if std::mem::replace(&mut global.fresh, false) && waits {
            return;
        }
        global.tokens = global.tokens.saturating_sub(1);
        let (card, tokens) = (global.card, global.tokens);
        self.note(|| Event::TokenRemoved { card, tokens });
        if tokens == 0 {
            self.expire_global();
            self.renew_global();
            if let Some(global) = &mut self.state.global {
                // INV-GLOB-9: this slot has had its token, so the next slot of the drawer removes the first of the new card.
                global.fresh = false;
            }
        }
    }

    /// The top card is laid open and binds everybody. (INV-GLOB-2, INV-GLOB-4, INV-GLOB-5)
    pub fn draw_global(&mut self, seat: Seat) {
        let Some(card) = self.state.globals.draw(self.luck) else { return };
        self.sealed = true;
        let (rounds, most) = (self.rules.pack.globals[usize::from(card)].rounds, self.rules.pack.numbers.round_tokens);
        let tokens = rounds.min(most);
        // INV-GLOB-9: in the drawer's own slot no token is removed yet.
        let fresh = seat == self.state.active();
        self.state.global = Some(InForce { card, tokens, drawer: seat, fresh });
        self.note(|| Event::GlobalDrawn { seat, card, tokens });
        let rules = self.rules;
        for term in rules.terms(self.state) {
            if let Global::OwnerBonus(kind, amount) = *term {
                self.owner_bonus(kind, amount);
            }
        }
    }

    /// Every present owner receives this per business of the type. (INV-GFX-1)
    fn owner_bonus(&mut self, kind: crate::content::things::Type, amount: Money) {
        for seat in self.state.in_order(self.state.present()) {
            let count = self.rules.items(self.state, seat, crate::content::effects::Item::Type(kind));
            if count > 0 {
                let paid = self.bank_pays(seat, amount.times(count as i32), Flow::Dues);
                self.note(|| Event::Received { seat, from: None, amount: paid });
            }
        }
    }

    /// The card expires: all that it changed is as before, and it goes under its pile. (INV-GLOB-8, INV-GLOB-13)
    pub fn expire_global(&mut self) {
        if let Some(global) = self.state.global.take() {
            self.state.globals.put_under(global.card);
            self.note(|| Event::GlobalExpired { card: global.card });
        }
    }

    /// The whole group was passed: with `global_mode = passing` a card is drawn if none is in force. (INV-GLOB-15, INV-GLOB-21)
    pub fn pass_global(&mut self, seat: Seat) {
        if self.rules.global_passing && self.state.global.is_none() {
            self.draw_global(seat);
        }
    }
}
