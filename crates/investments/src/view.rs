//! What one viewer may know. (Section 6 of the rulebook)

pub(crate) mod imagining;

use crate::{
    content::pack::Pack,
    content::things::{Business, Businesses, Fortune, UNIT},
    decisions::{Decision, Frame},
    events::{fortune_id, global_id, shortcut_id},
    rules::InvestmentsRules,
    state::{Answer, Arm, Armed, Asset, Book, DebtKind, Ending, FortuneId, Held, Item, Lock, Party, Purpose, Sale, State, Step},
    turn::ending::COUNTS,
    words::table_words::TableWords,
};
use kernel::{Bid, Bits, Money, Seat, Seats, Viewer, WrittenOffer, WrittenPoll};
use serde::Serialize;
use std::sync::Arc;

/// What one viewer may know.
#[derive(Clone, Debug, Serialize)]
pub struct View {
    /// The content: names, colours, texts.
    #[serde(skip)]
    pub pack: Arc<Pack>,
    /// Texts that depend on the settings.
    #[serde(skip)]
    pub words: Arc<TableWords>,
    /// The table round. (INV-TERM-1)
    pub round: u16,
    /// After how many rounds the game ends.
    pub limit_rounds: Option<u16>,
    /// After how many minutes it does.
    pub limit_minutes: Option<u16>,
    /// Whose slot it is.
    pub active: Seat,
    /// The step of the turn.
    pub step: Step,
    /// Further turns in this slot.
    pub more_turns: u8,
    /// Who plays after whom.
    pub order: Vec<Seat>,
    /// Does one piece stand for all?
    pub single_piece: bool,
    /// The players by seat.
    pub players: Vec<PlayerView>,
    /// The businesses in the order of their deeds.
    pub businesses: Vec<BusinessView>,
    /// What the bank has.
    pub bank: BankView,
    /// The Global Economy card in force.
    pub global: Option<GlobalView>,
    /// The last roll that moved a piece.
    pub roll: Option<RollView>,
    /// The business landed on that its lander may upgrade. (INV-INVEST-9)
    pub landed: Option<Business>,
    /// What is pending, the topmost first.
    pub pending: Vec<PendingView>,
    /// The Profit or Loss card that is being read or carried out, by its id.
    pub card: Option<CardView>,
    /// The poll, with the viewer's own answer.
    pub poll: Option<WrittenPoll<Answer>>,
    /// The auction.
    pub sale: Option<SaleView>,
    /// The open deal; what is in it only for its parties.
    pub offers: Vec<WrittenOffer<Asset>>,
    /// Who would take each wealth token now. (INV-WEALTH-1)
    pub wealth: Vec<Seats>,
    /// How it ended.
    pub ending: Option<Ending>,
}

/// A player.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerView {
    /// Whose.
    pub seat: Seat,
    /// Money in hand.
    pub cash: Money,
    /// What else could be raised, as far as the viewer may know: without Shortcut cards that they have not seen. (INV-DEBT-6)
    pub reserve: Money,
    /// The tile where the piece stands.
    pub at: u8,
    /// The businesses.
    pub owned: Businesses,
    /// Shortcut cards.
    pub shortcuts: Vec<ShortcutView>,
    /// Is there a hidden Profit card, a hidden Loss card?
    pub hidden: [bool; 2],
    /// Kept cards.
    pub kept: Vec<KeptView>,
    /// What hidden cards have armed.
    pub armed: Vec<&'static str>,
    /// Bank cards.
    pub bank_cards: u8,
    /// A Tax Office card.
    pub tax_card: bool,
    /// Slots still to be skipped in jail.
    pub jail: u8,
    /// Slots to be missed by card.
    pub missed: u8,
    /// Staying at the Tax Office.
    pub stays: bool,
    /// Offences.
    pub offences: u8,
    /// Further turns to come.
    pub extra: u8,
    /// Offers and auctions made in this slot.
    pub offers: u8,
    /// Out of the game: 1 for who went out first.
    pub out: u8,
    /// Laps that a backward movement has returned.
    pub returned: u8,
    /// The six counts of wealth.
    pub counts: [i64; COUNTS],
    /// The flows of this lap.
    pub lap: LapView,
}

/// Where the money of a lap came from and went.
#[derive(Clone, Copy, Debug, Serialize)]
#[allow(missing_docs)]
pub struct LapView {
    pub from_bank: Money,
    pub from_players: Money,
    pub from_property: Money,
    pub to_bank: Money,
    pub to_players: Money,
    pub to_property: Money,
}

