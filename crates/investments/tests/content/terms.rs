//! INV-FX: the closed vocabulary of effects.

use crate::{Draft, names, refuses, standard};
use investments::{
    Business, Condition, Counted, Effect, Extreme, Fraction, Global, GlobalTile, Keep, Must, Namer, Shortcut, TileKind, Type,
    Types, Way,
};
use kernel::Money;

fn money(units: i32) -> Money {
    Money::new(units)
}

fn part(over: u16, under: u16) -> Fraction {
    Fraction { over, under }
}

fn kind(name: &str) -> Type {
    Type(standard().types.iter().position(|other| other == name).unwrap() as u8)
}

fn kinds(names: &[&str]) -> Types {
    Types(names.iter().map(|name| 1 << kind(name).0).sum())
}

/// What a Profit card with this effect does.
fn profit(effect: &str) -> Vec<Effect> {
    Draft::standard().set("profit.csv", "p01", "effect", effect).pack().fortunes[0][0].effects.clone()
}

/// What a Loss card with this effect does.
fn loss(effect: &str) -> Vec<Effect> {
    Draft::standard().set("loss.csv", "l01", "effect", effect).pack().fortunes[1][0].effects.clone()
}

fn shortcut(effect: &str) -> Shortcut {
    Draft::standard().set("shortcut.csv", "k01", "effect", effect).pack().shortcuts[0].effect
}

fn global(effect: &str) -> Vec<Global> {
    Draft::standard().set("global.csv", "g07", "effect", effect).pack().globals[6].effects.clone()
}

/// Covers INV-PFX-1, INV-PFX-2, INV-PFX-3, INV-PFX-4.
#[test]
fn inv_fx_1_a_term_is_a_name_with_arguments() {
    assert_eq!(profit("receive_bank(5000)"), [Effect::ReceiveBank(money(5_000))]);
    let both = [
        Effect::PayBank(money(50_000_000)),
        Effect::ReceiveEach(money(10_000)),
        Effect::PayEach(money(15_000)),
        Effect::MoveStart,
    ];
    assert_eq!(profit("pay_bank(50000000); receive_each(10000); pay_each(15000); move_start"), both, "from left to right");
    let five = "receive_bank(5000); receive_bank(5000); receive_bank(5000); receive_bank(5000); receive_bank(5000)";
    refuses("profit.csv", "p01", "effect", five, "INV-FX-1");
    for effect in [
        "receive_bank",
        "receive_bank()",
        "receive_bank(5000,5000)",
        "receive_bank( 5000)",
        "receive_bank((5000))",
        "move_start()",
        "move_start(1)",
        "pay_per(business)",
        "pay_per(5000,business)",
        "extra_turn(1)",
        "keep",
        "keep()",
    ] {
        let mut draft = Draft::standard().set("profit.csv", "p01", "effect", effect);
        let line = 1 + draft.place("profit.csv", "p01");
        let faults = draft.faults();
        assert_eq!((faults.len(), faults[0].line), (1, Some(line)), "{effect}: {faults:?}");
        assert!(faults[0].message.contains("write ") || faults[0].message.contains("the terms are"), "{faults:?}");
    }
}

#[test]
fn inv_fx_1_arguments_are_bounded() {
    for amount in [
        "0",
        "-5000",
        "2500",
        "12500",
        "50005000",
        "5_000",
        "5,000",
        "05000",
        "+5000",
        "1e6",
        "5000.0",
        "99999999999999999999",
        "",
    ] {
        let mut draft = Draft::standard().set("loss.csv", "l01", "effect", &format!("pay_bank({amount})"));
        let line = 1 + draft.place("loss.csv", "l01");
        let faults = draft.faults();
        assert!(
            faults.len() == 1 && faults[0].line == Some(line) && names(&faults[0].message, "INV-FX-1"),
            "{amount}: {faults:?}"
        );
    }
    for count in ["0", "21", "-1", "01", "x"] {
        refuses("profit.csv", "p01", "effect", &format!("gain_shortcut({count})"), "INV-FX-1");
        refuses("loss.csv", "l01", "effect", &format!("miss_turn({count})"), "INV-FX-1");
        refuses("tiles.csv", "global,1", "effect", &format!("global_extend({count})"), "INV-FX-1");
    }
    for distance in ["0", "51", "-1", "", "4294967297"] {
        refuses("shortcut.csv", "k01", "effect", &format!("add({distance})"), "INV-FX-1");
        refuses("profit.csv", "p01", "effect", &format!("keep(set_roll({distance}))"), "INV-FX-1");
    }
    assert_eq!(shortcut("add(50)"), Shortcut::Add(50));
    for percent in ["0", "101", "-5"] {
        refuses("loss.csv", "l01", "effect", &format!("pay_percent({percent})"), "INV-FX-1");
    }
    refuses("global.csv", "g07", "effect", "interest_set(101)", "INV-FX-1");
    for fraction in ["0/1", "1/0", "101/1", "1/101", "2", "1/2/3", "-1/2", "1.5", "1 / 2", "/", ""] {
        refuses("global.csv", "g07", "effect", &format!("tax_mult({fraction})"), "INV-FX-1");
        refuses("profit.csv", "p01", "effect", &format!("buy_any({fraction})"), "INV-FX-1");
    }
    refuses("profit.csv", "p01", "effect", "buy_any(3/2)", "INV-FX-1");
    refuses("lottery.csv", "11", "condition", "pay_fraction(3/2)", "INV-FX-1");
    assert_eq!(profit("buy_any(1/1)"), [Effect::BuyAny(part(1, 1))]);
}

