//! What a viewer may know of a table. (CMP-INV-22)

use super::view::*;
use crate::{
    Asset, At, CompetitorsRules, Continent, Contract, ContractKind, Customs, HireLoad, Journey, Load, OfferNote, Payment, Place,
    State, Stop, Territories, Territory, Token, Tokens, Vehicle,
    bots::planning::Stand,
    deals::CompetitorsOffer,
    decision::Decision,
    effect_words,
    movement::{Way, routes::Over, trucks::BorderCard},
};
use kernel::{Money, OfferNumber, Rules, Seat, Transfer, Viewer};

/// Does this viewer know which contract card was signed?
pub(crate) fn knows_load(viewer: Viewer, load: &Load) -> bool {
    matches!(viewer, Viewer::Seat(seat) if load.signer == seat || load.known.contains(seat))
}

/// May this viewer name the contract card of this transfer? (CMP-NEG-12, CMP-NEG-23)
pub(crate) fn may_name(viewer: Viewer, note: Option<&OfferNote>, place: usize) -> bool {
    matches!((viewer, note), (Viewer::Seat(seat), Some(note)) if note.is_named(seat, place))
}

impl CompetitorsRules {
    /// The table as this viewer may know it.
    pub(crate) fn shown(&self, state: &State, viewer: Viewer) -> View {
        View {
            pack: self.pack.clone(),
            stage: state.stage,
            round: state.round,
            last_round: self.last_round(),
            first: state.first,
            active: state.active,
            awaited: self.turn(state).awaited,
            actions: state.turn.actions,
            added: state.turn.added,
            delayed: state.turn.delayed,
            players: self.seats().map(|seat| self.player_view(state, seat, viewer)).collect(),
            tokens: Token::all().filter(|token| state.is_out(*token)).map(|token| self.token_view(state, token)).collect(),
            contracts: self.signed_views(state, viewer),
            danger: self.danger_view(state),
            journey: state.journey.as_ref().map(|journey| self.journey_view(state, journey, viewer)),
            reach: self.reach(state, viewer),
            pending: state.pending.iter().filter_map(|frame| frame.shown(self, state, viewer)).collect(),
            offers: { state.offers.iter() }.map(|(number, offer)| self.offer_view(state, number, &offer, viewer)).collect(),
            asks: self
                .seats()
                .filter_map(|seat| {
                    let ask = state.asks[seat.index()]?;
                    Some(AskView { seat, wanted: self.wish_text(ask.wanted), offered: self.wish_text(ask.offered) })
                })
                .collect(),
            sale: self.sale_view(state, viewer),
            bank: self.options.bank_limited.then_some(state.bank),
            decks: DecksView {
                territories: state.territory_deck.len(),
                contracts: state.contract_deck.len(),
                territory_discard: self.territory_ids(state.territory_discard),
                contract_discard: state.contract_discard.map(|card| self.contract_id(card).to_owned()).collect(),
                customs_unseen: state.customs.unseen().len(),
                customs_known: { state.customs.known().iter() }
                    .filter_map(|card| Customs::new(usize::from(*card)))
                    .map(|card| self.pack[card].id.clone())
                    .collect(),
            },
        }
    }

    pub(crate) fn territory_ids(&self, territories: Territories) -> Vec<String> {
        territories.map(|territory| self.territory_id(territory).to_owned()).collect()
    }

    fn player_view(&self, state: &State, seat: Seat, viewer: Viewer) -> PlayerView {
        let player = state.player(seat);
        let (territories, contracts) = match viewer {
            Viewer::Seat(viewer) if viewer == seat => (player.territories, player.contracts),
            Viewer::Seat(viewer) => {
                let viewer = state.player(viewer);
                (player.territories.and(viewer.known_territories), player.contracts.and(viewer.known_contracts))
            }
            Viewer::Watcher => (Territories::NONE, crate::Contracts::NONE),
        };
        PlayerView {
            seat,
            colour: self.pack.colour(player.colour).to_owned(),
            office: player.office.map(|office| self.pack[office].id.clone()),
            headquarters: self.headquarters(state, seat).map(|at| self.territory_id(at).to_owned()),
            branches: self.territory_ids(player.branches),
            advantages: { self.advantages(state, seat) }
                .map(|(card, _, at)| AdvantageView { card: self.contract_view(card), at: self.territory_id(at).to_owned() })
                .collect(),
            money: player.money,
            points: player.points,
            wealth: self.wealth(state, seat),
            territory_count: player.territories.len(),
            contract_count: player.contracts.len(),
            territories: territories.map(|card| self.territory_view(card)).collect(),
            contracts: contracts.map(|card| self.contract_view(card)).collect(),
            proposals: state.turn.proposals[seat.index()],
            book: player.book,
        }
    }

