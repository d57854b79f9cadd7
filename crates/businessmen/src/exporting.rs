//! Phase 3, third part: lots of goods are exported for points. (BIZ-EXPORT)

use crate::{
    actions::Action,
    counting,
    events::Event,
    goods::{Good, Goods},
    options::ExportLots,
    pack::LOTS,
    rules::{BusinessmenRules, slot},
    state::{State, account},
};
use kernel::{Bits, Journal, Luck, Refusal, Seat, nth_bit};

impl BusinessmenRules {
    /// The goods of which this player may still export a lot, if there are enough units. (BIZ-EXPORT-2, BIZ-EXPORT-7)
    #[inline]
    fn exportable(&self, state: &State, seat: Seat) -> Goods {
        let goods = self.card_goods(state).and_not(state.embargo);
        let exported = state.players[slot(seat)].exported;
        match self.options.export_lots {
            ExportLots::OnePerGood => goods.and_not(exported),
            ExportLots::OnePerPlayer if !exported.is_empty() => Goods::NONE,
            ExportLots::OnePerPlayer | ExportLots::Any => goods,
        }
    }

    /// Every lot that this player may export: a bit for each size and good. (BIZ-EXPORT-3, BIZ-EXPORT-5)
    #[inline]
    pub(crate) fn lots(&self, state: &State, seat: Seat) -> u32 {
        let goods = self.exportable(state, seat);
        let main = state.players[slot(seat)].main;
        let mut lots = 0;
        for lot in 0..LOTS {
            let enough = main.at_least(self.pack.lots[lot].0).and(goods);
            lots |= u32::from(enough.0) << (6 * lot);
        }
        lots
    }

    fn lot_at(&self, place: u8) -> Action {
        let (lot, good) = match place {
            0..6 => (0, place),
            6..12 => (1, place - 6),
            _ => (2, place - 12),
        };
        Action::Export { units: self.pack.lots[lot].0, good: Good::ALL[usize::from(good).min(5)] }
    }

    /// Asks the next active player who has a lot to export. (BIZ-EXPORT-1)
    #[inline]
    pub(crate) fn ask_to_export(&self, state: &mut State, next: Option<Seat>) -> bool {
        self.ask_round(state, next, |state, seat| self.lots(state, seat) != 0)
    }

    /// BIZ-EXPORT-2 to BIZ-EXPORT-8.
    #[inline]
    pub(crate) fn export(
        &self,
        state: &mut State,
        units: u8,
        good: Good,
        journal: &mut impl Journal<Event>,
    ) -> Result<Option<Seat>, Refusal> {
        let seat = state.seat;
        let lot = self.pack.lots.iter().find(|(size, _)| *size == units);
        let enough = state.players[slot(seat)].main.of(good) >= units;
        let Some((_, points)) = lot.filter(|_| enough && self.exportable(state, seat).contains(good)) else {
            return Err(self.why_not_export(state, units, good));
        };
        let player = &mut state.players[slot(seat)];
        player.main.take(good, units);
        player.exported.insert(good);
        state.piles.add(good, units);
        state.books.exports = state.books.exports.saturating_add(1);
        let points = self.gain(state, seat, *points, account::EXPORTING);
        journal.note(|| Event::Exported { seat, good, units, points });
        Ok(Some(seat))
    }

    #[cold]
    pub(crate) fn why_not_export(&self, state: &State, units: u8, good: Good) -> Refusal {
        let player = &state.players[slot(state.seat)];
        let (name, have) = (self.good(good), player.main.of(good));
        if !self.is_on_card(state, good) {
            Refusal::new("BIZ-EXPORT-2", format!("{name} is not on the export card of this round: choose a good that is"))
        } else if state.embargo.contains(good) {
            Refusal::new("BIZ-EXPORT-2", format!("{name} is under embargo in this round: choose another good"))
        } else if self.pack.lots.iter().all(|(size, _)| *size != units) {
            let [a, b, c] = self.pack.lots.map(|(size, _)| size);
            Refusal::new("BIZ-EXPORT-3", format!("a lot is exactly {a}, {b} or {c} units: choose one of these"))
        } else if !self.exportable(state, state.seat).contains(good) {
            let reason = match self.options.export_lots {
                ExportLots::OnePerPlayer => "you have exported a lot in this round: that was the only one".to_owned(),
                _ => format!("you have exported a lot of {name} in this round: choose another good"),
            };
            Refusal::new("BIZ-EXPORT-7", reason)
        } else {
            Refusal::new(
                "BIZ-EXPORT-5",
                format!("your main warehouse holds {} of {name}: that is too few for a lot of {units}", counting::units(have)),
            )
        }
    }

    pub(crate) fn list_exports(&self, state: &State, out: &mut Vec<Action>) {
        out.extend(Bits(self.lots(state, state.seat).into()).map(|lot| self.lot_at(lot)));
        out.push(Action::Done);
    }

    #[inline]
    pub(crate) fn any_export(&self, state: &State, luck: &mut impl Luck) -> Action {
        let lots = self.lots(state, state.seat);
        match luck.between(0, lots.count_ones()) {
            0 => Action::Done,
            rank => self.lot_at(nth_bit(lots.into(), rank - 1)),
        }
    }
}
