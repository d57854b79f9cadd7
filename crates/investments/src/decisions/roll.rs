//! Step 1: the roll, the choice on equal dice, and cards that change the distance. (INV-ROLL, INV-KEEP; D4 to D6)

use crate::{
    actions::Action,
    content::effects::{Effect, Global, Keep},
    content::things::{Business, Fortune},
    decisions::{Debt, Decision, Frame},
    events::Event,
    play::Play,
    rules::InvestmentsRules,
    state::{DebtKind, How, Party, Roll, State, Step},
    view::PendingView,
    words::Choice,
    words::saying::{Reader, one_of},
};
use kernel::{Bits, Bounds, Journal, Line, Luck, Money, Refusal, Seat, Turn, refuse, say::counted};
use serde::{Deserialize, Serialize};

/// D4: step 1, before the roll. (INV-TURN-2, INV-TURN-8)
#[derive(Clone, Copy, Debug)]
pub(crate) struct BeforeRoll;

impl Decision for BeforeRoll {
    fn turn(&self, rules: &InvestmentsRules, state: &State) -> Turn {
        Turn::of(state.active()).with_free(rules.free_traders(state))
    }

    fn list(&self, rules: &InvestmentsRules, state: &State, seat: Seat, out: &mut Vec<Action>) {
        // By hand: it is listed at every roll.
        if seat == state.active() {
            rules.list_before_roll(state, seat, out);
        }
        if seat != state.active() || rules.trades_freely(state, seat) {
            rules.list_free_trade(state, seat, out);
        }
    }

    fn may(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        rules.may_in_turn(state, seat, action)
    }

    fn bounds(&self, rules: &InvestmentsRules, state: &State, seat: Seat, out: &mut Vec<Bounds<Action>>) {
        rules.bound_own_auctions(state, seat, out);
    }

    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, seat: Seat, action: &Action) {
        match *action {
            Action::Roll => play.roll(seat),
            Action::Drive(distance) => play.drive(seat, distance),
            _ => play.act_in_turn(seat, action),
        }
    }

    fn fallback(&self, _rules: &InvestmentsRules, _state: &State, _seat: Seat) -> Action {
        Action::Roll
    }

    fn ask(&self, rules: &InvestmentsRules, state: &State, reader: &Reader) -> Line {
        let seat = state.active();
        let dice = if rules.rolls_one_die(state) { "one die" } else { "the dice" };
        let drives =
            rules.set_roll_card(state, seat).map(|(_, most)| format!("use your card to move up to {}", counted(most, "tile")));
        let trades = rules.free_trade(state).then(|| "trade first".to_owned());
        let you: Vec<String> = [format!("roll {dice}")].into_iter().chain(drives).chain(trades).collect();
        let free = matches!(reader.viewer, kernel::Viewer::Seat(other) if rules.trades_freely(state, other));
        let meanwhile = if free { "; meanwhile you may trade in businesses" } else { "" };
        let they = || format!("{} is about to roll {dice}{meanwhile}.", reader.name(seat));
        reader.one(seat, "INV-TURN-2", || format!("Your turn: {}.", one_of(&you)), they)
    }

    fn choice(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        match *action {
            Action::Roll => {
                let turn = &state.turn;
                let halved = if turn.half_roll { "the distance is halved" } else { "" };
                let doubled = if turn.double_fee { "fees are doubled" } else { "" };
                let label = if rules.rolls_one_die(state) { "Roll one die" } else { "Roll the dice" };
                Choice::new("INV-ROLL-1", label).so([halved, doubled, &rules.pips_in_words(state, None)])
            }
            Action::Drive(distance) => rules.choice_to_drive(state, seat, distance, reader).under("Use your card"),
            _ => rules.usual_choice(state, seat, action, reader),
        }
    }

    fn sensible(&self, rules: &InvestmentsRules, state: &State, seat: Seat, out: &mut Vec<Action>, first: usize) {
        rules.keep_before_roll(state, seat, out, first);
    }
}

/// D5: equal dice. (INV-ROLL-2)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct EqualDice;

impl Decision for EqualDice {
    fn turn(&self, _rules: &InvestmentsRules, state: &State) -> Turn {
        Turn::of(state.roll.seat)
    }

    fn candidates(&self, _rules: &InvestmentsRules, state: &State, _seat: Seat, out: &mut Vec<Action>) {
        out.extend([Action::Accept, Action::Again]);
        out.extend((1..=state.roll.dice[0]).map(Action::Pick));
    }

