//! The texts on the tiles of one table. The texts of a pack describe the standard rules; where the settings change what a tile
//! does, its text changes too.

use crate::content::pack::Pack;
use crate::content::things::TileKind;
use crate::options::FortuneMode;
use crate::options::GlobalMode;
use crate::options::Options;
use crate::options::PieceMode;
use crate::options::ShortcutMode;
use crate::options::TaxMode;
use crate::options::TaxStay;

/// Texts that depend on the settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableWords {
    /// What each tile does, in the order of the board; nothing for a business.
    pub tiles: Vec<String>,
    /// What it means to have come to the Tax Office. (INV-TAX-2 to INV-TAX-4)
    pub stay: &'static str,
}

impl TableWords {
    /// The texts of a table with this pack and these settings.
    pub(crate) fn new(pack: &Pack, options: &Options) -> TableWords {
        let stay = match options.tax_stay {
            TaxStay::MissTurn => "at the Tax Office: no fees, and the next turn is missed",
            TaxStay::FeesOnly => "no fees until the next turn",
        };
        let tiles = pack.board.iter().map(|tile| on_tile(pack, options, tile.kind, tile.number)).collect();
        TableWords { tiles, stay }
    }
}

/// The pack's text for a tile.
fn written(pack: &Pack, kind: TileKind, number: u8) -> &str {
    let text = pack.tile_texts.iter().find(|text| text.kind == kind && (text.number == number || text.number == 0));
    text.map_or("", |text| &text.text)
}

fn on_tile(pack: &Pack, options: &Options, kind: TileKind, number: u8) -> String {
    let text = match kind {
        TileKind::Tax => return on_tax(pack, options, number),
        // INV-GLOB-18
        TileKind::Global if options.global_mode == GlobalMode::Casino => written(pack, TileKind::Casino, number).to_owned(),
        // INV-SHORT-14
        TileKind::Shortcut if options.shortcut_mode == ShortcutMode::Path => {
            return "Go on to the Shortcut tile to which the arrow points.".into();
        }
        TileKind::Profit | TileKind::Loss => on_fortune(pack, options, kind),
        _ => written(pack, kind, number).to_owned(),
    };
    let shared = matches!(kind, TileKind::Profit | TileKind::Loss | TileKind::Shortcut);
    // INV-SINGLE-10, INV-SINGLE-14
    let everybody = options.piece_mode == PieceMode::Single && shared;
    if everybody { format!("{text} With one piece for all this is for every player.") } else { text }
}

fn on_tax(pack: &Pack, options: &Options, number: u8) -> String {
    let tax = pack.taxes[usize::from(number).clamp(1, 3) - 1];
    match (options.tax_mode, options.piece_mode, options.tax_stay) {
        // INV-TAX-14
        (TaxMode::Reroll, ..) => "There is no tax. In your own turn you may roll again and move on.".into(),
        // INV-SINGLE-13
        (_, PieceMode::Single, _) => format!("Every player pays a tax of {tax} and takes a Tax Office card."),
        // INV-TAX-3
        (.., TaxStay::MissTurn) => {
            let text = written(pack, TileKind::Tax, number);
            format!("{text} You receive no fees until your next turn, and that turn is missed.")
        }
        // INV-TAX-4
        (.., TaxStay::FeesOnly) => {
            format!("Pay a tax of {tax} and take a Tax Office card. You receive no fees until your next turn.")
        }
    }
}

/// INV-FORT-10 to INV-FORT-16, INV-HIDDEN-3
fn on_fortune(pack: &Pack, options: &Options, kind: TileKind) -> String {
    use FortuneMode::{BothFlat, Die, Hidden, LossFlat, OnlyLoss, ProfitFlat};
    let numbers = &pack.numbers;
    match (options.fortune_mode, kind) {
        (ProfitFlat | BothFlat, TileKind::Profit) => format!("Receive {} from the bank.", numbers.flat_profit),
        (LossFlat | BothFlat, TileKind::Loss) => format!("Pay {} to the bank, or go to jail.", numbers.flat_loss),
        (Die, _) => "Roll a die: with 1 to 3 take a Loss card, with 4 to 6 a Profit card.".into(),
        (OnlyLoss, _) => written(pack, TileKind::Loss, 0).to_owned(),
        (Hidden, _) => {
            let card = kind.words();
            format!("Take a {card} card that nobody sees. If you hold one already, you keep one of the two.")
        }
        _ => written(pack, kind, 0).to_owned(),
    }
}
