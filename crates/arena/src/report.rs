//! The report of a simulation.

use crate::{
    Interval, Plan,
    tally::{Figures, Results, Sums, Tally, WIN},
    wilson,
};
use kernel::{Game, Seat, Seats};
use serde::Serialize;
use serde_json::{Map, Value};
use std::{collections::BTreeMap, fmt::Write};

/// The report of a simulation.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The game's name in commands.
    pub game: &'static str,
    /// The game's name for people.
    #[serde(skip)]
    pub title: &'static str,
    /// The edition of its rules.
    pub edition: u32,
    /// The settings of the table.
    pub options: Map<String, Value>,
    /// The bots, in the order of their seats in the first game.
    pub lineup: Vec<String>,
    /// The seed of all luck.
    pub seed: u64,
    /// How many threads played.
    pub threads: usize,
    /// How many games were played.
    pub games: u64,
    /// How many decisions were made in all of them.
    pub decisions: u64,
    /// CPU time of the play itself, all threads together.
    pub seconds: f64,
    /// Decisions a second of CPU time, so on one core.
    pub decisions_per_second: f64,
    /// How each kind of bot did.
    pub bots: Vec<BotPerformance>,
    /// How each seat did.
    pub seats: Vec<SeatPerformance>,
    /// How long the games were, in decisions.
    pub length: Length,
    /// How many games ended by which clause.
    pub endings: BTreeMap<&'static str, u64>,
    /// The game's own figures.
    pub figures: Vec<Figure>,
    /// The figures that are followed through a game, as its rounds begin.
    pub course: Vec<Round>,
}

/// How all bots of one name did, together.
#[derive(Clone, Debug, Serialize)]
pub struct BotPerformance {
    /// The name.
    pub bot: String,
    /// How many seats it held in every game.
    pub held: usize,
    /// How it did.
    #[serde(flatten)]
    pub standing: Performance,
}

/// How all bots on one seat did, together.
#[derive(Clone, Debug, Serialize)]
pub struct SeatPerformance {
    /// The seat.
    pub seat: Seat,
    /// How they did.
    #[serde(flatten)]
    pub standing: Performance,
}

/// How a bot or a seat did.
#[derive(Clone, Debug, Serialize)]
pub struct Performance {
    /// First places that were not shared.
    pub wins: u64,
    /// First places shared with others; two of the same name that share one count twice.
    pub shared: u64,
    /// The share of all games that was won; a shared win counts for each winner in equal parts.
    pub share: f64,
    /// Where the true share lies: Wilson's 95 % interval.
    pub interval: Interval,
    /// The share if all were equally good.
    pub even: f64,
    /// The scores.
    pub score: Spread,
}

/// A number that varies from game to game.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub sd: f64,
    /// The least.
    pub min: i64,
    /// The greatest.
    pub max: i64,
}

/// How long the games were, in decisions.
#[derive(Clone, Debug, Serialize)]
pub struct Length {
    /// Mean, deviation, least, greatest.
    #[serde(flatten)]
    pub spread: Spread,
    /// The lengths that given shares of the games do not exceed.
    pub quantiles: Quantiles,
    /// How many games were how long.
    pub histogram: Vec<Bin>,
}

/// The least lengths that these parts of the games do not exceed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Quantiles {
    /// Five of a hundred.
    pub p5: u64,
    /// A quarter.
    pub p25: u64,
    /// Half.
    pub p50: u64,
    /// Three quarters.
    pub p75: u64,
    /// All but five of a hundred.
    pub p95: u64,
}

/// Games of about the same length.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Bin {
    /// The least length.
    pub from: u64,
    /// The greatest length.
    pub to: u64,
    /// How many games.
    pub games: u64,
}

/// One of the game's own figures.
#[derive(Clone, Debug, Serialize)]
pub struct Figure {
    /// What it is.
    pub key: &'static str,
    /// How it varies.
    #[serde(flatten)]
    pub spread: Spread,
}

/// The beginning of a round, in all games that got this far.
#[derive(Clone, Debug, Serialize)]
pub struct Round {
    /// Which round, from 1.
    pub round: u32,
    /// How many games got this far.
    pub games: u64,
    /// The figures.
    pub figures: Vec<Figure>,
}

