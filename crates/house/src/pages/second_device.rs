//! Pages for taking one's seats along to a second device.

use super::{OwnTable, frame};
use kernel::say::counted;
use maud::{Markup, html};
use qrcode::{Color, EcLevel, QrCode};

/// What a link does, and the link itself once it is made.
pub fn along(link: Option<&str>) -> Markup {
    let body = html! {
        main .along {
            h1 { "Play on another device" }
            @if let Some(link) = link {
                p { "Open this link on the other device, or point its camera at the picture. It works " strong { "once" } ", within " strong { "ten minutes" } "." }
                (picture(link))
                div .link {
                    input #along-link type="text" readonly value=(link) aria-label="Link for your other device" data-link=(link);
                    button type="button" data-copy="along-link" hidden { "Copy" }
                }
                p .warning { strong { "Keep it to yourself." } " Whoever opens it plays as you, at all your tables. Once it was used, that cannot be undone: the other browser keeps your seats." }
                form method="post" action="/along" { button .quiet.small type="submit" { "Make a new link instead" } }
            } @else {
                p .lead { "Your seats belong to this browser. A link takes them along: the other browser then holds the same seats and shows the same games under “Your tables”. You can go on playing here as well." }
                ul {
                    li { "The link works once, within ten minutes." }
                    li { "Whoever opens it plays as you, so do not send it to anybody else." }
                    li { "Once it was used, it cannot be called back: the other browser keeps your seats for good. A link that was not used yet ends when you make a new one." }
                }
                form method="post" action="/along" { button .primary type="submit" { "Make the link" } }
            }
            p { a href="/" { "Back to the games" } }
        }
    };
    frame::page("Play on another device", "along-page", body)
}

/// Asks whoever opened a link whether they mean it.
pub fn take_along(key: &str, same: bool, theirs: &[OwnTable], own: usize) -> Markup {
    let tables = counted(theirs.len() as u32, "table");
    let body = html! {
        main .along {
            h1 { "Play on this device" }
            @if same {
                p .lead { "This is the browser where the link was made. Open it on the other device." }
            } @else {
                p .lead { "This browser will hold the same seats as the one where the link was made: " (tables) " under “Your tables”. Both can be used." }
                @if own > 0 {
                    p .warning { strong { "This browser has " (counted(own as u32, "table")) " of its own." } " It gives those seats up: they cannot be had back." }
                }
                form method="post" action=(format!("/along/{key}")) { button .primary type="submit" { "Play here too" } }
            }
            p { a href="/" { "Back to the games" } }
        }
    };
    frame::page("Play on this device", "along-page", body)
}

/// A link as a picture that cameras read.
fn picture(link: &str) -> Markup {
    let Ok(code) = QrCode::with_error_correction_level(link, EcLevel::M) else { return html! {} };
    let (width, margin) = (code.width(), 4);
    let mut path = String::new();
    for (row, colours) in code.to_colors().chunks(width).enumerate() {
        let mut column = 0;
        for run in colours.chunk_by(|one, other| one == other) {
            if run[0] == Color::Dark {
                path += &format!("M{} {}h{len}v1h-{len}z", column + margin, row + margin, len = run.len());
            }
            column += run.len();
        }
    }
    let side = width + 2 * margin;
    html! {
        svg .qr viewBox=(format!("0 0 {side} {side}")) role="img" aria-label="The link as a QR code" shape-rendering="crispEdges" {
            rect .light width=(side) height=(side) {}
            path .dark d=(path) {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_drawn_with_its_three_corners() {
        let drawn = picture("http://127.0.0.1:7878/along/0123456789abcdefghjkmnpqrs").0;
        // The finder patterns begin with seven dark modules, after a margin of four.
        assert!(drawn.contains("M4 4h7v1h-7z") && drawn.len() < 12_000, "{drawn}");
    }
}
