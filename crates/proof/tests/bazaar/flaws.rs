//! Every flaw is found, and told by the name of the promise it breaks.

use super::flawed::{Flaw, FlawedGame, choose};
use bazaar::BazaarGame;
use proof::{Effort, prove, prove_table};
use serde_json::json;

const PLAN: Effort = Effort { seed: 1, mixes: 20, games: 3, cap: 6_000, garbage: 12, stride: 8, random: true };

/// The words with which a game with this flaw is found out.
fn found(flaw: Flaw) -> String {
    choose(flaw);
    let caught = std::panic::catch_unwind(|| prove::<FlawedGame>(&PLAN)).expect_err(&format!("{flaw:?} went unnoticed"));
    choose(Flaw::None);
    let words = caught.downcast_ref::<String>().cloned();
    words.or_else(|| caught.downcast_ref::<&str>().map(|words| (*words).to_owned())).unwrap_or_default()
}

#[track_caller]
fn expect(flaws: &[(Flaw, &str)]) {
    for (flaw, words) in flaws {
        let told = found(*flaw);
        assert!(told.contains(words), "{flaw:?} should be told with\n  {words}\nbut was told with\n  {told}");
    }
}

#[test]
fn without_a_flaw_nothing_is_found() {
    choose(Flaw::None);
    prove::<FlawedGame>(&Effort { mixes: 2, ..PLAN });
}

#[test]
fn promise_1_total_and_atomic() {
    expect(&[
        (Flaw::KeepsTheFee, "promise 1, total and atomic: "),
        (Flaw::KeepsTheFee, "is refused but changed the state"),
        (Flaw::RollsFirst, "is refused but drew luck"),
        (Flaw::TellsFirst, "is refused but told the journal"),
        (Flaw::Panics, "the sixteenth seat is beyond me"),
        (Flaw::WaitsForNobody, "nobody is awaited exactly when the game is over"),
        (Flaw::Impatient, "nobody is awaited exactly when the game is over"),
    ]);
}

#[test]
#[should_panic(expected = "promise 1, no run without end: the game is not over after 25 steps")]
fn promise_1_a_game_longer_than_agreed() {
    // Fallbacks alone need 24 steps; players who act need more.
    let settings = json!({ "players": 4, "rounds": 6 });
    prove_table::<BazaarGame>(settings.as_object().unwrap(), 1, &Effort { cap: 25, ..PLAN });
}

#[test]
fn promise_2_listed_means_legal() {
    expect(&[
        (Flaw::ListsTooMuch, "promise 2, listed means legal: `bury 0`"),
        (Flaw::ListsTooMuch, "is listed but refused"),
        (Flaw::Stutters, "is listed twice"),
        (Flaw::AsksEverybody, "may not act but is offered"),
        (Flaw::Speechless, "is awaited but nothing is listed"),
        (Flaw::BuriesTwice, "is not listed but accepted"),
        (Flaw::AnybodyEnds, "is not listed but accepted"),
        (Flaw::BarsTheLegal, "is listed and barred"),
    ]);
}

#[test]
fn promise_2_open_amounts_keep_their_bounds() {
    expect(&[
        (Flaw::BidsTooWide, "is an end of its bounds but refused"),
        (Flaw::BidsTooNarrow, "but is accepted"),
        (Flaw::SmallSteps, "lies within its bounds but is refused"),
    ]);
}

#[test]
fn promise_3_every_refusal_names_a_clause() {
    expect(&[
        (Flaw::InventsClauses, "names `BAZ-LAW-99`, which is not in the rulebook"),
        (Flaw::Mute, "but says nothing"),
        (Flaw::LabelsAtWill, "names `BAZ`, which is not in the rulebook"),
        (Flaw::RefusesAtWill, "`BAZ-NO-0` is not a clause"),
        (Flaw::SetsAtWill, "`players` of bazaar names no clause"),
    ]);
}

#[test]
fn promise_4_all_luck_comes_through_luck() {
    expect(&[(Flaw::OwnDice, "promise 4, all luck comes through Luck")]);
}

