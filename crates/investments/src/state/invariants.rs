//! What is true of every state. (INV-INVAR-1 to INV-INVAR-18, INV-INVAR-21, INV-INVAR-23)

use crate::{
    content::effects::Effect,
    content::things::{Business, Businesses, FORTUNES, Fortune, GLOBALS, SHORTCUTS},
    decisions::open_deal::OFFERS,
    decisions::{Debt, Frame},
    options::{EndExtra, OrderMode},
    rules::InvestmentsRules,
    state::from_position::{fortunes_out, is_whole, shortcuts_out},
    state::{Armed, DebtKind, Ending, Lock, MONOPOLY, Player, Roll, State, Step},
    turn::ending::LAST_ROUND,
};
use kernel::{Cards, Deck, Order, Refusal, Seat, Seats, refuse};

/// Holds, or is broken by this clause.
pub(crate) fn is(holds: bool, clause: &'static str, what: impl FnOnce() -> String) -> Result<(), Refusal> {
    if holds { Ok(()) } else { refuse(clause, what()) }
}

impl InvestmentsRules {
    pub(crate) fn check_state(&self, state: &State) -> Result<(), Refusal> {
        self.check_money(state)?;
        self.check_businesses(state)?;
        self.check_cards(state)?;
        for seat in self.seats() {
            self.check_player(state, seat)?;
        }
        self.check_order(state)?;
        self.check_global(state)?;
        self.check_turn(state)?;
        self.check_offers(state)?;
        self.check_pending(state)?;
        self.check_end(state)
    }

    /// The order that the settings say; as the seats, where it is rolled for. (INV-ORDER-1)
    pub(crate) fn order_of_settings(&self) -> Order {
        match self.options.order_mode {
            OrderMode::Agreed => self.agreed_order(),
            OrderMode::Seats | OrderMode::Roll => Order::clockwise(self.players),
        }
    }

    /// INV-INVAR-1, INV-INVAR-2.
    fn check_money(&self, state: &State) -> Result<(), Refusal> {
        let mut sum = i64::from(state.bank.units());
        for player in &state.players {
            sum += i64::from(player.cash.units());
            let sound = player.cash.units() >= 0 && is_whole(player.cash);
            is(sound, "INV-INVAR-2", || format!("{} is not cash in multiples of 5,000, nothing or more", player.cash))?;
        }
        let all = self.pack.numbers.money_in_box;
        is(sum == i64::from(all.units()), "INV-INVAR-1", || format!("the money of all is {all}, not {sum}"))?;
        let limited = self.box_only && state.bank.units() < 0;
        is(!limited, "INV-INVAR-1", || format!("the players have more than the {all} of the box"))
    }

    /// INV-INVAR-3 to INV-INVAR-6.
    fn check_businesses(&self, state: &State) -> Result<(), Refusal> {
        let (mut upgraded, mut mortgaged) = (Businesses::NONE, Businesses::NONE);
        let (mut small, mut large, mut owned) = (0, 0, 0);
        for business in Business::all() {
            let (owner, level, loan) = (state.owner(business), state.level(business), state.loan_laps(business));
            let held = owner.is_none_or(|owner| state.player(owner).owned.contains(business) && self.is_playing(state, owner));
            is(held, "INV-INVAR-3", || format!("{business} is with one player in the game, or with the bank"))?;
            owned += usize::from(owner.is_some());
            let bare = level == 0 && loan.is_none() && state.lock(business).is_open();
            is(owner.is_some() || bare, "INV-INVAR-4", || format!("{business} is the bank’s: it has no tokens and no loan"))?;
            let standard = self.standard.contains(business);
            is(standard || level == 0, "INV-INVAR-5", || format!("{business} can never be upgraded"))?;
            is(loan.is_none_or(|laps| laps < self.pack.numbers.loan_laps), "INV-INVAR-6", || {
                format!("the loan of {business} is due before so many laps")
            })?;
            let lock = state.lock(business);
            let elsewhere = lock.seat().is_none_or(|seat| seat.index() < self.players && owner != Some(seat));
            is(elsewhere, "INV-TRADE-8", || format!("{business} was offered to another player, or shut"))?;
            if level > 0 {
                upgraded.insert(business);
            }
            if loan.is_some() {
                mortgaged.insert(business);
            }
            large += u8::from(level == MONOPOLY);
            small += if level < MONOPOLY { level } else { 0 };
        }
        let listed: usize = state.players.iter().map(|player| player.owned.len()).sum();
        is(listed == owned, "INV-INVAR-3", || "a business is with two players".into())?;
        let sets = (upgraded, mortgaged) == (state.upgraded, state.mortgaged);
        is(sets && (small, large) == (state.investments, state.monopolies), "INV-INVAR-5", || {
            "the tokens on the board are counted wrong".into()
        })?;
        let numbers = &self.pack.numbers;
        let enough = !self.token_box || (small <= numbers.small_tokens && large <= numbers.large_tokens);
        is(enough, "INV-INVAR-5", || {
            format!("the box has {} small tokens and {} large ones", numbers.small_tokens, numbers.large_tokens)
        })?;
        is(state.stripped.within(self.standard), "INV-INVEST-12", || {
            "a business that can never be upgraded has sold no upgrade".into()
        })?;
        is(state.repaid.and(state.mortgaged).is_empty(), "INV-LOAN-16", || {
            "a loan that was repaid in this slot is not taken again".into()
        })
    }