    fn may(&self, _rules: &InvestmentsRules, state: &State, _seat: Seat, action: &Action) -> Result<(), Refusal> {
        match action {
            Action::Accept | Action::Again => Ok(()),
            Action::Pick(distance) if (1..=state.roll.dice[0]).contains(distance) => Ok(()),
            Action::Pick(_) => refuse("INV-ROLL-5", format!("pick a distance from 1 to {}", state.roll.dice[0])),
            _ => refuse("INV-ROLL-2", "equal dice: accept the sum, roll again or pick a distance"),
        }
    }

    /// The choice on equal dice. (INV-ROLL-3 to INV-ROLL-5)
    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, _seat: Seat, action: &Action) {
        play.pop();
        let seat = play.state.roll.seat;
        match action {
            Action::Again => {
                // INV-ROLL-4: added, and no further choice.
                let again = play.roll_dice(2);
                let sum = again[0] + again[1];
                let roll = &mut play.state.roll;
                (roll.again, roll.pips, roll.distance) = (again, roll.pips + sum, roll.distance + sum);
                let distance = roll.distance;
                play.note(|| Event::RolledAgain { seat, dice: again, distance });
            }
            Action::Pick(distance) => {
                play.state.roll.distance = *distance;
                let distance = *distance;
                play.note(|| Event::Picked { seat, distance });
            }
            _ => {
                let distance = play.state.roll.distance;
                play.note(|| Event::SumAccepted { seat, distance });
            }
        }
        play.after_the_roll();
    }

    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        play.keeps_waiting(play.state.roll.seat)
    }

    fn fallback(&self, _rules: &InvestmentsRules, _state: &State, _seat: Seat) -> Action {
        Action::Accept
    }

    fn ask(&self, _rules: &InvestmentsRules, state: &State, reader: &Reader) -> Line {
        let (seat, die) = (state.roll.seat, state.roll.dice[0]);
        let pick = if die == 1 { "only 1 tile".into() } else { format!("any distance from 1 to {}", counted(die, "tile")) };
        let you = || format!("A double: move {}, roll again and add it, or move {pick}.", counted(2 * die, "tile"));
        reader.one(seat, "INV-ROLL-2", you, || format!("{} has a double and chooses how far to move.", reader.name(seat)))
    }

    fn choice(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        let rolled = state.roll.distance;
        match *action {
            Action::Accept => {
                let choice = Choice::new("INV-ROLL-3", format!("Move {}", counted(rolled, "tile")));
                choice.so(rules.way_after_halving(state, seat, rolled, reader))
            }
            Action::Pick(distance) => {
                let choice = Choice::new("INV-ROLL-5", format!("Move {} instead", counted(distance, "tile")));
                choice.so(rules.way_after_halving(state, seat, distance, reader))
            }
            Action::Again => {
                let (least, most) = (rolled + 2, rolled + 12);
                let halved = if state.turn.half_roll { ", halved" } else { "" };
                let pips = rules.pips_in_words(state, None);
                Choice::new("INV-ROLL-4", format!("Roll again and add it to {rolled}"))
                    .so([format!("{least} to {} in all{halved}", counted(most, "tile")), pips])
            }
            _ => rules.usual_choice(state, seat, action, reader),
        }
    }

    fn view(&self, _rules: &InvestmentsRules, state: &State) -> PendingView {
        PendingView::EqualDice { seat: state.roll.seat, die: state.roll.dice[0] }
    }

    fn check(&self, rules: &InvestmentsRules, state: &State, _top: bool) -> (&'static str, bool) {
        let [first, second] = state.roll.dice;
        let plain = state.roll.again == [0; 2] && state.roll.pips == first + second;
        ("INV-ROLL-2", rules.is_rolled(state) && first == second && plain && state.roll.distance == state.roll.pips)
    }

    fn waits(&self) -> bool {
        true
    }
}

/// D6: a kept card may set the distance. (INV-ROLL-7)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct SetRoll;

impl Decision for SetRoll {
    fn turn(&self, _rules: &InvestmentsRules, state: &State) -> Turn {
        Turn::of(state.roll.seat)
    }

    fn candidates(&self, rules: &InvestmentsRules, state: &State, seat: Seat, out: &mut Vec<Action>) {
        out.push(Action::No);
        out.extend((1..=rules.most_set(state, seat)).map(Action::Drive));
    }