/// A Shortcut card in somebody's hand.
#[derive(Clone, Debug, Serialize)]
pub struct ShortcutView {
    /// Which, for those who may know.
    pub card: Option<String>,
    /// Its place in the pack, likewise.
    #[serde(skip)]
    pub index: Option<u8>,
    /// Can it be played?
    pub ready: bool,
    /// Was it offered in this slot? Shown to its holder and to the player it was offered to; to all, if it was auctioned.
    pub locked: bool,
}

/// A kept card.
#[derive(Clone, Debug, Serialize)]
pub struct KeptView {
    /// Which.
    pub card: String,
    /// Its pile.
    #[serde(skip)]
    pub fortune: Fortune,
    /// Its place in the pack.
    #[serde(skip)]
    pub index: u8,
    /// Can it be used, or is it at work?
    pub ready: bool,
    /// Is it at work in this turn?
    pub at_work: bool,
}

/// A business.
#[derive(Clone, Debug, Serialize)]
pub struct BusinessView {
    /// Which.
    pub business: Business,
    /// Its owner; none if it is the bank's.
    pub owner: Option<Seat>,
    /// 0 to 3, or 4 for a monopoly.
    pub level: u8,
    /// Laps counted on its loan.
    pub loan: Option<u8>,
    /// The current price.
    pub price: Money,
    /// The current fee at its level.
    pub fee: Money,
    /// Was it offered in this slot? Shown to its owner and to the player it was offered to; to all, if it was auctioned.
    pub locked: bool,
}

/// What the bank has.
#[derive(Clone, Debug, Serialize)]
pub struct BankView {
    /// Money.
    pub cash: Money,
    /// Is that all it can pay?
    pub limited: bool,
    /// Bank cards.
    pub bank_cards: u8,
    /// Tax Office cards.
    pub tax_cards: usize,
    /// Small tokens; none if they are unlimited.
    pub investments: Option<u8>,
    /// Large tokens; likewise.
    pub monopolies: Option<u8>,
    /// Cards in the piles: Profit, Loss, Shortcut, Global Economy.
    pub piles: [usize; 4],
}

/// The Global Economy card in force.
#[derive(Clone, Debug, Serialize)]
pub struct GlobalView {
    /// Which.
    pub card: String,
    /// Its place in the pack.
    #[serde(skip)]
    pub index: u8,
    /// Its tokens.
    pub tokens: u8,
    /// Who drew it.
    pub drawer: Seat,
    /// Was it drawn in this slot of its drawer?
    pub fresh: bool,
}

/// A roll that moved a piece.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct RollView {
    pub seat: Seat,
    pub dice: Vec<u8>,
    pub distance: u8,
    pub back: bool,
}

/// A card that is being read or carried out.
#[derive(Clone, Debug, Serialize)]
pub struct CardView {
    /// Which.
    pub card: String,
    /// Its pile.
    #[serde(skip)]
    pub fortune: Fortune,
    /// Its place in the pack.
    #[serde(skip)]
    pub index: u8,
    /// Who drew or used it.
    pub seat: Seat,
    /// Is it only read, so that it can be refused?
    pub read: bool,
}

/// What is pending, as far as a board shows it.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "what", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum PendingView {
    EqualDice {
        seat: Seat,
        die: u8,
    },
    SetRoll {
        seat: Seat,
        most: u8,
    },
    ShortcutWindow,
    HiddenWindow,
    Loans {
        seat: Seat,
        due: Money,
    },
    Loan {
        seat: Seat,
        business: Business,
        due: Money,
    },
    Buy {
        seat: Seat,
        business: Business,
        price: Money,
    },
    Force {
        seat: Seat,
        business: Business,
        price: Money,
    },
    Forced {
        seat: Seat,
        owner: Option<Seat>,
        business: Business,
        price: Money,
    },
    Upgrade {
        seat: Seat,
        business: Business,
    },
    Debt {
        seat: Seat,
        to: Option<Seat>,
        amount: Money,
        kind: DebtKind,
        business: Option<Business>,
    },
    Refusal {
        amount: Money,
        to: Seats,
        fee: bool,
    },
    Reroll {
        seat: Seat,
    },
    Casino {
        seat: Seat,
        tile: u8,
    },
    Bets {
        tile: u8,
    },
    Read {
        seat: Seat,
        card: String,
    },
    Name {
        seat: Seat,
        mover: Seat,
    },
    Choose {
        seat: Seat,
        purpose: Purpose,
    },
    BuyAny {
        seat: Seat,
    },
    Path {
        seat: Seat,
        to: u8,
    },
    Taken {
        seat: Seat,
        fortune: Fortune,
    },
    Interest,
    Bidding,
    ForcePoll {
        business: Business,
        price: Money,
    },
    Agreement {
        seat: Seat,
    },
    /// Something that goes on when what lies above it is done.
    Waiting,
}