    /// A territory card, with all that it shows.
    pub(crate) fn territory_view(&self, territory: Territory) -> TerritoryView {
        let card = &self.pack[territory];
        TerritoryView {
            id: card.id.clone(),
            name: card.name.clone(),
            continent: card.continent,
            morphology: card.morphology,
            port: card.port.is_some(),
            airport: card.airport,
            red_flag: card.red_flag,
        }
    }

    /// A contract card, with all that it shows.
    pub(crate) fn contract_view(&self, contract: Contract) -> ContractView {
        use crate::Special;
        let card = &self.pack[contract];
        let (goods, special) = (card.goods(), card.special());
        ContractView {
            id: card.id.clone(),
            name: card.name.clone(),
            kind: match card.kind {
                ContractKind::Goods(_) => "goods",
                ContractKind::Special(Special::Advantage(_)) => "advantage",
                ContractKind::Special(Special::Instant(_)) => "instant",
                ContractKind::Special(Special::Delivery(_)) => "delivery",
            },
            vehicle: goods.and_then(|goods| goods.vehicle),
            limit: goods.map(|goods| goods.limit),
            reward: goods.map(|goods| goods.reward),
            illegal: goods.is_some_and(|goods| goods.illegal),
            effect: special.map(|special| special.to_string()),
            text: card.text.clone(),
        }
    }

    pub(crate) fn customs_view(&self, card: Customs) -> CustomsView {
        let card = &self.pack[card];
        CustomsView {
            id: card.id.clone(),
            colour: card.colour,
            title: card.title.clone(),
            text: card.text.clone(),
            legal: effect_words(&card.legal),
            illegal: effect_words(&card.illegal),
        }
    }

    fn place_view(&self, place: Place) -> PlaceView {
        let id = |territory: Territory| self.territory_id(territory).to_owned();
        match place {
            Place::Supply => PlaceView::Supply,
            Place::Land(at) => PlaceView::Land(id(at)),
            Place::Aboard(carrier) => PlaceView::Aboard(carrier),
            Place::Port(at) => PlaceView::Port(id(at)),
            Place::Sea(cell) => PlaceView::Sea(cell),
            Place::Airport(at) => PlaceView::Airport(id(at)),
            Place::Air(cell) => PlaceView::Air(cell),
            Place::Edge(arrow) => PlaceView::Edge(self.arrow_text(arrow)),
            Place::Strait(strait) => PlaceView::Strait(self.pack[strait].id.clone()),
        }
    }

    fn token_view(&self, state: &State, token: Token) -> TokenView {
        let piece = state.piece(token);
        TokenView {
            token,
            owner: token.owner(),
            vehicle: token.vehicle(),
            at: self.place_view(piece.place),
            last: piece.last.map(|last| self.territory_id(last).to_owned()),
            cargo: piece.cargo,
            sender: piece.load.map(|load| self.territory_id(load.sender).to_owned()),
            hire: piece.hire.map(|hire| HireView {
                sender: match hire.load {
                    HireLoad::Goods(sender) => Some(self.territory_id(sender).to_owned()),
                    HireLoad::Truck => None,
                },
                on_success: hire.payment == Payment::OnSuccess,
                set_aside: hire.set_aside,
            }),
            exposed: self.is_exposed(state, token),
        }
    }

    fn signed_views(&self, state: &State, viewer: Viewer) -> Vec<SignedView> {
        let signed = self.seats().flat_map(|seat| state.signed(seat).collect::<Vec<_>>());
        signed
            .map(|(token, load)| SignedView {
                signer: load.signer,
                sender: self.territory_view(load.sender),
                receiver: self.territory_view(load.receiver),
                token,
                points: self.pack.victory_points(load.sender, load.receiver),
                contract: knows_load(viewer, &load).then(|| self.contract_view(load.contract)),
                needs: self.needs(state, token, &load, knows_load(viewer, &load)),
            })
            .collect()
    }

