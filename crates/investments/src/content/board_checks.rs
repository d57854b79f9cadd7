//! All that the loader checks of the board and of what stands on its tiles. (INV-DATA-2, INV-DATA-10, INV-DATA-12, INV-DATA-19)

use crate::content::effects::GlobalTile;
use crate::content::pack::Tile;
use crate::content::pack::TileText;
use crate::content::pack_checks::Check;
use crate::content::pack_rows::DeedRow;
use crate::content::pack_rows::TextRow;
use crate::content::pack_rows::TileRow;
use crate::content::terms;
use crate::content::things::Business;
use crate::content::things::Businesses;
use crate::content::things::TileKind;
use kernel::{Money, Row, Sheet};
use std::collections::BTreeSet;

/// The tiles of the groups, which stand three and three. (INV-DATA-12)
const GROUPS: [TileKind; 4] = [TileKind::Bank, TileKind::Casino, TileKind::Global, TileKind::Tax];

/// What is written on tiles. (INV-DATA-10)
pub struct OnTiles {
    pub extras: [Money; 3],
    pub taxes: [Money; 3],
    pub instructions: [GlobalTile; 3],
    pub texts: Vec<TileText>,
}

impl Check {
    /// INV-DATA-2, INV-DATA-12.
    pub fn board(&mut self, sheet: &Sheet<'_, TileRow>, deeds: &Sheet<'_, DeedRow>) -> Vec<Tile> {
        let mut board = Vec::new();
        let mut placed = Businesses::NONE;
        for (index, row) in sheet.rows.iter().enumerate() {
            self.hold(row, row.index == index as i64, || {
                format!("`index` is {index} here: they count from 0 without gaps (INV-DATA-12)")
            });
            self.name(row, "name", &row.name);
            let business = self.place(row, index, deeds, &mut placed);
            board.push(Tile {
                kind: row.kind,
                number: row.number.and_then(|number| u8::try_from(number).ok()).unwrap_or(0),
                name: row.name.clone(),
                business,
                x: u8::try_from(row.x).unwrap_or(0),
                y: u8::try_from(row.y).unwrap_or(0),
                arrow: row.arrow_to.and_then(|index| u8::try_from(index).ok()),
            });
        }
        for (row, business) in deeds.rows.iter().zip(Business::all()) {
            self.hold(row, placed.contains(business), || format!("no tile of board.csv is that of {business} (INV-DATA-12)"));
        }
        // INV-DATA-12: Start is the third Bank tile, and the first of the board.
        let start = &sheet.rows[0];
        self.hold(start, start.kind == TileKind::Bank && start.number == Some(3), || {
            "index 0 is Start, which is the `bank` tile with number 3 (INV-DATA-12)".into()
        });
        for kind in TileKind::ALL {
            self.numbering(sheet, kind);
        }
        self.arrows(sheet);
        self.ring(sheet);
        board
    }

    /// The business of a tile, if it has one. (INV-DATA-2, INV-DATA-4, INV-DATA-12)
    fn place(
        &mut self,
        row: &Row<'_, TileRow>,
        index: usize,
        deeds: &Sheet<'_, DeedRow>,
        placed: &mut Businesses,
    ) -> Option<Business> {
        if row.kind != TileKind::Business {
            self.hold(row, row.business.is_empty(), || "only a tile of the kind `business` has a business (INV-DATA-12)".into());
            return None;
        }
        let Some(business) = Business::read(&row.business) else {
            self.wrong(row, "a tile of the kind `business` names one from b01 to b71 (INV-DATA-12)");
            return None;
        };
        self.hold(row, !placed.contains(business), || format!("{business} has one tile only (INV-DATA-12)"));
        let mut before = *placed;
        self.hold(row, before.all(|other| other <= business), || {
            format!("{business} comes too late: businesses are numbered in board order (INV-DATA-4)")
        });
        placed.insert(business);
        let deed = &deeds.rows[business.index()];
        self.hold(row, deed.name == row.name, || {
            format!("{business} is called `{}` in businesses.csv, not `{}` (INV-DATA-2)", deed.name, row.name)
        });
        self.hold(deed, deed.tile == index as i64, || {
            format!("`tile` is {}, but board.csv has {business} at {index} (INV-DATA-12)", deed.tile)
        });
        Some(business)
    }