    fn is_playing(&self, state: &State, seat: Seat) -> bool {
        seat.index() < self.players && state.is_in(seat)
    }

    /// INV-INVAR-7, INV-INVAR-8.
    fn check_cards(&self, state: &State) -> Result<(), Refusal> {
        for fortune in Fortune::ALL {
            let index = fortune.index();
            is(is_complete(&state.fortunes[index], FORTUNES, fortunes_out(state, fortune)), "INV-INVAR-7", || {
                format!("each {} card is in one place", fortune.words())
            })?;
            let kept = &state.kept[index];
            is(kept.ready & !kept.cards == 0, "INV-KEEP-2", || "only a kept card is ready".into())?;
            for card in 0..FORTUNES as u8 {
                let (is_kept, holder) = (kept.cards >> card & 1 != 0, kept.holder(card));
                let terms = &self.pack.fortunes[index][usize::from(card)].effects;
                let keeps = match fortune {
                    Fortune::Profit => matches!(terms[..], [Effect::Keep(_)]),
                    Fortune::Loss => matches!(terms[..], [Effect::KeepMust(_)]),
                };
                let holder = Seat::new(usize::from(holder)).filter(|seat| self.is_playing(state, *seat));
                is(!is_kept || (keeps && holder.is_some()), "INV-KEEP-1", || {
                    format!("a {} card is kept that is not to be kept, or by nobody in the game", fortune.words())
                })?;
                is(is_kept || kept.holder(card) == 0, "INV-KEEP-1", || "a card is with somebody who does not keep it".into())?;
            }
            is(self.hidden || state.aside[index] == 0, "INV-HIDDEN-12", || {
                "cards are laid aside only with `fortune_mode` = hidden".into()
            })?;
        }
        let shortcuts = if self.shortcut_cards { SHORTCUTS } else { 0 };
        is(is_complete(&state.shortcuts, shortcuts, shortcuts_out(state)), "INV-INVAR-7", || {
            "each Shortcut card is in one place; without Shortcut cards in none".into()
        })?;
        let globals = if self.global_casino { 0 } else { GLOBALS };
        is(is_complete(&state.globals, globals, state.global.iter().map(|global| global.card)), "INV-INVAR-7", || {
            "each Global Economy card is in one place; with `global_mode` = casino in none".into()
        })?;
        let numbers = &self.pack.numbers;
        let tax_cards = state.players.iter().filter(|player| player.tax_card).count();
        is(tax_cards <= usize::from(numbers.tax_cards), "INV-INVAR-8", || {
            format!("there are {} Tax Office cards", numbers.tax_cards)
        })?;
        let bank_cards: u32 = state.players.iter().map(|player| u32::from(player.bank_cards)).sum();
        is(bank_cards + u32::from(state.bank_cards) == u32::from(numbers.bank_cards), "INV-INVAR-8", || {
            format!("there are {} Bank cards", numbers.bank_cards)
        })
    }

