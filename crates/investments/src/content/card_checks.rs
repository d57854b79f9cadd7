//! All that the loader checks of the four decks. (INV-DATA-6 to INV-DATA-8, INV-DATA-16, INV-DATA-17, INV-DATA-23)

use crate::content::effects::Effect;
use crate::content::effects::Global;
use crate::content::effects::Types;
use crate::content::pack::FortuneCard;
use crate::content::pack::GlobalCard;
use crate::content::pack::ShortcutCard;
use crate::content::pack_checks::Check;
use crate::content::pack_rows::FortuneRow;
use crate::content::pack_rows::GlobalRow;
use crate::content::pack_rows::ShortcutRow;
use crate::content::terms;
use crate::content::things::Fortune;
use crate::content::things::Type;
use crate::content::things::UNIT;
use kernel::{Money, Row, Sheet};
use std::{collections::BTreeSet, mem::discriminant};

/// At most so many cards of a pile move everybody: it bounds how much can be pending at a time. (INV-DATA-23)
pub(crate) const MOST_MOVE_ALL: usize = 4;

impl Check {
    /// The cards of Profit or of Loss. (INV-DATA-6, INV-DATA-17, INV-DATA-23)
    pub fn fortunes(
        &mut self,
        fortune: Fortune,
        sheet: &Sheet<'_, FortuneRow>,
        types: &[String],
        ids: &mut BTreeSet<String>,
    ) -> Vec<FortuneCard> {
        let mut cards = Vec::new();
        let (mut movers, mut unread) = (0, false);
        for row in &sheet.rows {
            self.printed(row, (&row.id, &row.name, &row.text), ids);
            let Some(effects) = self.effect(row, &row.effect, |text| terms::fortune_terms(text, types)) else {
                unread = true;
                continue;
            };
            // INV-DATA-23.
            let early = effects.iter().rev().skip(1).any(moves);
            self.hold(row, !early, || "a term that moves a player is the last of its card (INV-DATA-23)".into());
            let kept = |effect: &Effect| matches!(effect, Effect::Keep(_) | Effect::KeepMust(_));
            self.hold(row, effects.len() == 1 || !effects.iter().any(kept), || {
                "`keep` and `keep_must` stand alone on their card (INV-DATA-23)".into()
            });
            // INV-KEEP-3, INV-KEEP-6.
            let fits = |effect: &Effect| match effect {
                Effect::Keep(_) => fortune == Fortune::Profit,
                Effect::KeepMust(_) => fortune == Fortune::Loss,
                _ => true,
            };
            self.hold(row, effects.iter().all(fits), || {
                "`keep` is for Profit cards and `keep_must` for Loss cards, which must be used (INV-KEEP-3)".into()
            });
            if effects.iter().any(|effect| matches!(effect, Effect::AllMoveKind(_))) {
                movers += 1;
                self.hold(row, movers <= MOST_MOVE_ALL, || {
                    format!("at most {MOST_MOVE_ALL} cards of a pile hold `all_move_kind` (INV-DATA-23)")
                });
            }
            cards.push(FortuneCard { id: row.id.clone(), name: row.name.clone(), effects, text: row.text.clone() });
        }
        // INV-DATA-17.
        if !unread && !cards.iter().any(|card| card.effects.iter().all(always_applies)) {
            let message = "at least one card applies to any number of players and moves nobody, such as one with \
                           receive_bank(n), pay_bank(n) or all_pay(n) alone (INV-DATA-17)";
            self.faults.push(sheet.fault(message));
        }
        cards
    }

    /// INV-DATA-7, INV-FX-3.
    pub fn shortcuts(&mut self, sheet: &Sheet<'_, ShortcutRow>, ids: &mut BTreeSet<String>) -> Vec<ShortcutCard> {
        let mut cards = Vec::new();
        for row in &sheet.rows {
            self.printed(row, (&row.id, &row.name, &row.text), ids);
            let price = self.money(row, "price", Some(row.price)).unwrap_or_default();
            let Some(effect) = self.effect(row, &row.effect, terms::shortcut_term) else { continue };
            cards.push(ShortcutCard { id: row.id.clone(), name: row.name.clone(), effect, price, text: row.text.clone() });
        }
        cards
    }

    /// INV-DATA-8, INV-DATA-16, INV-FX-4.
    pub fn globals(&mut self, sheet: &Sheet<'_, GlobalRow>, types: &[String], ids: &mut BTreeSet<String>) -> Vec<GlobalCard> {
        let mut cards = Vec::new();
        for row in &sheet.rows {
            self.printed(row, (&row.id, &row.name, &row.text), ids);
            self.hold(row, (1..=20).contains(&row.rounds), || "`rounds` is from 1 to 20 (INV-DATA-16)".into());
            let Some(effects) = self.effect(row, &row.effect, |text| terms::global_terms(text, types)) else { continue };
            for (place, one) in effects.iter().enumerate() {
                let twice = effects[..place].iter().any(|other| discriminant(one) == discriminant(other) && meet(one, other));
                self.hold(row, !twice, || "no business is matched twice by terms of the same name on one card (INV-FX-4)".into());
            }
            cards.push(GlobalCard {
                id: row.id.clone(),
                name: row.name.clone(),
                rounds: row.rounds.clamp(1, 20) as u8,
                effects,
                text: row.text.clone(),
            });
        }
        self.named_globals(sheet, &cards, types);
        cards
    }

