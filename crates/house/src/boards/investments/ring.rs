//! The loop: every tile with its colour and kind, whose it is, what stands on it; and the pieces.

use super::{Sight, signs};
use ::investments::{Business, MONOPOLY, Tile, TileKind, View};
use kernel::{Seat, Seats};
use maud::{Markup, html};

/// How wide a tile is, in the picture's units.
const WIDE: i32 = 30;

/// How deep it is: from the rim of the board towards its middle.
pub const DEEP: i32 = 76;

/// How deep its colour goes.
const BAND: i32 = 28;

/// On which side of the board a tile lies. Corners belong to the top and to the bottom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    Top,
    Right,
    Bottom,
    Left,
}

/// The ring that the tiles of a pack form.
pub struct Ring {
    across: i32,
    down: i32,
}

impl Ring {
    pub fn of(view: &View) -> Ring {
        let most = |place: fn(&Tile) -> u8| view.pack.board.iter().map(place).max().unwrap_or(1).max(1);
        Ring { across: most(|tile| tile.x).into(), down: most(|tile| tile.y).into() }
    }

    /// How wide and how high the picture is.
    pub const fn size(&self) -> (i32, i32) {
        (2 * DEEP + (self.across - 1) * WIDE, 2 * DEEP + (self.down - 1) * WIDE)
    }

    /// The side where a tile lies.
    pub fn side(&self, tile: &Tile) -> Side {
        match (i32::from(tile.x), i32::from(tile.y)) {
            (_, 0) => Side::Top,
            (_, y) if y == self.down => Side::Bottom,
            (0, _) => Side::Left,
            _ => Side::Right,
        }
    }

    /// A tile as a rectangle: left, top, width, height.
    fn cell(&self, tile: &Tile) -> (i32, i32, i32, i32) {
        let along = |place: u8, most: i32| match i32::from(place) {
            0 => (0, DEEP),
            place if place == most => (DEEP + (most - 1) * WIDE, DEEP),
            place => (DEEP + (place - 1) * WIDE, WIDE),
        };
        let ((x, wide), (y, high)) = (along(tile.x, self.across), along(tile.y, self.down));
        (x, y, wide, high)
    }

    /// Does a tile lie in a corner?
    pub fn is_corner(&self, tile: &Tile) -> bool {
        let (_, _, wide, high) = self.cell(tile);
        wide == high
    }

    /// Does a tile lie on the left or the right, where what is written goes inwards?
    fn is_beside(&self, tile: &Tile) -> bool {
        matches!(self.side(tile), Side::Left | Side::Right)
    }

    /// The point of a tile that is so deep from the rim and so far aside of its middle.
    pub fn point(&self, tile: &Tile, deep: i32, aside: i32) -> (i32, i32) {
        let (x, y, wide, high) = self.cell(tile);
        match self.side(tile) {
            Side::Top => (x + wide / 2 + aside, y + deep),
            Side::Bottom => (x + wide / 2 + aside, y + high - deep),
            Side::Left => (x + deep, y + high / 2 + aside),
            Side::Right => (x + wide - deep, y + high / 2 + aside),
        }
    }

    /// The part of a tile between two depths.
    fn strip(&self, tile: &Tile, from: i32, to: i32) -> (i32, i32, i32, i32) {
        let (x, y, wide, high) = self.cell(tile);
        match self.side(tile) {
            Side::Top => (x, y + from, wide, to - from),
            Side::Bottom => (x, y + high - to, wide, to - from),
            Side::Left => (x + from, y, to - from, high),
            Side::Right => (x + wide - to, y, to - from, high),
        }
    }

    /// Where a piece stands that is the `rank`th of so many on its tile.
    fn standing(&self, tile: &Tile, rank: i32, count: i32) -> (i32, i32) {
        let corner = if self.is_corner(tile) { 10 } else { 0 };
        let (deep, aside) = match count {
            0 | 1 => (64 - corner, 0),
            2 | 3 => (50 + 17 * rank, 0),
            _ => (48 + 17 * (rank / 4), 17 * (rank % 4) - 25),
        };
        self.point(tile, deep, aside)
    }
}

/// The key of a tile.
pub fn tile_key(index: u8) -> String {
    format!("tile-{index}")
}

