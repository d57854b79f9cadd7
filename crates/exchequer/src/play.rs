//! `play GAME`: a table in the terminal.

mod menu;
#[cfg(test)]
mod tests;

use crate::{failure::Usage, page, rules, setup};
use anyhow::{Context, bail};
use bots::Budget;
use engine::{AnyTable, Choices, EngineError, Setup};
use kernel::{Key, Seat, Seats, Viewer};
use menu::LISTED;
use std::{
    fs,
    io::{self, BufRead, IsTerminal, Read, Write},
};

/// Play in the terminal, against bots or with friends at one keyboard
#[derive(clap::Args)]
#[command(after_help = "\
On your turn, type the number of an action or the action itself; `?` shows what else you can type.
The input can also come from a pipe, one answer per line.

Examples:
  exchequer play economy                            you against steady bots
  exchequer play economy --bots steady,random       you against two bots
  exchequer play economy --seats you:Ann,you:Bob,steady
  exchequer play economy --set players=3 --set placement=random --seed 7

Exit codes: 0 the game was played, or you quit; 1 the input ended before the game did, or a setting was \
refused; 2 invalid command line.")]
pub struct Arguments {
    #[command(flatten)]
    table: setup::Table,
    /// The bots you play against; a single name fills all other seats
    #[arg(long, value_delimiter = ',', value_parser = setup::bot_names(), conflicts_with = "seats")]
    bots: Vec<String>,
    /// Who sits on each seat: `you`, `you:NAME` or a bot
    #[arg(long, value_delimiter = ',', value_name = "SEAT,…")]
    seats: Vec<Holder>,
    /// A number for all luck: the same number gives the same game, in which no time passes
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
}

/// Who holds a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Holder {
    /// Somebody at this keyboard, perhaps with a name.
    You(Option<String>),
    /// A bot.
    Bot(&'static str),
}

impl std::str::FromStr for Holder {
    type Err = String;

    fn from_str(text: &str) -> Result<Holder, String> {
        match text.split_once(':') {
            None if text == "you" => Ok(Holder::You(None)),
            Some(("you", name)) if !name.trim().is_empty() => Ok(Holder::You(Some(name.to_owned()))),
            _ => match bots::check(text) {
                Ok(bot) => Ok(Holder::Bot(bot.name)),
                Err(unknown) => Err(format!("{unknown}; a person is `you` or `you:NAME`")),
            },
        }
    }
}

/// Sets the table and plays until the end.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let game = setup::game(&arguments.table.game)?;
    let mut options = arguments.table.settings()?;
    let holders = holders(arguments, setup::players(game, &options)?)?;
    setup::seat(game, &mut options, holders.len())?;
    let secret = setup::secret(arguments.seed)?;
    let setup = Setup { files: arguments.table.files()?, options, seats: names(&holders)?, ..Setup::new(secret) };
    let table = game.open(setup)?;
    let (input, output) = (io::stdin().lock(), io::stdout().lock());
    let alone = holders.iter().filter(|holder| matches!(holder, Holder::You(_))).count() < 2;
    let piped = !io::stdin().is_terminal();
    let hand_over = !alone && !piped;
    let told = vec![0; holders.len()];
    let standing = vec![Vec::new(); holders.len()];
    // The same seed gives the same game, whenever it is played.
    let timed = arguments.seed.is_none();
    let mut room =
        Room { table, holders, standing, told, whims: secret, timed, input, output, hand_over, at_keyboard: None, piped };
    writeln!(room.output, "{} — {}\n", game.about().title, game.about().line)?;
    room.play()
}

/// Who sits on each seat, as the command line says; by default one person and steady bots.
fn holders(arguments: &Arguments, players: usize) -> anyhow::Result<Vec<Holder>> {
    if !arguments.seats.is_empty() {
        return Ok(arguments.seats.clone());
    }
    let bot = |name: &String| bots::check(name).map(|bot| Holder::Bot(bot.name));
    let mut holders = vec![Holder::You(None)];
    match &arguments.bots[..] {
        [] => holders.resize(players, Holder::Bot("steady")),
        [all] => holders.resize(players, bot(all)?),
        each => holders.extend(each.iter().map(bot).collect::<Result<Vec<_>, _>>()?),
    }
    Ok(holders)
}

