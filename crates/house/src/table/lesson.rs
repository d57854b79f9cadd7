//! Lessons at tables of the house that nobody stores: the table of each step is folded once from what the lesson says, and is the
//! same for everybody.

use crate::{
    fault::Fault,
    table::{
        Founding, Holder, Live, LogEntry,
        scene::{Look, PageState, Scene},
    },
    token,
};
use engine::{
    AnyGame, Lesson, Setup,
    lesson::{Answer, Place},
};
use kernel::{Seat, Seats};
use std::sync::{LazyLock, Mutex, OnceLock, PoisonError};

/// A lesson of the house.
struct Taught {
    game: &'static dyn AnyGame,
    lesson: &'static Lesson,
    /// The tables of its steps, each folded when somebody first comes to it. There are some tens of them in all.
    tables: Vec<OnceLock<Mutex<Live>>>,
}

static TAUGHT: LazyLock<Vec<Taught>> = LazyLock::new(|| {
    let taught = |game: &&'static dyn AnyGame| {
        let lesson = game.lesson().ok()??;
        let tables = (0..=lesson.steps()).map(|_| OnceLock::new()).collect();
        Some(Taught { game: *game, lesson, tables })
    };
    engine::games().iter().filter_map(taught).collect()
});

/// What the learner holds their seat with. It opens no door: there is nothing at these tables that a visitor could change.
const LEARNER: &str = "learner";

/// A lesson, as other pages speak of it.
#[derive(Clone, Debug)]
pub struct Offered {
    /// The game's id.
    pub game: &'static str,
    /// The game's title.
    pub title: &'static str,
    /// About how many minutes it takes.
    pub minutes: u8,
    /// How many steps it has.
    pub steps: usize,
}

impl Offered {
    /// Where it begins, or goes on where one was.
    pub fn address(&self) -> String {
        format!("/learn/{}", self.game)
    }
}

