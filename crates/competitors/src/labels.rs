//! The words on buttons, what each choice would change, and the topic under which it stands. Nothing hidden from its player is told.

use crate::{
    actions::Action,
    assets::{Accepted, CompetitorsDeal},
    effects::{Deed, Instant, Special, effect_words},
    figures::{BRANCH_PRICE, BRANCH_RETURN},
    places::{Airport, Continent, Contract, Contracts, Territory, Vehicle},
    rules::CompetitorsRules,
    saying::{Reader, a_kind, capital, plain},
    state::{Frame, State},
    tokens::{Place, Stop, Token},
};
use kernel::{
    Line, Money, OfferNumber, Seat,
    say::{counted, listed},
};

/// A choice as its player reads it: the words on its button, what it would change, and what it is about.
pub(crate) struct Choice {
    pub label: Line,
    pub effect: String,
    pub topic: &'static str,
}

impl Choice {
    /// These words on the button, resting on this clause.
    pub fn new(clause: &'static str, label: impl Into<String>) -> Choice {
        Choice { label: Line::new(clause, label), effect: String::new(), topic: "" }
    }

    /// All that it would change.
    pub fn so<S: AsRef<str>>(self, parts: impl IntoIterator<Item = S>) -> Choice {
        let parts: Vec<S> = parts.into_iter().filter(|part| !part.as_ref().is_empty()).collect();
        let effect = parts.iter().map(AsRef::as_ref).collect::<Vec<_>>().join("; ");
        Choice { effect, ..self }
    }

    /// What it is about.
    pub fn under(self, topic: &'static str) -> Choice {
        Choice { topic, ..self }
    }
}

impl CompetitorsRules {
    /// The words of a choice, by what it is and what is pending.
    pub(crate) fn choice(&self, state: &State, seat: Seat, action: &Action, names: &[String]) -> Choice {
        let reader = &Reader::on(seat, names);
        match *action {
            Action::Colour(_) | Action::Office(_) => self.choice_of_setup(state, seat, action, reader),
            Action::DrawTerritory
            | Action::DrawContract
            | Action::Deliver(_)
            | Action::Move(_)
            | Action::End
            | Action::Buy(_)
            | Action::At(_)
            | Action::Sell(_)
            | Action::Build(_)
            | Action::SellBranch(_)
            | Action::Bring(_)
            | Action::Done => self.choice_in_turn(state, seat, action, reader),
            Action::Sign(_) | Action::Carrier(_) | Action::Receiver(_) => self.choice_of_signing(state, seat, action, reader),
            Action::Go { token, to } => self.choice_of_step(state, token, to, reader),
            Action::Load { .. } | Action::Unload(_) | Action::Hand { .. } | Action::Stop | Action::GiveUp => {
                self.choice_on_the_way(state, seat, action, reader)
            }
            Action::CustomsFirst
            | Action::EventFirst
            | Action::Choose(_)
            | Action::Reroll
            | Action::Keep
            | Action::Take(_)
            | Action::Put(_)
            | Action::Stay => self.choice_of_effect(state, seat, action, reader),
            Action::Play(_)
            | Action::Place(_)
            | Action::Target(_)
            | Action::Revoke(_)
            | Action::Give(_)
            | Action::DiscardTerritory(_)
            | Action::DiscardContract(_) => self.choice_of_card(state, seat, action, reader),
            Action::Ask(_)
            | Action::Offer(_)
            | Action::Accept(..)
            | Action::Decline(_)
            | Action::Withdraw(_)
            | Action::Counter(..)
            | Action::Inspect(_)
            | Action::Show(_)
            | Action::Auction { .. }
            | Action::Bid(_)
            | Action::Pass => self.choice_of_deal(state, seat, action, reader),
        }
    }

    /// What is left after paying this.
    pub(crate) fn left(&self, state: &State, seat: Seat, price: Money) -> String {
        match state.player(seat).money.less(price) {
            Some(Money::ZERO) => "nothing left".to_owned(),
            Some(left) => format!("{left} left"),
            None => "more than you have".to_owned(),
        }
    }

