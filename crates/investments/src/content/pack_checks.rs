//! All that the loader checks of series, deeds, lottery, casino, pieces and constants. (INV-DATA-3 to INV-DATA-22)

use crate::content::effects::Condition;
use crate::content::pack::CardText;
use crate::content::pack::CasinoChoice;
use crate::content::pack::CasinoGame;
use crate::content::pack::Deed;
use crate::content::pack::Growth;
use crate::content::pack::LotteryRow;
use crate::content::pack::Numbers;
use crate::content::pack::Piece;
use crate::content::pack::Series;
use crate::content::pack_rows::CardRow;
use crate::content::pack_rows::CasinoRow;
use crate::content::pack_rows::ConstantRow;
use crate::content::pack_rows::DeedRow;
use crate::content::pack_rows::LotRow;
use crate::content::pack_rows::PieceRow;
use crate::content::pack_rows::SeriesRow;
use crate::content::terms;
use crate::content::terms::AMOUNT;
use crate::content::terms::INSURANCE;
use crate::content::terms::is_amount;
use crate::content::things::BUSINESSES;
use crate::content::things::Business;
use crate::content::things::Businesses;
use crate::content::things::Fraction;
use crate::content::things::TileKind;
use crate::content::things::Type;
use kernel::{Money, PackFault, Row, Sheet};
use std::collections::BTreeSet;

/// The longest name and the longest text that boards and cards have room for.
const NAME: usize = 60;
const TEXT: usize = 300;
/// The most types: a set of them is a word of 32 bits.
const MOST_TYPES: usize = 31;
/// As many fees as the deed of a `count` series has room for.
const COUNT_FEES: usize = 4;
/// What every player has at the start, whatever the number of players. (INV-DATA-15)
const LEAST_START: i32 = 1_000_000;

/// All that was found wrong so far.
#[derive(Default)]
pub struct Check {
    pub faults: Vec<PackFault>,
}

impl Check {
    pub fn wrong<T>(&mut self, row: &Row<'_, T>, message: impl Into<String>) {
        self.faults.push(row.fault(message));
    }

    /// Notes a fault unless something is so.
    pub fn hold<T>(&mut self, row: &Row<'_, T>, so: bool, message: impl FnOnce() -> String) {
        if !so {
            self.wrong(row, message());
        }
    }

    /// A name that fits on a board or a card. (INV-DATA-23)
    pub fn name<T>(&mut self, row: &Row<'_, T>, column: &str, text: &str) {
        self.line(row, column, text, NAME);
    }

    /// Likewise a text; false if it does not fit. (INV-DATA-23)
    pub fn text<T>(&mut self, row: &Row<'_, T>, column: &str, text: &str) -> bool {
        self.line(row, column, text, TEXT)
    }

    fn line<T>(&mut self, row: &Row<'_, T>, column: &str, text: &str, most: usize) -> bool {
        let length = text.chars().take(most + 1).count();
        let fits = (1..=most).contains(&length) && text.trim() == text && !text.chars().any(char::is_control);
        self.hold(row, fits, || {
            format!("`{column}` is one line of 1 to {most} characters, without blanks at either end (INV-DATA-23)")
        });
        fits
    }

    /// An amount of money. (INV-DATA-14)
    pub fn money<T>(&mut self, row: &Row<'_, T>, column: &str, number: Option<i64>) -> Option<Money> {
        let money = number.filter(|number| is_amount(*number)).map(|number| Money::new(number as i32));
        self.hold(row, money.is_some(), || match number {
            Some(number) => format!("`{column}` is {number}: {AMOUNT} (INV-DATA-14)"),
            None => format!("`{column}` is missing: {AMOUNT} (INV-DATA-14)"),
        });
        money
    }

    /// A short id that stands for one thing only.
    pub fn id<T>(&mut self, row: &Row<'_, T>, id: &str, ids: &mut BTreeSet<String>, clause: &str) {
        let plain = (1..=8).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
        self.hold(row, plain, || format!("an `id` is 1 to 8 letters and digits, such as s01 ({clause})"));
        self.hold(row, ids.insert(id.to_owned()), || format!("the id `{id}` stands twice ({clause})"));
    }

