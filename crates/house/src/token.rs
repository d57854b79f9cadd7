//! Tokens that nobody can guess: of visitors, of tables, of invitations.

use kernel::Key;

/// A random text of 26 letters and digits: 130 bits, or fewer for what is only a name.
fn random(length: usize) -> String {
    // 32 signs that nobody confuses: no i, l, o, u.
    const SIGNS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let mut bytes = vec![0; length];
    // Without randomness nothing may be given out; the system always has some.
    getrandom::fill(&mut bytes).expect("the system has randomness");
    bytes.iter().map(|byte| SIGNS[usize::from(byte % 32)] as char).collect()
}

/// What a visitor's cookie holds.
pub fn visitor() -> String {
    random(26)
}

/// What an invitation holds.
pub fn invitation() -> String {
    random(26)
}

/// The name of a table in addresses: not guessed by chance, but no secret.
pub fn table() -> String {
    random(12)
}

/// What is stored of a token: who reads the store cannot take a seat with it.
pub fn hash(token: &str) -> String {
    Key::of(&[b"exchequer token", token.as_bytes()]).to_string()
}

/// Is this the shape of a visitor's token?
pub fn is_visitor(token: &str) -> bool {
    token.len() == 26 && token.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}

/// Is this the shape of a table's name?
pub fn is_table(id: &str) -> bool {
    id.len() == 12 && id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}

/// Luck that the system adds for a seat that brings none.
pub fn entropy() -> Key {
    Key::of(&[random(32).as_bytes()])
}