    /// What is in hand after receiving this.
    fn in_hand(&self, state: &State, seat: Seat, gain: Money) -> String {
        let bank = if self.options.bank_limited { gain.min(state.bank.max(Money::ZERO)) } else { gain };
        format!("{} in hand", state.player(seat).money + bank)
    }

    /// What a territory has for tokens.
    fn facilities(&self, at: Territory) -> String {
        let card = &self.pack[at];
        let port = if card.port.is_some() { "port" } else { "no port" };
        let airport = match card.airport {
            Airport::None => "no airport",
            Airport::National => "national airport",
            Airport::Intercontinental => "intercontinental airport",
        };
        let flag = if card.red_flag { ", red flag" } else { "" };
        format!("{}: {port}, {airport}{flag}", card.continent.words())
    }

    /// D1, D2.
    fn choice_of_setup(&self, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        match *action {
            Action::Colour(colour) => {
                let holder = { self.seats() }.find(|other| *other != seat && state.player(*other).colour == colour);
                let swap = holder.map_or(String::new(), |other| {
                    format!("{} gets {}", reader.name(other), self.pack.colour(state.player(seat).colour))
                });
                Choice::new("CMP-SETUP-17", format!("Take the colour {}", self.pack.colour(colour))).so([swap]).under("Colours")
            }
            Action::Office(office) => {
                let at = self.pack[office].territory;
                Choice::new("CMP-SETUP-5", format!("Take the headquarters in {}", self.land(at))).so([self.facilities(at)])
            }
            _ => Choice::new("CMP-SETUP-5", "Choose"),
        }
    }