/// An auction.
#[derive(Clone, Debug, Serialize)]
pub struct SaleView {
    /// What, as it is written in an action.
    pub item: String,
    /// The business.
    pub business: Option<Business>,
    /// The Shortcut card, which everybody has been shown.
    pub card: Option<String>,
    /// Its place in the pack.
    #[serde(skip)]
    pub index: Option<u8>,
    /// Who sells it; the bank where nobody does.
    pub seller: Option<Seat>,
    /// The opening price.
    pub opening: Money,
    /// Are the bids being made, rather than interest declared?
    pub bidding: bool,
    /// Who may still bid.
    pub bidders: Seats,
    /// The highest bid.
    pub highest: Option<Bid>,
    /// Who speaks next.
    pub next: Option<Seat>,
}

impl InvestmentsRules {
    /// The table as this viewer may know it.
    pub(crate) fn shown(&self, state: &State, viewer: Viewer) -> View {
        let top = state.top();
        View {
            pack: self.pack.clone(),
            words: self.words.clone(),
            round: state.round,
            limit_rounds: self.options.limit_rounds,
            limit_minutes: self.options.limit_minutes,
            active: state.active(),
            step: state.turn.step,
            more_turns: state.turn.more,
            order: state.order.seats().to_vec(),
            single_piece: self.single,
            players: self.seats().map(|seat| self.player_view(state, seat, viewer)).collect(),
            businesses: Business::all().map(|business| self.business_view(state, business, viewer)).collect(),
            bank: BankView {
                cash: state.bank,
                limited: self.box_only,
                bank_cards: state.bank_cards,
                tax_cards: self.tax_cards(state),
                investments: self.token_box.then(|| self.small_tokens(state)),
                monopolies: self.token_box.then(|| self.large_tokens(state)),
                piles: [state.fortunes[0].len(), state.fortunes[1].len(), state.shortcuts.len(), state.globals.len()],
            },
            global: state.global.map(|global| GlobalView {
                card: global_id(global.card),
                index: global.card,
                tokens: global.tokens,
                drawer: global.drawer,
                fresh: global.fresh,
            }),
            roll: (state.roll.distance > 0).then(|| RollView {
                seat: state.roll.seat,
                dice: state.roll.dice.into_iter().chain(state.roll.again).filter(|die| *die > 0).collect(),
                distance: state.roll.distance,
                back: state.roll.back,
            }),
            landed: state.turn.landed,
            pending: state.pending.iter().map(|frame| frame.view(self, state)).collect(),
            card: state.pending.iter().find_map(Decision::shown_card),
            poll: top.filter(|frame| frame.is_poll()).map(|_| state.poll.seen_by(viewer)),
            sale: state.sale.map(|sale| {
                let card = match (sale.item, sale.seller) {
                    (Item::Shortcut(place), Party::Player(seller)) => {
                        state.player(seller).hand[usize::from(place) & 1].map(|held| held.card)
                    }
                    _ => None,
                };
                let bidding = matches!(top, Some(Frame::Bidding(_)));
                SaleView {
                    item: sale.item.written(),
                    business: match sale.item {
                        Item::Business(business) => Some(business),
                        Item::Shortcut(_) => None,
                    },
                    card: card.map(shortcut_id),
                    index: card,
                    seller: sale.seller.seat(),
                    opening: sale.auction.terms().lowest,
                    bidding,
                    bidders: if bidding { sale.auction.bidders() } else { Seats::NONE },
                    highest: sale.auction.highest(),
                    next: if bidding { self.next_bidder(state) } else { None },
                }
            }),
            offers: state.offers.seen_by(viewer),
            wealth: self.wealth(state).to_vec(),
            ending: state.ending,
        }
    }