impl Report {
    pub(crate) fn new<G: Game>(options: &G::Options, plan: &Plan, threads: usize, tally: &Tally) -> Report {
        let about = G::about();
        let options = match serde_json::to_value(options) {
            Ok(Value::Object(options)) => options,
            _ => Map::new(),
        };
        let players = plan.lineup.len();
        let mut names: Vec<&String> = plan.lineup.iter().collect();
        names.sort();
        names.dedup();
        let mut bots: Vec<BotPerformance> = names
            .into_iter()
            .map(|name| {
                let held = plan.lineup.iter().filter(|other| *other == name).count();
                let standing = Performance::new(&tally.bot(plan, name), tally.games, held, players);
                BotPerformance { bot: name.clone(), held, standing }
            })
            .collect();
        // The bot that won most per seat comes first.
        bots.sort_by(|a, b| (b.standing.share / b.standing.even).total_cmp(&(a.standing.share / a.standing.even)));
        let seats = Seats::first(players).map(|seat| SeatPerformance {
            seat,
            standing: Performance::new(&tally.seats[seat.index()], tally.games, 1, players),
        });
        let (decisions, seconds) = (tally.length.sum as u64, tally.time.as_secs_f64());
        Report {
            game: about.id,
            title: about.title,
            edition: about.edition,
            options,
            lineup: plan.lineup.clone(),
            seed: plan.seed,
            threads,
            games: tally.games,
            decisions,
            seconds,
            decisions_per_second: if seconds > 0.0 { decisions as f64 / seconds } else { 0.0 },
            bots,
            seats: seats.collect(),
            length: Length::new(tally),
            endings: tally.endings.clone(),
            figures: figures(&tally.figures),
            course: (1..).zip(&tally.course).filter_map(|(round, sums)| Round::new(round, sums)).collect(),
        }
    }

    /// All as one table with the columns `section`, `name`, `measure`, `value`: a row for each number.
    ///
    /// | section | name | measures |
    /// |---|---|---|
    /// | `run` | – | `game`, `edition`, `seed`, `threads`, `games`, `decisions`, `seconds`, `decisions_per_second` |
    /// | `option` | the setting | `value` |
    /// | `lineup` | the place in the first game, from 1 | `bot` |
    /// | `bot`, `seat` | the bot; the seat's number | `wins`, `shared`, `share`, `share_low`, `share_high`, `even`, `score_mean`, `score_sd`, `score_min`, `score_max` |
    /// | `length` | – | `mean`, `sd`, `min`, `max`, `p5`, `p25`, `p50`, `p75`, `p95` |
    /// | `length_histogram` | least and greatest length, `60-64` | `games` |
    /// | `ending` | the clause | `games` |
    /// | `figure` | the figure | `mean`, `sd`, `min`, `max` |
    /// | `round` | the round, from 1 | `games` that got this far, and the mean of each figure that is followed |
    pub fn to_csv(&self) -> String {
        let mut table = Csv::new();
        table.row("run", "", "game", self.game);
        table.row("run", "", "edition", self.edition);
        table.row("run", "", "seed", self.seed);
        table.row("run", "", "threads", self.threads);
        table.row("run", "", "games", self.games);
        table.row("run", "", "decisions", self.decisions);
        table.row("run", "", "seconds", self.seconds);
        table.row("run", "", "decisions_per_second", self.decisions_per_second);
        for (key, value) in &self.options {
            match value {
                Value::String(text) => table.row("option", key, "value", text),
                other => table.row("option", key, "value", other),
            }
        }
        for (place, bot) in self.lineup.iter().enumerate() {
            table.row("lineup", &(place + 1).to_string(), "bot", bot);
        }
        self.bots.iter().for_each(|line| table.standing("bot", &line.bot, &line.standing));
        self.seats.iter().for_each(|line| table.standing("seat", &line.seat.to_string(), &line.standing));
        table.spread("length", "", "", &self.length.spread);
        let Quantiles { p5, p25, p50, p75, p95 } = self.length.quantiles;
        for (measure, value) in [("p5", p5), ("p25", p25), ("p50", p50), ("p75", p75), ("p95", p95)] {
            table.row("length", "", measure, value);
        }
        for bin in &self.length.histogram {
            table.row("length_histogram", &format!("{}-{}", bin.from, bin.to), "games", bin.games);
        }
        self.endings.iter().for_each(|(clause, games)| table.row("ending", clause, "games", games));
        self.figures.iter().for_each(|figure| table.spread("figure", figure.key, "", &figure.spread));
        for Round { round, games, figures } in &self.course {
            table.row("round", &round.to_string(), "games", games);
            for figure in figures {
                table.row("round", &round.to_string(), figure.key, figure.spread.mean);
            }
        }
        table.0
    }
}

fn figures(sums: &Figures) -> Vec<Figure> {
    sums.0.iter().map(|(key, sums)| Figure { key, spread: Spread::new(sums) }).collect()
}

impl Round {
    /// Nothing where the game has nothing to follow.
    fn new(round: u32, sums: &Figures) -> Option<Round> {
        let games = sums.0.first()?.1.count;
        Some(Round { round, games, figures: figures(sums) })
    }
}