/// Where a visitor was in each lesson that they have seen: the number of the step, one more than there are at the end.
#[derive(Clone, Default, Debug)]
pub struct Been(Vec<(&'static str, usize)>);

impl Been {
    /// In these lessons, at these steps.
    pub fn at(places: impl IntoIterator<Item = (Offered, usize)>) -> Been {
        Been(places.into_iter().map(|(lesson, step)| (lesson.game, step)).collect())
    }

    fn step(&self, lesson: &Offered) -> usize {
        self.0.iter().find(|(game, _)| *game == lesson.game).map_or(0, |(_, step)| *step)
    }

    /// Have they begun this lesson, and not come to its end?
    pub fn is_amid(&self, lesson: &Offered) -> bool {
        (2..=lesson.steps).contains(&self.step(lesson))
    }

    /// Have they come to its end?
    pub fn has_done(&self, lesson: &Offered) -> bool {
        self.step(lesson) > lesson.steps
    }
}

/// All lessons of the house.
pub fn offered() -> impl Iterator<Item = Offered> {
    TAUGHT.iter().map(Taught::offered)
}

/// The lesson of a game, if it has one.
pub fn of(game: &str) -> Option<Offered> {
    offered().find(|lesson| lesson.game == game)
}

/// The address of a game's lesson, if it has one.
pub fn address(game: &str) -> Option<String> {
    of(game).map(|lesson| lesson.address())
}

/// The step of a lesson that a table is for.
#[derive(Clone, Debug)]
pub struct LessonScene {
    /// The lesson.
    pub lesson: Offered,
    /// The number of the step, from 1; one more than there are steps at the end.
    pub number: usize,
    /// What the chapter is about.
    pub chapter: &'static str,
    /// The number of the chapter: each has a table of its own.
    pub chapter_number: usize,
    /// What the learner reads.
    pub text: &'static str,
    /// What the learner is to do, if something is to be done.
    pub deed: Option<&'static str>,
    /// What to look at, by its key on the page.
    pub look: &'static [String],
    /// What is said to the choice that the learner has just made.
    pub said: Option<String>,
    /// What was learnt; told at the end.
    pub learnt: &'static [String],
}

impl LessonScene {
    /// The address of the step.
    pub fn address(&self) -> String {
        self.step(self.number)
    }

    /// The address of another step.
    pub fn step(&self, number: usize) -> String {
        format!("{}/{number}", self.lesson.address())
    }

    /// Is it the end?
    pub fn is_end(&self) -> bool {
        self.number > self.lesson.steps
    }

    /// The lesson of another game, for those who want to go on learning.
    pub fn next(&self) -> Option<Offered> {
        let all: Vec<Offered> = offered().collect();
        let own = all.iter().position(|lesson| lesson.game == self.lesson.game)?;
        (1..all.len()).map(|further| &all[(own + further) % all.len()]).next().cloned()
    }
}

/// Is there such a step? Gives its address.
pub fn address_of_step(game: &str, number: usize) -> Result<String, Fault> {
    let (taught, _) = find(game, number)?;
    Ok(format!("{}/{number}", taught.offered().address()))
}

/// The scene of a step on a page in this state, and what is said to the choice that the learner has just made.
pub fn scene(game: &str, number: usize, page: PageState, said: Option<String>) -> Result<Scene, Fault> {
    let (taught, place) = find(game, number)?;
    let lesson = LessonScene {
        lesson: taught.offered(),
        number,
        chapter: &place.chapter.title,
        chapter_number: place.chapter_number,
        text: place.step.map_or("", |step| &step.text),
        deed: place.step.and_then(|step| step.deed.as_deref()),
        look: place.step.map_or(&[], |step| &step.look),
        said,
        learnt: if place.step.is_none() { &taught.lesson.learnt } else { &[] },
    };
    let page = PageState { lesson: Some(lesson), ..page };
    taught.look(&place, |live| Scene::on_page(live, Some(LEARNER), Look::default(), page))?
}

/// What is said to a choice at this step. The choice is made of the table as it is there.
pub fn answer(game: &str, number: usize, choice: impl FnOnce(&Live, Seat) -> Result<String, Fault>) -> Result<Answer, Fault> {
    let (taught, place) = find(game, number)?;
    taught.look(&place, |live| {
        let action = choice(live, place.chapter.learner)?;
        let table = live.game().ok_or_else(|| Fault::internal("a lesson without a table"))?;
        Ok(place.answer(table, &action)?)
    })?
}

/// What an action of the learner would change, or why it may not be.
pub fn preview(game: &str, number: usize, action: &str) -> Result<String, Fault> {
    let (taught, place) = find(game, number)?;
    taught.look(&place, |live| {
        let told = live.game().map(|table| table.preview(place.chapter.learner, action));
        told.map_or_else(String::new, |told| told.map_or_else(|refused| refused.to_string(), |choice| choice.effect))
    })
}

fn find(game: &str, number: usize) -> Result<(&'static Taught, Place<'static>), Fault> {
    let taught = TAUGHT.iter().find(|taught| taught.game.about().id == game);
    let taught = taught.ok_or_else(|| Fault::missing("there is no such lesson"))?;
    let place = taught.lesson.place(number).ok_or_else(|| Fault::missing("this lesson has no such step"))?;
    Ok((taught, place))
}

impl Taught {
    fn offered(&self) -> Offered {
        let about = self.game.about();
        Offered { game: about.id, title: about.title, minutes: self.lesson.minutes, steps: self.lesson.steps() }
    }

    /// Looks at the table of a step.
    fn look<T>(&self, place: &Place, look: impl FnOnce(&Live) -> T) -> Result<T, Fault> {
        let kept = &self.tables[place.number - 1];
        if kept.get().is_none() {
            let live = table(self.game, place)?;
            let _ = kept.set(Mutex::new(live));
        }
        let live = kept.get().ok_or_else(|| Fault::internal("a lesson without a table"))?;
        Ok(look(&live.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}

/// The table of a step: the learner and bots sit down, and all is done that the lesson says.
fn table(game: &dyn AnyGame, place: &Place) -> Result<Live, Fault> {
    let chapter = place.chapter;
    let Setup { options, secret, script, entropy, .. } = place.setup();
    let founding = Founding {
        game: game.about().id.to_owned(),
        edition: None,
        options: game.options(&options)?,
        seats: chapter.seats.len(),
        secret,
        invite: String::new(),
        host: None,
        open: false,
        hot_seat: false,
        position: chapter.position.clone(),
        from: None,
        clock: None,
        time: 0,
    };
    let mut live = Live::new(String::new(), founding);
    live.script = script;
    for ((seat, name), entropy) in Seats::first(chapter.seats.len()).zip(&chapter.seats).zip(entropy) {
        let learner = seat == chapter.learner;
        let holder = if learner { Holder::Person(token::hash(LEARNER)) } else { Holder::Bot("steady".to_owned()) };
        live.take(&mut LogEntry::Sat { seat, name: name.clone(), holder, entropy })?;
    }
    live.take(&mut LogEntry::began(0))?;
    for deed in place.deeds()? {
        if let Some(table) = live.table.as_mut().filter(|_| !deed.luck.is_empty()) {
            table.script(deed.luck)?;
        }
        live.take(&mut LogEntry::acted(deed.seat, deed.action.to_owned(), 0))?;
    }
    Ok(live)
}
