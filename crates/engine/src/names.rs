//! Names of players: at one table no two may be alike, because the log and the prompts refer to players by name.

use unicode_security::skeleton;

/// Would people confuse these two names? Capitals and spaces make no difference, nor do letters of other alphabets that look the
/// same.
pub fn alike(one: &str, other: &str) -> bool {
    let (one, other) = (looks(one), looks(other));
    one.iter().zip(&other).any(|(one, other)| one == other)
}

/// How a name looks as written, and in lower case: `I` looks like `l`, but `IAN` and `ian` are also the same name.
fn looks(name: &str) -> [String; 2] {
    let name: String = name.split_whitespace().collect();
    let look = |name: &str| skeleton(name).collect::<String>().to_lowercase();
    [look(&name), look(&name.to_lowercase())]
}

/// A name of at most `longest` characters that nobody at the table has yet: unchanged, or with the next free number.
pub fn unlike(name: &str, others: &[&str], longest: usize) -> String {
    let taken = |name: &str| others.iter().any(|other| alike(other, name));
    if !taken(name) {
        return name.to_owned();
    }
    let stem = match name.rsplit_once(' ') {
        Some((stem, number)) if number.bytes().all(|sign| sign.is_ascii_digit()) => stem,
        _ => name,
    };
    let numbered = |number: usize| {
        let room = longest.saturating_sub(1 + number.to_string().len());
        let short: String = stem.chars().take(room).collect();
        format!("{} {number}", short.trim_end())
    };
    (2..).map(numbered).find(|name| !taken(name)).unwrap_or_default()
}

/// The error if two of these names are alike, with seats counted from 1.
pub fn twice(names: &[String]) -> Option<String> {
    names.iter().enumerate().find_map(|(later, name)| {
        let earlier = names[..later].iter().position(|other| alike(other, name))?;
        let (one, two) = (&names[earlier], earlier + 1);
        let called =
            if one == name { format!("both called {name}") } else { format!("called {one} and {name}, which look alike") };
        Some(format!("seats {two} and {} are {called}: give each a name of its own", later + 1))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_people_take_for_one_are_alike() {
        for (one, other) in [
            ("Ann", "Ann"),
            ("Ann", " ann "),
            ("Ann Lee", "annlee"),
            ("IAN", "ian"),
            ("Воb", "Bob"),
            ("Zoë", "Zoe\u{308}"),
            ("Ann 2", "ANN2"),
        ] {
            assert!(alike(one, other) && alike(other, one), "{one} {other}");
        }
        for (one, other) in [("Ann", "Anna"), ("Ann", "Ann 2"), ("Zoë", "Zoe"), ("Player 1", "Player 2")] {
            assert!(!alike(one, other), "{one} {other}");
        }
    }

    #[test]
    fn a_taken_name_gets_the_next_number() {
        assert_eq!(unlike("Ann", &["Bob"], 24), "Ann");
        assert_eq!(unlike("ann", &["Ann", "Ann 2"], 24), "ann 3");
        assert_eq!(unlike("Ann 2", &["ANN", "Ann 2"], 24), "Ann 3");
        let long = "x".repeat(24);
        assert_eq!(unlike(&long, &[&long], 24), format!("{} 2", "x".repeat(22)));
    }

    #[test]
    fn the_same_name_twice_is_told_with_its_seats() {
        let told = |names: [&str; 3]| twice(&names.map(str::to_owned)).unwrap_or_default();
        assert_eq!(told(["Ann", "Bob", "Ann"]), "seats 1 and 3 are both called Ann: give each a name of its own");
        assert_eq!(
            told(["Ann", "Bob", "bob"]),
            "seats 2 and 3 are called Bob and bob, which look alike: give each a name of its own"
        );
        assert_eq!(told(["Ann", "Bob", "Cid"]), "");
    }
}