impl Performance {
    fn new(results: &Results, games: u64, held: usize, players: usize) -> Performance {
        let share = results.credit as f64 / (u128::from(games.max(1)) * u128::from(WIN)) as f64;
        Performance {
            wins: results.wins,
            shared: results.shared,
            share,
            interval: wilson(share, games),
            even: held as f64 / players.max(1) as f64,
            score: Spread::new(&results.score),
        }
    }
}

impl Spread {
    fn new(sums: &Sums) -> Spread {
        // Nothing was counted: better noughts than the ends of the number line.
        let (min, max) = if sums.count == 0 { (0, 0) } else { (sums.min, sums.max) };
        Spread { mean: sums.mean(), sd: sums.deviation(), min, max }
    }
}

/// A histogram has at most this many bins, so that a person sees its shape at a glance.
const BINS: u64 = 20;

impl Length {
    fn new(tally: &Tally) -> Length {
        let quantile = |percent: u64| {
            let rank = (u128::from(tally.games) * u128::from(percent)).div_ceil(100);
            let mut passed = 0;
            let mut lengths = tally.lengths.iter();
            let found = lengths.find(|(_, games)| {
                passed += u128::from(**games);
                passed >= rank
            });
            found.map_or(0, |(length, _)| *length)
        };
        let quantiles = Quantiles { p5: quantile(5), p25: quantile(25), p50: quantile(50), p75: quantile(75), p95: quantile(95) };
        Length { spread: Spread::new(&tally.length), quantiles, histogram: histogram(&tally.lengths) }
    }
}

/// Bins of one round width, empty ones between full ones included.
fn histogram(lengths: &BTreeMap<u64, u64>) -> Vec<Bin> {
    let (Some((min, _)), Some((max, _))) = (lengths.first_key_value(), lengths.last_key_value()) else { return Vec::new() };
    let bins = |width: u64| max / width - min / width + 1;
    let mut widths = (0..8).flat_map(|power| [1, 2, 5].map(|digit| digit * 10u64.pow(power)));
    let width = widths.find(|width| bins(*width) <= BINS).unwrap_or(max + 1);
    let first = min / width;
    let mut histogram: Vec<Bin> =
        (first..first + bins(width)).map(|bin| Bin { from: bin * width, to: bin * width + (width - 1), games: 0 }).collect();
    for (length, games) in lengths {
        histogram[(length / width - first) as usize].games += games;
    }
    histogram
}

/// A table in comma-separated values.
struct Csv(String);

impl Csv {
    fn new() -> Csv {
        Csv("section,name,measure,value\n".to_owned())
    }

    fn row(&mut self, section: &str, name: &str, measure: &str, value: impl ToString) {
        let cell = |text: &str| {
            let plain = !text.contains([',', '"', '\n', '\r']);
            if plain { text.to_owned() } else { format!("\"{}\"", text.replace('"', "\"\"")) }
        };
        // Writing to a string never fails.
        let _ = writeln!(self.0, "{section},{},{measure},{}", cell(name), cell(&value.to_string()));
    }

    fn spread(&mut self, section: &str, name: &str, prefix: &str, spread: &Spread) {
        self.row(section, name, &format!("{prefix}mean"), spread.mean);
        self.row(section, name, &format!("{prefix}sd"), spread.sd);
        self.row(section, name, &format!("{prefix}min"), spread.min);
        self.row(section, name, &format!("{prefix}max"), spread.max);
    }

    fn standing(&mut self, section: &str, name: &str, standing: &Performance) {
        self.row(section, name, "wins", standing.wins);
        self.row(section, name, "shared", standing.shared);
        self.row(section, name, "share", standing.share);
        self.row(section, name, "share_low", standing.interval.low);
        self.row(section, name, "share_high", standing.interval.high);
        self.row(section, name, "even", standing.even);
        self.spread(section, name, "score_", &standing.score);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_are_round_and_hold_every_game() {
        let lengths: BTreeMap<u64, u64> = [(98, 1), (131, 5), (230, 2)].into();
        let bins = histogram(&lengths);
        assert_eq!((bins[0].from, bins[0].to, bins.len()), (90, 99, 15));
        assert_eq!(bins.iter().map(|bin| bin.games).sum::<u64>(), 8);
        assert_eq!(histogram(&[(7, 3)].into()), [Bin { from: 7, to: 7, games: 3 }]);
        assert!(histogram(&BTreeMap::new()).is_empty());
    }

    #[test]
    fn a_cell_with_a_comma_is_quoted() {
        let mut table = Csv::new();
        table.row("option", "a,b", "value", "say \"yes\"");
        assert_eq!(table.0.lines().nth(1), Some("option,\"a,b\",value,\"say \"\"yes\"\"\""));
    }
}
