//! Lessons are played through: what they say has to be so under the rules as they are.

use engine::{Lesson, games, lesson::Answer};
use kernel::clauses_in;

/// The lessons of the house, each with its game.
fn lessons() -> Vec<(&'static dyn engine::AnyGame, &'static Lesson)> {
    let lesson = |game: &&'static dyn engine::AnyGame| {
        let lesson = game.lesson().unwrap_or_else(|fault| panic!("{}: {fault}", game.about().id));
        lesson.map(|lesson| (*game, lesson))
    };
    games().iter().filter_map(lesson).collect()
}

#[test]
fn every_lesson_can_be_played_through_and_answers_every_choice() {
    let named = |(game, lesson): (&'static dyn engine::AnyGame, &Lesson)| {
        lesson.faults(game).into_iter().map(|fault| format!("{}, {fault}", game.about().title))
    };
    let faults: Vec<String> = lessons().into_iter().flat_map(named).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_game_of_the_house_has_a_lesson_of_ten_to_twenty_steps_most_of_them_deeds() {
    assert_eq!(lessons().len(), games().len());
    for (game, lesson) in lessons() {
        let title = game.about().title;
        let steps: Vec<_> = lesson.chapters.iter().flat_map(|chapter| &chapter.steps).collect();
        let deeds = steps.iter().filter(|step| step.deed.is_some()).count();
        assert!((10..=20).contains(&steps.len()), "{title} has {} steps", steps.len());
        assert!(2 * deeds > steps.len(), "{title} has {deeds} deeds in {} steps", steps.len());
        assert_eq!(lesson.learnt.len(), 3, "{title} is summed up in three lines");
    }
}

#[test]
fn a_clause_that_a_lesson_names_is_in_the_rulebook() {
    for (game, lesson) in lessons() {
        let steps = lesson.chapters.iter().flat_map(|chapter| &chapter.steps);
        let said = steps.flat_map(|step| [&step.text, &step.hint].into_iter().chain(step.wrong.values()));
        for text in said.chain(&lesson.learnt) {
            for (_, clause) in clauses_in(text) {
                assert!(game.rulebook().clause(clause).is_some(), "{}: there is no {clause}", game.about().title);
            }
        }
    }
}

/// A small lesson on a table of ECONOMY.
fn lesson(step: &str) -> Lesson {
    let head = "minutes = 1\nlearnt = ['all']\n[[chapter]]\ntitle = 'one'\nseats = ['Ann', 'Bob', 'Cid']\n";
    let table = "settings = { players = 3, placement = 'reference' }\nposition = { turn = 1, die = 3 }\n[[chapter.step]]\n";
    Lesson::read(&format!("{head}{table}{step}")).unwrap()
}

#[test]
fn a_lesson_that_the_rules_do_not_bear_out_says_where() {
    let economy = engine::game("economy").unwrap();
    for (step, fault) in [
        ("text = 'go'\ndo = 'move a6'\nluck = [2]\ntells = ['Ann takes COM-3']", None),
        ("text = ''", Some("it says nothing")),
        ("text = 'go'\ndo = 'move a5'", Some("cannot be done")),
        ("text = 'go'\ndo = 'move a6'\nluck = [2, 3]", Some("is not drawn")),
        ("text = 'go'\ndo = 'move a6'\nluck = [7]", Some("cannot be played")),
        ("text = 'go'\ndo = 'move a6'\nthen = ['3 move h8']\nluck = [2]", Some("cannot be played")),
        ("text = 'go'\ndo = 'move a6'\nthen = ['move h8']", Some("cannot be set up")),
        ("text = 'go'\ndo = 'move a6'\ntells = ['Ann takes MOT-3']", Some("is not told")),
        ("text = 'go'\ndo = 'move a6'\nwrong.'move a8' = 'no'", Some("nobody can choose")),
        ("text = 'go'\ndo = 'move a6'\n[[chapter.step]]\ntext = 'go on'\ndo = 'move e6'", Some("but the game does not")),
    ] {
        let faults = lesson(step).faults(economy);
        match fault {
            None => assert!(faults.is_empty(), "{step}: {faults:?}"),
            Some(fault) => assert!(faults.iter().any(|told| told.contains(fault)), "{step}: {faults:?}"),
        }
    }
    let long = format!("text = '{}'", "x".repeat(300));
    assert!(lesson(&long).faults(economy).iter().any(|fault| fault.contains("at most 240 characters")));
    assert!(Lesson::read("minutes = 1\nlearn = []").unwrap_err().to_string().starts_with("lesson.toml:2: unknown field"));
}

#[test]
fn a_choice_is_answered_by_the_words_that_fit_it_best() {
    let economy = engine::game("economy").unwrap();
    let said = "wrong.'move *' = 'any'\nwrong.'move c8' = 'this'\nwrong.'move b*' = 'some'";
    let lesson = lesson(&format!("text = 'go'\ndo = 'move a6'\nhint = 'why'\n{said}"));
    let place = lesson.place(1).unwrap();
    let table = place.table(economy).unwrap();
    let answer = |action: &str| place.answer(table.as_ref(), action);
    assert_eq!(answer("move a6").unwrap(), Answer::Right);
    for (action, words) in [("move c8", "this"), ("move b7", "some"), ("move h6", "any")] {
        assert_eq!(answer(action).unwrap(), Answer::Other(words.to_owned()));
    }
    let refused = answer("move a5").unwrap_err();
    assert!(refused.clause.is_some_and(|clause| clause.starts_with("ECO-")), "{refused}");
    assert!(answer("jump").is_err());
    assert_eq!(table.version(), 0, "asking changes nothing");
}

#[test]
fn the_end_comes_after_the_last_step() {
    for (game, lesson) in lessons() {
        let end = lesson.steps() + 1;
        assert!(lesson.place(0).is_none() && lesson.place(end + 1).is_none());
        assert!(lesson.place(end - 1).unwrap().step.is_some() && lesson.place(end).unwrap().step.is_none());
        assert!(lesson.place(end).unwrap().table(game).is_ok());
    }
}

#[test]
fn a_lesson_whose_players_have_the_same_name_says_so() {
    let head = "minutes = 1\nlearnt = ['all']\n[[chapter]]\ntitle = 'one'\nseats = ['Ann', 'Bob', 'Ann']\n";
    let table =
        "settings = { players = 3, placement = 'reference' }\nposition = { turn = 1, die = 3 }\n[[chapter.step]]\ntext = 'a'\n";
    let lesson = Lesson::read(&format!("{head}{table}")).unwrap();
    let faults = lesson.faults(engine::game("economy").unwrap());
    assert!(faults.contains(&"one: seats 1 and 3 are both called Ann: give each a name of its own".to_owned()), "{faults:?}");
}
