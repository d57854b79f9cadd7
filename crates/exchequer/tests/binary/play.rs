//! `play`: a table in the terminal, here through a pipe.

use crate::common::{exchequer, finished_game, folder, told};

#[test]
fn a_whole_game_through_a_pipe() {
    let input = format!("{}quit\n", "1\n".repeat(1000));
    let play = ["play", "economy", "--bots", "random,random", "--set", "placement=random", "--seed", "5"];
    let said = told(&play, &input).ended(0);
    for part in ["ECONOMY", "Player 1", "random 2", "random 3", "The game is over (ECO-END-"] {
        assert!(said.out.contains(part), "`{part}` is missing");
    }
    assert_eq!(said.err, "");
    assert_eq!(said.out, told(&play, &input).out, "the same seed deals the same game");
}

#[test]
fn a_game_with_all_decisions_from_the_first_card_on() {
    let input = format!("{}quit\n", "1\n".repeat(1000));
    told(&["play", "economy", "--seed", "1"], &input).ended(0).tells("The game is over");
}

#[test]
fn the_end_of_input_is_told() {
    let said = told(&["play", "economy", "--seed", "1"], "1\n").ended(1).complains("the input ended before the game did");
    assert!(said.out.contains("   1  "), "{}", said.out);
    told(&["play", "economy"], "quit\n").ended(0).tells("unfinished");
}

#[test]
fn what_can_be_typed() {
    let file = folder("typed").join("game.txt");
    let shown = file.display();
    let input = format!(
        "?\nhelp\n\n0\n99999\n-1\nnonsense\nall\nboard\nlog\nhint\nundo\nundo!\nrules\nrules eco-move-1\nrules nothing\nsave\n\
         save {shown}\nsave {shown}\nsave! {shown}\nsave no/such/folder/game\n\u{1b}[2J\nquit\n"
    );
    let said =
        told(&["play", "economy", "--seed", "1", "--set", "placement=reference", "--set", "starter=first_seat"], input).ended(0);
    for part in [
        "plays action 3 of the list",
        "There is no action 0",
        "There is no action 99999",
        "steady would play:",
        "there is nothing to take back yet",
        "ECO-MOVE-1  ",
        "there is no clause `nothing`",
        "with the name of a file",
        "Saved;",
        "exists already",
        "cannot be written",
    ] {
        assert!(said.out.contains(part), "`{part}` is missing:\n{}", said.out);
    }
    assert!(!said.out.contains('\u{1b}'), "what was typed is not echoed as it came");
    exchequer(&["replay".as_ref(), file.as_os_str()]).ended(0).tells("not over");
}

#[test]
fn an_action_can_be_written_and_taken_back() {
    let play = ["play", "economy", "--seats", "you:Ann,you:Bob,steady", "--seed", "3", "--set", "starter=first_seat"];
    let said = told(&play, "1\nundo\n1\n1\nundo\nundo!\nquit\n").ended(0).tells("Taken back.").tells("Ann");
    assert!(said.out.contains("undo!"), "{}", said.out);
}

#[test]
fn bytes_that_are_no_text_are_refused_and_nothing_else() {
    told(&["play", "economy", "--seed", "1"], b"\xff\xfe\x00\n\x07\nquit\n").ended(0);
    let long = "x".repeat(200_000) + "\nquit\n";
    told(&["play", "economy", "--seed", "1"], long).ended(0);
}

#[test]
fn bots_can_play_alone() {
    let said = exchequer(&["play", "economy", "--seats", "steady,random,random", "--seed", "2"]).ended(0);
    assert!(said.out.contains("The game is over"), "{}", said.out);
}

#[test]
fn wrong_tables_are_refused() {
    exchequer(&["play", "economy", "--seats", "you,steady", "--set", "players=3"]).ended(2).complains("2 seats for 3 players");
    exchequer(&["play", "economy", "--seats", "you,stedy"]).ended(2).complains("there is no bot `stedy`");
    exchequer(&["play", "economy", "--seats", "you"]).ended(1).complains("players");
    exchequer(&["play", "economy", "--bots", "stedy"]).ended(2).complains("steady");
    exchequer(&["play", "economy", "--bots", "steady", "--seats", "you"]).ended(2).complains("cannot be used with");
    exchequer(&["play", "economy", "--set", "players=7"]).ended(1).complains("ECO-");
    exchequer(&["play", "economy", "--set", "colour=red"]).ended(1).complains("there is no setting `colour`");
    exchequer(&["play", "economy", "--set", "players"]).ended(1).complains("key=value");
    exchequer(&["play", "economy", "--set", "players=3", "--set", "players=4"]).ended(1).complains("twice");
    exchequer(&["play", "economy", "--seed", "minus one"]).ended(2).complains("--seed");
    exchequer(&["play", "monopoly"]).ended(2).complains("economy");
}

#[test]
fn a_finished_game_is_saved_and_verified() {
    let file = finished_game("saved");
    exchequer(&["replay".as_ref(), file.as_os_str()]).ended(0).tells("fair dice: the secret matches the commitment");
}

#[test]
fn no_two_seats_have_the_same_name() {
    let seats = |seats: &str| told(&["play", "economy", "--seed", "1", "--seats", seats], "quit\n");
    seats("you:Ann,you:Ann,steady").ended(2).complains("two seats are called Ann: give each a name of its own");
    seats("you:Ann,you: ann ,steady").ended(2).complains("look alike");
    // Bots and people without a name give way.
    let said = seats("you:steady,steady,you:Player 4,you").ended(0);
    for name in ["steady 2", "Player 2"] {
        assert!(said.out.contains(name), "{name} is not in:\n{}", said.out);
    }
    let said = seats("you:Ann,steady,steady").ended(0);
    assert!(said.out.contains("steady 2") && said.out.contains("steady 3"), "{}", said.out);
}