    /// D3, D4, D6, D7, D22 to D25, D33.
    fn choice_in_turn(&self, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        let pile = |left: usize| match left {
            0 => "the discarded cards are shuffled first".to_owned(),
            left => format!("{} in the deck", counted(left as i64, "card")),
        };
        match *action {
            Action::DrawTerritory => {
                Choice::new("CMP-DRAW-1", "Draw a territory card").so([pile(state.territory_deck.len())]).under("Draw")
            }
            Action::DrawContract => {
                Choice::new("CMP-DRAW-1", "Draw a contract card").so([pile(state.contract_deck.len())]).under("Draw")
            }
            Action::Deliver(sender) => {
                let Some((token, load)) = state.carrying(sender).and_then(|token| Some((token, state.piece(token).load?))) else {
                    return Choice::new("CMP-DELIV-1", format!("Deliver from {}", self.land(sender)));
                };
                let label = format!("Deliver {} {}", self.card(load.contract), self.way_of(&load));
                let at = format!("{} is {}", plain(token), self.place_words(state.piece(token).place, reader));
                let turns = self.goods(load.contract).map_or(0, |goods| goods.limit);
                let turns = counted(turns, "movement turn");
                let reward = self.reward_words(state, seat, load.contract, load.sender, load.receiver);
                Choice::new("CMP-DELIV-1", label).so([at, turns, reward]).under("Deliver")
            }
            Action::Move(token) => {
                let place = state.piece(token).place;
                let at = self.place_words(place, reader);
                let fuel = self.fuel(state, token);
                let cost = match token.vehicle() {
                    Vehicle::Aircraft => "fuel by distance".to_owned(),
                    _ if fuel == Money::ZERO => "no fuel".to_owned(),
                    _ => format!("fuel {fuel}"),
                };
                let points = counted(token.vehicle().allowance(), "point");
                let cargo =
                    state.piece(token).cargo.map_or(String::new(), |truck| format!("with {} aboard", self.token(truck, reader)));
                Choice::new("CMP-MOVE-1", format!("Move {}", self.token(token, reader)))
                    .so([at, cargo, points, cost])
                    .under("Move")
            }
            Action::Buy(vehicle) => {
                let (kind, price) = (a_kind(vehicle), vehicle.price());
                Choice::new("CMP-BUY-1", format!("Buy {kind} for {price}")).so([self.left(state, seat, price)]).under("Buy")
            }
            Action::At(at) => {
                let vehicle = if let Some(Frame::Buy(vehicle)) = state.top() { *vehicle } else { Vehicle::Truck };
                Choice::new("CMP-BUY-4", format!("Put it {}", self.place_words(self.place_on(vehicle, at), reader)))
            }
            Action::Sell(token) => {
                let price = token.vehicle().price_back();
                let at = self.place_words(state.piece(token).place, reader);
                let label = format!("Sell {} to the bank for {price}", plain(token));
                Choice::new("CMP-SELL-1", label).so([at, self.in_hand(state, seat, price)]).under("Sell")
            }
            Action::Build(at) => {
                let label = format!("Build a branch in {} for {BRANCH_PRICE}", self.land(at));
                Choice::new("CMP-BRANCH-1", label).so([self.left(state, seat, BRANCH_PRICE), self.facilities(at)]).under("Build")
            }
            Action::SellBranch(at) => {
                let lost = self.advantages(state, seat).filter(|(_, _, site)| *site == at).map(|(card, ..)| self.card(card));
                let lost: Vec<&str> = lost.collect();
                let lost = if lost.is_empty() { String::new() } else { format!("{} there is lost", listed(lost)) };
                let label = format!("Sell the branch in {} to the bank for {BRANCH_RETURN}", self.land(at));
                Choice::new("CMP-BRANCH-10", label).so([self.in_hand(state, seat, BRANCH_RETURN), lost]).under("Sell")
            }
            Action::Bring(token) => {
                let from = self.place_words(state.piece(token).place, reader);
                Choice::new("CMP-BRANCH-8", format!("Bring {}", plain(token))).so([format!("it is {from}")])
            }
            Action::Done => Choice::new("CMP-BRANCH-8", "Bring no more tokens"),
            _ => {
                let lost = match state.turn.actions {
                    0 => String::new(),
                    1 => "1 action is lost".to_owned(),
                    more => format!("{more} actions are lost"),
                };
                Choice::new("CMP-TURN-4", "End the turn").so([lost])
            }
        }
    }

    /// What a delivery of this contract earns. (CMP-DELIV-9, CMP-SPEC-12)
    pub(crate) fn reward_words(
        &self,
        state: &State,
        seat: Seat,
        card: Contract,
        sender: Territory,
        receiver: Territory,
    ) -> String {
        let reward = self.goods(card).map_or(Money::ZERO, |goods| goods.reward);
        let bonus = self.bonus(state, seat, sender, receiver);
        let points = counted(self.pack.victory_points(sender, receiver), "victory point");
        let bonus = if bonus > Money::ZERO { format!(", a bonus of {bonus}") } else { String::new() };
        format!("{reward}{bonus} and {points}")
    }

    /// D5.
    fn choice_of_signing(&self, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        match (*action, state.top()) {
            (Action::Sign(card), _) => {
                let terms = self.goods(card).map_or(String::new(), |goods| self.terms(goods));
                let label = format!("Sign {}", self.card_apart(card, state.player(seat).contracts));
                Choice::new("CMP-SIGN-1", label).so([terms]).under("Sign")
            }
            (Action::Carrier(token), _) => {
                let at = self.place_words(state.piece(token).place, reader);
                let sender = state.territory_of(token).map_or(String::new(), |at| format!("the Sender is {}", self.land(at)));
                Choice::new("CMP-SIGN-3", format!("Put the goods on {}, {at}", plain(token))).so([sender])
            }
            (Action::Receiver(to), Some(Frame::Sign { contract, token: Some(token) })) => {
                let sender = state.territory_of(*token);
                let reward = sender.map_or(String::new(), |sender| self.reward_words(state, seat, *contract, sender, to));
                let only = self.goods(*contract).and_then(|goods| goods.vehicle);
                let barred = match only {
                    Some(Vehicle::Ship) if self.pack[to].port.is_none() => "there is no port for the ship",
                    Some(Vehicle::Aircraft) if self.pack[to].airport == Airport::None => "there is no airport for the aircraft",
                    _ => "",
                };
                Choice::new("CMP-SIGN-1", format!("Deliver to {}", self.land(to)))
                    .so([reward, self.facilities(to), barred.to_owned()])
                    .under("Receivers")
            }
            _ => Choice::new("CMP-SIGN-1", "Sign"),
        }
    }