    /// INV-DATA-22.
    fn colours<T>(
        &mut self,
        row: &Row<'_, T>,
        (colour, hex, ink): (&str, &str, &str),
        clause: &str,
        seen: &mut BTreeSet<String>,
    ) {
        self.name(row, "colour", colour);
        let digits = hex.strip_prefix('#').unwrap_or_default();
        let sound = digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        self.hold(row, sound, || format!("`hex` is a colour such as #8B5A2B ({clause})"));
        self.hold(row, ["black", "white"].contains(&ink), || "`ink` is black or white (INV-DATA-22)".into());
        self.once(row, seen, "colour", colour, clause);
        self.once(row, seen, "hex", &hex.to_uppercase(), clause);
    }

    /// No two rows have this in common.
    fn once<T>(&mut self, row: &Row<'_, T>, seen: &mut BTreeSet<String>, column: &str, value: &str, clause: &str) {
        let new = seen.insert(format!("{column} {value}"));
        self.hold(row, new, || format!("the {column} `{value}` stands twice: each row has its own ({clause})"));
    }

    /// INV-DATA-3, INV-DATA-13, INV-DATA-22.
    pub fn series(&mut self, sheet: &Sheet<'_, SeriesRow>) -> Vec<Series> {
        let (mut ids, mut seen) = (BTreeSet::new(), BTreeSet::new());
        let mut series = Vec::new();
        for row in &sheet.rows {
            self.id(row, &row.id, &mut ids, "INV-DATA-3");
            self.name(row, "name", &row.name);
            self.colours(row, (&row.colour, &row.hex, &row.ink), "INV-DATA-13", &mut seen);
            let letters = row.mark.len() == 2 && row.mark.bytes().all(|letter| letter.is_ascii_uppercase());
            self.hold(row, letters, || "`mark` is two capital letters such as FA (INV-DATA-3)".into());
            self.once(row, &mut seen, "mark", &row.mark, "INV-DATA-22");
            let most = if row.rule == Growth::Count { COUNT_FEES } else { BUSINESSES };
            let sound = (2..=most as i64).contains(&row.size);
            self.hold(row, sound, || format!("the `size` of such a series is from 2 to {most} (INV-DATA-13)"));
            series.push(Series {
                id: row.id.clone(),
                name: row.name.clone(),
                colour: row.colour.clone(),
                hex: row.hex.clone(),
                ink: row.ink.clone(),
                mark: row.mark.clone(),
                growth: row.rule,
                members: Businesses::NONE,
            });
        }
        series
    }

    /// The types in the order in which they first appear. (INV-DATA-4)
    pub fn types(&mut self, sheet: &Sheet<'_, DeedRow>) -> Vec<String> {
        let mut types: Vec<String> = Vec::new();
        for row in &sheet.rows {
            if types.contains(&row.kind) {
                continue;
            }
            self.name(row, "type", &row.kind);
            let plain = |letter: char| letter.is_alphanumeric() || " '&.-".contains(letter);
            let sound = row.kind.chars().all(plain) && row.kind != terms::ALL_TYPES;
            self.hold(row, sound, || {
                "a `type` is written in letters and is not `all`, so that effects can name it (INV-FX-1)".into()
            });
            self.hold(row, types.len() < MOST_TYPES, || format!("there are at most {MOST_TYPES} types (INV-DATA-4)"));
            types.push(row.kind.clone());
        }
        types
    }