    /// Money and property are open, Shortcut cards are not. (INV-SECRET-1, INV-SECRET-2)
    fn player_view(&self, state: &State, seat: Seat, viewer: Viewer) -> PlayerView {
        let player = state.player(seat);
        let shortcut = |(place, held): (u8, Held)| {
            let seen = sees(state, viewer, seat, place, &held);
            ShortcutView {
                card: seen.then(|| shortcut_id(held.card)),
                index: seen.then_some(held.card),
                ready: held.ready,
                locked: was_offered(held.locked, seat, viewer),
            }
        };
        let kept = Fortune::ALL.into_iter().flat_map(|fortune| {
            let kept = &state.kept[fortune.index()];
            let cards = if kept.cards == 0 { 0 } else { kept.of(seat) };
            Bits(cards).map(move |card| KeptView {
                card: fortune_id(fortune, card),
                fortune,
                index: card,
                ready: state.kept[fortune.index()].ready >> card & 1 != 0,
                at_work: fortune == Fortune::Loss && state.turn.at_work >> card & 1 != 0 && seat == state.active(),
            })
        });
        let unseen = player.shortcuts().filter(|(place, held)| !sees(state, viewer, seat, *place, held));
        let unseen: Money = unseen.map(|(_, held)| self.pack.shortcuts[usize::from(held.card)].price).sum();
        PlayerView {
            seat,
            cash: player.cash,
            reserve: self.reserve(state, seat) + -unseen,
            at: self.piece(state, seat),
            owned: player.owned,
            shortcuts: player.shortcuts().map(shortcut).collect(),
            hidden: player.hidden.map(|card| card.is_some()),
            kept: kept.collect(),
            armed: armed_names(&player.armed),
            bank_cards: player.bank_cards,
            tax_card: player.tax_card,
            jail: player.jail,
            missed: player.missed,
            stays: player.stays,
            offences: player.offences,
            extra: player.extra,
            offers: player.offers,
            out: player.out,
            returned: player.returned,
            counts: self.counts(state, seat),
            lap: lap_view(&player.book),
        }
    }

    fn business_view(&self, state: &State, business: Business, viewer: Viewer) -> BusinessView {
        let owner = state.owner(business);
        BusinessView {
            business,
            owner,
            level: state.level(business),
            loan: state.loan_laps(business),
            price: self.price(state, business),
            fee: self.fee(state, business),
            locked: owner.is_some_and(|owner| was_offered(state.lock(business), owner, viewer)),
        }
    }
}

/// Does this viewer know that a thing was offered in this slot? Its owner and the player it was offered to do; if it was not
/// sold at an auction, everybody does. (INV-TRADE-8, INV-AUCT-5)
fn was_offered(lock: Lock, owner: Seat, viewer: Viewer) -> bool {
    !lock.is_open() && (viewer.holds(owner) || lock.seat().is_none_or(|to| viewer.holds(to)))
}

/// Does this viewer see the face of a Shortcut card in this hand? Its holder does, whoever was shown it, and everybody while it is
/// auctioned. (INV-TRADE-12)
pub(crate) fn sees(state: &State, viewer: Viewer, seat: Seat, place: u8, held: &Held) -> bool {
    let auctioned = |sale: Sale| sale.seller == Party::Player(seat) && sale.item == Item::Shortcut(place);
    viewer.holds(seat)
        || matches!(viewer, Viewer::Seat(viewer) if held.known.contains(viewer))
        || state.sale.is_some_and(auctioned)
}

pub(crate) fn card_view(seat: Seat, card: FortuneId, read: bool) -> CardView {
    CardView { card: fortune_id(card.fortune(), card.card()), fortune: card.fortune(), index: card.card(), seat, read }
}

fn lap_view(book: &Book) -> LapView {
    let money = |units: u16| Money::new(i32::from(units) * UNIT);
    LapView {
        from_bank: money(book.from_bank),
        from_players: money(book.from_players),
        from_property: money(book.from_property),
        to_bank: money(book.to_bank),
        to_players: money(book.to_players),
        to_property: money(book.to_property),
    }
}

/// The names of what is armed. (INV-HIDDEN-13)
fn armed_names(armed: &Armed) -> Vec<&'static str> {
    let named = armed.arms.map(|arm| match arm {
        Arm::WaiveFee => "waive_fee",
        Arm::HalfPrice => "half_price",
        Arm::CancelLoss => "cancel_loss",
        Arm::OneDie => "one_die",
        Arm::HalfRoll => "half_roll",
        Arm::DoubleFee => "double_fee",
    });
    let set_roll = (armed.set_roll > 0).then_some("set_roll");
    let pay_pips = (armed.pay_pips > Money::ZERO.into()).then_some("pay_pips");
    named.chain(set_roll).chain(pay_pips).collect()
}