    /// D11 to D14.
    fn choice_on_the_way(&self, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        match *action {
            Action::Load { truck, carrier } => {
                let label = format!("Put {} aboard {}", plain(truck), self.token(carrier, reader));
                let at = self.place_words(state.piece(carrier).place, reader);
                Choice::new("CMP-COMBO-1", label).so([format!("{at}, free")]).under("Load")
            }
            Action::Unload(truck) => {
                let carrier = state.outermost(truck);
                let label = format!("Unload {} from {}", plain(truck), self.token(carrier, reader));
                let at = state.piece(carrier).place.territory().map_or(String::new(), |at| format!("in {}, free", self.land(at)));
                Choice::new("CMP-COMBO-2", label).so([at]).under("Load")
            }
            Action::Hand { from, to } => {
                let goods = state.piece(from).load.map_or("the goods", |load| self.card(load.contract));
                let label = format!("Move {goods} from {} to {}", self.token(from, reader), self.token(to, reader));
                let at = state.territory_of(from).map_or(String::new(), |at| format!("in {}, free", self.land(at)));
                Choice::new("CMP-COMBO-3", label).so([at]).under("Load")
            }
            Action::GiveUp => {
                let lost =
                    if state.player(seat).points > 0 { "1 victory point is lost" } else { "you have no victory point to lose" };
                Choice::new("CMP-DELIV-14", "Give the Delivery up").so([lost])
            }
            _ => match &state.journey {
                Some(journey) if journey.moving => Choice::new("CMP-TM-5", "End the movement turn").so(self.stopping(state)),
                _ => Choice::new("CMP-MOVE-7", "Do not move after all").so(["the action is used"]),
            },
        }
    }

    /// What ending the movement turn here brings. (CMP-TM-7)
    fn stopping(&self, state: &State) -> Vec<String> {
        let Some(journey) = &state.journey else { return Vec::new() };
        let mut parts = Vec::new();
        for truck in journey.drove {
            let flag = state.territory_of(truck).filter(|at| self.routes.flags.contains(*at));
            parts.extend(flag.map(|at| format!("a political event for {} in {}", plain(truck), self.land(at))));
        }
        if journey.card_due {
            parts.push("a customs card".to_owned());
        }
        for token in journey.moved {
            parts.extend(self.risk(state, token, state.piece(token).place));
        }
        parts
    }

    /// The danger for a token that rests there. (CMP-WX-7, CMP-WX-9)
    pub(crate) fn risk(&self, state: &State, token: Token, place: Place) -> Option<String> {
        let mut then = *state;
        then.piece_mut(token).place = place;
        let danger = self.danger(state).filter(|_| self.is_exposed(&then, token))?;
        let save = self.save_number(state, token.owner());
        Some(match save {
            0..=1 => format!("{}: no roll saves it", danger.name),
            2 => format!("{}: only a roll of 1 saves it", danger.name),
            3..=6 => format!("{}: a roll of {} or less saves it", danger.name, save - 1),
            _ => format!("{}: it is safe without a roll", danger.name),
        })
    }

