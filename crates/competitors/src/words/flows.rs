//! What is added up over a game from what happens: Deliveries by what carried them and where, why they failed, and where money comes
//! from and goes.

use crate::{CompetitorsRules, Continent, Event, Failure, Told, ToldAsset, Vehicle};
use kernel::Money;

/// Declares the headings of the account with the names that statistics give them.
macro_rules! headings {
    ($($heading:ident $name:literal)+) => {
        /// What is added up; a name that says so counts hundreds of the game's money, the others count how often.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(dead_code, reason = "continents are counted from the first one")]
        enum Heading {
            $($heading,)+
        }

        pub(crate) const NAMES: &[&str] = &[$($name),+];
    };
}

headings! {
    Signed "contracts_signed_in_all"
    Moves "moves"
    MovementTurns "movement_turns"
    CustomsCards "customs_cards"
    PoliticalEvents "political_events"
    WeatherRolls "rolls_against_the_weather"
    PutBack "tokens_put_back"
    TokensSeized "tokens_seized"
    SpecialCards "special_cards_played"
    OffersMade "offers_made"
    Deals "deals_carried_out"
    Auctions "auctions"
    AuctionsSold "auctions_sold"
    Early "deliveries_early"
    PointsGained "victory_points_gained"
    PointsLost "victory_points_lost"

    ByTruck "deliveries_by: truck"
    ByShip "deliveries_by: ship"
    ByAircraft "deliveries_by: aircraft"

    FromNorthAmerica "deliveries_from: north_america"
    FromSouthAmerica "deliveries_from: south_america"
    FromEurope "deliveries_from: europe"
    FromAfrica "deliveries_from: africa"
    FromAsia "deliveries_from: asia"
    FromOceania "deliveries_from: oceania"

    ToNorthAmerica "deliveries_to: north_america"
    ToSouthAmerica "deliveries_to: south_america"
    ToEurope "deliveries_to: europe"
    ToAfrica "deliveries_to: africa"
    ToAsia "deliveries_to: asia"
    ToOceania "deliveries_to: oceania"

    FailedLate "failures: late"
    FailedByCustoms "failures: customs"
    FailedByEvent "failures: event"
    FailedSeized "failures: seized"
    FailedByMoney "failures: money"
    FailedByWeather "failures: weather"
    GivenUp "failures: given_up"

    Rewards "from_bank_in_hundreds: rewards"
    Bonuses "from_bank_in_hundreds: bonuses"
    EffectsPaid "from_bank_in_hundreds: effects"
    TokensSold "from_bank_in_hundreds: tokens"
    BranchesSold "from_bank_in_hundreds: branches"

    Fuel "to_bank_in_hundreds: fuel"
    EffectsCharged "to_bank_in_hundreds: effects"
    ExtraPoints "to_bank_in_hundreds: extra_points"
    TokensBought "to_bank_in_hundreds: tokens"
    BranchesBuilt "to_bank_in_hundreds: branches"
    Audits "to_bank_in_hundreds: audits"

    Fees "between_players_in_hundreds: headquarters_fees"
    Tolls "between_players_in_hundreds: tolls"
    DealsPaid "between_players_in_hundreds: deals"
    Hires "between_players_in_hundreds: hires"
    AuctionsPaid "between_players_in_hundreds: auctions"
}

/// The account of a game.
struct Account<'a>(&'a mut dyn FnMut(usize, i64));

impl Account<'_> {
    fn count(&mut self, heading: Heading) {
        self.add(heading as usize, 1);
    }

    fn add(&mut self, place: usize, amount: i64) {
        (self.0)(place, amount);
    }

    /// Every sum is a multiple of 500. (CMP-GEN-8)
    fn pay(&mut self, heading: Heading, amount: Money) {
        self.add(heading as usize, i64::from(amount.units()) / 100);
    }
}