    /// INV-INVAR-8, INV-INVAR-10 to INV-INVAR-12, INV-INVAR-17, INV-INVAR-21.
    fn check_player(&self, state: &State, seat: Seat) -> Result<(), Refusal> {
        let player = state.player(seat);
        let limit = self.hand_limit();
        let gap = player.hand[0].is_none() && player.hand[1].is_some();
        is(!gap && player.shortcut_count() <= limit, "INV-INVAR-8", || {
            format!("seat {seat} holds at most {limit} Shortcut cards, the first in the first place")
        })?;
        for (_, held) in player.shortcuts() {
            let others = self.seats().without(seat);
            let locked = held.locked == Lock::SHUT || held.locked.seat().is_none_or(|to| others.contains(to));
            is(held.known.within(others) && locked, "INV-TRADE-12", || {
                format!("a Shortcut card of seat {seat} is known or locked to others at the table")
            })?;
        }
        let board = player.at < self.length && (!self.single || seat == Seat::FIRST || player.at == self.start);
        is(board, "INV-INVAR-10", || {
            format!("the piece of seat {seat} stands on a tile from 0 to {}, or on the common one", self.length - 1)
        })?;
        is(player.jail <= self.pack.numbers.jail_rounds, "INV-INVAR-11", || {
            format!("jail counts 0 to {}", self.pack.numbers.jail_rounds)
        })?;
        is(player.jail == 0 || (player.missed == 0 && !player.stays), "INV-TURN-10", || {
            format!("seat {seat} is in jail: that drops missed turns and the stay at the Tax Office")
        })?;
        let taxes = self.reroll && player.tax_card || (self.reroll || self.single) && player.stays;
        is(!taxes, "INV-OPT-6", || format!("under these settings seat {seat} neither stays at the Tax Office nor has its card"))?;
        let unseen = player.hidden.iter().any(Option::is_some) || player.armed != Armed::NONE;
        is(self.hidden || !unseen, "INV-HIDDEN-1", || {
            "hidden cards, and what they arm, are only for `fortune_mode` = hidden".into()
        })?;
        is(player.offers <= OFFERS, "INV-INVAR-21", || format!("seat {seat} has made at most {OFFERS} offers in this slot"))?;
        if player.out > 0 {
            let (at, out, offences) = (player.at, player.out, player.offences);
            let (returned, subsidised) = if self.single { (player.returned, player.subsidised) } else { (0, false) };
            let bare = Player { at, out, offences, returned, subsidised, ..Player::NEW };
            return is(*player == bare, "INV-INVAR-12", || format!("seat {seat} is out of the game and owns nothing"));
        }
        let limit = self.options.offence_limit;
        is(limit.is_none_or(|limit| player.offences < limit), "INV-INVAR-17", || {
            format!("seat {seat} would be out of the game by so many offences")
        })
    }

    fn check_order(&self, state: &State) -> Result<(), Refusal> {
        let whole = state.order.seats().len() == self.players;
        let fixed = self.options.order_mode != OrderMode::Roll && state.order != self.order_of_settings();
        is(whole && !fixed, "INV-ORDER-1", || "the order of play is another one by the settings".into())?;
        let out: Vec<u8> = self.seats().map(|seat| state.player(seat).out).filter(|out| *out > 0).collect();
        let each = (1..=out.len() as u8).all(|number| out.contains(&number));
        is(each && out.len() == usize::from(state.outs), "INV-END-18", || {
            "who went out is numbered 1, 2 and so on, in the order of going".into()
        })
    }

    /// INV-INVAR-9.
    fn check_global(&self, state: &State) -> Result<(), Refusal> {
        let Some(global) = &state.global else { return Ok(()) };
        is(!self.global_casino, "INV-INVAR-9", || "no Global Economy card is in force with `global_mode` = casino".into())?;
        let most = self.pack.numbers.round_tokens;
        let sound = (1..=most).contains(&global.tokens) && global.drawer.index() < self.players;
        is(sound, "INV-INVAR-9", || format!("the Global Economy card in force has 1 to {most} tokens and a drawer"))?;
        is(!global.fresh || global.drawer == state.active(), "INV-GLOB-9", || {
            "a Global Economy card is fresh only in the slot in which its drawer drew it".into()
        })
    }