    /// D15, D16, D18, D19, D26, D28.
    fn choice_of_effect(&self, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        match (*action, state.top()) {
            (Action::CustomsFirst, _) => Choice::new("CMP-POL-8", "The customs card first"),
            (Action::EventFirst, Some(Frame::Which { token })) => {
                let stops = token.is_truck() && state.journey.is_some_and(|journey| !journey.ended);
                Choice::new("CMP-POL-8", "The political event first").so([if stops { "the truck stops here" } else { "" }])
            }
            (Action::Choose(choice), _) => match self.waiting_choice(state).map(|(effect, _)| effect.deed) {
                Some(Deed::Choose(codes)) => {
                    let code = codes[usize::from(choice).min(1)];
                    let left = match code {
                        crate::effects::Code::Pay(sum) => self.left(state, seat, sum),
                        crate::effects::Code::Gain(sum) => self.in_hand(state, seat, sum),
                        _ => String::new(),
                    };
                    Choice::new("CMP-EFF-18", capital(&code.to_string())).so([left])
                }
                _ => Choice::new("CMP-EFF-18", "Choose this"),
            },
            (Action::Reroll, _) => Choice::new("CMP-SPEC-14", "Roll again").so(["the second roll stands"]),
            (Action::Keep, Some(Frame::Reroll { token, at, die })) => {
                let event = state.event_at(*token, *at).map(|at| self.pack.political_event(self.pack[at].continent, *die));
                let effect = event.map_or(String::new(), |event| effect_words(&event.effects));
                let title = event.map_or("the roll".to_owned(), |event| format!("“{}”", event.title));
                Choice::new("CMP-SPEC-14", format!("Keep {title}")).so([effect])
            }
            (Action::Take(card), _) => {
                let card = &self.pack[card];
                let delivery = state.journey.and_then(|journey| journey.delivery);
                let load =
                    delivery.and_then(|delivery| state.carrying(delivery.sender)).and_then(|token| state.piece(token).load);
                let illegal = load.and_then(|load| self.goods(load.contract)).is_some_and(|goods| goods.illegal);
                let label = format!("Take “{}” ({})", card.title, card.colour.words());
                Choice::new("CMP-SPEC-15", label).so([effect_words(card.effects(illegal))])
            }
            (Action::Put(at), Some(Frame::PutBack(token))) => {
                let place = self.place_words(self.place_on(token.vehicle(), at), reader);
                Choice::new("CMP-WX-10", format!("Put {} {place}", plain(*token)))
            }
            (Action::Put(at), Some(Frame::PutTraded(token))) => {
                let place = self.place_words(self.place_on(token.vehicle(), at), reader);
                Choice::new("CMP-NEG-14", format!("Put {} {place}", plain(*token)))
            }
            (Action::Stay, Some(Frame::PutTraded(token))) => {
                let at = self.place_words(state.piece(*token).place, reader);
                Choice::new("CMP-NEG-14", format!("Leave {} where it is", plain(*token))).so([at])
            }
            _ => Choice::new("CMP-EFF-1", "Go on"),
        }
    }

    /// The advantage cards that lie on the map.
    fn laid_out_advantages(&self, state: &State) -> Contracts {
        { self.routes.advantages }.filter(|card| state.advantages[card.index()].is_some()).collect()
    }

    /// D17, D20, D21, D32.
    fn choice_of_card(&self, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        let hand = state.player(seat).contracts;
        match *action {
            Action::Play(card) => {
                let does = self.pack[card].special().map_or(String::new(), |special| special.to_string());
                Choice::new("CMP-SPEC-3", format!("Play {}", self.card_apart(card, hand))).so([does]).under("Cards")
            }
            Action::Place(at) => {
                let kind = if self.headquarters(state, seat) == Some(at) { "headquarters" } else { "branch" };
                Choice::new("CMP-SPEC-4", format!("Put it on the {kind} in {}", self.land(at)))
            }
            Action::Target(target) => self.choice_of_target(state, target, reader),
            Action::Revoke(card) => {
                let at = state.advantages[card.index()];
                let owner = at.and_then(|at| self.site_owner(state, at));
                let site = at.map_or("the map", |at| self.land(at));
                let whose = owner.map_or("the".to_owned(), |owner| reader.whose(owner));
                let name = self.card_apart(card, self.laid_out_advantages(state));
                Choice::new("CMP-SPEC-16", format!("Remove {name} from {whose} site in {site}"))
            }
            Action::Give(card) => Choice::new("CMP-SPEC-18", format!("Give the territory card {}", self.land(card))),
            Action::DiscardTerritory(card) => {
                Choice::new("CMP-DRAW-3", format!("Discard the territory card {}", self.land(card))).under("Territory cards")
            }
            Action::DiscardContract(card) => {
                let says = match (self.goods(card), self.pack[card].special()) {
                    (Some(goods), _) => self.terms(goods),
                    (None, Some(special)) => special.to_string(),
                    (None, None) => String::new(),
                };
                let label = format!("Discard the contract card {}", self.card_apart(card, hand));
                Choice::new("CMP-DRAW-3", label).so([says]).under("Contract cards")
            }
            _ => Choice::new("CMP-SPEC-3", "Go on"),
        }
    }

