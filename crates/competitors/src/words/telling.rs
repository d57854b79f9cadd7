//! The lines of the log.

use crate::{
    CompetitorsRules, ContractKind, Event, Failure, Idle, Lasting, Token,
    words::saying::{Reader, a_kind, capital, plain},
};
use kernel::{
    Line, Money, Seat,
    say::{counted, listed, name},
};

impl CompetitorsRules {
    /// A line of the log.
    pub(crate) fn line_of(&self, event: &Event, names: &[String]) -> Line {
        let reader = &Reader::anybody(names);
        let who = |seat: &Seat| name(names, *seat);
        let token = |token: &Token| self.token(*token, reader);
        // A token in a sentence that names who has it.
        let own = |seat: &Seat, token: &Token| self.token(*token, &Reader::on(*seat, names));
        match event {
            Event::RolledFirst { seat, die } => {
                Line::new("CMP-SETUP-3", format!("{} rolls {die} for the first turn.", who(seat)))
            }
            Event::First { seat } => Line::new("CMP-SETUP-3", format!("{} plays first.", who(seat))),
            Event::Coloured { seat, colour, other } => {
                let other = other.map_or(String::new(), |other| format!("; {} takes the other colour", who(&other)));
                Line::new("CMP-SETUP-17", format!("{} takes {}{other}.", who(seat), self.pack.colour(*colour)))
            }
            Event::Settled { seat, office } => {
                let office = &self.pack[*office];
                Line::new("CMP-SETUP-5", format!("{} has the headquarters in {}.", who(seat), self.land(office.territory)))
            }
            Event::Dealt { territories, contracts } => Line::new(
                "CMP-SETUP-7",
                format!("Everybody is dealt {territories} territory cards and {contracts} contract cards."),
            ),
            Event::Danger { area, die } => {
                let danger = self.pack.danger(*area, *die);
                let places = danger.territories.map(|territory| self.land(territory).to_owned());
                let seas = danger.zones.map(|zone| self.pack[zone].name.clone());
                let area_words = listed(places.chain(seas));
                let lasting = match danger.lasting {
                    Lasting::None => String::new(),
                    lasting => format!(" As long as it lasts, {}.", lasting.words()),
                };
                let text = format!("{} in {}: {area_words}. {}{lasting}", danger.name, area.words(), danger.text);
                Line::new("CMP-WX-1", text)
            }
            Event::Round { round } => Line::new("CMP-ROUND-1", format!("Round {round} begins.")),
            Event::Turn { seat } => Line::new("CMP-ROUND-1", format!("It is {}’s turn.", who(seat))),
            Event::TurnOver { seat } => Line::new("CMP-TURN-3", format!("{}’s turn is over.", who(seat))),
            Event::DrewTerritory { seat, card } => {
                let card = card.map_or("a territory card".to_owned(), |card| format!("the territory card {}", self.land(card)));
                Line::new("CMP-DRAW-1", format!("{} draws {card}.", who(seat)))
            }
            Event::DrewContract { seat, card, early } => {
                let card =
                    card.map_or("a contract card".to_owned(), |card| format!("the contract card {}", self.card_in_full(card)));
                let (clause, why) = if *early { ("CMP-DELIV-10", " for being early") } else { ("CMP-DRAW-1", "") };
                Line::new(clause, format!("{} draws {card}{why}.", who(seat)))
            }
            Event::ReshuffledTerritories => {
                Line::new("CMP-DECK-2", "The discarded territory cards are shuffled and become the deck.")
            }
            Event::ReshuffledContracts => {
                Line::new("CMP-DECK-2", "The discarded contract cards are shuffled and become the deck.")
            }
            Event::Signed { seat, token: carrier, sender, receiver, contract } => {
                let card = contract.map_or("a contract".to_owned(), |card| format!("the contract {}", self.card_in_full(card)));
                let way = format!("from {} to {}", self.land(*sender), self.land(*receiver));
                Line::new("CMP-SIGN-1", format!("{} signs {card} {way}; {} has the goods.", who(seat), own(seat, carrier)))
            }
            Event::DeliveryBegan { seat, token: carrier, sender, receiver } => {
                let way = format!("from {} to {}", self.land(*sender), self.land(*receiver));
                Line::new("CMP-DELIV-1", format!("{} begins the Delivery {way} with {}.", who(seat), own(seat, carrier)))
            }
            Event::MoveBegan { seat, token: moved } => {
                Line::new("CMP-MOVE-1", format!("{} begins a Move with {}.", who(seat), own(seat, moved)))
            }
            Event::Went { token: moved, from, way, points, fuel, .. } => {
                let fuel = if *fuel > Money::ZERO { format!(", fuel {fuel}") } else { String::new() };
                let points = if *points == 0 { "no points".to_owned() } else { counted(i64::from(*points), "point") };
                let way = self.way_words(*moved, *from, way);
                Line::new("CMP-TM-3", format!("{} {way} ({points}{fuel}).", capital(&token(moved))))
            }
            Event::Fee { from, to, at, amount } => {
                Line::new("CMP-HQ-2", format!("{} pays {} {amount} for entering {}.", who(from), who(to), self.land(*at)))
            }
            Event::Toll { from, to, at, amount } => {
                Line::new("CMP-SPEC-10", format!("{} pays {} a toll of {amount} in {}.", who(from), who(to), self.land(*at)))
            }
            Event::Loaded { seat, truck, carrier } => {
                Line::new("CMP-COMBO-1", format!("{} puts {} aboard {}.", who(seat), own(seat, truck), own(seat, carrier)))
            }
            Event::Unloaded { truck, carrier, at, .. } => {
                let (owner, at) = (truck.owner(), self.land(*at));
                let text = format!("{} leaves {} in {at}.", capital(&token(truck)), own(&owner, carrier));
                Line::new("CMP-COMBO-2", text)
            }
            Event::Handed { seat, from, to } => {
                Line::new("CMP-COMBO-3", format!("{} moves goods from {} to {}.", who(seat), own(seat, from), own(seat, to)))
            }
            Event::MovementOver { seat, .. } => Line::new("CMP-TM-5", format!("{}’s movement turn is over.", who(seat))),
            Event::Customs { seat, card, at, strait, .. } => {
                let place = match (at, strait) {
                    (Some(at), _) => format!(" in {}", self.land(*at)),
                    (None, Some(strait)) => format!(" on {}", self.pack[*strait].name),
                    (None, None) => String::new(),
                };
                let card = &self.pack[*card];
                let (title, colour) = (&card.title, card.colour.words());
                Line::new("CMP-CUST-1", format!("Customs{place}: {} draws “{title}” ({colour}). {}", who(seat), card.text))
            }
            Event::PickedCustoms { seat, card } => {
                Line::new("CMP-SPEC-15", format!("{} takes “{}”.", who(seat), self.pack[*card].title))
            }
            Event::CancelledCustoms { card, by, .. } => {
                Line::new("CMP-SPEC-21", format!("“{}” has no effect, by {}.", self.pack[*card].title, self.card(*by)))
            }
            Event::ShownContract { seat, contract, .. } => {
                let illegal = self.goods(*contract).is_some_and(|goods| goods.illegal);
                let what = if illegal { "the goods are illegal" } else { "the goods are legal" };
                Line::new("CMP-CUST-17", format!("{} shows the contract {}: {what}.", who(seat), self.card(*contract)))
            }
            Event::Political { seat, at, continent, die, spares, .. } => {
                let event = self.pack.political_event(*continent, *die);
                let what = match spares {
                    None => event.text.clone(),
                    Some(spared) => self.spared_words(&event.effects, &token(spared)),
                };
                let text = format!("{} rolls {die} in {}: {}. {what}", who(seat), self.land(*at), event.title);
                Line::new("CMP-POL-1", text)
            }
            Event::NoEffect { token: spared, why, .. } => {
                let what = spared.map_or("The token".to_owned(), |spared| capital(&token(&spared)));
                match why {
                    Idle::Stopped => Line::new(
                        "CMP-EFF-3",
                        format!("{what} moves no further this turn, so its movement points do not matter."),
                    ),
                    Idle::Gone => Line::new("CMP-TM-10", format!("{what} is no longer there: nothing happens to it.")),
                    Idle::AtSite => Line::new("CMP-EFF-13", format!("{what} is at a site of its owner and stays there.")),
                    Idle::NoCard => Line::new("CMP-DECK-2", "No card is left to draw."),
                    Idle::NoMoreActions => Line::new("CMP-TURN-8", "No action is added: in a turn three are added at most."),
                }
            }
            Event::RolledEffect { seat, die } => Line::new("CMP-EFF-19", format!("{} rolls {die} for the effect.", who(seat))),
            Event::Paid { seat, amount, short } => {
                let text = match (*amount, *short) {
                    (amount, Money::ZERO) => format!("{} pays the bank {amount}.", who(seat)),
                    (Money::ZERO, short) => format!("{} cannot pay {short}, which is forgiven.", who(seat)),
                    (amount, short) => format!("{} pays the bank {amount}; the other {short} are forgiven.", who(seat)),
                };
                Line::new("CMP-EFF-2", text)
            }
            Event::Gained { seat, amount } => Line::new("CMP-EFF-2", format!("The bank pays {} {amount}.", who(seat))),
            Event::Points { token: moved, points } => {
                let word = if *points < 0 { "loses" } else { "gains" };
                let points = counted(i64::from(points.unsigned_abs()), "movement point");
                Line::new("CMP-EFF-3", format!("{} {word} {points}.", capital(&token(moved))))
            }
            Event::Stopped { token: moved } => {
                Line::new("CMP-EFF-4", format!("{} may go no further in this movement turn.", capital(&token(moved))))
            }
            Event::TurnedBack { token: moved, to } => Line::new(
                "CMP-EFF-5",
                format!("{} has to turn back and is {}.", capital(&token(moved)), self.whereabouts(*to, reader)),
            ),
            Event::LostTurns { seat, count } => {
                let turns = counted(i64::from(*count), "movement turn");
                Line::new("CMP-EFF-6", format!("{} loses {turns} of the Delivery.", who(seat)))
            }
            Event::GainedTurns { seat, count } => {
                let turns = counted(i64::from(*count), "movement turn");
                Line::new("CMP-EFF-7", format!("{} has {turns} more for the Delivery.", who(seat)))
            }
            Event::Delayed { token: moved } => Line::new("CMP-EFF-8", format!("{} is delayed.", capital(&token(moved)))),
            Event::FreePass { seat } => {
                Line::new("CMP-EFF-15", format!("{} draws no further customs card in this Delivery.", who(seat)))
            }
            Event::ExtraAction { seat } => Line::new("CMP-TURN-8", format!("{} has one more action.", who(seat))),
            Event::TurnEnded { seat } => Line::new("CMP-EFF-11", format!("{}’s turn ends at once.", who(seat))),
            Event::Seized { token: moved } => Line::new("CMP-ILL-3", format!("{} is seized.", capital(&token(moved)))),
            Event::ExtraPoint { seat, strait, amount, .. } => {
                Line::new("CMP-STRAIT-5", format!("{} pays {amount} to leave {}.", who(seat), self.pack[*strait].name))
            }
            Event::NearSide { token: moved, strait, to } => {
                let text = format!(
                    "{} cannot leave {} on the far side and is {}.",
                    capital(&token(moved)),
                    self.pack[*strait].name,
                    self.whereabouts(*to, reader)
                );
                Line::new("CMP-STRAIT-7", text)
            }
            Event::Weather { seat, tokens, die, save, saved } => {
                let (is, are) = if tokens.len() == 1 { ("it is", "is") } else { ("they are", "are") };
                let tokens = listed(tokens.iter().map(|token| plain(*token)));
                let saved = if *saved { "saved" } else { "not saved" };
                match die {
                    Some(die) => {
                        let needs = match save {
                            0..=1 => "nothing saves".to_owned(),
                            2 => "only a 1 saves".to_owned(),
                            save => format!("{} or less saves", save - 1),
                        };
                        let text = format!("{} rolls {die} against the danger for {tokens} ({needs}): {is} {saved}.", who(seat));
                        Line::new("CMP-WX-7", text)
                    }
                    None => {
                        Line::new("CMP-SPEC-13", format!("{}’s {tokens} {are} safe from the danger without a roll.", who(seat)))
                    }
                }
            }
            Event::PutBack { token: moved, to } => {
                Line::new("CMP-WX-10", format!("{} goes back to {}.", capital(&token(moved)), self.land(*to)))
            }
            Event::Delivered { seat, contract, sender, receiver, used, reward, bonus, points, .. } => {
                let bonus = if *bonus > Money::ZERO { format!(" and a bonus of {bonus}") } else { String::new() };
                let text = format!(
                    "{} delivers {} from {} to {} in {}: {reward}{bonus} and {}.",
                    who(seat),
                    self.card(*contract),
                    self.land(*sender),
                    self.land(*receiver),
                    counted(i64::from(*used), "movement turn"),
                    counted(i64::from(*points), "victory point"),
                );
                Line::new("CMP-DELIV-9", text)
            }
            Event::Failed { seat, contract, sender, receiver, lost, why } => {
                let why = match why {
                    Failure::Late => "the movement turns are used up",
                    Failure::Customs => "customs ended it",
                    Failure::Event => "a political event ended it",
                    Failure::Seized => "the goods are seized",
                    Failure::Money => "a payment could not be made in full",
                    Failure::Weather => "the weather put the token back",
                    Failure::GaveUp => "it was given up",
                };
                let lost = match lost {
                    0 => "no victory point to lose".to_owned(),
                    lost => format!("−{}", counted(i64::from(*lost), "victory point")),
                };
                let text = format!(
                    "{}’s Delivery of {} from {} to {} fails: {why}; {lost}.",
                    who(seat),
                    self.card(*contract),
                    self.land(*sender),
                    self.land(*receiver)
                );
                Line::new("CMP-DELIV-12", text)
            }
            Event::Bought { seat, token: bought, at, price } => {
                let kind = a_kind(bought.vehicle());
                Line::new("CMP-BUY-1", format!("{} buys {kind} for {price} and puts it in {}.", who(seat), self.land(*at)))
            }
            Event::Sold { seat, token: sold, price } => {
                Line::new("CMP-SELL-1", format!("{} sells {} to the bank for {price}.", who(seat), plain(*sold)))
            }
            Event::Built { seat, at, price } => {
                Line::new("CMP-BRANCH-1", format!("{} builds a branch in {} for {price}.", who(seat), self.land(*at)))
            }
            Event::SoldBranch { seat, at, price } => {
                Line::new("CMP-BRANCH-10", format!("{} sells the branch in {} for {price}.", who(seat), self.land(*at)))
            }
            Event::Brought { seat, token: moved, to } => {
                let text = format!("{} puts {} in {}.", who(seat), plain(*moved), self.land(*to));
                Line::new("CMP-BRANCH-8", text)
            }
            Event::Played { seat, card } => {
                let does = match self.pack[*card].kind {
                    ContractKind::Special(special) => format!(": {special}"),
                    ContractKind::Goods(_) => String::new(),
                };
                Line::new("CMP-SPEC-2", format!("{} plays {}{does}.", who(seat), self.card(*card)))
            }
            Event::Placed { seat, card, at } => {
                Line::new("CMP-SPEC-4", format!("{} puts {} on the site in {}.", who(seat), self.card(*card), self.land(*at)))
            }
            Event::Removed { card, at } => {
                Line::new("CMP-SPEC-7", format!("{} is removed from the site in {}.", self.card(*card), self.land(*at)))
            }
            Event::Looked { seat, at, hand, signed } => {
                let seen = match (hand, signed) {
                    (Some(hand), Some(signed)) => {
                        let cards: Vec<&str> = hand.iter().map(|card| self.card(*card)).collect();
                        let open: Vec<&str> = signed.iter().map(|card| self.card(*card)).collect();
                        format!(": in hand {}, signed {}", listed(cards), listed(open))
                    }
                    _ => String::new(),
                };
                Line::new("CMP-SPEC-17", format!("{} looks at {}’s contract cards{seen}.", who(seat), who(at)))
            }
            Event::Swapped { seat, with, given, taken } => {
                let card = |card: &Option<crate::Territory>| match card {
                    Some(card) => format!("the territory card {}", self.land(*card)),
                    None => "a territory card".to_owned(),
                };
                let text = format!("{} gives {} {} and takes {}.", who(seat), who(with), card(given), card(taken));
                Line::new("CMP-SPEC-18", text)
            }
            Event::Audited { seat, by, amount } => {
                Line::new("CMP-SPEC-19", format!("{} is audited by {} and pays the bank {amount}.", who(seat), who(by)))
            }
            Event::DiscardedTerritory { seat, card } => {
                Line::new("CMP-DRAW-3", format!("{} discards the territory card {}.", who(seat), self.land(*card)))
            }
            Event::DiscardedContract { seat, card } => {
                Line::new("CMP-DRAW-3", format!("{} discards the contract card {}.", who(seat), self.card(*card)))
            }
            Event::Asked { seat, ask } => {
                let text = format!(
                    "{} looks for {} and offers {}.",
                    who(seat),
                    self.wish_words(ask.wanted),
                    self.wish_words(ask.offered)
                );
                Line::new("CMP-NEG-4", text)
            }
            Event::Offered { seat, number, parties, counters, content } => {
                let others = kernel::say::names(names, parties.without(*seat));
                let verb = match counters {
                    Some(old) => format!("answers offer {old} with offer {number}"),
                    None => format!("makes offer {number}"),
                };
                let what = content.as_ref().map_or(String::new(), |content| format!(": {}", self.told_deal(content, reader)));
                Line::new("CMP-NEG-5", format!("{} {verb} to {others}{what}.", who(seat)))
            }
            Event::Accepted { seat, number } => Line::new("CMP-NEG-6", format!("{} accepts offer {number}.", who(seat))),
            Event::Declined { seat, number } => Line::new("CMP-NEG-6", format!("{} declines offer {number}.", who(seat))),
            Event::Withdrew { seat, number } => Line::new("CMP-NEG-5", format!("{} withdraws offer {number}.", who(seat))),
            Event::Lapsed { number } => Line::new("CMP-NEG-22", format!("Offer {number} is no longer open.")),
            Event::Void { number, .. } => {
                Line::new("CMP-NEG-7", format!("Offer {number} cannot be carried out any more: nothing changes hands."))
            }
            Event::Deal { number, content } => {
                Line::new("CMP-NEG-7", format!("Deal {number}: {}.", self.told_deal(content, reader)))
            }
            Event::Inspected { seat, number, .. } => {
                Line::new("CMP-CHART-7", format!("{} asks to see the contract of offer {number}.", who(seat)))
            }
            Event::Showed { seat, to, contract, .. } => {
                let card = contract.map_or("the contract".to_owned(), |card| format!("the contract {}", self.card_in_full(card)));
                Line::new("CMP-CHART-7", format!("{} shows {} {card}.", who(seat), who(to)))
            }
            Event::HirePaid { from, to, token: hired, amount } => {
                Line::new("CMP-CHART-3", format!("{} pays {} {amount} for the hire of {}.", who(from), who(to), own(to, hired)))
            }
            Event::HireReturned { seat, token: hired, amount } => Line::new(
                "CMP-CHART-3",
                format!("{} gets back the {amount} set aside for the hire of {}.", who(seat), token(hired)),
            ),
            Event::PutTraded { seat, token: traded, at } => {
                let what = plain(*traded);
                Line::new("CMP-NEG-15", format!("{}’s new {what} is {}.", who(seat), self.whereabouts(*at, reader)))
            }
            Event::Auction { seat, lot, lowest } => {
                let lot = listed(lot.iter().map(|told| self.told_asset(told.asset, &Reader::on(*seat, names))));
                Line::new("CMP-AUCT-2", format!("{} puts {lot} up for auction, for {lowest} at least.", who(seat)))
            }
            Event::Bid { seat, amount } => Line::new("CMP-AUCT-3", format!("{} bids {amount}.", who(seat))),
            Event::Passed { seat } => Line::new("CMP-AUCT-3", format!("{} passes.", who(seat))),
            Event::AuctionSold { seat, to, amount, lot } => {
                let lot = listed(lot.iter().map(|told| self.told_asset(told.asset, &Reader::on(*seat, names))));
                Line::new("CMP-AUCT-4", format!("{} buys {lot} from {} for {amount}.", who(to), who(seat)))
            }
            Event::Unsold { seat } => Line::new("CMP-AUCT-4", format!("The lot is not sold and stays with {}.", who(seat))),
            Event::Over { winners } => {
                let names = kernel::say::names(names, *winners);
                let word = if winners.len() > 1 { "share the victory" } else { "wins" };
                Line::new("CMP-END-2", format!("The game is over: {names} {word}."))
            }
        }
    }
}
