//! What tells seats apart: a colour with what can be read on it, and a shape. The letter is the seat's own.

use kernel::{MAX_SEATS, Seats};

/// The colours of a seat.
pub struct Livery {
    /// What a game calls it, if it lets its players choose or deals colours out.
    pub name: &'static str,
    /// The colour of its pieces, in light and in dark.
    pub seat: &'static str,
    /// What can be read on that.
    pub on: &'static str,
    /// Its lines on light paper.
    pub light: &'static str,
    /// Its lines on dark paper.
    pub dark: &'static str,
}

const fn livery(name: &'static str, seat: &'static str, on: &'static str, light: &'static str, dark: &'static str) -> Livery {
    Livery { name, seat, on, light, dark }
}

/// The livery of each seat, at every table whose game gives its players no colours.
///
/// Every fourth seat has the same shape. Seats of one shape have colours that people tell apart whatever colours they see.
pub const LIVERIES: [Livery; MAX_SEATS] = [
    livery("red", "#c0272d", "#ffffff", "#c0272d", "#ff7b78"),
    livery("blue", "#1f5fbf", "#ffffff", "#1f5fbf", "#7fb2ff"),
    livery("green", "#1b7a3d", "#ffffff", "#1b7a3d", "#5fcf86"),
    livery("yellow", "#f4c430", "#2b2100", "#946b00", "#f4c430"),
    livery("purple", "#7a3aa8", "#ffffff", "#7a3aa8", "#cf9bf2"),
    livery("orange", "#f08a24", "#2a1500", "#b4560a", "#ffa552"),
    livery("pink", "#f7b6d2", "#3d0a24", "#b8427c", "#f7b6d2"),
    livery("brown", "#5a3416", "#ffffff", "#5a3416", "#c79a72"),
    livery("sky", "#86d3f2", "#06283a", "#1f7ea8", "#86d3f2"),
    livery("sand", "#e3d5ad", "#2f2710", "#85713a", "#e3d5ad"),
    livery("magenta", "#c2359a", "#ffffff", "#c2359a", "#f48bd6"),
    livery("lilac", "#c7b5f5", "#25124f", "#7a5fc4", "#c7b5f5"),
    livery("black", "#2f3a4a", "#ffffff", "#2f3a4a", "#a9b7cc"),
    livery("grey", "#858e94", "#0b0f12", "#6a7278", "#b4bcc1"),
    livery("lime", "#a9d94a", "#1d2a00", "#5c7d0c", "#a9d94a"),
    livery("teal", "#0a6c74", "#ffffff", "#0a6c74", "#4fc3cb"),
];

/// The shapes, in the order of the seats: the corners of a token, and the dashes of a line in a chart.
const SHAPES: [(&str, &str); 4] =
    [("50% 50% 50% 4px", "none"), ("4px", "9 3"), ("50% 50% 4px 4px", "5 2 1 2"), ("50% 4px", "2 2.5")];

/// The colours that games give to their players.
const GIVEN: [&str; 7] = ["red", "blue", "green", "yellow", "purple", "orange", "black"];

/// The style of all seats. A page that names colours (`data-colours="1blue 2red"`) has its seats in these.
pub fn style() -> String {
    let colours: String = LIVERIES.iter().map(Livery::colours).collect();
    let dark: String = LIVERIES.iter().map(|Livery { name, dark, .. }| format!(" --{name}-line: {dark};")).collect();
    let mut style = format!("html {{{colours} }}\n@media (prefers-color-scheme: dark) {{ html {{{dark} }} }}\n");
    for ((seat, livery), (corners, dash)) in Seats::first(MAX_SEATS).zip(&LIVERIES).zip(SHAPES.iter().cycle()) {
        style += &livery.worn(&format!(".seat-{seat}"));
        style += &format!(".seat-{seat} {{ --seat-corners: {corners}; --seat-dash: {dash}; }}\n");
    }
    for Livery { name, .. } in &LIVERIES {
        style += &format!(".source-{name} {{ --source: var(--{name}); }}\n");
    }
    for seat in Seats::first(MAX_SEATS) {
        for livery in LIVERIES.iter().filter(|livery| GIVEN.contains(&livery.name)) {
            style += &livery.worn(&format!("[data-colours~=\"{seat}{}\"] .seat-{seat}", livery.name));
        }
    }
    style
}

impl Livery {
    fn colours(&self) -> String {
        let Livery { name, seat, on, light, .. } = self;
        format!(" --{name}: {seat}; --on-{name}: {on}; --{name}-line: {light};")
    }

    /// The rule by which whatever is selected has these colours.
    fn worn(&self, selector: &str) -> String {
        let name = self.name;
        format!("{selector} {{ --seat: var(--{name}); --on-seat: var(--on-{name}); --seat-line: var(--{name}-line); }}\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How people see who lack one of the three kinds of cones, as matrices on linear light (Machado, Oliveira and Fernandes,
    /// 2009); all three first.
    const EYES: [[[f64; 3]; 3]; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    ];

    fn times(matrix: &[[f64; 3]; 3], vector: [f64; 3]) -> [f64; 3] {
        matrix.map(|row| row.iter().zip(vector).map(|(one, other)| one * other).sum())
    }

    fn light(colour: &str) -> [f64; 3] {
        [1, 3, 5].map(|at| {
            let part = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        })
    }

    /// The colour as these eyes see it, in a space where equal distances look equally different (OKLab).
    fn seen(colour: &str, eyes: &[[f64; 3]; 3]) -> [f64; 3] {
        let cones = times(
            &[[0.412221, 0.536333, 0.051446], [0.211903, 0.680700, 0.107397], [0.088302, 0.281719, 0.629979]],
            times(eyes, light(colour)).map(|part| part.max(0.0)),
        );
        times(
            &[[0.210454, 0.793618, -0.004072], [1.977998, -2.428592, 0.450594], [0.025904, 0.782772, -0.808676]],
            cones.map(f64::cbrt),
        )
    }

    fn distance(one: &str, other: &str, eyes: &[[f64; 3]; 3]) -> f64 {
        let (one, other) = (seen(one, eyes), seen(other, eyes));
        one.iter().zip(other).map(|(one, other)| (one - other).powi(2)).sum::<f64>().sqrt()
    }

    #[test]
    fn everybody_can_tell_any_two_seats_apart() {
        for (first, one) in LIVERIES.iter().enumerate() {
            for (second, other) in LIVERIES.iter().enumerate().take(first) {
                let apart = |eyes| distance(one.seat, other.seat, eyes);
                let names = format!("{} and {}", one.name, other.name);
                assert!(apart(&EYES[0]) >= 0.07, "{names}: {:.3}", apart(&EYES[0]));
                if first % SHAPES.len() == second % SHAPES.len() {
                    let least = EYES.iter().map(apart).fold(f64::MAX, f64::min);
                    assert!(least >= 0.11, "{names} have the same shape: {least:.3}");
                }
            }
        }
    }

    #[test]
    fn every_colour_has_a_name_of_its_own() {
        for (index, livery) in LIVERIES.iter().enumerate() {
            assert!(LIVERIES[..index].iter().all(|other| other.name != livery.name && other.seat != livery.seat));
        }
        assert!(GIVEN.iter().all(|given| LIVERIES.iter().any(|livery| livery.name == *given)));
    }
}