    /// INV-DATA-4, INV-DATA-13, INV-DATA-14; fills in the members of the series.
    pub fn deeds(
        &mut self,
        sheet: &Sheet<'_, DeedRow>,
        types: &[String],
        series: &mut [Series],
        lines: &Sheet<'_, SeriesRow>,
    ) -> Vec<Deed> {
        let mut deeds = Vec::new();
        for (row, business) in sheet.rows.iter().zip(Business::all()) {
            self.hold(row, row.id == business.to_string(), || {
                format!("this row is that of {business}: businesses are b01 to b71, in board order (INV-DATA-4)")
            });
            self.name(row, "name", &row.name);
            let Some(index) = series.iter().position(|series| series.id == row.series) else {
                self.wrong(row, format!("`{}` is not the id of a series in series.csv (INV-DATA-13)", row.series));
                continue;
            };
            let own = &mut series[index];
            own.members.insert(business);
            self.hold(row, row.colour == own.colour, || {
                format!("the series {} is {}: a series has one colour (INV-DATA-13)", own.id, own.colour)
            });
            self.hold(row, row.rule == own.growth, || {
                format!("the series {} is `{}`: a series has one rule (INV-DATA-13)", own.id, own.growth.name())
            });
            let size = usize::try_from(lines.rows[index].size).unwrap_or(0);
            let price = self.money(row, "price", Some(row.price)).unwrap_or_default();
            let mortgage = self.money(row, "mortgage", Some(row.mortgage)).unwrap_or_default();
            // INV-DATA-14.
            self.hold(row, mortgage <= price, || "the mortgage is at most the price (INV-DATA-14)".into());
            let (investment, monopoly) = match row.rule {
                Growth::Standard => self.upgrades(row),
                Growth::Count => (Money::ZERO, Money::ZERO),
            };
            deeds.push(Deed {
                name: row.name.clone(),
                series: index as u8,
                kind: Type(types.iter().position(|name| *name == row.kind).unwrap_or(0) as u8),
                growth: row.rule,
                price,
                mortgage,
                investment,
                monopoly,
                fees: self.fees(row, size),
                tile: u8::try_from(row.tile).unwrap_or(0),
            });
        }
        for (row, series) in lines.rows.iter().zip(series.iter()) {
            let members = series.members.len();
            self.hold(row, row.size == members as i64, || {
                format!("`size` is {}, but businesses.csv has {members} of this series (INV-DATA-13)", row.size)
            });
        }
        deeds
    }

    /// What an investment and a monopoly cost. (INV-DATA-14)
    fn upgrades(&mut self, row: &Row<'_, DeedRow>) -> (Money, Money) {
        let investment = self.money(row, "investment", row.investment).unwrap_or_default();
        let monopoly = self.money(row, "monopoly", row.monopoly).unwrap_or_default();
        self.hold(row, row.mortgage.checked_mul(2) == row.investment, || {
            "`investment` is twice the mortgage (INV-DATA-14)".into()
        });
        self.hold(row, row.price.checked_mul(2) == row.monopoly, || "`monopoly` is twice the price (INV-DATA-14)".into());
        (investment, monopoly)
    }

    /// INV-DATA-14.
    fn fees(&mut self, row: &Row<'_, DeedRow>, size: usize) -> [Money; 5] {
        let by_level = [row.fee0, row.fee1, row.fee2, row.fee3, row.fee_monopoly];
        let by_count = [row.count1, row.count2, row.count3, row.count4];
        let empty = |cells: &[Option<i64>]| cells.iter().all(Option::is_none);
        let (written, names, fit) = match row.rule {
            Growth::Standard => (&by_level[..], ["fee0", "fee1", "fee2", "fee3", "fee_monopoly"], empty(&by_count)),
            Growth::Count => {
                let (due, rest) = by_count.split_at(size.min(COUNT_FEES));
                let fit = empty(rest) && empty(&by_level) && row.investment.is_none() && row.monopoly.is_none();
                (due, ["count1", "count2", "count3", "count4", ""], fit)
            }
        };
        self.hold(row, fit, || match row.rule {
            Growth::Standard => "a `standard` business has no `count1` to `count4` (INV-DATA-14)".into(),
            Growth::Count => {
                format!(
                    "a `count` business of a series of {size} has `count1` to `count{size}` and no upgrade figures (INV-DATA-14)"
                )
            }
        });
        let mut fees = [Money::ZERO; 5];
        for ((fee, cell), name) in fees.iter_mut().zip(written).zip(names) {
            *fee = self.money(row, name, *cell).unwrap_or_default();
        }
        let rising = fees[..written.len()].windows(2).all(|pair| pair[0] < pair[1]);
        self.hold(row, rising, || "each fee is higher than the one before it (INV-DATA-14)".into());
        fees
    }