/// A name for each seat, no two alike. If two people give names that are alike, this is an error. People without a name and bots
/// that play more than once are numbered, so that they do not clash with given names.
fn names(holders: &[Holder]) -> anyhow::Result<Vec<String>> {
    let said = |holder: &Holder| match holder {
        Holder::You(Some(name)) => Some(name.clone()),
        Holder::You(None) | Holder::Bot(_) => None,
    };
    let mut taken: Vec<String> = holders.iter().filter_map(said).collect();
    if let Some((one, other)) = pairs(&taken).find(|(one, other)| engine::alike(one, other)) {
        let message = match one == other {
            true => format!("two seats are called {one}: give each a name of its own, such as `you:{one} 2`"),
            false => format!("{one} and {other} look alike: give each a name of its own"),
        };
        return Err(Usage(message).into());
    }
    let twice = |holder: &Holder| holders.iter().filter(|other| *other == holder).count() > 1;
    let name = |(index, holder): (usize, &Holder)| match holder {
        Holder::You(Some(name)) => name.clone(),
        Holder::You(None) => format!("Player {}", index + 1),
        Holder::Bot(name) if twice(holder) => format!("{name} {}", index + 1),
        Holder::Bot(name) => (*name).to_owned(),
    };
    let unlike_all = |(index, holder): (usize, &Holder)| {
        let name = name((index, holder));
        if said(holder).is_some() {
            return name;
        }
        let others: Vec<&str> = taken.iter().map(String::as_str).collect();
        let name = engine::unlike(&name, &others, engine::LONGEST_NAME);
        taken.push(name.clone());
        name
    };
    Ok(holders.iter().enumerate().map(unlike_all).collect())
}

/// All pairs of these.
fn pairs(names: &[String]) -> impl Iterator<Item = (&String, &String)> {
    names.iter().enumerate().flat_map(|(index, one)| names[index + 1..].iter().map(move |other| (one, other)))
}

/// The longest line that is read.
const LONGEST_LINE: u64 = 1 << 16;

/// A table, who sits at it, and the terminal between them.
struct Room<I, O> {
    table: Box<dyn AnyTable>,
    holders: Vec<Holder>,
    /// The kinds of question to which each seat has left a standing answer.
    standing: Vec<Vec<&'static str>>,
    /// For each seat the first entry that its holder has not read about.
    told: Vec<usize>,
    /// Where the bots’ random choices come from.
    whims: Key,
    /// Do actions have a time?
    timed: bool,
    input: I,
    output: O,
    /// Several people share the keyboard, and nobody should see another’s cards.
    hand_over: bool,
    at_keyboard: Option<Seat>,
    /// The input is not a terminal.
    piped: bool,
}

/// The result of what a person typed.
enum Typed {
    /// An action was played or taken back.
    Went,
    /// Something was shown or refused; the same question is asked again.
    Asked,
    /// Leave the game.
    Quit,
}

impl<I: BufRead, O: Write> Room<I, O> {
    /// The whole game: bots act, people are asked, and the score is printed.
    fn play(&mut self) -> anyhow::Result<()> {
        loop {
            let mut deciding = self.deciding();
            let Some(first) = deciding.lowest() else { return self.end() };
            if let Some((seat, answer)) = { deciding }.find_map(|seat| self.stands(seat)) {
                let now = self.now();
                self.table.play(seat, &answer, now)?;
                continue;
            }
            match deciding.find_map(|seat| self.bot_on(seat).map(|bot| (seat, bot))) {
                Some((seat, bot)) => self.bot_moves(seat, bot)?,
                None => {
                    if let Typed::Quit = self.person_moves(first)? {
                        return Ok(writeln!(self.output, "The game is left unfinished.")?);
                    }
                }
            }
        }
    }

    /// Who decides next: players who are asked answer before the game goes on.
    fn deciding(&self) -> Seats {
        let turn = self.table.turn();
        if turn.asked.is_empty() { turn.awaited } else { turn.asked }
    }

    /// The standing answer of a person to what they are asked, if they have left one.
    fn stands(&self, seat: Seat) -> Option<(Seat, String)> {
        let kinds = self.standing.get(seat.index()).filter(|kinds| !kinds.is_empty())?;
        let question = self.table.question(seat).filter(|question| kinds.contains(&question.kind))?;
        Some((seat, question.standing?))
    }

