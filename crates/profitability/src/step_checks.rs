//! What is true of every step from one state to the next. (PRF-INV-4 to PRF-INV-6, PRF-INV-9 to PRF-INV-12)

use crate::{
    colours::Colour,
    options::Markers,
    places::Warehouse,
    rules::ProfitabilityRules,
    state::{Stage, State, Step},
    trendline::{Space, Trendline},
};
use kernel::{Refusal, refuse};

impl ProfitabilityRules {
    pub(crate) fn check_between(&self, before: &State, after: &State) -> Result<(), Refusal> {
        if before.colours != after.colours {
            return refuse("PRF-MULTI-5", "colours stay for the whole series");
        }
        if before.number != after.number {
            return self.check_new_match(before, after);
        }
        if before.tiles != after.tiles {
            return refuse("PRF-SETUP-1", "the tiles lie still during a match");
        }
        self.check_trend_step(before, after)?;
        self.check_goods_step(before, after)?;
        self.check_points_step(before, after)?;
        self.check_closing(before, after)
    }

    /// PRF-MULTI-5: everything starts from scratch.
    fn check_new_match(&self, before: &State, after: &State) -> Result<(), Refusal> {
        let laid = match self.options.markers {
            Markers::Placed => after.step == Step::Marking && after.marked == 0 && after.trend.is_empty(),
            // PRF-OPT-15: the first roll of a match may move a price, but never a marker.
            Markers::Fixed => after.seat == after.starter && after.trend == Trendline::reference(),
        };
        let fresh = laid && after.lap == 1;
        let poor = after.profits.iter().all(|profit| profit.units() == 0);
        if after.number != before.number + 1 || before.closing != Some(1) || !fresh || !poor {
            return refuse("PRF-MULTI-5", "after the closing turns the next match begins from nothing");
        }
        Ok(())
    }

    /// PRF-INV-4, PRF-INV-5: at most one price moves by one square, or one marker turns or changes place.
    fn check_trend_step(&self, before: &State, after: &State) -> Result<(), Refusal> {
        let moves = before.prices.iter().zip(after.prices).map(|(one, other)| one.abs_diff(other));
        let squares: u32 = moves.map(u32::from).sum();
        if squares > 1 {
            return refuse("PRF-INV-4", "more than one price moved, or by more than one square");
        }
        let changed: Vec<Space> =
            Space::all().filter(|space| before.trend.marker(*space) != after.trend.marker(*space)).collect();
        let colours =
            |state: &State| changed.iter().filter_map(|space| state.trend.marker(*space)).map(|marker| marker.colour).next();
        let free = |state: &State| changed.iter().filter(|space| state.trend.marker(**space).is_none()).count();
        let alike = squares == 0 && colours(before) == colours(after);
        let sound = match changed.len() {
            0 => true,
            1 => alike,
            // A marker changed place: one space was free, the other is free now.
            2 => alike && free(before) == 1 && free(after) == 1,
            _ => false,
        };
        if before.step != Step::Marking && !sound {
            return refuse("PRF-INV-5", "in a trend step one price moves, or one marker turns, or one marker changes place");
        }
        Ok(())
    }