    fn may(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        match action {
            Action::No if state.player(seat).armed.set_roll == 0 => Ok(()),
            Action::Drive(distance) => rules.may_drive(state, seat, *distance),
            Action::No => refuse("INV-HIDDEN-13", "the card sets your distance: choose it"),
            _ => refuse("INV-ROLL-7", "first decide on the card that sets your distance"),
        }
    }

    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, seat: Seat, action: &Action) {
        match action {
            Action::Drive(distance) => play.drive(seat, *distance),
            // The roll stays as it is.
            _ => {
                play.pop();
                play.open_window();
            }
        }
    }

    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        play.keeps_waiting(play.state.roll.seat)
    }

    fn fallback(&self, _rules: &InvestmentsRules, state: &State, seat: Seat) -> Action {
        match state.player(seat).armed.set_roll {
            0 => Action::No,
            // The nearest to the distance rolled.
            most => Action::Drive(state.roll.distance.clamp(1, most)),
        }
    }

    fn ask(&self, rules: &InvestmentsRules, state: &State, reader: &Reader) -> Line {
        let (seat, distance) = (state.roll.seat, state.roll.distance);
        let armed = state.player(seat).armed.set_roll;
        let most = if armed > 0 { armed } else { rules.set_roll_card(state, seat).map_or(0, |(_, most)| most) };
        let you = || {
            if armed > 0 {
                return format!("A card sets your distance: choose one from 1 to {}.", counted(most, "tile"));
            }
            format!("You may use your card to move 1 to {} instead of {distance}, or keep the roll.", counted(most, "tile"))
        };
        reader.one(seat, "INV-ROLL-7", you, || format!("{} may set the distance by a card.", reader.name(seat)))
    }

    fn choice(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        match *action {
            Action::Drive(distance) => rules.choice_to_drive(state, seat, distance, reader),
            Action::No => Choice::new("INV-ROLL-7", format!("Keep the roll: {}", counted(state.roll.distance, "tile")))
                .so(rules.way_by_dice(state, seat, state.roll.distance, true, reader)),
            _ => rules.usual_choice(state, seat, action, reader),
        }
    }

    fn view(&self, rules: &InvestmentsRules, state: &State) -> PendingView {
        PendingView::SetRoll { seat: state.roll.seat, most: rules.most_set(state, state.roll.seat) }
    }

    fn check(&self, rules: &InvestmentsRules, state: &State, _top: bool) -> (&'static str, bool) {
        let seat = state.roll.seat;
        let armed = state.player(seat).armed.set_roll > 0;
        ("INV-ROLL-7", rules.is_rolled(state) && (armed || rules.set_roll_card(state, seat).is_some()))
    }

    fn waits(&self) -> bool {
        true
    }
}

/// The pips are paid, then the piece departs. (INV-ROLL-7)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Depart;

impl Decision for Depart {
    /// Pays for the pips, then the piece departs. (INV-ROLL-7)
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let roll = play.state.roll;
        let seat = roll.seat;
        if !play.state.is_present(seat) {
            play.pop();
            return true;
        }
        let each = Money::from(play.state.turn.pay_pips);
        let due = each.times(roll.pips.into());
        if due > Money::ZERO {
            // Paid once for this roll; a further roll of the turn is paid by its own pips.
            play.state.roll.pips = 0;
            let frame = Frame::Debt(Debt { seat, to: Party::Bank, amount: due.into(), kind: DebtKind::Pips, business: None });
            play.push(frame);
            return true;
        }
        play.pop();
        let how = if roll.shortcut { How::Shortcut } else { How::Dice };
        if roll.back {
            play.move_back(seat, roll.distance);
        } else {
            play.set_off(seat, roll.distance, how, None);
        }
        true
    }

    fn bears(&self, _rules: &InvestmentsRules, above: &Frame, _under: Option<&Frame>) -> bool {
        matches!(above, Frame::Window(_) | Frame::Debt(Debt { kind: DebtKind::Pips, .. }))
    }

    fn check(&self, rules: &InvestmentsRules, state: &State, _top: bool) -> (&'static str, bool) {
        ("INV-ROLL-7", rules.is_rolled(state))
    }
}

impl InvestmentsRules {
    /// The distances that a card sets go up to this: a hidden card that was armed, else a kept one. (INV-HIDDEN-13, INV-FX-7)
    fn most_set(&self, state: &State, seat: Seat) -> u8 {
        let armed = state.player(seat).armed.set_roll;
        if armed > 0 { armed } else { self.set_roll_card(state, seat).map_or(0, |(_, most)| most) }
    }

