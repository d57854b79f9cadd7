//! The settings of a table: every alternative rule of the rulebook is one. (INV-OPT-1, INV-OPT-2)

use crate::content::pack::Pack;
use kernel::{Preset, Refusal, Seats, refuse, settings::Settings};

kernel::settings! {
    /// The settings of a table: just these, chosen before the game for all of it. Alternatives for one topic exclude each other, so each topic is one setting.
    /// (INV-OPT-1 to INV-OPT-3)
    pub struct Options;

    "INV-SETUP-5" players: u8, "how many play" { 4 in 1..=16 }

    "INV-SETUP-10" start_mode: StartMode, "where and with what everybody begins" {
        StartTile = "start_tile": "on Start, with all the start money and no business",
        Lottery = "lottery": "on a business drawn by dice, which is theirs (a piece for each)",
        LotterySeries = "lottery_series": "on a business drawn by dice, with its whole series (at most as many players as series in the lottery)",
        LotteryMonopoly = "lottery_monopoly": "on a business drawn by dice, as a monopoly (a piece for each)",
    }

    "INV-ORDER-1" order_mode: OrderMode, "who plays after whom" {
        Seats = "seats": "the order of the seats",
        Roll = "roll": "as the dice fall, the highest first",
        Agreed = "agreed": "as agreed below: each place once, none beyond the number of players",
    }

    "INV-ORDER-5" place[
        place_1 "seat 1", place_2 "seat 2", place_3 "seat 3", place_4 "seat 4", place_5 "seat 5", place_6 "seat 6",
        place_7 "seat 7", place_8 "seat 8", place_9 "seat 9", place_10 "seat 10", place_11 "seat 11", place_12 "seat 12",
        place_13 "seat 13", place_14 "seat 14", place_15 "seat 15", place_16 "seat 16",
    ]: u8, "the place of " each " in the turn order, where it is agreed" { "none": "the first place that is left", or 1..=16 }

    "INV-SINGLE-1" piece_mode: PieceMode, "how many pieces there are" {
        Individual = "individual": "a piece for each player",
        Single = "single": "one piece for all: what it meets, everybody meets (not with a lottery or hidden cards)",
    }

    "INV-SHORT-14" shortcut_mode: ShortcutMode, "what Shortcut tiles are" {
        Cards = "cards": "they give a Shortcut card",
        Path = "path": "they lead to another Shortcut tile: there are no Shortcut cards",
    }

    "INV-GLOB-17" global_mode: GlobalMode, "when Global Economy cards are drawn" {
        Standard = "standard": "by landing on their tiles",
        Casino = "casino": "never: their tiles are Casino tiles, and the cards are out of the game",
        OpeningAuto = "opening_auto": "one before the first turn, and the next whenever one expires",
        OpeningLanding = "opening_landing": "one before the first turn, then by landing",
        Passing = "passing": "by landing, and by passing their tiles",
    }

    "INV-FORT-10" fortune_mode: FortuneMode, "how Profit and Loss cards work" {
        Standard = "standard": "drawn, shown and followed",
        ProfitFlat = "profit_flat": "no Profit cards: Profit pays 50,000",
        LossFlat = "loss_flat": "no Loss cards: Loss costs 50,000",
        BothFlat = "both_flat": "neither: Profit pays 50,000 and Loss costs 50,000",
        Hidden = "hidden": "held unseen and used on somebody else, for both (two players or more, a piece for each)",
        Die = "die": "on either tile a die decides between Loss and Profit",
        OnlyLoss = "only_loss": "only Loss cards, on either tile",
    }

    "INV-TAX-14" tax_mode: TaxMode, "what the Tax Office does" {
        Standard = "standard": "it takes a tax and keeps its visitor for a round",
        Reroll = "reroll": "nothing: whoever lands there may roll again",
    }

    "INV-END-12" end_extra: EndExtra, "a further way to win" {
        None = "none": "none",
        TwoMonopolyGroups = "two_monopoly_groups": "two whole series of monopolies",
        Own45 = "own_45": "45 businesses",
        FourGroups = "four_groups": "four complete series, at the end of a round",
    }

    "INV-END-5" limit_rounds: u16, "after how many rounds wealth decides" { "none": "there is no limit", or 1..=999 }

    "INV-END-6" limit_minutes: u16, "after how many minutes wealth decides, once the round is over" {
        "none": "there is no limit", or 1..=999
    }

    "INV-COMP-3" bank_money: BankMoney, "how much money the bank has" {
        Unlimited = "unlimited": "as much as it needs",
        Box = "box": "what is in the box",
    }

    "INV-COMP-4" token_supply: TokenSupply, "how many tokens for upgrades there are" {
        Box = "box": "75 for investments and 25 for monopolies",
        Unlimited = "unlimited": "any number",
    }

    "INV-REPEAT-4" repeat_die: RepeatDie, "what the die decides on landing again on a group" {
        LowHigh = "low_high": "1 to 3 Loss, 4 to 6 Profit",
        OddEven = "odd_even": "odd Loss, even Profit",
        Literal = "literal": "1 and 3 Loss, 4 and 6 Profit, 2 both, 5 nothing",
    }

    "INV-TAX-4" tax_stay: TaxStay, "what staying at the Tax Office means" {
        MissTurn = "miss_turn": "no fees, and the next turn is missed",
        FeesOnly = "fees_only": "no fees until the next turn",
    }

    "INV-FORCE-9" forced_tie: ForcedTie, "when two who own equally many of a series can force a trade" {
        Literal = "literal": "always, unless three or more own one each",
        ExactHalf = "exact_half": "only with half of the series each",
    }

    "INV-JAIL-11" offence_limit: u8, "which offence puts a player out of the game" { 2 in 2..=3, or "never": "none does" }

    "INV-BCARD-3" bank_cards_per_turn: u8, "how many Bank cards a player may buy in a turn" { 1 in 1..=1, or "any": "any number" }

    "INV-LOAN-11" loan_in_trade_step: LoanInTradeStep, "when loans are given" {
        DebtsOnly = "debts_only": "only to pay a debt",
        Allowed = "allowed": "to pay a debt, and freely after the tile is resolved",
    }

    "INV-INVEST-8" invest_on_purchase: bool, "whether a business can be invested in on the landing on which it is bought" {
        no: "no, only on a later landing", yes: "yes, at once"
    }

    "INV-GLOB-9" global_first_token: GlobalFirstToken, "when the first token of a Global Economy card is removed" {
        NextSlot = "next_slot": "at the end of the drawer’s next turn",
        SameSlot = "same_slot": "at the end of the turn in which it is drawn",
    }

    "INV-WEALTH-3" wealth_ties: WealthTies, "who takes a wealth token when several have equally many" {
        All = "all": "each of them",
        None = "none": "nobody",
    }

    "INV-SINGLE-7" single_fee: SingleFee, "what everybody pays where one piece stands for all" {
        Each = "each": "the whole fee each",
        Shared = "shared": "an equal part of the fee",
    }
}