/// Covers INV-PFX-5 to INV-PFX-33.
#[test]
fn inv_fx_2_the_vocabulary_of_profit_and_loss_cards() {
    let n = money(10_000);
    let terms = [
        ("receive_per(business,10000)", Effect::ReceivePer(Counted::Business, n)),
        ("receive_per(investment,10000)", Effect::ReceivePer(Counted::Investment, n)),
        ("receive_per(monopoly,10000)", Effect::ReceivePer(Counted::Monopoly, n)),
        ("receive_per(series,10000)", Effect::ReceivePer(Counted::Series, n)),
        ("receive_per(type:Industry,10000)", Effect::ReceivePer(Counted::Type(kind("Industry")), n)),
        ("pay_per(type:Energy,10000)", Effect::PayPer(Counted::Type(kind("Energy")), n)),
        ("pay_per(series,10000)", Effect::PayPer(Counted::Series, n)),
        ("receive_die(10000)", Effect::ReceiveDie(n)),
        ("pay_die(10000)", Effect::PayDie(n)),
        ("pay_percent(10)", Effect::PayPercent(10)),
        ("extreme_receive(most,10000)", Effect::ExtremeReceive(Extreme::Most, n)),
        ("extreme_receive(least,10000)", Effect::ExtremeReceive(Extreme::Least, n)),
        ("extreme_pay(most,10000)", Effect::ExtremePay(Extreme::Most, n)),
        ("extreme_pay_me(most,10000)", Effect::ExtremePayMe(Extreme::Most, n)),
        ("pay_extreme(least,10000)", Effect::PayExtreme(Extreme::Least, n)),
        ("contest_receive(10000)", Effect::ContestReceive(n)),
        ("contest_pay(10000)", Effect::ContestPay(n)),
        ("all_receive(10000)", Effect::AllReceive(n)),
        ("all_pay(10000)", Effect::AllPay(n)),
        ("move_start", Effect::MoveStart),
        ("all_move_kind(global)", Effect::AllMoveKind(TileKind::Global)),
        ("move_type(Transport)", Effect::MoveType(kind("Transport"))),
        ("move_business(b71)", Effect::MoveBusiness(Business::read("b71").unwrap())),
        ("move_unowned", Effect::MoveUnowned),
        ("move_choice(self)", Effect::MoveChoice(Namer::Oneself)),
        ("move_choice(next)", Effect::MoveChoice(Namer::Next)),
        ("gain_shortcut(2)", Effect::GainShortcut(2)),
        ("lose_shortcuts", Effect::LoseShortcuts),
        ("miss_turn(3)", Effect::MissTurn(3)),
        ("extra_turn", Effect::ExtraTurn),
        ("free_investment", Effect::FreeInvestment),
        ("lose_investment", Effect::LoseInvestment),
        ("sell_business", Effect::SellBusiness),
        ("buy_any(3/4)", Effect::BuyAny(part(3, 4))),
    ];
    for (text, effect) in terms {
        assert_eq!((profit(text), loss(text)), (vec![effect], vec![effect]), "{text}");
    }
    for kind in TileKind::ALL.into_iter().filter(|kind| *kind != TileKind::Business) {
        assert_eq!(profit(&format!("move_kind({})", kind.name())), [Effect::MoveKind(kind)]);
    }
    refuses("profit.csv", "p01", "effect", "move_kind(business)", "INV-DATA-16");
    refuses("profit.csv", "p01", "effect", "receive_per(card,5000)", "INV-PFX-5");
    refuses("profit.csv", "p01", "effect", "receive_per(Industry,5000)", "INV-PFX-5");
    refuses("profit.csv", "p01", "effect", "extreme_pay(richest,5000)", "INV-FX-1");
    refuses("profit.csv", "p01", "effect", "move_choice(last)", "INV-FX-1");
}