    /// Has the active player rolled?
    pub(crate) fn is_rolled(&self, state: &State) -> bool {
        state.roll.seat == state.active() && state.roll.distance > 0
    }

    /// The words of moving by a card that sets the distance.
    fn choice_to_drive(&self, state: &State, seat: Seat, distance: u8, reader: &Reader) -> Choice {
        let rolled = state.top().is_some();
        Choice::new("INV-FX-7", format!("Move {} by your card", counted(distance, "tile")))
            .so(self.way_by_dice(state, seat, distance, rolled, reader))
    }

    /// The greatest distance that a kept card of this player can set now, and the card. (INV-FX-7)
    pub(crate) fn set_roll_card(&self, state: &State, seat: Seat) -> Option<(u8, u8)> {
        self.usable_kept(state, seat, |keep| match keep {
            Keep::SetRoll(most) => Some(most),
            _ => None,
        })
    }

    /// The kept Profit card of this player with such an effect that can be used now: from the holder's next slot, in the own turn.
    /// (INV-KEEP-2)
    pub(crate) fn usable_kept<T>(&self, state: &State, seat: Seat, of: impl Fn(Keep) -> Option<T>) -> Option<(u8, T)> {
        let kept = &state.kept[Fortune::Profit.index()];
        if kept.cards == 0 || seat != state.active() {
            return None;
        }
        Bits(kept.of(seat) & kept.ready).find_map(|card| match self.pack.fortunes[0][usize::from(card)].effects[..] {
            [Effect::Keep(keep)] => Some((card, of(keep)?)),
            _ => None,
        })
    }

    /// D4: before the roll.
    pub(crate) fn list_before_roll(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        out.push(Action::Roll);
        if let Some((_, most)) = self.set_roll_card(state, seat) {
            out.extend((1..=most).map(Action::Drive));
        }
        self.list_at_any_time(state, seat, out);
    }

    /// What may be done before the roll and in step 3: repay loans and sell Bank cards. (INV-LOAN-16, INV-BCARD-5)
    pub(crate) fn list_at_any_time(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let player = state.player(seat);
        let loans = player.owned.and(state.mortgaged);
        out.extend(loans.filter(|loan| self.deed(*loan).mortgage <= player.cash).map(Action::Repay));
        if self.may_sell_bank_card(state, seat).is_ok() {
            out.push(Action::SellBankCard);
        }
    }

    pub(crate) fn may_drive(&self, state: &State, seat: Seat, distance: u8) -> Result<(), Refusal> {
        let armed = state.player(seat).armed.set_roll;
        let most = match (state.top(), self.set_roll_card(state, seat)) {
            (Some(Frame::SetRoll(_)), _) if armed > 0 => armed,
            (_, Some((_, most))) => most,
            _ => return refuse("INV-KEEP-2", "you keep no card that sets the distance and can be used now"),
        };
        if (1..=most).contains(&distance) {
            return Ok(());
        }
        refuse("INV-FX-7", format!("the card lets you move any distance from 1 to {most}"))
    }