    /// How far the Receiver still is, for each kind of token that may take the goods now. (CMP-SIGN-7, CMP-COMBO-3)
    fn needs(&self, state: &State, token: Token, load: &Load, known: bool) -> Vec<NeedView> {
        let (ways, outer, here) = (self.ways_of(state, load.signer), state.outermost(token), state.territory_of(token));
        let symbol = self.goods(load.contract).and_then(|goods| goods.vehicle).filter(|_| known);
        let fits = |vehicle: &Vehicle| match symbol {
            Some(symbol) => symbol == *vehicle,
            None => known || outer.vehicle() == *vehicle,
        };
        let stand = |vehicle: Vehicle| match vehicle {
            _ if vehicle == outer.vehicle() => Some(self.stand(state, outer)),
            Vehicle::Truck => here.map(|at| Stand::at(vehicle, at)),
            Vehicle::Ship => here.filter(|at| self.routes.ports.contains(*at)).map(|at| Stand::at(vehicle, at)),
            Vehicle::Aircraft => here.filter(|at| self.routes.airports.contains(*at)).map(|at| Stand::at(vehicle, at)),
        };
        let need = |vehicle: Vehicle| Some(ways.alone(stand(vehicle)?, load.receiver)).filter(|need| need.is_possible());
        let all = Vehicle::ALL.into_iter().filter(fits);
        all.filter_map(|vehicle| Some(NeedView { vehicle, turns: need(vehicle)?.turns })).collect()
    }

    fn danger_view(&self, state: &State) -> Option<DangerView> {
        let (at, danger) = (state.danger?, self.danger(state)?);
        Some(DangerView {
            area: at.area,
            die: at.die,
            name: danger.name.clone(),
            kind: danger.kind,
            first: self.territory_id(danger.first).to_owned(),
            territories: self.territory_ids(danger.territories),
            zones: danger.zones.map(|zone| self.pack[zone].id.clone()).collect(),
            affects: danger.affects,
            lasting: danger.lasting,
            save: danger.save,
            text: danger.text.clone(),
        })
    }

    fn journey_view(&self, state: &State, journey: &Journey, viewer: Viewer) -> JourneyView {
        let goods = journey.delivery.and_then(|delivery| state.carrying(delivery.sender));
        let outer = goods.map(|goods| state.outermost(goods));
        let group =
            [Some(journey.token), goods, outer].into_iter().flatten().fold(journey.group.and_not(journey.parted), Tokens::with);
        JourneyView {
            token: journey.token,
            moving: journey.moving,
            cap: if journey.moving { journey.cap } else { 0 },
            left: group.map(|token| LeftView { token, points: self.points_left(state, token) as i8 }).collect(),
            delivery: journey.delivery.map(|delivery| {
                let load = goods.and_then(|goods| state.piece(goods).load);
                let knows = delivery.failed || load.is_some_and(|load| knows_load(viewer, &load));
                DeliveryView {
                    sender: self.territory_id(delivery.sender).to_owned(),
                    used: delivery.used,
                    limit: knows.then_some(delivery.limit),
                    free_pass: delivery.free_pass,
                    laid: delivery.laid.map(|card| self.contract_view(card)).collect(),
                    failed: delivery.failed,
                }
            }),
        }
    }

    /// Where the tokens can go, and what they meet there: for the player who chooses the step.
    fn reach(&self, state: &State, viewer: Viewer) -> Vec<Reach> {
        let mut reach = Vec::new();
        if !viewer.holds(state.active) || !state.is_journeying() {
            return reach;
        }
        let between = state.journey.filter(|journey| !journey.moving).and_then(|journey| journey.delivery);
        if between.is_some_and(|delivery| delivery.used >= delivery.limit) {
            return reach;
        }
        for token in self.movers(state) {
            self.reach_of(state, token, &mut reach);
        }
        reach
    }