    /// The three cards that the rulebook names. (INV-DATA-16, INV-GLOB-16)
    fn named_globals(&mut self, sheet: &Sheet<'_, GlobalRow>, cards: &[GlobalCard], types: &[String]) {
        let named = |name: &str| types.iter().position(|other| other == name).map(|index| Type(index as u8));
        let among = |name: &str, list: &Types| named(name).is_some_and(|one| list.contains(one));
        // A card that could not be read was told already.
        let has = |name: &str, term: &dyn Fn(&Global) -> bool| {
            cards.iter().find(|card| card.name == name).is_none_or(|card| card.effects.iter().any(term))
        };
        // INV-GLOB-24.
        let bonus = |term: &Global| matches!(term, Global::OwnerBonus(one, amount) if Some(*one) == named("Industry") && *amount == Money::new(UNIT));
        let higher =
            |term: &Global| matches!(term, Global::FeeMult(list, part) if among("Industry", list) && part.over > part.under);
        // INV-GLOB-25.
        let reverse =
            |term: &Global| matches!(term, Global::FeeReverse(list) if among("Entertainment", list) && among("Agency", list));
        // INV-GLOB-22.
        let free = |term: &Global| *term == Global::FreeTrade;
        for (name, effect, sound) in [
            (
                "Economic Profit",
                "owner_bonus(Industry,5000) and fee_mult(Industry,a/b) with a/b above 1",
                has("Economic Profit", &bonus) && has("Economic Profit", &higher),
            ),
            ("Complaint", "fee_reverse(Entertainment|Agency)", has("Complaint", &reverse)),
            ("Global Market", "free_trade", has("Global Market", &free)),
        ] {
            let message = || format!("one card is called `{name}`, with the effect {effect} (INV-DATA-16, INV-GLOB-16)");
            let rows: Vec<&Row<'_, GlobalRow>> = sheet.rows.iter().filter(|row| row.name == name).collect();
            match rows.as_slice() {
                [row] => self.hold(row, sound, message),
                _ => self.faults.push(sheet.fault(message())),
            }
        }
    }

    /// What every card has: an id of its own, a name and a text. (INV-DATA-16, INV-DATA-23)
    fn printed<T>(&mut self, row: &Row<'_, T>, (id, name, text): (&str, &str, &str), ids: &mut BTreeSet<String>) {
        self.id(row, id, ids, "INV-DATA-16");
        self.name(row, "name", name);
        self.text(row, "text", text);
    }

    /// An effect that was read, or a fault. (INV-DATA-16, INV-DATA-23)
    fn effect<T, E>(&mut self, row: &Row<'_, T>, text: &str, read: impl FnOnce(&str) -> Result<E, String>) -> Option<E> {
        if !self.text(row, "effect", text) {
            return None;
        }
        read(text).map_err(|message| self.wrong(row, message)).ok()
    }
}

/// Does it move a player? (INV-PFX-18 to INV-PFX-25)
fn moves(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::MoveStart
            | Effect::MoveKind(_)
            | Effect::AllMoveKind(_)
            | Effect::MoveType(_)
            | Effect::MoveBusiness(_)
            | Effect::MoveUnowned
            | Effect::MoveChoice(_)
    )
}

/// Can it be carried out for any number of players, always and without moving anybody? (INV-DATA-17, INV-FX-2)
fn always_applies(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::ReceiveBank(_)
            | Effect::PayBank(_)
            | Effect::ReceivePer(..)
            | Effect::PayPer(..)
            | Effect::ReceiveDie(_)
            | Effect::PayDie(_)
            | Effect::PayPercent(_)
            | Effect::AllReceive(_)
            | Effect::AllPay(_)
            | Effect::GainShortcut(_)
    )
}

/// Do both touch one and the same business? Terms without types touch all. (INV-FX-4)
fn meet(one: &Global, other: &Global) -> bool {
    match (types_of(one), types_of(other)) {
        (Some(one), Some(other)) => one.0 & other.0 != 0,
        _ => true,
    }
}

/// The types that a term names, if it names any.
fn types_of(term: &Global) -> Option<Types> {
    match *term {
        Global::OwnerBonus(one, _) => Some(Types(1_u32.checked_shl(one.0.into()).unwrap_or(0))),
        Global::FeeMult(types, _)
        | Global::FeeNone(types)
        | Global::FeeReverse(types)
        | Global::PriceMult(types, _)
        | Global::UpgradeMult(types, _) => Some(types),
        _ => None,
    }
}