/// The named sets of settings. (INV-OPT-7, INV-OPT-8)
pub fn presets() -> Vec<Preset> {
    vec![
        Preset { about: "the rulebook’s game, open-ended: several evenings", ..Preset::STANDARD },
        Preset {
            name: "quick",
            about: "an evening’s game: a series for everybody at the start, and after 30 rounds wealth decides",
            audience: "everybody with an hour",
            settings: &[
                ("limit_rounds", "30"),
                ("start_mode", "lottery_series"),
                ("invest_on_purchase", "yes"),
                ("tax_stay", "fees_only"),
            ],
        },
        Preset {
            name: "first",
            about: "a series for everybody at the start, a business bought can be invested in at once, nobody misses a turn at the Tax \
                    Office or is put out for offences, and after 20 rounds wealth decides",
            audience: "newcomers",
            settings: &[
                ("limit_rounds", "20"),
                ("start_mode", "lottery_series"),
                ("invest_on_purchase", "yes"),
                ("tax_stay", "fees_only"),
                ("offence_limit", "never"),
            ],
        },
    ]
}

impl Options {
    /// Do the settings go together? (INV-OPT-4, INV-OPT-5; what needs saying but is accepted: INV-OPT-6)
    pub fn check(&self, pack: &Pack) -> Result<(), Refusal> {
        self.check_bounds()?;
        let players = usize::from(self.players);
        if self.piece_mode == PieceMode::Single && self.start_mode != StartMode::StartTile {
            return refuse(
                "INV-SINGLE-2",
                "one piece for all begins on Start: choose `start_mode = start_tile`, or a piece for each",
            );
        }
        if self.piece_mode == PieceMode::Single && self.fortune_mode == FortuneMode::Hidden {
            return refuse(
                "INV-OPT-5",
                "with one piece for all cards strike everybody, hidden cards strike two: choose one of them",
            );
        }
        if self.fortune_mode == FortuneMode::Hidden && players < 2 {
            return refuse("INV-OPT-5", "hidden cards are used on somebody else: they take two players or more");
        }
        if self.start_mode == StartMode::LotterySeries {
            let drawn = pack.lottery.iter().map(|row| pack.deeds[row.business.index()].series);
            let series = drawn.fold(0_u64, |series, one| series | 1 << one).count_ones() as usize;
            if players > series {
                let reason = format!("the lottery has {series} series: at most {series} can each begin with a whole one");
                return refuse("INV-OPT-5", reason);
            }
        }
        let start = pack.numbers.start_money[players.clamp(1, 6) - 1];
        if self.bank_money == BankMoney::Box && start.times(self.players.into()) > pack.numbers.money_in_box {
            return refuse("INV-OPT-5", "the box does not hold the start money of so many players");
        }
        if self.order_mode == OrderMode::Agreed {
            let mut taken = Seats::NONE;
            for place in self.place[..players].iter().flatten() {
                let Some(seat) = kernel::Seat::new(usize::from(*place) - 1).filter(|seat| seat.index() < players) else {
                    return refuse("INV-OPT-5", format!("place {place} is beyond the {players} places of this table"));
                };
                if taken.contains(seat) {
                    return refuse("INV-OPT-5", format!("place {place} is given twice: each player has a place of their own"));
                }
                taken = taken.with(seat);
            }
        }
        Ok(())
    }
}