#[test]
fn promise_5_imagining_is_re_dealing() {
    expect(&[(Flaw::LosesACard, "imagines a state that cannot be"), (Flaw::Clairvoyant, "depends on what is hidden")]);
}

#[test]
fn promise_6_views_leak_nothing() {
    expect(&[
        (Flaw::ShowsHands, "promise 6, views leak nothing: the view tells"),
        (Flaw::ReadsLetters, "the view tells"),
        (Flaw::Whispers, "the prompt tells"),
        (Flaw::Paints, "the drawing tells"),
        (Flaw::Advises, "a label tells"),
        (Flaw::Gossips, "the answer to"),
        (Flaw::OrdersByTheDeck, "what is listed tells"),
        (Flaw::GuessesWell, "the fallback tells"),
        (Flaw::Dreams, "tells"),
        (Flaw::DigsUp, "what is seen after `bury"),
        (Flaw::Reminds, "names `card "),
    ]);
}

#[test]
fn promise_7_nothing_is_created_or_lost() {
    expect(&[
        (Flaw::MintsCoins, "promise 7, nothing is created or lost: "),
        (Flaw::MintsCoins, "there are 60 coins for each player"),
        (Flaw::RaisesTheDead, "what is buried stays so"),
    ]);
}

#[test]
fn promise_8_every_decision_has_a_fallback() {
    expect(&[
        (Flaw::Dozes, "promise 8, every decision has a fallback: the fallback"),
        (Flaw::GoesOn, "fallbacks alone do not finish the game in 6000 steps"),
    ]);
}

#[test]
fn promise_9_consequences_are_honest() {
    expect(&[
        (Flaw::Pretends, "promise 9, consequences are honest: `draw`"),
        (Flaw::Flashes, "after `sell"),
        (Flaw::Blabs, "which says it is Open"),
    ]);
}

#[test]
fn promise_10_the_journal_changes_nothing() {
    expect(&[(Flaw::Performs, "promise 10, the journal changes nothing")]);
}

#[test]
fn whoever_is_asked_can_answer() {
    expect(&[
        (Flaw::AsksStrangers, "may act"),
        (Flaw::AsksTheDeaf, "is asked, but no question is known"),
        (Flaw::AnswersNothing, "is asked but no answer is listed"),
        (Flaw::Stalls, "the standing answer `end`"),
        (Flaw::AsksByTheDeck, "what is asked tells"),
        (Flaw::BreaksSeals, "the view tells"),
    ]);
}

#[test]
fn what_can_be_put_together_can_be_proposed() {
    expect(&[
        (Flaw::OpensHands, "what can be dealt tells"),
        (Flaw::OffersAir, "can be put together but is refused"),
        (Flaw::Scribbles, "can be put together but not read"),
        (Flaw::DealsWithItself, "bargaining, what can be put together can be proposed: `offer`"),
    ]);
}

#[test]
fn notation_reads_back_what_it_writes() {
    expect(&[
        (Flaw::ForgetsOffers, "the position sets up another state"),
        (Flaw::Mishears, "but reads back as"),
        (Flaw::Rambles, "does not fit a line of a record"),
        (Flaw::SpellsAmounts, "differ in more than their amounts"),
    ]);
}

#[test]
fn words_are_english_and_true_of_the_moment() {
    expect(&[
        (Flaw::Miscounts, "words, what is said is English and so: the label of `draw`"),
        (Flaw::Miscounts, "counts `1 cards`"),
        (Flaw::Mumbles, "begins with a small letter"),
        (Flaw::WaitsInSilence, "is awaited but not asked"),
        (Flaw::AsksAlike, "does not name"),
        (Flaw::SaysTheSame, "both read “Bury a card”"),
        (Flaw::BarsOtherwise, "is barred with “you may not"),
        (Flaw::NumbersPlayers, "where the player has a name"),
    ]);
}

#[test]
fn settings_promise_only_what_can_be_played() {
    expect(&[(Flaw::PromisesTooMuch, "no table of bazaar can have rounds = 6")]);
}