#[test]
fn inv_fx_2_any_other_term_is_refused() {
    for effect in [
        "win",
        "receive_bank(5000);pay_bank(5000)",
        "receive_bank(5000); ",
        "Receive_Bank(5000)",
        "(5000)",
        "()",
        "; ",
        "receive_bank (5000)",
        "add(2)",
        "upgrade_ban",
        "free",
    ] {
        let mut draft = Draft::standard().set("profit.csv", "p03", "effect", effect);
        let line = 1 + draft.place("profit.csv", "p03");
        let faults = draft.faults();
        assert!(faults.iter().all(|fault| fault.file == "profit.csv" && fault.line == Some(line)), "{effect}: {faults:?}");
    }
    // What would be right is told.
    let faults = Draft::standard().set("profit.csv", "p03", "effect", "win(5000)").faults();
    let message = &faults[0].message;
    assert!(
        message.starts_with("`win(5000)` is not a term of a Profit or Loss card: the terms are receive_bank(n), pay_bank(n), ")
    );
    assert!(message.ends_with("keep(what), keep_must(what) (INV-FX-2)"), "{message}");
    let faults = Draft::standard().set("profit.csv", "p03", "effect", "receive_bank").faults();
    assert!(faults[0].message.contains("write receive_bank(n)"), "{faults:?}");
}

/// Covers INV-SFX-1 to INV-SFX-13.
#[test]
fn inv_fx_3_a_shortcut_card_has_exactly_one_term() {
    let terms = [
        ("add(3)", Shortcut::Add(3)),
        ("subtract(4)", Shortcut::Subtract(4)),
        ("exact(12)", Shortcut::Exact(12)),
        ("choose(6)", Shortcut::Choose(6)),
        ("double_roll", Shortcut::DoubleRoll),
        ("halve_roll", Shortcut::HalveRoll),
        ("reroll", Shortcut::Reroll),
        ("back(5)", Shortcut::Back(5)),
        ("back_roll", Shortcut::BackRoll),
        ("to_kind(profit,back)", Shortcut::ToKind(TileKind::Profit, Way::Back)),
        ("to_kind(tax,forward)", Shortcut::ToKind(TileKind::Tax, Way::Forward)),
        ("to_start", Shortcut::ToStart),
        ("to_own", Shortcut::ToOwn),
        ("to_unowned", Shortcut::ToUnowned),
    ];
    for (text, effect) in terms {
        assert_eq!(shortcut(text), effect, "{text}");
    }
    refuses("shortcut.csv", "k01", "effect", "to_start; to_own", "INV-FX-2");
    refuses("shortcut.csv", "k01", "effect", "to_kind(tax,sideways)", "INV-FX-1");
    refuses("shortcut.csv", "k01", "effect", "to_kind(tax)", "INV-FX-1");
    refuses("shortcut.csv", "k01", "effect", "move_start", "INV-FX-2");
}

/// Covers INV-GFX-1 to INV-GFX-16.
#[test]
fn inv_fx_4_the_vocabulary_of_global_economy_cards() {
    let two = kinds(&["Trade", "Media"]);
    let terms = [
        ("owner_bonus(Mining,20000)", Global::OwnerBonus(kind("Mining"), money(20_000))),
        ("fee_mult(Trade|Media,2/1)", Global::FeeMult(two, part(2, 1))),
        ("fee_none(Trade|Media)", Global::FeeNone(two)),
        ("fee_reverse(Media|Trade)", Global::FeeReverse(two)),
        ("price_mult(Trade,1/2)", Global::PriceMult(kinds(&["Trade"]), part(1, 2))),
        ("upgrade_mult(Trade,3/2)", Global::UpgradeMult(kinds(&["Trade"]), part(3, 2))),
        ("upgrade_ban", Global::UpgradeBan),
        ("subsidy_set(150000)", Global::SubsidySet(money(150_000))),
        ("interest_set(0)", Global::InterestSet(0)),
        ("interest_set(100)", Global::InterestSet(100)),
        ("loan_ban", Global::LoanBan),
        ("tax_mult(2/1)", Global::TaxMult(part(2, 1))),
        ("casino_ban", Global::CasinoBan),
        ("one_die", Global::OneDie),
        ("free_trade", Global::FreeTrade),
        ("trade_ban", Global::TradeBan),
        ("forced_trade_ban", Global::ForcedTradeBan),
    ];
    for (text, effect) in terms {
        assert_eq!(global(text), [effect], "{text}");
    }
    for effect in ["fee_mult(Trade)", "fee_none(Trade,1/2)", "upgrade_ban(all)", "tax_mult(all,1/2)", "subsidy_set"] {
        refuses("global.csv", "g07", "effect", effect, "INV-FX-1");
    }
}