    /// PRF-INV-6, PRF-INV-11: goods move from the truck in turn into spaces of its colour for profit, and onto it from other
    /// spaces.
    fn check_goods_step(&self, before: &State, after: &State) -> Result<(), Refusal> {
        let colour = before.colour();
        // Goods that are taken back move the other way.
        let back = after.goods_handled.len() < before.goods_handled.len() && after.points > before.points;
        let (early, late) = if back { (after, before) } else { (before, after) };
        for other in Colour::ALL.into_iter().filter(|other| *other != colour) {
            let (one, two) = (early.truck(other), late.truck(other));
            if (one.goods, one.damaged, one.at) != (two.goods, two.damaged, two.at) {
                return refuse("PRF-INV-11", format!("it was not the turn of {other}, but its truck changed"));
            }
        }
        // PRF-INV-2: it is unloaded once, where the truck is, and stays there.
        let (damaged, now) = (early.truck(colour).damaged, late.truck(colour).damaged);
        let unloaded =
            early.truck(colour).carries_damaged() && late.truck(colour).warehouse().map(crate::Damaged::In) == Some(now);
        if damaged != now && !unloaded {
            return refuse("PRF-INV-2", "a damaged good is on its truck, or lies out of play where it was unloaded");
        }
        let mut earned = 0;
        for warehouse in Warehouse::all() {
            let (one, two) = (early.stores[warehouse.index()], late.stores[warehouse.index()]);
            if one.counts() == two.counts() {
                continue;
            }
            for space in Colour::ALL {
                for good in Colour::ALL {
                    let gain = two.space(space).count(good) as i32 - one.space(space).count(good) as i32;
                    if gain != 0 && (gain > 0) != (space == colour) {
                        return refuse("PRF-INV-11", format!("the {space} space of {warehouse} changed against the rules"));
                    }
                    if gain > 0 {
                        let (price, extra) = self.earns(before, colour, good, warehouse);
                        earned += gain * (price + extra);
                    }
                }
            }
        }
        if let (true, crate::Damaged::In(warehouse)) = (early.truck(colour).carries_damaged(), late.truck(colour).damaged) {
            earned -= self.damage(colour, warehouse);
        }
        for other in Colour::ALL {
            let account = self.account(other);
            let gain = late.profits[account].units() - early.profits[account].units();
            let expected = if account == self.account(colour) { earned } else { 0 };
            if gain != expected {
                return refuse("PRF-INV-6", format!("the total of {other} changed by {gain}, not by {expected}"));
            }
        }
        let (one, two) = (before.truck(colour), after.truck(colour));
        let stayed = one.at == two.at && before.counts.steps == after.counts.steps;
        if !back && stayed && one.stage == Stage::Load && two.stage == Stage::Unload {
            return refuse("PRF-INV-10", "the arrow went back to unloading during one stay");
        }
        Ok(())
    }

    /// PRF-INV-9: every point was spent on a step or on a good, as long as the turn goes on.
    fn check_points_step(&self, before: &State, after: &State) -> Result<(), Refusal> {
        let acting = before.step == Step::Acting && after.step == Step::Acting;
        let same_turn = acting && before.seat == after.seat && before.dice == after.dice && before.lap == after.lap;
        let spent = i32::from(before.points) - i32::from(after.points);
        let steps = after.counts.steps.wrapping_sub(before.counts.steps) as i32;
        let drove = before.truck(before.colour()).at != after.truck(before.colour()).at;
        let load = |state: &State| state.truck(before.colour()).load() as i32;
        let moved = (load(after) - load(before)).abs();
        let back = after.points > before.points;
        let fits = if back { spent == -moved && !drove } else { spent == steps.saturating_add(moved) && (steps > 0 || !drove) };
        if same_turn && !fits {
            return refuse("PRF-INV-9", "action points left, steps driven and goods moved make up the action value");
        }
        Ok(())
    }

    /// PRF-INV-12.
    fn check_closing(&self, before: &State, after: &State) -> Result<(), Refusal> {
        let begun = self.players as u8 - 1;
        let sound = match (before.closing, after.closing) {
            (None, None) => true,
            (None, Some(turns)) => turns == begun && after.profits[self.account(before.colour())].units() >= self.target,
            (Some(turns), Some(left)) => {
                turns == left || turns == left + 1 && before.seat != after.seat || left == 0 && turns == 1
            }
            (Some(_), None) => false,
        };
        if !sound {
            return refuse("PRF-INV-12", "after the end began each other player has exactly one turn");
        }
        if after.step == Step::Over && before.step != Step::Over {
            let mut given: Vec<u8> = self.placings(after).into_iter().filter(|place| *place > 0).collect();
            given.sort_unstable();
            let strict: Vec<u8> = if self.team { vec![1, 1, 2, 2] } else { (1..=self.players as u8).collect() };
            if given != strict {
                return refuse("PRF-INV-12", "final places form a strict order");
            }
        }
        Ok(())
    }
}
