//! The written form of effects: terms such as `receive_bank(50000)`, joined by `; `. (INV-FX-1, INV-FX-2)

use crate::{
    content::effects::{Condition, Effect, Extreme, Global, GlobalTile, Item, Keep, Must, Namer, Shortcut, Types, Way},
    content::things::{Business, Fraction, TileKind, Type, UNIT},
};
use kernel::Money;
use std::ops::RangeInclusive;

/// No amount of a pack is larger.
pub const LARGEST_AMOUNT: i32 = 50_000_000;
/// No card has more terms.
pub const MOST_TERMS: usize = 4;
/// The type that no effect names. (INV-DATA-16)
pub const INSURANCE: &str = "Insurance";
/// What stands for every type but Insurance. (INV-FX-1)
pub const ALL_TYPES: &str = "all";

/// What effects count, such as Shortcut cards and missed turns.
const COUNTS: RangeInclusive<u32> = 1..=20;
/// How far a card can move a piece.
const DISTANCES: RangeInclusive<u32> = 1..=50;
/// The two parts of a fraction.
const PARTS: RangeInclusive<u32> = 1..=100;

// INV-PFX-1 to INV-PFX-35.
const FORTUNE_TERMS: &[&str] = &[
    "receive_bank(n)",
    "pay_bank(n)",
    "receive_each(n)",
    "pay_each(n)",
    "receive_per(item,n)",
    "pay_per(item,n)",
    "receive_die(n)",
    "pay_die(n)",
    "pay_percent(p)",
    "extreme_receive(most|least,n)",
    "extreme_pay(most|least,n)",
    "extreme_pay_me(most|least,n)",
    "pay_extreme(most|least,n)",
    "contest_receive(n)",
    "contest_pay(n)",
    "all_receive(n)",
    "all_pay(n)",
    "move_start",
    "move_kind(kind)",
    "all_move_kind(kind)",
    "move_type(T)",
    "move_business(id)",
    "move_unowned",
    "move_choice(self|next)",
    "gain_shortcut(k)",
    "lose_shortcuts",
    "miss_turn(k)",
    "extra_turn",
    "free_investment",
    "lose_investment",
    "sell_business",
    "buy_any(a/b)",
    "keep(what)",
    "keep_must(what)",
];

// INV-FX-7.
const KEPT: &[&str] = &["waive_fee", "half_price", "cancel_loss", "set_roll(k)"];
const KEPT_MUST: &[&str] = &["one_die", "half_roll", "double_fee", "pay_pips(n)"];

// INV-SFX-1 to INV-SFX-13.
const SHORTCUT_TERMS: &[&str] = &[
    "add(k)",
    "subtract(k)",
    "exact(k)",
    "choose(k)",
    "double_roll",
    "halve_roll",
    "reroll",
    "back(k)",
    "back_roll",
    "to_kind(kind,forward|back)",
    "to_start",
    "to_own",
    "to_unowned",
];

// INV-GFX-1 to INV-GFX-16.
const GLOBAL_TERMS: &[&str] = &[
    "owner_bonus(T,n)",
    "fee_mult(Ts,a/b)",
    "fee_none(Ts)",
    "fee_reverse(Ts)",
    "price_mult(Ts,a/b)",
    "upgrade_mult(Ts,a/b)",
    "upgrade_ban",
    "subsidy_set(n)",
    "interest_set(p)",
    "loan_ban",
    "tax_mult(a/b)",
    "casino_ban",
    "one_die",
    "free_trade",
    "trade_ban",
    "forced_trade_ban",
];

// INV-FX-5.
const CONDITIONS: &[&str] = &["free", "pay_fraction(a/b)", "receive_bank(n)", "gain_shortcut(k)"];

// INV-FX-6.
const INSTRUCTIONS: &[&str] = &["global_extend(k)", "global_shorten(k)", "global_replace"];

/// The terms of a Profit or Loss card, or what is wrong with them. (INV-PFX-1 to INV-PFX-35)
pub fn fortune_terms(text: &str, types: &[String]) -> Result<Vec<Effect>, String> {
    several(text, "a Profit or Loss card", FORTUNE_TERMS, |term| fortune_term(term, types))
}