/// The key of the tile of a business.
pub fn business_key(view: &View, business: Business) -> String {
    tile_key(signs::deed(&view.pack, business).tile)
}

/// The key of a piece; one stands for all where the table plays so.
pub fn piece_key(view: &View, seat: Seat) -> String {
    if view.single_piece { "piece".into() } else { format!("piece-{seat}") }
}

/// Where a piece is drawn on this tile, which it has for itself.
pub fn alone(view: &View, index: u8) -> Option<String> {
    let tile = view.pack.board.get(usize::from(index))?;
    Some(moved(Ring::of(view).standing(tile, 0, 1)))
}

/// Where a piece is drawn now.
pub fn stands(view: &View, seat: Seat) -> Option<String> {
    pieces_at(view).into_iter().find(|(one, _)| *one == seat).map(|(_, place)| moved(place))
}

fn moved((x, y): (i32, i32)) -> String {
    format!("translate({x} {y})")
}

/// All pieces on the board and where they are drawn.
fn pieces_at(view: &View) -> Vec<(Seat, (i32, i32))> {
    let ring = Ring::of(view);
    let mut players: Vec<_> = view.players.iter().filter(|player| player.out == 0).collect();
    if view.single_piece {
        players.retain(|player| player.seat == view.active);
    }
    let place = |index: usize| {
        let here = |one: &&&::investments::PlayerView| one.at == players[index].at;
        let tile = view.pack.board.get(usize::from(players[index].at))?;
        let (rank, count) = (players[..index].iter().filter(here).count(), players.iter().filter(here).count());
        Some((players[index].seat, ring.standing(tile, rank as i32, count as i32)))
    };
    (0..players.len()).filter_map(place).collect()
}

/// The whole loop.
pub fn draw(sight: &Sight) -> Markup {
    let ring = Ring::of(sight);
    let (wide, high) = ring.size();
    let here = sight.players.get(sight.active.index()).map(|player| player.at);
    html! {
        svg .inv-ring viewBox=(format!("0 0 {wide} {high}")) role="img" aria-label=(said(sight)) {
            rect .inv-ground width=(wide) height=(high) rx="12" {}
            rect .inv-green x=(DEEP) y=(DEEP) width=(wide - 2 * DEEP) height=(high - 2 * DEEP) {}
            @for (index, tile) in (0..).zip(&sight.pack.board) { (tile_drawn(sight, &ring, index, tile, here == Some(index))) }
            (lines(wide, high))
            (pieces(sight))
        }
    }
}

/// The lines between tiles: along each side one line as wide as the tiles are deep, of which only a dash at every edge shows.
fn lines(wide: i32, high: i32) -> Markup {
    let (half, right, bottom) = (DEEP / 2, wide - DEEP, high - DEEP);
    let (far, low) = (wide - half, high - half);
    let sides = format!(
        "M{DEEP} {half}H{}M{DEEP} {low}H{}M{half} {DEEP}V{}M{far} {DEEP}V{}",
        right + 1,
        right + 1,
        bottom + 1,
        bottom + 1
    );
    html! { path .inv-lines stroke-width=(DEEP) stroke-dasharray=(format!("1 {}", WIDE - 1)) d=(sides) {} }
}