    /// Whom an instant card strikes. (CMP-SPEC-17 to CMP-SPEC-19)
    fn choice_of_target(&self, state: &State, target: Seat, reader: &Reader) -> Choice {
        let name = reader.name(target);
        let player = state.player(target);
        let card = if let Some(Frame::Instant(card)) = state.top() { self.pack[*card].special() } else { None };
        match card {
            Some(Special::Instant(Instant::Espionage)) => {
                let cards = counted(player.contracts.len() as i64, "card");
                let signed = format!("{} signed", state.signed(target).count());
                Choice::new("CMP-SPEC-17", format!("Look at {name}’s contract cards")).so([format!("{cards} in hand"), signed])
            }
            Some(Special::Instant(Instant::Audit(sum))) => {
                let paid = sum.min(player.money);
                let effect =
                    if paid > Money::ZERO { format!("{name} pays the bank {paid}") } else { format!("{name} has no money") };
                Choice::new("CMP-SPEC-19", format!("Have {name} audited")).so([effect])
            }
            _ => {
                let cards = counted(player.territories.len() as i64, "territory card");
                Choice::new("CMP-SPEC-18", format!("Swap a territory card with {name}")).so([format!("{name} has {cards}")])
            }
        }
    }

    /// D27 to D31.
    fn choice_of_deal(&self, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        let choice = match *action {
            Action::Ask(ask) => {
                let (wanted, offered) = (self.wish_words(ask.wanted), self.wish_words(ask.offered));
                Choice::new("CMP-NEG-4", format!("Announce that you want {wanted} for {offered}"))
                    .so([self.proposals_left(state, seat)])
            }
            Action::Offer(deal) => {
                let effect = [self.after_deal(state, seat, &deal), self.proposals_left(state, seat)];
                Choice::new("CMP-NEG-5", format!("Offer: {}", self.deal_words(&deal, reader))).so(effect)
            }
            Action::Accept(number, picked) => self.choice_of_acceptance(state, seat, number, &picked, reader),
            Action::Decline(number) => {
                let label = format!("Decline offer {number}{}", self.proposed_by(state, number, reader));
                Choice::new("CMP-NEG-6", label).so(["nothing changes hands".to_owned()])
            }
            Action::Withdraw(number) => {
                let content = self.offer_words(state, number, reader);
                Choice::new("CMP-NEG-6", format!("Withdraw offer {number}")).so([content])
            }
            Action::Counter(number, deal) => {
                let label = format!("Answer offer {number} with: {}", self.deal_words(&deal, reader));
                Choice::new("CMP-NEG-6", label).so([self.after_deal(state, seat, &deal)])
            }
            Action::Inspect(number) => Choice::new(
                "CMP-CHART-7",
                format!("Ask to see the contract of offer {number}{}", self.proposed_by(state, number, reader)),
            ),
            Action::Show(number) => {
                Choice::new("CMP-CHART-7", format!("Show the contract of offer {number} to the owner of the token"))
            }
            Action::Auction { lot, price } => {
                let lot = listed(lot.assets().map(|asset| self.asset_words(asset, &Reader::on(seat, reader.names))));
                Choice::new("CMP-AUCT-2", format!("Auction {lot} from {price}")).so([self.proposals_left(state, seat)])
            }
            Action::Bid(amount) => {
                return Choice::new("CMP-AUCT-3", format!("Bid {amount}")).so([self.left(state, seat, amount)]);
            }
            _ => return Choice::new("CMP-AUCT-3", "Pass").so(["you bid no more in this auction"]),
        };
        choice.under("Trade")
    }