    /// INV-DATA-16: the type Insurance belongs to exactly the Insurance series.
    pub fn insurance(&mut self, sheet: &Sheet<'_, DeedRow>, types: &[String], series: &[Series]) -> Type {
        let Some(index) = types.iter().position(|name| name == INSURANCE) else {
            self.faults.push(sheet.fault("some businesses are of the type Insurance (INV-DATA-16)"));
            return Type(0);
        };
        for row in &sheet.rows {
            let insures = series.iter().any(|series| series.id == row.series && series.name == INSURANCE);
            self.hold(row, insures == (row.kind == INSURANCE), || {
                "all of the series named Insurance, and no other business, are of the type Insurance (INV-DATA-16)".into()
            });
        }
        Type(index as u8)
    }

    /// INV-DATA-5, INV-DATA-15; the rows in the order of their numbers.
    pub fn lottery(&mut self, sheet: &Sheet<'_, LotRow>, deeds: &Sheet<'_, DeedRow>) -> Vec<LotteryRow> {
        let (mut numbers, mut drawn) = (BTreeSet::new(), Businesses::NONE);
        let mut lottery = Vec::new();
        for row in &sheet.rows {
            let dice = (1..=6).contains(&(row.number / 10)) && (1..=6).contains(&(row.number % 10));
            self.hold(row, dice && numbers.insert(row.number), || {
                "`number` is 10 × one die + the other, from 11 to 66, each once (INV-DATA-15)".into()
            });
            self.text(row, "text", &row.text);
            let Some(business) = Business::read(&row.business) else {
                self.wrong(row, format!("`{}` is not a business: they are b01 to b71 (INV-DATA-15)", row.business));
                continue;
            };
            self.hold(row, !drawn.contains(business), || format!("{business} stands twice in the lottery (INV-DATA-15)"));
            drawn.insert(business);
            let deed = &deeds.rows[business.index()];
            self.hold(row, deed.name == row.name, || {
                format!("{business} is called `{}` in businesses.csv, not `{}` (INV-DATA-5)", deed.name, row.name)
            });
            let condition = match terms::condition(&row.condition) {
                Ok(condition) => condition,
                Err(message) => {
                    self.wrong(row, message);
                    continue;
                }
            };
            if let Condition::PayFraction(part) = condition {
                let price = i32::try_from(deed.price).ok().filter(|_| is_amount(deed.price)).unwrap_or(0);
                let due = part.of(Money::new(price));
                self.hold(row, due <= Money::new(LEAST_START), || {
                    format!("{part} of the price is {due}, more than the 1,000,000 that a player may start with (INV-DATA-15)")
                });
            }
            lottery.push(LotteryRow { number: row.number.clamp(11, 66) as u8, business, condition, text: row.text.clone() });
        }
        lottery.sort_by_key(|row| row.number);
        lottery
    }

    /// INV-DATA-9, INV-DATA-18.
    pub fn casino(&mut self, sheet: &Sheet<'_, CasinoRow>) -> [CasinoGame; 3] {
        let mut games = [(); 3].map(|()| CasinoGame { dice: 1, choices: Vec::new() });
        for row in &sheet.rows {
            let Some(game) = usize::try_from(row.tile).ok().and_then(|tile| games.get_mut(tile.checked_sub(1)?)) else {
                self.wrong(row, "`tile` is 1, 2 or 3 (INV-DATA-18)");
                continue;
            };
            let word = (1..=20).contains(&row.choice.len()) && row.choice.bytes().all(|letter| letter.is_ascii_lowercase());
            self.hold(row, word, || "`choice` is a word of 1 to 20 small letters, such as odd (INV-DATA-9)".into());
            self.hold(row, game.choices.iter().all(|choice| choice.name != row.choice), || {
                format!("the choice `{}` stands twice on this tile (INV-DATA-9)", row.choice)
            });
            self.name(row, "label", &row.label);
            let totals = match row.dice {
                1 => 1..=6,
                2 => 2..=12,
                _ => {
                    self.wrong(row, "`dice` is 1 or 2 (INV-DATA-18)");
                    continue;
                }
            };
            let dice = row.dice as u8;
            self.hold(row, game.choices.is_empty() || game.dice == dice, || {
                format!("all choices of a tile use one number of dice, here {} (INV-DATA-18)", game.dice)
            });
            let mut wins = 0;
            let mut sound = true;
            for total in row.wins_on.split(' ') {
                let total = terms::digits(total).filter(|total| totals.contains(total));
                let bit = total.map_or(0, |total| 1_u16 << total);
                sound &= bit != 0 && wins & bit == 0;
                wins |= bit;
            }
            self.hold(row, sound, || {
                let (low, high) = (totals.start(), totals.end());
                format!("`wins_on` is different totals from {low} to {high} with a blank between (INV-DATA-18)")
            });
            self.hold(row, (1..=100).contains(&row.payout), || "`payout` is from 1 to 100 (INV-DATA-18)".into());
            game.dice = dice;
            let payout = row.payout.clamp(1, 100) as u8;
            game.choices.push(CasinoChoice { name: row.choice.clone(), label: row.label.clone(), wins, payout });
        }
        for (number, game) in (1..).zip(&games) {
            if game.choices.is_empty() && sheet.rows.iter().all(|row| row.tile != number) {
                self.faults.push(sheet.fault(format!("casino tile {number} has no choice (INV-DATA-18)")));
            }
        }
        games
    }