    fn reach_of(&self, state: &State, token: Token, out: &mut Vec<Reach>) {
        let Some(traveller) = self.traveller(state, token) else { return };
        let (points, place, fuel) = (self.points_left(state, token), state.piece(token).place, self.fuel(state, token));
        // The weather is asked of the token where it would be.
        let mut there = *state;
        let mut add = |to: Stop, end: Place, way: Vec<At>, points: u8, fuel: Money, customs: Due| {
            there.piece_mut(token).place = end;
            let (territory, cell, text) = match to {
                Stop::Territory(to) => (Some(to), None, self.territory_id(to).to_owned()),
                Stop::Cell(cell) => (None, Some(cell), cell.to_string()),
                Stop::Arrow(arrow) => (None, None, self.arrow_text(arrow)),
            };
            out.push(Reach {
                token,
                to: text,
                territory: territory.map(|to| self.territory_id(to).to_owned()),
                cell,
                way,
                points,
                fuel,
                fee: territory.map_or(Money::ZERO, |to| self.entry_price(state, &traveller, to)),
                customs,
                event: territory.is_some_and(|to| self.routes.flags.contains(to)),
                save: self.is_exposed(&there, token).then(|| self.save_number(state, token.owner())),
            });
        };
        let due = |draws: bool| if draws { Due::Now } else { Due::No };
        match (token.vehicle(), place) {
            (Vehicle::Truck, Place::Land(from)) => {
                let drives = self.drives(state, &traveller, from, points);
                for to in drives.reached {
                    let Some(drive) = drives.to(to) else { continue };
                    let customs = match (drive.over, self.border_card(state, &traveller, to, drive.over)) {
                        (Over::Strait(_), _) => due(traveller.draws),
                        (_, BorderCard::Now) => Due::Now,
                        (_, BorderCard::IfItStops) => Due::IfItStops,
                        (_, BorderCard::None) => Due::No,
                    };
                    let way = drives.way(to).into_iter().map(At::Land).collect();
                    add(Stop::Territory(to), Place::Land(to), way, drive.points, fuel, customs);
                }
            }
            (Vehicle::Ship, _) => {
                let sails = self.sails(state, &traveller, place, points);
                for to in sails.ports {
                    let way = self.pack[to].port.and_then(|port| sails.quietly_to(port.hex));
                    let draws = traveller.draws && !self.has_site_on(state, traveller.payer, to);
                    let cells = way.map_or_else(Vec::new, |sail| sails.way(sail));
                    let places = cells.into_iter().map(At::Sea).chain([At::Port(to)]).collect();
                    add(Stop::Territory(to), Place::Port(to), places, way.map_or(0, |sail| sail.points), fuel, due(draws));
                }
                for sail in sails.cells() {
                    let draws = traveller.draws && sail.strait.is_some();
                    let way = sails.way(sail).into_iter().map(At::Sea).collect();
                    add(Stop::Cell(sail.cell), Place::Sea(sail.cell), way, sail.points, fuel, due(draws));
                }
            }
            (Vehicle::Aircraft, _) => {
                let last = state.piece(token).last;
                self.each_stop(state, token, |to| {
                    let Ok(Way::Fly(flight)) = self.may_go(state, token, to) else { return };
                    let (end, draws) = match to {
                        Stop::Territory(to) => (Place::Airport(to), traveller.draws && self.landing_card(state, last, to)),
                        Stop::Cell(cell) => (Place::Air(cell), false),
                        Stop::Arrow(arrow) => (Place::Edge(arrow.opposite()), false),
                    };
                    let there = if let Stop::Arrow(arrow) = to { At::Arrow(arrow) } else { end.into() };
                    add(to, end, vec![there], flight.points, flight.fuel, due(draws));
                });
            }
            _ => {}
        }
    }

    pub(crate) fn event_view(&self, continent: Continent, die: u8) -> EventView {
        let event = self.pack.political_event(continent, die);
        EventView { continent, die, title: event.title.clone(), text: event.text.clone(), effect: effect_words(&event.effects) }
    }

    fn offer_view(&self, state: &State, number: OfferNumber, offer: &CompetitorsOffer, viewer: Viewer) -> OfferView {
        let note = state.note(number);
        let given = |(place, Transfer { from, to, asset }): (usize, Transfer<Asset>)| {
            let (text, card) = match asset {
                Asset::Contract(card) | Asset::Shown(card) if may_name(viewer, note, place) => {
                    (self.asset_text(&asset), Some(card))
                }
                Asset::Contract(_) | Asset::Shown(_) => ("contract".into(), None),
                // CMP-NEG-23: its giver alone knows which card was picked.
                Asset::Unnamed(_) => {
                    let pick = note.and_then(|note| note.picks[place]).filter(|_| viewer.holds(from));
                    (self.asset_text(&asset), pick)
                }
                _ => (self.asset_text(&asset), None),
            };
            let asked = note.is_some_and(|note| note.asked >> place & 1 != 0);
            GivenView { from, to, asset: text, contract: card.map(|card| self.contract_view(card)), asked }
        };
        OfferView {
            number,
            proposer: offer.proposer(),
            opener: offer.opener(),
            counters: offer.counters(),
            parties: offer.parties(),
            accepted: offer.accepted(),
            content: offer.is_open_to(viewer).then(|| offer.deal().transfers().enumerate().map(given).collect()),
        }
    }

    fn sale_view(&self, state: &State, viewer: Viewer) -> Option<SaleView> {
        let sale = state.sale.as_ref()?;
        let (mut lot, mut contracts) = (Vec::new(), Vec::new());
        for asset in sale.lot.assets() {
            match asset {
                Asset::Contract(_) if !viewer.holds(sale.seller) => lot.push("contract".into()),
                Asset::Contract(card) | Asset::Shown(card) => {
                    lot.push(self.asset_text(&asset));
                    contracts.push(self.contract_view(card));
                }
                _ => lot.push(self.asset_text(&asset)),
            }
        }
        Some(SaleView {
            seller: sale.seller,
            lot,
            contracts,
            lowest: sale.auction.terms().lowest,
            highest: sale.auction.highest(),
            bidders: sale.auction.bidders(),
            next: self.next_bidder(state),
        })
    }
}