    fn bot_on(&self, seat: Seat) -> Option<&'static str> {
        match self.holders.get(seat.index()) {
            Some(Holder::Bot(name)) => Some(name),
            _ => None,
        }
    }

    fn bot_moves(&mut self, seat: Seat, bot: &str) -> anyhow::Result<()> {
        let action = self.suggestion(seat, bot)?;
        let now = self.now();
        Ok(self.table.play(seat, &action, now)?)
    }

    /// The time of an action that is played now.
    fn now(&self) -> Option<u64> {
        self.timed.then(house::clock::now)
    }

    /// What a bot would do here. Its random choices depend on the moment, so that the same seed gives the same game.
    fn suggestion(&self, seat: Seat, bot: &str) -> Result<String, EngineError> {
        self.table.bot(seat, bot, self.whim(), &Budget::default())
    }

    /// The seed of a bot’s random choices at this moment.
    fn whim(&self) -> u64 {
        let Key(bytes) = Key::of(&[&self.whims.0, b"whims", &self.table.version().to_le_bytes()]);
        bytes.iter().take(8).fold(0, |seed, byte| seed << 8 | u64::from(*byte))
    }

    /// Says what the bot `steady` would do here, and what it would do otherwise.
    fn hint(&mut self, seat: Seat) -> anyhow::Result<()> {
        let weighed = self.table.thought(seat).and_then(|thought| thought.weighed("steady", self.whim(), &Budget::default()));
        let weighed = match weighed {
            Ok(weighed) => weighed,
            Err(error) => return Ok(writeln!(self.output, "{error}")?),
        };
        let told = |action: &str| self.table.preview(seat, action).map(|choice| menu::words(&choice)).unwrap_or_default();
        let chosen = format!("steady would play: {}  {}", weighed.action, told(&weighed.action));
        let other = weighed.rival.map(|rival| {
            let than = if rival.level > 0 { "it sees no difference to" } else { "it likes that better than" };
            format!("{than}: {}  {}", rival.action, told(&rival.action))
        });
        writeln!(self.output, "{chosen}")?;
        if let Some(other) = other {
            writeln!(self.output, "{other}")?;
        }
        Ok(())
    }

    /// Shows the table to a person and asks until something is done.
    fn person_moves(&mut self, seat: Seat) -> anyhow::Result<Typed> {
        self.pass_keyboard(seat)?;
        self.tell_news(seat)?;
        self.draw(Viewer::Seat(seat))?;
        let choices = self.table.actions(seat);
        self.ask(seat, &choices, LISTED)?;
        loop {
            write!(self.output, "> ")?;
            self.output.flush()?;
            let Some(line) = self.read_line()? else {
                writeln!(self.output)?;
                bail!("the input ended before the game did; nothing was saved (`save FILE` saves a game, `quit` leaves it)");
            };
            match self.answer(seat, &choices, &line)? {
                Typed::Asked => {}
                done => return Ok(done),
            }
        }
    }

    fn pass_keyboard(&mut self, seat: Seat) -> anyhow::Result<()> {
        if self.hand_over && self.at_keyboard.is_some_and(|other| other != seat) {
            // Clears the screen and what can be scrolled back to.
            let name = self.name(seat).to_owned();
            write!(self.output, "\x1b[2J\x1b[3J\x1b[H{name}: take the keyboard and press Enter. ")?;
            self.output.flush()?;
            self.read_line()?;
        }
        self.at_keyboard = Some(seat);
        Ok(())
    }

    fn name(&self, seat: Seat) -> &str {
        self.table.names().get(seat.index()).map_or("", String::as_str)
    }

    /// Prints what happened since this seat was last asked.
    fn tell_news(&mut self, seat: Seat) -> io::Result<()> {
        let from = self.told[seat.index()];
        self.told[seat.index()] = self.table.version() + 1;
        self.log(from, Viewer::Seat(seat))
    }

    fn log(&mut self, from: usize, viewer: Viewer) -> io::Result<()> {
        for told in self.table.events(from..=usize::MAX, viewer) {
            writeln!(self.output, "· {}", told.text)?;
        }
        Ok(())
    }

    fn draw(&mut self, viewer: Viewer) -> anyhow::Result<()> {
        let board = self.table.draw(viewer, None)?;
        Ok(writeln!(self.output, "\n{}\n", board.trim_end())?)
    }

    /// The question and the answers there are.
    fn ask(&mut self, seat: Seat, choices: &Choices, listed: usize) -> anyhow::Result<()> {
        let prompt = self.table.prompt(Viewer::Seat(seat), None)?;
        writeln!(self.output, "{}  {}", prompt.text, prompt.clause)?;
        Ok(menu::show(&mut self.output, self.table.as_ref(), seat, choices, listed)?)
    }

    /// A line from the keyboard or the pipe; none at its end.
    fn read_line(&mut self) -> io::Result<Option<String>> {
        let mut line = Vec::new();
        if self.input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = page::plain(String::from_utf8_lossy(&line).trim());
        if self.piped {
            // A terminal shows what is typed; without one the answer is printed, for the transcript.
            writeln!(self.output, "{line}")?;
        }
        Ok(Some(line))
    }

    /// Does what a person typed at their turn.
    fn answer(&mut self, seat: Seat, choices: &Choices, line: &str) -> anyhow::Result<Typed> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word, rest.trim()) {
            ("", _) => {}
            ("quit" | "exit" | "q", "") => return Ok(Typed::Quit),
            ("?" | "help", "") => self.output.write_all(HELP.as_bytes())?,
            ("all", "") => self.ask(seat, choices, usize::MAX)?,
            ("undo" | "undo!", "") => return self.undo(seat, word == "undo!"),
            ("hint", "") => self.hint(seat)?,
            ("board", "") => {
                self.draw(Viewer::Seat(seat))?;
                self.ask(seat, choices, LISTED)?;
            }
            ("log", "") => self.log(0, Viewer::Seat(seat))?,
            ("deal", "") => self.show_deals(seat, choices)?,
            ("try", action) => match self.table.preview(seat, action) {
                Ok(choice) => writeln!(self.output, "{}  {}", menu::words(&choice), choice.clause)?,
                Err(error) => writeln!(self.output, "{error}")?,
            },
            ("stand", rest) => return self.stand(seat, choices, rest),
            ("rules", clause) => self.rules(clause)?,
            ("save" | "save!", file) => self.save(file, word == "save!")?,
            _ => return self.act(seat, choices, line),
        }
        Ok(Typed::Asked)
    }

    fn show_deals(&mut self, seat: Seat, choices: &Choices) -> anyhow::Result<()> {
        if choices.bargains.is_empty() {
            writeln!(self.output, "There is no deal to be made now.")?;
        }
        for bargain in &choices.bargains {
            menu::show_deal(&mut self.output, self.table.names(), seat, bargain)?;
        }
        Ok(())
    }

    /// Leaves a standing answer to the kind of question that is asked now, or takes all standing answers back.
    fn stand(&mut self, seat: Seat, choices: &Choices, rest: &str) -> anyhow::Result<Typed> {
        let Some(kinds) = self.standing.get_mut(seat.index()) else { return Ok(Typed::Asked) };
        match (rest, choices.question.as_ref().filter(|question| question.standing.is_some())) {
            ("off", _) => {
                kinds.clear();
                writeln!(self.output, "From now on you are asked again.")?;
            }
            ("", Some(question)) => {
                kinds.push(question.kind);
                writeln!(self.output, "{}; `stand off` takes it back.", question.words)?;
                return Ok(Typed::Went);
            }
            ("", None) => writeln!(self.output, "You are not asked anything that can be answered once for all.")?,
            _ => writeln!(self.output, "type `stand` or `stand off`")?,
        }
        Ok(Typed::Asked)
    }

    /// Plays an action, given by its number or in words.
    fn act(&mut self, seat: Seat, choices: &Choices, line: &str) -> anyhow::Result<Typed> {
        if self.table.turn().is_over() {
            writeln!(self.output, "The game is over; `save FILE` saves its record, `quit` leaves.")?;
            return Ok(Typed::Asked);
        }
        let action = match line.parse::<usize>() {
            Ok(number) => match number.checked_sub(1).and_then(|index| choices.actions.get(index)) {
                Some(choice) => &choice.action,
                None => {
                    writeln!(self.output, "There is no action {number}; choose from 1 to {}.", choices.actions.len())?;
                    return Ok(Typed::Asked);
                }
            },
            Err(_) if menu::show_topic(&mut self.output, self.table.as_ref(), seat, choices, line)? => return Ok(Typed::Asked),
            Err(_) => line,
        };
        let now = self.now();
        match self.table.play(seat, action, now) {
            Ok(()) => return Ok(Typed::Went),
            Err(error) => writeln!(self.output, "{}", error)?,
        }
        let wanted = line.to_lowercase();
        let near = |choice: &engine::Choice| {
            choice.text.to_lowercase().contains(&wanted) || choice.action.to_lowercase().contains(&wanted)
        };
        menu::list(&mut self.output, choices.actions.iter().enumerate().filter(|(_, choice)| near(choice)).take(LISTED))?;
        Ok(Typed::Asked)
    }

    /// Takes back the last action of this seat; with everybody’s consent, all up to the last time a person was asked.
    fn undo(&mut self, seat: Seat, consent: bool) -> anyhow::Result<Typed> {
        let mut undone = self.table.undo(seat, consent);
        while undone.is_ok() && consent && self.deciding().any(|seat| self.bot_on(seat).is_some()) {
            // If a bot began the game it will do so again.
            if self.table.undo(seat, true).is_err() {
                break;
            }
        }
        match undone.as_mut() {
            Ok(()) => {
                writeln!(self.output, "Taken back.")?;
                Ok(Typed::Went)
            }
            Err(error) => {
                let hint = if consent { "" } else { "; `undo!` takes it back if everybody agrees (bots always do)" };
                writeln!(self.output, "{error}{hint}")?;
                Ok(Typed::Asked)
            }
        }
    }

    fn rules(&mut self, clause: &str) -> anyhow::Result<()> {
        let game = setup::game(self.table.game())?;
        let told = match clause {
            "" => "type `rules CLAUSE`; each line above ends with the name of its clause".to_owned(),
            name => rules::look_up(game.rulebook(), game.about().prefix, name).unwrap_or_else(|error| error.to_string()),
        };
        Ok(writeln!(self.output, "{}", told.trim_end())?)
    }

    fn save(&mut self, file: &str, overwrite: bool) -> io::Result<()> {
        if file.is_empty() {
            return writeln!(self.output, "type `save FILE` with the name of a file");
        }
        let options = &mut fs::OpenOptions::new();
        let opened = options.write(true).create(true).truncate(true).create_new(!overwrite).open(file);
        match opened.and_then(|mut opened| opened.write_all(self.table.export().as_bytes())) {
            Ok(()) => writeln!(self.output, "Saved; `exchequer replay {file}` verifies it."),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                writeln!(self.output, "{file} exists already; `save! {file}` overwrites it.")
            }
            Err(error) => writeln!(self.output, "{file} cannot be written: {error}"),
        }
    }

    /// Prints how it ended; the record can still be saved.
    fn end(&mut self) -> anyhow::Result<()> {
        let seat = self.at_keyboard.unwrap_or(Seat::FIRST);
        self.tell_news(seat)?;
        self.draw(Viewer::Watcher)?;
        let outcome = self.table.outcome().context("the game is over but tells no outcome")?;
        for line in self.table.score(None)? {
            writeln!(self.output, "{}  {}", line.text, line.clause)?;
        }
        let winners: Vec<&str> = outcome.winners().map(|seat| self.name(seat)).collect();
        let verb = if winners.len() == 1 { "wins" } else { "share the win" };
        let told = format!("\nThe game is over ({}). {} {verb}.", outcome.clause, kernel::say::listed(&winners));
        writeln!(self.output, "{told}\n`save FILE` saves the record, `quit` leaves.")?;
        self.afterwards(seat)
    }

    fn afterwards(&mut self, seat: Seat) -> anyhow::Result<()> {
        loop {
            write!(self.output, "> ")?;
            self.output.flush()?;
            let Some(line) = self.read_line()? else { return Ok(writeln!(self.output)?) };
            if let Typed::Quit = self.answer(seat, &Choices::default(), &line)? {
                return Ok(());
            }
        }
    }
}

const HELP: &str = "\
  3            plays action 3 of the list
  move c2      plays an action, written as in the list
  sell         lists the actions of a topic that was named
  all          lists all actions, if only some were listed
  try ACTION   tells what an action would change, without playing it
  deal         shows what can change hands where players make deals; a deal is written
               `offer 1>2 mill, 2>1 500`: seat 1 gives seat 2 the mill, seat 2 gives seat 1 500
  stand        answers what you are asked, and everything of the same kind from now on; stand off ends that
  board, log   shows the table, or everything that has happened
  hint         shows what the bot `steady` would do
  undo         takes back your last action, unless it drew luck or revealed something
  undo!        takes back more, if everybody agrees (bots always do)
  rules ID     shows the clause ID of the rulebook, or all clauses of a topic
  save FILE    saves the record of the game so far; save! overwrites a file
  quit         leaves the game
";