    /// INV-INVAR-14, INV-INVAR-23.
    fn check_turn(&self, state: &State) -> Result<(), Refusal> {
        let last = self.options.limit_rounds.unwrap_or(LAST_ROUND).min(LAST_ROUND);
        is((1..=last).contains(&state.round), "INV-INVAR-23", || format!("the table round is 1 to {last}"))?;
        let turn = &state.turn;
        is(turn.seat.index() < self.players && state.roll.seat.index() < self.players, "INV-SETUP-6", || {
            "a seat does not play at this table".into()
        })?;
        let kept = &state.kept[Fortune::Loss.index()];
        is(turn.at_work & !(kept.of(turn.seat) & kept.ready) == 0, "INV-KEEP-4", || {
            "at work are kept Loss cards of whose turn it is, drawn before this slot".into()
        })?;
        let roll = &state.roll;
        let dice = roll.dice.iter().chain(&roll.again).all(|die| *die <= 6);
        is(dice && (*roll == Roll::NONE || roll.distance > 0), "INV-ROLL-1", || {
            "a die shows 1 to 6, and a roll goes some distance".into()
        })?;
        is(!turn.bought || matches!(turn.step, Step::BankCard), "INV-TURN-14", || "a Bank card is bought in step 4".into())?;
        let fee = |frame: &Frame| matches!(frame, Frame::Debt(Debt { kind: DebtKind::Fee, .. }));
        is(!turn.borrowed || state.pending.iter().any(fee), "INV-FORCE-11", || {
            "a loan was taken for a fee that nobody owes".into()
        })?;
        is(turn.landed.is_some() || !turn.invested, "INV-MONO-3", || "investments were bought without a landing".into())
    }

    /// INV-INVAR-21: at most one deal or auction is open.
    fn check_offers(&self, state: &State) -> Result<(), Refusal> {
        let Some((_, offer)) = state.offers.iter().next() else { return Ok(()) };
        let parties = offer.parties();
        let two = parties.len() == 2 && parties.within(state.present()) && parties.contains(offer.opener());
        is(two, "INV-TRADE-5", || "a deal is between two players who are in the game and not in jail".into())?;
        is(offer.accepted() == Seats::only(offer.proposer()), "INV-TRADE-6", || {
            "a deal is carried out as soon as both have agreed".into()
        })?;
        let counted = offer.counters() <= crate::decisions::open_deal::COUNTERS && state.player(offer.opener()).offers > 0;
        let opened = (offer.opener() == offer.proposer()) == (offer.counters() == 0);
        is(counted && opened, "INV-TRADE-15", || "an offer is counted, and one counter-offer answers it".into())?;
        is(state.sale.is_none() && !state.is_over(), "INV-INVAR-21", || "at most one deal or auction is open".into())
    }

    /// INV-INVAR-18; how the game can have ended.
    fn check_end(&self, state: &State) -> Result<(), Refusal> {
        let left = state.remaining().len();
        let Some(ending) = state.ending else {
            is(state.champion.is_none(), "INV-END-16", || "nobody has won before the end".into())?;
            is(state.bank_cards > 0, "INV-INVAR-18", || "the last Bank card ends the game".into())?;
            return is(left >= self.players.min(2), "INV-INVAR-18", || {
                "while the game runs at least two players are in it, or the only one".into()
            });
        };
        let won = |extra: EndExtra| self.options.end_extra == extra && state.champion.is_some();
        let sound = match ending {
            Ending::LastPlayer => self.players > 1 && left == 1,
            Ending::SoloOut => self.players == 1 && left == 0,
            Ending::BankCards => state.bank_cards == 0,
            Ending::Agreement => true,
            Ending::Rounds => self.options.limit_rounds == Some(state.round),
            Ending::Minutes => self.options.limit_minutes.is_some(),
            Ending::LastRound => state.round == LAST_ROUND,
            Ending::TwoMonopolyGroups => won(EndExtra::TwoMonopolyGroups),
            Ending::Own45 => won(EndExtra::Own45),
            Ending::FourGroups => won(EndExtra::FourGroups),
        };
        let extra = matches!(ending, Ending::TwoMonopolyGroups | Ending::Own45 | Ending::FourGroups);
        let champion = state.champion.is_none_or(|seat| extra && self.is_playing(state, seat));
        is(sound && champion && (left > 0 || ending == Ending::SoloOut), ending.clause(), || {
            "the game cannot have ended like this".into()
        })
    }
}

/// Is each of the first `count` cards in the pile or out of it, once?
fn is_complete<const N: usize>(pile: &Deck<N>, count: usize, out: impl Iterator<Item = u8>) -> bool {
    let mut left = Cards::first(count);
    let bag = pile.unseen();
    { bag }.chain(pile.known().iter().copied()).chain(out).all(|card| left.remove(card)) && left.is_empty()
}