/// The one term of a Shortcut card. (INV-FX-3, INV-SFX-1 to INV-SFX-13)
pub fn shortcut_term(text: &str) -> Result<Shortcut, String> {
    one(text, "a Shortcut card", SHORTCUT_TERMS, |term| {
        Ok(match (term.name, term.arguments.as_slice()) {
            ("add", [k]) => Shortcut::Add(distance(k)?),
            ("subtract", [k]) => Shortcut::Subtract(distance(k)?),
            ("exact", [k]) => Shortcut::Exact(distance(k)?),
            ("choose", [k]) => Shortcut::Choose(distance(k)?),
            ("double_roll", []) => Shortcut::DoubleRoll,
            ("halve_roll", []) => Shortcut::HalveRoll,
            ("reroll", []) => Shortcut::Reroll,
            ("back", [k]) => Shortcut::Back(distance(k)?),
            ("back_roll", []) => Shortcut::BackRoll,
            ("to_kind", [tile, way]) => Shortcut::ToKind(kind(tile, true)?, among(way, WAYS)?),
            ("to_start", []) => Shortcut::ToStart,
            ("to_own", []) => Shortcut::ToOwn,
            ("to_unowned", []) => Shortcut::ToUnowned,
            _ => return Err(Wrong::Form),
        })
    })
}

/// The terms of a Global Economy card. (INV-GFX-1 to INV-GFX-16)
pub fn global_terms(text: &str, types: &[String]) -> Result<Vec<Global>, String> {
    several(text, "a Global Economy card", GLOBAL_TERMS, |term| {
        Ok(match (term.name, term.arguments.as_slice()) {
            ("owner_bonus", [name, n]) => Global::OwnerBonus(one_type(name, types)?, amount(n)?),
            ("fee_mult", [names, part]) => Global::FeeMult(type_list(names, types)?, fraction(part)?),
            ("fee_none", [names]) => Global::FeeNone(type_list(names, types)?),
            ("fee_reverse", [names]) => Global::FeeReverse(type_list(names, types)?),
            ("price_mult", [names, part]) => Global::PriceMult(type_list(names, types)?, fraction(part)?),
            ("upgrade_mult", [names, part]) => Global::UpgradeMult(type_list(names, types)?, fraction(part)?),
            ("upgrade_ban", []) => Global::UpgradeBan,
            ("subsidy_set", [n]) => Global::SubsidySet(amount(n)?),
            ("interest_set", [p]) => Global::InterestSet(whole(p, 0..=100, "a percentage")? as u8),
            ("loan_ban", []) => Global::LoanBan,
            ("tax_mult", [part]) => Global::TaxMult(fraction(part)?),
            ("casino_ban", []) => Global::CasinoBan,
            ("one_die", []) => Global::OneDie,
            ("free_trade", []) => Global::FreeTrade,
            ("trade_ban", []) => Global::TradeBan,
            ("forced_trade_ban", []) => Global::ForcedTradeBan,
            _ => return Err(Wrong::Form),
        })
    })
}

/// The condition of a row of the lottery. (INV-FX-5)
pub fn condition(text: &str) -> Result<Condition, String> {
    one(text, "the lottery", CONDITIONS, |term| {
        Ok(match (term.name, term.arguments.as_slice()) {
            ("free", []) => Condition::Free,
            ("pay_fraction", [part]) => Condition::PayFraction(at_most_one(part)?),
            ("receive_bank", [n]) => Condition::ReceiveBank(amount(n)?),
            ("gain_shortcut", [k]) => Condition::GainShortcut(count(k)?),
            _ => return Err(Wrong::Form),
        })
    })
}

/// The instruction on a Global Economy tile. (INV-FX-6)
pub fn instruction(text: &str) -> Result<GlobalTile, String> {
    one(text, "a Global Economy tile", INSTRUCTIONS, |term| {
        Ok(match (term.name, term.arguments.as_slice()) {
            ("global_extend", [k]) => GlobalTile::Extend(count(k)?),
            ("global_shorten", [k]) => GlobalTile::Shorten(count(k)?),
            ("global_replace", []) => GlobalTile::Replace,
            _ => return Err(Wrong::Form),
        })
    })
}