    /// INV-DATA-20, INV-DATA-22; the pieces in the order of the seats.
    pub fn pieces(&mut self, sheet: &Sheet<'_, PieceRow>) -> Vec<Piece> {
        let (mut seats, mut seen) = (BTreeSet::new(), BTreeSet::new());
        let mut pieces = Vec::new();
        for row in &sheet.rows {
            self.hold(row, (1..=16).contains(&row.seat) && seats.insert(row.seat), || {
                "the seats are 1 to 16, each once (INV-DATA-22)".into()
            });
            self.colours(row, (&row.colour, &row.hex, &row.ink), "INV-DATA-22", &mut seen);
            let letter = row.letter.len() == 1 && row.letter.bytes().all(|letter| letter.is_ascii_uppercase());
            self.hold(row, letter, || "`letter` is one capital letter (INV-DATA-20)".into());
            let shape = (1..=20).contains(&row.shape.len()) && row.shape.bytes().all(|letter| letter.is_ascii_lowercase());
            self.hold(row, shape, || "`shape` is a word of 1 to 20 small letters, such as circle (INV-DATA-20)".into());
            self.once(row, &mut seen, "letter", &row.letter, "INV-DATA-22");
            self.once(row, &mut seen, "shape", &row.shape, "INV-DATA-22");
            let (colour, hex, ink) = (row.colour.clone(), row.hex.clone(), row.ink.clone());
            pieces.push((row.seat, Piece { colour, hex, ink, letter: row.letter.clone(), shape: row.shape.clone() }));
        }
        pieces.sort_by_key(|(seat, _)| *seat);
        pieces.into_iter().map(|(_, piece)| piece).collect()
    }

    /// INV-DATA-11: the figures are the rulebook's, but for the discount.
    pub fn constants(&mut self, sheet: &Sheet<'_, ConstantRow>) -> Numbers {
        let mut numbers = Numbers::RULEBOOK;
        let mut keys = BTreeSet::new();
        for row in &sheet.rows {
            let figure = FIGURES.iter().find(|(key, _)| *key == row.key);
            self.hold(row, keys.insert(&row.key), || format!("`{}` stands twice (INV-DATA-11)", row.key));
            match figure {
                Some((key, value)) => {
                    self.hold(row, row.value == value.to_string(), || {
                        format!("`{key}` is {value} in the rulebook, and a pack does not change it (INV-DATA-11)")
                    });
                }
                None if row.key == DISCOUNT => match terms::discount(&row.value) {
                    Ok(discount) => numbers.tax_discount = discount,
                    Err(message) => self.wrong(row, message),
                },
                None => {
                    let all: Vec<&str> = FIGURES.iter().map(|(key, _)| *key).chain([DISCOUNT]).collect();
                    self.wrong(row, format!("`{}` is not a constant: they are {} (INV-DATA-11)", row.key, all.join(", ")));
                }
            }
        }
        numbers
    }