    pub(crate) fn may_repay(&self, state: &State, seat: Seat, business: Business) -> Result<(), Refusal> {
        let player = state.player(seat);
        if !player.owned.contains(business) || !state.mortgaged.contains(business) {
            return refuse("INV-LOAN-16", "repay the loan of a business of yours that has one");
        }
        if player.cash < self.deed(business).mortgage {
            return refuse("INV-LOAN-16", format!("the whole loan of {} is repaid at once", self.deed(business).mortgage));
        }
        Ok(())
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// A movement roll begins: for the turn, or once more at the Tax Office. (INV-ROLL-1, INV-ROLL-6, INV-ROLL-7)
    pub fn roll(&mut self, seat: Seat) {
        if self.state.top().is_none() {
            // An extra roll that a hidden card led to neither takes the place of the turn's own nor goes back. (INV-INVAR-15)
            self.state.turn.step = Step::Resolve;
        }
        self.state.roll = Roll { seat, ..Roll::NONE };
        let dice = self.roll_dice(self.dice_count());
        let sum = dice[0] + dice[1];
        self.state.roll = Roll { seat, dice, pips: sum, distance: sum, ..Roll::NONE };
        self.note(|| Event::Rolled { seat, dice, sum });
        if dice[0] == dice[1] {
            // INV-ROLL-2: for every value.
            self.push(EqualDice);
        } else {
            self.after_the_roll();
        }
    }

    /// One die by a kept card or a Global Economy card, otherwise two. (INV-ROLL-7, INV-GFX-13)
    fn dice_count(&self) -> u8 {
        if self.state.turn.one_die || self.rules.in_force(self.state, Global::OneDie) { 1 } else { 2 }
    }

    fn roll_dice(&mut self, count: u8) -> [u8; 2] {
        let first = self.die();
        [first, if count > 1 { self.die() } else { 0 }]
    }

    /// The kept Loss card that halves, then the kept Profit card that sets the distance. (INV-ROLL-7)
    fn after_the_roll(&mut self) {
        let seat = self.state.roll.seat;
        if self.state.turn.half_roll {
            let distance = self.state.roll.distance.div_ceil(2);
            self.state.roll.distance = distance;
            self.note(|| Event::Halved { seat, distance });
        }
        let armed = self.state.player(seat).armed.set_roll > 0 && seat == self.state.active();
        if armed || self.rules.set_roll_card(self.state, seat).is_some() {
            self.push(SetRoll);
        } else {
            self.open_window();
        }
    }

    /// A kept card sets the distance; before the roll no dice are rolled, and there is no Shortcut window. (INV-FX-7)
    pub fn drive(&mut self, seat: Seat, distance: u8) {
        let before = self.state.top().is_none();
        if before {
            self.state.turn.step = Step::Resolve;
            self.state.roll = Roll { seat, ..Roll::NONE };
        } else {
            self.pop();
        }
        self.state.roll.distance = distance;
        if !before && self.state.player(seat).armed.set_roll > 0 {
            self.state.player_mut(seat).armed.set_roll = 0;
        } else if let Some((card, _)) = self.rules.set_roll_card(self.state, seat) {
            self.discard_kept(Fortune::Profit, card);
        }
        self.note(|| Event::Drove { seat, distance });
        if before {
            self.push(Depart);
        } else {
            self.open_window();
        }
    }

    /// A Shortcut card rolls the dice anew: as many as before, without choice. (INV-SFX-7)
    pub fn reroll(&mut self) {
        let count = if self.state.roll.dice[1] == 0 { 1 } else { 2 };
        let dice = self.roll_dice(count);
        let seat = self.state.roll.seat;
        let sum = dice[0] + dice[1];
        // INV-ROLL-8: the dice replaced do not count, the new ones do.
        let roll = &mut self.state.roll;
        (roll.dice, roll.again, roll.pips, roll.distance) = (dice, [0; 2], sum, sum);
        self.note(|| Event::Rolled { seat, dice, sum });
    }
}

/// The words of step 1: the roll, equal dice, and cards that set the distance.
impl InvestmentsRules {
    pub(crate) fn rolls_one_die(&self, state: &State) -> bool {
        state.turn.one_die || self.in_force(state, Global::OneDie)
    }

    /// Where a distance chosen on equal dice leads: halved, if a kept card says so, and open to cards that come after it.
    fn way_after_halving(&self, state: &State, seat: Seat, distance: u8, reader: &Reader) -> Vec<String> {
        let halved = state.turn.half_roll;
        let distance = if halved { distance.div_ceil(2) } else { distance };
        if state.player(seat).armed.set_roll > 0 && seat == state.active() {
            return vec!["then you choose another distance by card".into()];
        }
        let by_half = halved.then(|| format!("halved to {}", counted(distance, "tile")));
        let mut parts: Vec<String> = by_half.into_iter().chain(self.way_by_dice(state, seat, distance, true, reader)).collect();
        if self.set_roll_card(state, seat).is_some() {
            parts.push("unless you use your card".into());
        }
        parts
    }

    /// Where a distance leads, what the pips cost, and whether somebody could still play a Shortcut card.
    fn way_by_dice(&self, state: &State, seat: Seat, distance: u8, rolled: bool, reader: &Reader) -> Vec<String> {
        let mut parts = vec![self.way(state, seat, distance, false, How::Dice, reader)];
        if rolled {
            parts.push(self.pips_in_words(state, Some(state.roll.pips)));
            if self.may_be_diverted(state, None) {
                parts.push("unless a Shortcut card is played".into());
            }
        }
        parts
    }

    /// What is paid for pips in this turn. (INV-FX-7)
    pub(crate) fn pips_in_words(&self, state: &State, pips: Option<u8>) -> String {
        let each = Money::from(state.turn.pay_pips);
        match pips {
            _ if each == Money::ZERO => String::new(),
            None => format!("{each} to the bank for every pip"),
            Some(pips) => format!("first {} to the bank for the pips", each.times(pips.into())),
        }
    }
}