    /// ` of Bob`, for whoever made an offer.
    fn proposed_by(&self, state: &State, number: OfferNumber, reader: &Reader) -> String {
        state.offers.get(number).map_or(String::new(), |offer| format!(" of {}", reader.name(offer.proposer())))
    }

    fn choice_of_acceptance(&self, state: &State, seat: Seat, number: OfferNumber, picked: &Accepted, reader: &Reader) -> Choice {
        let hand = state.player(seat).contracts;
        let cards: Vec<String> = picked.cards().map(|card| self.card_apart(card, hand)).collect();
        let with = if cards.is_empty() { String::new() } else { format!(" and give {}", listed(cards)) };
        let label = format!("Accept offer {number}{}{with}", self.proposed_by(state, number, reader));
        let then = state.offers.get(number).map_or(String::new(), |offer| self.after_deal(state, seat, offer.deal()));
        Choice::new("CMP-NEG-6", label).so([self.offer_words(state, number, reader), then])
    }

    /// What a deal would leave the player in money.
    fn after_deal(&self, state: &State, seat: Seat, deal: &CompetitorsDeal) -> String {
        let money = state.player(seat).money;
        let change = |transfer: kernel::Transfer<crate::assets::Asset>| match transfer.asset {
            crate::assets::Asset::Money(amount) if transfer.to == seat => amount,
            crate::assets::Asset::Money(amount) if transfer.from == seat => -amount,
            // A hire is paid by its user, even if the fee is only set aside. (CMP-CHART-3)
            crate::assets::Asset::Hire(hire) if transfer.to == seat => -hire.fee,
            crate::assets::Asset::Hire(hire) if transfer.from == seat && hire.payment == crate::assets::Payment::Now => hire.fee,
            _ => Money::ZERO,
        };
        let after: Money = money + deal.transfers().map(change).sum::<Money>();
        if after == money || after < Money::ZERO { String::new() } else { format!("{after} in hand if it is carried out") }
    }

    fn proposals_left(&self, state: &State, seat: Seat) -> String {
        let made = state.turn.proposals.get(seat.index()).copied().unwrap_or_default();
        let left = self.options.proposals.saturating_sub(made).saturating_sub(1);
        match left {
            0 => "your last proposal of this turn".to_owned(),
            left => format!("{} left after it", counted(left, "proposal")),
        }
    }
}

/// The topic of the airports of a continent.
pub(crate) const fn airports_of(continent: Continent) -> &'static str {
    match continent {
        Continent::NorthAmerica => "Airports in North America",
        Continent::SouthAmerica => "Airports in South America",
        Continent::Europe => "Airports in Europe",
        Continent::Africa => "Airports in Africa",
        Continent::Asia => "Airports in Asia",
        Continent::Oceania => "Airports in Oceania",
    }
}

/// What a step of a token is about.
pub(crate) fn topic_of_step(rules: &CompetitorsRules, token: Token, to: Stop) -> &'static str {
    match (token.vehicle(), to) {
        (Vehicle::Truck, _) => "Roads",
        (Vehicle::Ship, Stop::Territory(_)) => "Ports",
        (Vehicle::Ship, _) => "Sea",
        (Vehicle::Aircraft, Stop::Territory(at)) => airports_of(rules.pack[at].continent),
        (Vehicle::Aircraft, _) => "Air",
    }
}