    /// INV-DATA-21, INV-DATA-23: `cards.csv` agrees with `constants.csv`. The Bank card and the Tax Office card.
    pub fn cards(&mut self, sheet: &Sheet<'_, CardRow>, numbers: &Numbers) -> [CardText; 2] {
        let kinds =
            [(TileKind::Bank, numbers.bank_cards, Some(numbers.bank_card_price)), (TileKind::Tax, numbers.tax_cards, None)];
        let found = kinds.map(|(kind, ..)| sheet.rows.iter().find(|row| row.kind == kind));
        for row in &sheet.rows {
            self.name(row, "name", &row.name);
            self.text(row, "text", &row.text);
            let Some((_, count, price)) = kinds.iter().find(|(kind, ..)| *kind == row.kind) else {
                self.wrong(row, "the two kinds of card are `bank` and `tax` (INV-DATA-21)");
                continue;
            };
            self.hold(row, row.count == i64::from(*count), || {
                format!("constants.csv says that there are {count} of these, not {} (INV-DATA-23)", row.count)
            });
            let price = price.map(|price| i64::from(price.units()));
            self.hold(row, row.price == price, || match price {
                Some(price) => format!("constants.csv says that they cost {price} (INV-DATA-23)"),
                None => "these cards have no price (INV-DATA-23)".into(),
            });
        }
        for ((kind, ..), row) in kinds.iter().zip(found) {
            if row.is_none() {
                self.faults.push(sheet.fault(format!("the card `{}` is missing (INV-DATA-21)", kind.name())));
            }
        }
        found.map(|row| CardText {
            name: row.map(|row| row.name.clone()).unwrap_or_default(),
            text: row.map(|row| row.text.clone()).unwrap_or_default(),
        })
    }
}

/// The one constant that a pack may change. (INV-TAX-16)
const DISCOUNT: &str = "tax_discount";

/// The figures of the rulebook as `constants.csv` has them. (INV-DATA-11)
const FIGURES: [(&str, i32); 24] = {
    let numbers = Numbers::RULEBOOK;
    [
        ("subsidy", numbers.subsidy.units()),
        ("fine", numbers.fine.units()),
        ("refused_fee_factor", numbers.refused_fee_factor as i32),
        ("flat_profit", numbers.flat_profit.units()),
        ("flat_loss", numbers.flat_loss.units()),
        ("bank_card_price", numbers.bank_card_price.units()),
        ("bank_cards", numbers.bank_cards as i32),
        ("interest_percent", numbers.interest_percent as i32),
        ("loan_laps", numbers.loan_laps as i32),
        ("jail_rounds", numbers.jail_rounds as i32),
        ("tax_cards", numbers.tax_cards as i32),
        ("shortcut_hand_limit", numbers.shortcut_hand_limit as i32),
        ("small_tokens", numbers.small_tokens as i32),
        ("large_tokens", numbers.large_tokens as i32),
        ("round_tokens", numbers.round_tokens as i32),
        ("money_unit", crate::content::things::UNIT),
        ("interest_rounding", crate::content::things::UNIT),
        ("money_in_box", numbers.money_in_box.units()),
        ("start_money_1", numbers.start_money[0].units()),
        ("start_money_2", numbers.start_money[1].units()),
        ("start_money_3", numbers.start_money[2].units()),
        ("start_money_4", numbers.start_money[3].units()),
        ("start_money_5", numbers.start_money[4].units()),
        ("start_money_6", numbers.start_money[5].units()),
    ]
};

impl Numbers {
    /// The rulebook's figures, and the discount of one half that comes with the program. (INV-DATA-11)
    pub const RULEBOOK: Numbers = Numbers {
        subsidy: Money::new(300_000),
        fine: Money::new(100_000),
        refused_fee_factor: 2,
        flat_profit: Money::new(50_000),
        flat_loss: Money::new(50_000),
        bank_card_price: Money::new(1_000_000),
        bank_cards: 15,
        interest_percent: 20,
        loan_laps: 3,
        jail_rounds: 3,
        tax_cards: 7,
        tax_discount: Fraction::HALF,
        shortcut_hand_limit: 2,
        small_tokens: 75,
        large_tokens: 25,
        round_tokens: 20,
        money_in_box: Money::new(16_775_000),
        start_money: [
            Money::new(6_000_000),
            Money::new(3_000_000),
            Money::new(2_000_000),
            Money::new(1_500_000),
            Money::new(1_200_000),
            Money::new(1_000_000),
        ],
    };
}