/// The part by which a Tax Office card lowers the tax. (INV-TAX-16)
pub fn discount(text: &str) -> Result<Fraction, String> {
    at_most_one(text).map_err(|wrong| match wrong {
        Wrong::Argument(message) => message,
        Wrong::Form => format!("`{text}` is not a fraction"),
    })
}

fn fortune_term(term: &Term<'_>, types: &[String]) -> Result<Effect, Wrong> {
    Ok(match (term.name, term.arguments.as_slice()) {
        ("receive_bank", [n]) => Effect::ReceiveBank(amount(n)?),
        ("pay_bank", [n]) => Effect::PayBank(amount(n)?),
        ("receive_each", [n]) => Effect::ReceiveEach(amount(n)?),
        ("pay_each", [n]) => Effect::PayEach(amount(n)?),
        ("receive_per", [what, n]) => Effect::ReceivePer(item(what, types)?, amount(n)?),
        ("pay_per", [what, n]) => Effect::PayPer(item(what, types)?, amount(n)?),
        ("receive_die", [n]) => Effect::ReceiveDie(amount(n)?),
        ("pay_die", [n]) => Effect::PayDie(amount(n)?),
        ("pay_percent", [p]) => Effect::PayPercent(whole(p, 1..=100, "a percentage")? as u8),
        ("extreme_receive", [who, n]) => Effect::ExtremeReceive(among(who, EXTREMES)?, amount(n)?),
        ("extreme_pay", [who, n]) => Effect::ExtremePay(among(who, EXTREMES)?, amount(n)?),
        ("extreme_pay_me", [who, n]) => Effect::ExtremePayMe(among(who, EXTREMES)?, amount(n)?),
        ("pay_extreme", [who, n]) => Effect::PayExtreme(among(who, EXTREMES)?, amount(n)?),
        ("contest_receive", [n]) => Effect::ContestReceive(amount(n)?),
        ("contest_pay", [n]) => Effect::ContestPay(amount(n)?),
        ("all_receive", [n]) => Effect::AllReceive(amount(n)?),
        ("all_pay", [n]) => Effect::AllPay(amount(n)?),
        ("move_start", []) => Effect::MoveStart,
        ("move_kind", [tile]) => Effect::MoveKind(kind(tile, false)?),
        ("all_move_kind", [tile]) => Effect::AllMoveKind(kind(tile, false)?),
        ("move_type", [name]) => Effect::MoveType(one_type(name, types)?),
        ("move_business", [id]) => Effect::MoveBusiness(business(id)?),
        ("move_unowned", []) => Effect::MoveUnowned,
        ("move_choice", [who]) => Effect::MoveChoice(among(who, NAMERS)?),
        ("gain_shortcut", [k]) => Effect::GainShortcut(count(k)?),
        ("lose_shortcuts", []) => Effect::LoseShortcuts,
        ("miss_turn", [k]) => Effect::MissTurn(count(k)?),
        ("extra_turn", []) => Effect::ExtraTurn,
        ("free_investment", []) => Effect::FreeInvestment,
        ("lose_investment", []) => Effect::LoseInvestment,
        ("sell_business", []) => Effect::SellBusiness,
        ("buy_any", [part]) => Effect::BuyAny(at_most_one(part)?),
        ("keep", [what]) => Effect::Keep(kept(what)?),
        ("keep_must", [what]) => Effect::KeepMust(kept_must(what)?),
        _ => return Err(Wrong::Form),
    })
}

/// INV-FX-7.
fn kept(text: &str) -> Result<Keep, Wrong> {
    let kept = one(text, "`keep`", KEPT, |term| {
        Ok(match (term.name, term.arguments.as_slice()) {
            ("waive_fee", []) => Keep::WaiveFee,
            ("half_price", []) => Keep::HalfPrice,
            ("cancel_loss", []) => Keep::CancelLoss,
            ("set_roll", [k]) => Keep::SetRoll(distance(k)?),
            _ => return Err(Wrong::Form),
        })
    });
    kept.map_err(Wrong::Argument)
}

