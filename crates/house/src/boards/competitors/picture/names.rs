//! The names of territories, each on the upper part of its plate. (CMP-DATA-23)

use super::{Sheet, escaped};
use ::competitors::TerritoryCard;
use std::fmt::Write;

/// The largest and the smallest letters.
const SIZES: (f64, f64) = (13.0, 5.0);

/// How wide a letter is in the mean, as a part of its height.
const LETTER: f64 = 0.54;

/// How much of the height of a plate is for the name.
const PART: f64 = 0.62;

/// From this size on letters are large.
const LARGE: f64 = 9.0;

/// The names in large letters, or those in small ones.
pub fn names(sheet: &Sheet, large: bool) -> String {
    let wanted = |size: f64| (size >= LARGE) == large;
    sheet.pack.territories.iter().filter_map(|territory| name(sheet, territory, wanted)).collect()
}

/// The part of a plate that its name takes: left, top, right, bottom.
pub fn rect(sheet: &Sheet, territory: &TerritoryCard) -> [i32; 4] {
    let (x, y) = sheet.at(territory.plate.centre);
    let (width, height) = (i32::from(territory.plate.width), i32::from(territory.plate.height));
    let (lines, size) = set(&territory.name, f64::from(width), f64::from(height) * PART);
    let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(1);
    let half = (longest as f64 * LETTER * size / 2.0) as i32;
    [x - half, y - height / 2, x + half, y - height / 2 + (lines.len() as f64 * size) as i32]
}

fn name(sheet: &Sheet, territory: &TerritoryCard, wanted: impl Fn(f64) -> bool) -> Option<String> {
    let (x, y) = sheet.at(territory.plate.centre);
    let (width, height) = (i32::from(territory.plate.width), i32::from(territory.plate.height));
    let (lines, size) = set(&territory.name, f64::from(width), f64::from(height) * PART);
    if !wanted(size) {
        return None;
    }
    let first = f64::from(y) - f64::from(height) / 2.0 + size;
    let mut text = String::new();
    for (index, line) in lines.iter().enumerate() {
        let _ = write!(
            text,
            "<text x=\"{x}\" y=\"{:.1}\" font-size=\"{size:.1}\">{}</text>",
            first + index as f64 * size,
            escaped(line)
        );
    }
    Some(text)
}

/// The name in one, two or three lines, whichever lets its letters be larger.
fn set(name: &str, width: f64, height: f64) -> (Vec<String>, f64) {
    let words: Vec<&str> = name.split_inclusive([' ', '-']).collect();
    let mut best = (vec![name.to_owned()], 0.0);
    for count in 1..=words.len().min(3) {
        let lines = broken(&words, count);
        let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(1);
        let size = (width / (longest as f64 * LETTER)).min(height / count as f64).clamp(SIZES.1, SIZES.0);
        if size > best.1 + 0.2 {
            best = (lines, size);
        }
    }
    best
}

/// The words in so many lines, of which the longest is as short as can be.
fn broken(words: &[&str], count: usize) -> Vec<String> {
    let line = |words: &[&str]| words.concat().trim_end().to_owned();
    if count <= 1 || words.len() <= 1 {
        return vec![line(words)];
    }
    let splits = (1..=words.len() + 1 - count).map(|first| {
        let mut lines = vec![line(&words[..first])];
        lines.extend(broken(&words[first..], count - 1));
        lines
    });
    splits.min_by_key(|lines| lines.iter().map(String::len).max()).unwrap_or_default()
}