    /// INV-DATA-12: the tiles of a kind and their numbers.
    fn numbering(&mut self, sheet: &Sheet<'_, TileRow>, kind: TileKind) {
        let tiles: Vec<(usize, &Row<'_, TileRow>)> = sheet.rows.iter().enumerate().filter(|(_, row)| row.kind == kind).collect();
        let name = kind.name();
        let Some((_, first)) = tiles.first() else {
            self.faults.push(sheet.fault(format!("the board has no `{name}` tile (INV-DATA-12)")));
            return;
        };
        if kind == TileKind::Business {
            for (_, row) in tiles {
                self.hold(row, row.number.is_none(), || "a `business` tile has no number (INV-DATA-2)".into());
            }
        } else if GROUPS.contains(&kind) {
            let at = |number| tiles.iter().find(|(_, row)| row.number == Some(number)).map(|(index, _)| *index);
            let next = |index: usize| (index + 1) % sheet.rows.len();
            let together = tiles.len() == 3 && at(1).is_some() && at(2) == at(1).map(next) && at(3) == at(2).map(next);
            self.hold(first, together, || {
                format!("the board has three `{name}` tiles beside each other, numbered 1, 2, 3 clockwise (INV-DATA-12)")
            });
        } else {
            for (number, (_, row)) in (1..).zip(tiles) {
                self.hold(row, row.number == Some(number), || {
                    format!("this `{name}` tile has number {number}: they are numbered clockwise (INV-DATA-2)")
                });
            }
        }
    }

    /// INV-DATA-19, INV-SHORT-16.
    fn arrows(&mut self, sheet: &Sheet<'_, TileRow>) {
        for (index, row) in sheet.rows.iter().enumerate() {
            if row.kind != TileKind::Shortcut {
                self.hold(row, row.arrow_to.is_none(), || "only a Shortcut tile has an arrow (INV-DATA-19)".into());
                continue;
            }
            let target = row.arrow_to.and_then(|to| usize::try_from(to).ok()).filter(|to| *to != index);
            let pair = target.and_then(|to| Some((to, sheet.rows.get(to)?)));
            let back = pair.filter(|(_, other)| other.kind == TileKind::Shortcut && other.arrow_to == Some(index as i64));
            let Some((to, _)) = back else {
                self.wrong(row, "the arrow points to another Shortcut tile whose arrow points back here (INV-DATA-19)");
                continue;
            };
            let between = &sheet.rows[index.min(to)..=index.max(to)];
            self.hold(row, between.iter().all(|tile| tile.kind != TileKind::Bank), || {
                "no arrow jumps over the Bank (INV-DATA-19)".into()
            });
        }
    }

    /// INV-DATA-2: the tiles are drawn clockwise on a ring of squares, with the Bank in the top left corner (INV-SETUP-9).
    fn ring(&mut self, sheet: &Sheet<'_, TileRow>) {
        let rows = &sheet.rows;
        let far = rows.len() as i64;
        let right = rows.iter().map(|row| row.x).max().unwrap_or(0).clamp(0, far);
        let bottom = rows.iter().map(|row| row.y).max().unwrap_or(0).clamp(0, far);
        if 2 * (right + bottom) != far {
            let around = 2 * (right + bottom);
            let message =
                format!("the ring from 0,0 to {right},{bottom} has {around} squares, but there are {far} tiles (INV-DATA-2)");
            self.faults.push(sheet.fault(message));
            return;
        }
        for (row, next) in rows.iter().zip(rows.iter().cycle().skip(1)) {
            let after = match (row.x, row.y) {
                (x, 0) if x < right => (x + 1, 0),
                (x, y) if x == right && y < bottom => (x, y + 1),
                (x, y) if y == bottom && x > 0 => (x - 1, y),
                (0, y) => (0, y.saturating_sub(1)),
                // Not on the ring: that was told of this tile already, since it does not follow the one before it.
                _ => continue,
            };
            self.hold(next, (next.x, next.y) == after, || {
                let ((x, y), (here, down)) = (after, (next.x, next.y));
                format!("clockwise after {},{} comes {x},{y}, not {here},{down} (INV-DATA-2)", row.x, row.y)
            });
        }
        let corner = rows.iter().find(|row| (row.x, row.y) == (0, 0));
        if let Some(row) = corner {
            self.hold(row, row.kind == TileKind::Bank, || "the Bank is in the top left corner, 0,0 (INV-SETUP-9)".into());
        }
    }

    /// INV-DATA-10, INV-DATA-23.
    pub fn texts(&mut self, sheet: &Sheet<'_, TextRow>) -> OnTiles {
        let mut on_tiles = OnTiles {
            extras: [Money::ZERO; 3],
            taxes: [Money::ZERO; 3],
            instructions: [GlobalTile::Replace; 3],
            texts: Vec::new(),
        };
        let mut seen = BTreeSet::new();
        for row in &sheet.rows {
            self.text(row, "text", &row.text);
            let number = match (row.kind, row.number) {
                (TileKind::Business, _) => None,
                (kind, Some(number @ 1..=3)) if GROUPS.contains(&kind) => Some(number as usize),
                (kind, None) if !GROUPS.contains(&kind) => Some(0),
                _ => None,
            };
            let Some(number) = number else {
                let message = "there is a row for each of the tiles 1 to 3 of bank, casino, global and tax, and one without number \
                               for each of profit, loss and shortcut (INV-DATA-10)";
                self.wrong(row, message);
                continue;
            };
            let (kind, name) = (row.kind, row.kind.name());
            self.hold(row, seen.insert((kind, number)), || format!("this `{name}` tile stands twice (INV-DATA-10)"));
            if matches!(kind, TileKind::Bank | TileKind::Tax) {
                let value = self.money(row, "value", row.value).unwrap_or_default();
                let values = if kind == TileKind::Bank { &mut on_tiles.extras } else { &mut on_tiles.taxes };
                values[number - 1] = value;
            } else {
                self.hold(row, row.value.is_none(), || "only bank and tax tiles have a `value` (INV-DATA-10)".into());
            }
            if kind == TileKind::Global {
                // INV-FX-6.
                match terms::instruction(&row.effect) {
                    Ok(instruction) => on_tiles.instructions[number - 1] = instruction,
                    Err(message) => self.wrong(row, message),
                }
            } else {
                self.hold(row, row.effect.is_empty(), || "only global tiles have an `effect` (INV-DATA-10)".into());
            }
            on_tiles.texts.push(TileText { kind, number: number as u8, text: row.text.clone() });
        }
        on_tiles
    }
}
