//! What pages, logs and the terminal say: which room has the words, the score, and figures for statistics.

pub(crate) mod choice;
pub(crate) mod drawing;
pub(crate) mod flows;
pub(crate) mod foresight;
pub(crate) mod saying;
pub(crate) mod telling;

use crate::{
    Action, Book, CompetitorsRules, Event, Mode, Stage, State, Token, Vehicle,
    decision::Decision,
    figures::BRANCH_RETURN,
    words::{choice::Choice, saying::Reader},
};
use kernel::{
    Bargain, Figure, Line, Outcome, Refusal, Rules, Seat, Viewer, Words,
    say::{Unit, counted, listed, name, names as all, ordinal},
};

impl Words for CompetitorsRules {
    fn prompt(&self, state: &State, viewer: Viewer, names: &[String]) -> Line {
        state.now().prompt(self, state, &Reader { viewer, names })
    }

    fn label(&self, state: &State, seat: Seat, action: &Action, names: &[String]) -> Line {
        self.choice(state, seat, action, names).label
    }

    fn effect(&self, state: &State, seat: Seat, action: &Action, names: &[String]) -> String {
        self.choice(state, seat, action, names).effect
    }

    fn amount(&self, state: &State, seat: Seat, least: &Action, names: &[String]) -> String {
        match least {
            Action::Bid(_) => "Bid".into(),
            Action::Auction { lot, .. } => {
                let reader = &Reader::on(seat, names);
                format!("Auction {} from", listed(lot.assets().map(|asset| self.asset_words(asset, reader))))
            }
            _ => self.choice(state, seat, least, names).label.text,
        }
    }

    fn topic(&self, state: &State, seat: Seat, action: &Action) -> &'static str {
        match *action {
            Action::Go { token, to } => crate::words::foresight::topic_of_step(self, token, to),
            _ => self.choice(state, seat, action, &[]).topic,
        }
    }

    fn bargains(&self, state: &State, seat: Seat, names: &[String]) -> Vec<Bargain> {
        self.bargains_of(state, seat, names)
    }

    fn standing_answer(&self, kind: &str) -> &'static str {
        match kind {
            "bid" => "Pass in all auctions, until I say otherwise",
            "last_card" => "Give a Delivery up when its movement turns are used up, until I say otherwise",
            _ => "Decline all deals, until I say otherwise",
        }
    }

    /// What somebody would like to do and cannot, where the reason is worth knowing.
    fn barred(&self, state: &State, seat: Seat) -> Vec<(Action, Refusal)> {
        if seat != state.active || !state.is_choosing_action() {
            return Vec::new();
        }
        let (player, now) = (state.player(seat), state.now());
        let buys = Vehicle::ALL.into_iter().map(Action::Buy);
        let signs = player.contracts.and_not(self.routes.special).map(Action::Sign);
        let plays = player.contracts.and(self.routes.special).map(Action::Play);
        let moves = Token::fleet(seat).filter(|token| state.is_out(*token)).map(Action::Move);
        let wanted = buys.chain(signs).chain(plays).chain(moves);
        wanted.filter_map(|action| Some((action, now.may(self, state, seat, &action).err()?))).collect()
    }

    fn tell(&self, event: &Event, names: &[String]) -> Line {
        self.line_of(event, names)
    }

    fn draw(&self, state: &State, viewer: Viewer, names: &[String]) -> String {
        self.drawn(state, viewer, names)
    }

    fn score(&self, state: &State, names: &[String]) -> Vec<Line> {
        let outcome = self.outcome(state);
        let mut lines = Vec::new();
        for seat in self.seats() {
            let place = match &outcome {
                Some(outcome) => format!("{} place, ", ordinal(i64::from(outcome.place(seat)))),
                None => String::new(),
            };
            let player = state.player(seat);
            let points = counted(i64::from(player.points), "victory point");
            let Book { delivered, failed } = player.book;
            let text = format!("{}: {place}{points}; {delivered} delivered, {failed} failed", name(names, seat));
            lines.push(Line::new("CMP-END-11", text));
            lines.push(Line::new("CMP-END-7", self.wealth_worked_out(state, seat, names)));
        }
        lines.extend(outcome.map(|outcome| self.decided(state, &outcome, names)));
        lines
    }

    /// The points, so that the chart ends where the score does.
    fn score_unit(&self, _state: &State) -> Unit {
        Unit::new("victory point", "victory points")
    }

    /// Everybody has chosen headquarters. (CMP-SETUP-5)
    fn is_set_up(&self, state: &State) -> bool {
        state.stage != Stage::Choosing
    }

    fn chart_values(&self, state: &State) -> Vec<i64> {
        self.seats().map(|seat| i64::from(state.player(seat).points)).collect()
    }

    fn chart_caption(&self) -> &'static str {
        "victory points"
    }

    fn sources(&self) -> Vec<String> {
        ["goods by truck", "goods by ship", "goods by aircraft", "failed Deliveries"].map(str::to_owned).to_vec()
    }

    fn brought(&self, _before: &State, event: &Event, add: &mut dyn FnMut(Seat, usize, i64)) {
        match *event {
            Event::Delivered { seat, token, points, .. } => add(seat, token.vehicle() as usize, points.into()),
            Event::Failed { seat, lost, .. } => add(seat, 3, -i64::from(lost)),
            _ => {}
        }
    }

    fn round(&self, state: &State) -> u32 {
        state.round.into()
    }

    fn course(&self, state: &State, figures: &mut Vec<Figure>) {
        figures.extend(self.standing(state));
    }

    fn figures(&self, state: &State, figures: &mut Vec<Figure>) {
        let points = { self.seats() }.map(|seat| i64::from(state.player(seat).points));
        let (most, least) = (points.clone().max().unwrap_or(0), points.min().unwrap_or(0));
        let winners = self.outcome(state).map_or(0, |outcome| outcome.winners().len() as i64);
        let over = state.stage == Stage::Over;
        let by_points = over && self.options.mode == Mode::Points && state.round < self.last_round();
        figures.push(("rounds", state.round.into()));
        figures.extend(self.standing(state));
        figures.extend([
            ("most_victory_points", most),
            ("fewest_victory_points", least),
            ("winners", winners),
            ("ended_by_points", by_points.into()),
            ("ended_by_rounds", (over && !by_points).into()),
        ]);
    }

    fn flows(&self) -> &'static [&'static str] {
        crate::words::flows::NAMES
    }

    fn flow(&self, event: &Event, add: &mut dyn FnMut(usize, i64)) {
        self.flow_of(event, add);
    }
}