fn tile_drawn(sight: &Sight, ring: &Ring, index: u8, tile: &Tile, here: bool) -> Markup {
    let (key, words) = (tile_key(index), in_words(sight, tile));
    let Some(business) = tile.business else {
        let (x, y, wide, high) = ring.strip(tile, 0, DEEP);
        let (sx, sy) = ring.point(tile, if tile.number > 0 && is_group(tile.kind) { 24 } else { 20 }, 0);
        let number = ring.point(tile, 46, 0);
        return html! {
            g .inv-t .(signs::class(tile.kind)) .here[here] data-key=(key) {
                title { (words) }
                rect x=(x) y=(y) width=(wide) height=(high) {}
                path d=(signs::outline(tile.kind)) transform=(format!("translate({} {})", sx - 12, sy - 12)) {}
                @if is_group(tile.kind) { text x=(number.0) y=(number.1 + 5) { (tile.number) } }
            }
        };
    };
    let series = signs::series(&sight.pack, business);
    let (x, y, wide, high) = ring.strip(tile, 0, BAND);
    let (mx, my) = ring.point(tile, BAND / 2, 0);
    let state = &sight.businesses[business.index()];
    html! {
        g .inv-t .lent[state.loan.is_some()] .here[here] data-key=(key) {
            title { (words) }
            rect x=(x) y=(y) width=(wide) height=(high) fill=(series.hex) {}
            text x=(mx) y=(my + 5) fill=[(series.ink != "black").then_some(&series.ink)] { (series.mark) }
            @if let Some(owner) = state.owner {
                @let (ox, oy) = ring.point(tile, BAND + 11, 0);
                g .(format!("seat-{owner}")) transform=(moved((ox, oy))) { path d=(signs::shape(owner, 9)) {} text y="4" { (owner.letter()) } }
            }
            @if let Some(laps) = state.loan { @let (lx, ly) = ring.point(tile, BAND + if ring.is_beside(tile) { 31 } else { 24 }, 0); text .inv-loan x=(lx) y=(ly + 4) { "%" @if laps > 0 { (laps) } } }
            @else if state.level > 0 { path .inv-level .mono[state.level >= MONOPOLY] d=(level(ring, tile, state.level)) {} }
        }
    }
}

/// The tokens on a business: small squares in a row, or one large diamond.
fn level(ring: &Ring, tile: &Tile, level: u8) -> String {
    if level >= MONOPOLY {
        let (x, y) = ring.point(tile, BAND + 25, 0);
        return format!("M{} {y}l8-8 8 8-8 8z", x - 8);
    }
    let square = |place: i32| {
        let (x, y) = ring.point(tile, BAND + 24, 9 * place - 9 * (i32::from(level) - 1) / 2);
        format!("M{} {}h7v7h-7z", x - 3, y - 3)
    };
    (0..level.into()).map(square).collect()
}

const fn is_group(kind: TileKind) -> bool {
    matches!(kind, TileKind::Bank | TileKind::Casino | TileKind::Global | TileKind::Tax)
}

/// A tile in words, for who points at it.
fn in_words(sight: &Sight, tile: &Tile) -> String {
    let Some(business) = tile.business else { return tile.name.clone() };
    let state = &sight.businesses[business.index()];
    match state.owner {
        Some(owner) if state.loan.is_some() => format!("{}: {}, mortgaged", tile.name, sight.name(owner)),
        Some(owner) => format!("{}: {}, fee {}", tile.name, sight.name(owner), signs::short(state.fee)),
        None => format!("{}: {}", tile.name, signs::short(state.price)),
    }
}

/// Where the pieces are, in words.
fn said(sight: &Sight) -> String {
    let at = |seat: Seat| sight.pack.board.get(usize::from(sight.players[seat.index()].at)).map_or("", |tile| tile.name.as_str());
    if sight.single_piece {
        return format!("The loop of {} tiles. The piece of all is on {}", sight.pack.board.len(), at(sight.active));
    }
    let seats: Seats = sight.players.iter().filter(|player| player.out == 0).map(|player| player.seat).collect();
    let all: Vec<String> = seats.map(|seat| format!("{} on {}", sight.name(seat), at(seat))).collect();
    format!("The loop of {} tiles: {}", sight.pack.board.len(), all.join(", "))
}

/// The pieces, the one in turn above all.
fn pieces(sight: &Sight) -> Markup {
    let mut all = pieces_at(sight);
    all.sort_by_key(|(seat, _)| (*seat == sight.active, seat.index()));
    let crowd = |seat: Seat| {
        let at = sight.players[seat.index()].at;
        if sight.single_piece { 1 } else { sight.players.iter().filter(|other| other.out == 0 && other.at == at).count() }
    };
    html! {
        @for (seat, place) in all {
            @let few = crowd(seat);
            g .inv-piece .(format!("seat-{seat}")) .turn[seat == sight.active] .jailed[sight.players[seat.index()].jail > 0] data-key=(piece_key(sight, seat)) transform=(moved(place)) {
                g .inv-pawn { path d=(signs::shape(seat, match few { 1 => 13, 2 | 3 => 10, _ => 8 })) {}
                @if sight.single_piece { text y="5" { "★" } } @else { text .small[few > 3] y=(if few > 3 { "4" } else { "5" }) { (seat.letter()) } } }
            }
        }
    }
}