impl CompetitorsRules {
    /// What an event adds.
    pub(crate) fn flow_of(&self, event: &Event, add: &mut dyn FnMut(usize, i64)) {
        let mut account = Account(add);
        match *event {
            Event::Signed { .. } => account.count(Heading::Signed),
            Event::MoveBegan { .. } => account.count(Heading::Moves),
            Event::MovementOver { .. } => account.count(Heading::MovementTurns),
            Event::Went { fuel, .. } => account.pay(Heading::Fuel, fuel),
            Event::Fee { amount, .. } => account.pay(Heading::Fees, amount),
            Event::Toll { amount, .. } => account.pay(Heading::Tolls, amount),
            Event::Customs { .. } => account.count(Heading::CustomsCards),
            Event::Political { .. } => account.count(Heading::PoliticalEvents),
            Event::Weather { .. } => account.count(Heading::WeatherRolls),
            Event::PutBack { .. } => account.count(Heading::PutBack),
            Event::Seized { .. } => account.count(Heading::TokensSeized),
            Event::Played { .. } | Event::Placed { .. } => account.count(Heading::SpecialCards),
            Event::Paid { amount, .. } => account.pay(Heading::EffectsCharged, amount),
            Event::Gained { amount, .. } => account.pay(Heading::EffectsPaid, amount),
            Event::ExtraPoint { amount, .. } => account.pay(Heading::ExtraPoints, amount),
            Event::Delivered { token, sender, receiver, reward, bonus, points, .. } => {
                let by = match token.vehicle() {
                    Vehicle::Truck => Heading::ByTruck,
                    Vehicle::Ship => Heading::ByShip,
                    Vehicle::Aircraft => Heading::ByAircraft,
                };
                account.count(by);
                account.add(on(Heading::FromNorthAmerica, self.pack[sender].continent), 1);
                account.add(on(Heading::ToNorthAmerica, self.pack[receiver].continent), 1);
                account.pay(Heading::Rewards, reward);
                account.pay(Heading::Bonuses, bonus);
                account.add(Heading::PointsGained as usize, points.into());
            }
            Event::DrewContract { early: true, .. } => account.count(Heading::Early),
            Event::Failed { why, lost, .. } => {
                let cause = match why {
                    Failure::Late => Heading::FailedLate,
                    Failure::Customs => Heading::FailedByCustoms,
                    Failure::Event => Heading::FailedByEvent,
                    Failure::Seized => Heading::FailedSeized,
                    Failure::Money => Heading::FailedByMoney,
                    Failure::Weather => Heading::FailedByWeather,
                    Failure::GaveUp => Heading::GivenUp,
                };
                account.count(cause);
                account.add(Heading::PointsLost as usize, lost.into());
            }
            Event::Bought { price, .. } => account.pay(Heading::TokensBought, price),
            Event::Sold { price, .. } => account.pay(Heading::TokensSold, price),
            Event::Built { price, .. } => account.pay(Heading::BranchesBuilt, price),
            Event::SoldBranch { price, .. } => account.pay(Heading::BranchesSold, price),
            Event::Audited { amount, .. } => account.pay(Heading::Audits, amount),
            Event::Offered { .. } => account.count(Heading::OffersMade),
            Event::Deal { ref content, .. } => {
                account.count(Heading::Deals);
                for Told { asset, .. } in content {
                    match *asset {
                        ToldAsset::Money(amount) => account.pay(Heading::DealsPaid, amount),
                        // One on success is paid later, if ever. (CMP-CHART-3)
                        ToldAsset::Hire { fee, on_success: false, .. } => account.pay(Heading::Hires, fee),
                        _ => {}
                    }
                }
            }
            Event::HirePaid { amount, .. } => account.pay(Heading::Hires, amount),
            Event::Auction { .. } => account.count(Heading::Auctions),
            Event::AuctionSold { amount, .. } => {
                account.count(Heading::AuctionsSold);
                account.pay(Heading::AuctionsPaid, amount);
            }
            _ => {}
        }
    }
}

/// The heading of a continent, counted from that of the first one.
fn on(first: Heading, continent: Continent) -> usize {
    first as usize + continent.index()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_heading_has_its_name() {
        assert_eq!(NAMES.len(), Heading::AuctionsPaid as usize + 1);
        for continent in Continent::ALL {
            assert_eq!(NAMES[on(Heading::FromNorthAmerica, continent)], format!("deliveries_from: {}", continent.id()));
            assert_eq!(NAMES[on(Heading::ToNorthAmerica, continent)], format!("deliveries_to: {}", continent.id()));
        }
    }
}