impl CompetitorsRules {
    /// The words of a choice, by what is pending.
    fn choice(&self, state: &State, seat: Seat, action: &Action, names: &[String]) -> Choice {
        state.now().choice(self, state, seat, action, &Reader::on(seat, names))
    }

    /// How the table stands, added up over all players.
    fn standing(&self, state: &State) -> [Figure; 8] {
        let sum = |of: &dyn Fn(Seat) -> i64| { self.seats() }.map(of).sum::<i64>();
        let kind = |vehicle: Vehicle| sum(&|seat| Token::kind(seat, vehicle).filter(|token| state.is_out(*token)).count() as i64);
        [
            ("money_in_thousands", sum(&|seat| i64::from(state.player(seat).money.units())) / 1_000),
            ("victory_points", sum(&|seat| state.player(seat).points.into())),
            ("contracts_signed", sum(&|seat| state.signed(seat).count() as i64)),
            ("cards_in_hand", sum(&|seat| (state.player(seat).territories.len() + state.player(seat).contracts.len()) as i64)),
            ("trucks", kind(Vehicle::Truck)),
            ("ships", kind(Vehicle::Ship)),
            ("aircraft", kind(Vehicle::Aircraft)),
            ("branches", sum(&|seat| state.player(seat).branches.len() as i64)),
        ]
    }

    /// Why who has won has won: equal points are told apart by wealth. (CMP-END-2, CMP-END-4, CMP-END-6, CMP-END-8, CMP-END-10)
    fn decided(&self, state: &State, outcome: &Outcome, names: &[String]) -> Line {
        let winners = outcome.winners();
        let best = winners.lowest().map_or(0, |seat| outcome.score(seat));
        let equal: Vec<Seat> = { self.seats() }.filter(|seat| outcome.score(*seat) == best).collect();
        let (who, points) = (all(names, winners), counted(best, "victory point"));
        let wealth = |seat: &Seat| format!("{} has {}", name(names, *seat), self.wealth(state, *seat));
        let text = match (equal.len(), winners.len()) {
            (1, _) => format!("{who} has the most victory points, {best}, and wins"),
            (_, 1) => format!(
                "{} have {points} each, so wealth decides: {}; {who} wins",
                all(names, equal.iter().copied()),
                listed(equal.iter().map(wealth))
            ),
            _ => format!("{who} have {points} and the same wealth each, and share the victory"),
        };
        Line::new(outcome.clause, text)
    }

    /// The wealth of a player with its parts. (CMP-END-7)
    fn wealth_worked_out(&self, state: &State, seat: Seat, names: &[String]) -> String {
        let player = state.player(seat);
        let mut parts = vec![format!("{} in money", player.money)];
        for vehicle in Vehicle::ALL {
            let count = Token::kind(seat, vehicle).filter(|token| state.is_out(*token)).count();
            if count > 0 {
                let noun = match vehicle {
                    Vehicle::Aircraft => format!("{count} aircraft"),
                    _ => counted(count as i64, vehicle.words()),
                };
                parts.push(format!("{} for {noun}", vehicle.price_back().times(count as i32)));
            }
        }
        match player.branches.len() {
            0 => {}
            1 => parts.push(format!("{BRANCH_RETURN} for 1 branch")),
            count => parts.push(format!("{} for {count} branches", BRANCH_RETURN.times(count as i32))),
        }
        format!("{}: wealth {}: {}", name(names, seat), self.wealth(state, seat), parts.join(", "))
    }
}