/// Covers INV-GLOB-12.
#[test]
fn inv_fx_4_all_is_every_type_but_insurance() {
    let pack = standard();
    let [Global::FeeNone(types)] = global("fee_none(all)")[..] else { panic!("one term") };
    let named = |index: usize| types.contains(Type(index as u8));
    assert!(pack.types.iter().enumerate().all(|(index, name)| named(index) == (name != "Insurance")));
    assert!(!types.contains(Type(pack.types.len() as u8)));
    refuses("global.csv", "g07", "effect", "fee_none(all|Trade)", "INV-DATA-16");
    refuses("businesses.csv", "b56", "type", "all", "INV-FX-1");
    refuses("businesses.csv", "b56", "type", "Tech|Data", "INV-FX-1");
}

#[test]
fn inv_fx_4_no_business_is_matched_twice() {
    for effect in [
        "fee_mult(Trade,2/1); fee_mult(Media|Trade,1/2)",
        "fee_mult(all,2/1); fee_mult(Trade,1/2)",
        "fee_none(all); upgrade_ban; fee_none(all)",
        "owner_bonus(Trade,5000); owner_bonus(Trade,5000)",
        "fee_none(Trade|Trade)",
        "subsidy_set(5000); subsidy_set(10000)",
        "one_die; one_die",
    ] {
        refuses("global.csv", "g07", "effect", effect, "INV-FX-4");
    }
    // Other terms, or other businesses.
    assert_eq!(global("fee_mult(Trade,2/1); price_mult(Trade,2/1); fee_mult(Media,1/2); owner_bonus(Trade,5000)").len(), 4);
}

#[test]
fn inv_fx_5_conditions_of_the_lottery() {
    let condition = |text: &str| Draft::standard().set("lottery.csv", "33", "condition", text).pack().lottery[14].condition;
    assert_eq!(condition("free"), Condition::Free);
    assert_eq!(condition("pay_fraction(1/2)"), Condition::PayFraction(part(1, 2)));
    assert_eq!(condition("receive_bank(60000)"), Condition::ReceiveBank(money(60_000)));
    assert_eq!(condition("gain_shortcut(2)"), Condition::GainShortcut(2));
    for text in ["", "pay_bank(5000)", "free; free", "Free"] {
        refuses("lottery.csv", "33", "condition", text, "INV-FX-2");
    }
    refuses("lottery.csv", "33", "condition", "free()", "INV-FX-1");
}

#[test]
fn inv_fx_6_instructions_of_global_economy_tiles() {
    let instruction = |text: &str| Draft::standard().set("tiles.csv", "global,2", "effect", text).pack().instructions[1];
    assert_eq!(instruction("global_extend(2)"), GlobalTile::Extend(2));
    assert_eq!(instruction("global_shorten(20)"), GlobalTile::Shorten(20));
    assert_eq!(instruction("global_replace"), GlobalTile::Replace);
    refuses("tiles.csv", "global,2", "effect", "global_end", "INV-FX-2");
    refuses("tiles.csv", "global,2", "effect", "global_replace(1)", "INV-FX-1");
}

/// Covers INV-PFX-34, INV-PFX-35.
#[test]
fn inv_fx_7_the_vocabulary_of_kept_cards() {
    for (text, keep) in [
        ("keep(waive_fee)", Keep::WaiveFee),
        ("keep(half_price)", Keep::HalfPrice),
        ("keep(cancel_loss)", Keep::CancelLoss),
        ("keep(set_roll(6))", Keep::SetRoll(6)),
        ("keep(set_roll(50))", Keep::SetRoll(50)),
    ] {
        assert_eq!(profit(text), [Effect::Keep(keep)]);
    }
    for (text, must) in [
        ("keep_must(one_die)", Must::OneDie),
        ("keep_must(half_roll)", Must::HalfRoll),
        ("keep_must(double_fee)", Must::DoubleFee),
        ("keep_must(pay_pips(10000))", Must::PayPips(money(10_000))),
    ] {
        assert_eq!(loss(text), [Effect::KeepMust(must)]);
    }
    for text in
        ["keep(one_die)", "keep(keep(waive_fee))", "keep(waive_fee; half_price)", "keep(waive_fee,half_price)", "keep(set_roll)"]
    {
        let faults = Draft::standard().set("profit.csv", "p39", "effect", text).faults();
        assert!(faults.iter().all(|fault| fault.file == "profit.csv" && fault.line == Some(40)), "{faults:?}");
    }
    refuses("loss.csv", "l39", "effect", "keep_must(waive_fee)", "INV-FX-2");
    refuses("loss.csv", "l39", "effect", "keep_must(pay_pips(1))", "INV-FX-1");
}