fn kept_must(text: &str) -> Result<Must, Wrong> {
    let must = one(text, "`keep_must`", KEPT_MUST, |term| {
        Ok(match (term.name, term.arguments.as_slice()) {
            ("one_die", []) => Must::OneDie,
            ("half_roll", []) => Must::HalfRoll,
            ("double_fee", []) => Must::DoubleFee,
            ("pay_pips", [n]) => Must::PayPips(amount(n)?),
            _ => return Err(Wrong::Form),
        })
    });
    must.map_err(Wrong::Argument)
}

/// A term taken apart: `name` or `name(arguments)`. (INV-FX-1)
struct Term<'a> {
    name: &'a str,
    arguments: Vec<&'a str>,
}

impl<'a> Term<'a> {
    fn read(text: &'a str) -> Term<'a> {
        match text.strip_suffix(')').and_then(|text| text.split_once('(')) {
            Some((name, arguments)) => Term { name, arguments: arguments.split(',').collect() },
            None => Term { name: text, arguments: Vec::new() },
        }
    }
}

/// Why a term cannot be read.
enum Wrong {
    /// It is no term, or its arguments are too many or too few.
    Form,
    /// An argument is not what it must be.
    Argument(String),
}

fn several<T>(text: &str, what: &str, forms: &[&str], read: impl Fn(&Term<'_>) -> Result<T, Wrong>) -> Result<Vec<T>, String> {
    let terms: Vec<&str> = text.split("; ").take(MOST_TERMS + 1).collect();
    if terms.len() > MOST_TERMS {
        return Err(format!("{what} has at most {MOST_TERMS} terms (INV-FX-1)"));
    }
    terms.into_iter().map(|text| one(text, what, forms, &read)).collect()
}

fn one<T>(text: &str, what: &str, forms: &[&str], read: impl Fn(&Term<'_>) -> Result<T, Wrong>) -> Result<T, String> {
    let term = Term::read(text);
    let form = forms.iter().find(|form| Term::read(form).name == term.name);
    read(&term).map_err(|wrong| match (wrong, form) {
        (Wrong::Argument(message), _) => format!("`{text}`: {message}"),
        (Wrong::Form, Some(form)) => format!("`{text}` is not how this term is written: write {form} (INV-FX-1)"),
        (Wrong::Form, None) => format!("`{text}` is not a term of {what}: the terms are {} (INV-FX-2)", forms.join(", ")),
    })
}

/// A whole number in plain digits.
pub fn digits(text: &str) -> Option<u32> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text.len() == 1 || !text.starts_with('0'));
    text.parse().ok().filter(|_| plain)
}

fn whole(text: &str, bounds: RangeInclusive<u32>, what: &str) -> Result<u32, Wrong> {
    let number = digits(text).filter(|number| bounds.contains(number));
    let (low, high) = (bounds.start(), bounds.end());
    number.ok_or_else(|| Wrong::Argument(format!("`{text}` is not {what}: write a whole number from {low} to {high} (INV-FX-1)")))
}

fn count(text: &str) -> Result<u8, Wrong> {
    Ok(whole(text, COUNTS, "a count")? as u8)
}

fn distance(text: &str) -> Result<u8, Wrong> {
    Ok(whole(text, DISTANCES, "a distance")? as u8)
}

/// Is this an amount of money as a pack may have it? (INV-DATA-14)
pub fn is_amount(number: i64) -> bool {
    (1..=i64::from(LARGEST_AMOUNT)).contains(&number) && number % i64::from(UNIT) == 0
}

fn amount(text: &str) -> Result<Money, Wrong> {
    match digits(text).map(i64::from).filter(|number| is_amount(*number)) {
        Some(number) => Ok(Money::new(number as i32)),
        None => Err(Wrong::Argument(format!("`{text}` is not an amount: {AMOUNT} (INV-FX-1)"))),
    }
}

/// What an amount is.
pub const AMOUNT: &str = "write a multiple of 5000 from 5000 to 50000000, without points or commas";

fn fraction(text: &str) -> Result<Fraction, Wrong> {
    let parts = text.split_once('/').and_then(|(over, under)| Some((digits(over)?, digits(under)?)));
    match parts.filter(|(over, under)| PARTS.contains(over) && PARTS.contains(under)) {
        Some((over, under)) => Ok(Fraction { over: over as u16, under: under as u16 }),
        None => {
            Err(Wrong::Argument(format!("`{text}` is not a fraction: write two numbers from 1 to 100, such as 3/2 (INV-FX-1)")))
        }
    }
}

fn at_most_one(text: &str) -> Result<Fraction, Wrong> {
    let part = fraction(text)?;
    if part.over <= part.under {
        return Ok(part);
    }
    Err(Wrong::Argument(format!("`{text}` is more than the whole: write a fraction of at most 1/1, such as 1/2 (INV-FX-1)")))
}

const EXTREMES: &[(&str, Extreme)] = &[("most", Extreme::Most), ("least", Extreme::Least)];
const NAMERS: &[(&str, Namer)] = &[("self", Namer::Oneself), ("next", Namer::Next)];
const WAYS: &[(&str, Way)] = &[("forward", Way::Forward), ("back", Way::Back)];

fn among<T: Copy>(text: &str, words: &[(&str, T)]) -> Result<T, Wrong> {
    let found = words.iter().find(|(word, _)| *word == text).map(|(_, meaning)| *meaning);
    let all: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
    found.ok_or_else(|| Wrong::Argument(format!("`{text}` should be {} (INV-FX-1)", all.join(" or "))))
}

/// A kind of tile; moves lead to businesses by other terms. (INV-PFX-19)
fn kind(text: &str, businesses: bool) -> Result<TileKind, Wrong> {
    let fits = |kind: &TileKind| businesses || *kind != TileKind::Business;
    let all: Vec<&str> = TileKind::ALL.into_iter().filter(fits).map(TileKind::name).collect();
    let found = TileKind::read(text).filter(fits);
    found.ok_or_else(|| Wrong::Argument(format!("`{text}` is not a kind of tile: write one of {} (INV-DATA-16)", all.join(", "))))
}

fn business(text: &str) -> Result<Business, Wrong> {
    Business::read(text)
        .ok_or_else(|| Wrong::Argument(format!("`{text}` is not a business: write an id from b01 to b71 (INV-DATA-16)")))
}

fn one_type(text: &str, types: &[String]) -> Result<Type, Wrong> {
    if text == INSURANCE {
        return Err(Wrong::Argument("Insurance is in no effect (INV-DATA-16)".into()));
    }
    let found = types.iter().position(|name| name == text).and_then(|index| u8::try_from(index).ok());
    found.map(Type).ok_or_else(|| {
        let all: Vec<&str> = types.iter().map(String::as_str).filter(|name| *name != INSURANCE).take(32).collect();
        Wrong::Argument(format!("`{text}` is not a type: write one of {} (INV-DATA-16)", all.join(", ")))
    })
}

/// `T|T` or `all`. (INV-FX-1)
fn type_list(text: &str, types: &[String]) -> Result<Types, Wrong> {
    let bit = |one: Type| 1_u32.checked_shl(one.0.into()).unwrap_or(0);
    if text == ALL_TYPES {
        let named = types.iter().take(32).enumerate().filter(|(_, name)| *name != INSURANCE);
        return Ok(Types(named.map(|(index, _)| bit(Type(index as u8))).sum()));
    }
    let mut list = Types(0);
    for name in text.split('|') {
        let one = one_type(name, types)?;
        if list.contains(one) {
            return Err(Wrong::Argument(format!("`{name}` stands twice in the list of types (INV-FX-4)")));
        }
        list.0 |= bit(one);
    }
    Ok(list)
}

/// INV-PFX-5.
fn item(text: &str, types: &[String]) -> Result<Item, Wrong> {
    Ok(match text {
        "business" => Item::Business,
        "investment" => Item::Investment,
        "monopoly" => Item::Monopoly,
        "series" => Item::Series,
        _ => match text.strip_prefix("type:") {
            Some(name) => Item::Type(one_type(name, types)?),
            None => {
                let items = "business, investment, monopoly, series or type:T";
                return Err(Wrong::Argument(format!("`{text}` cannot be counted: write {items} (INV-PFX-5)")));
            }
        },
    })
}
