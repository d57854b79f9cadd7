//! The bots of a table: they move when it is their turn, with a pause so that people can follow.

use super::{Hall, slot::TableSlot};
use crate::{
    clock,
    fault::Fault,
    table::{Live, LogEntry},
};
use axum::http::StatusCode;
use bots::Budget;
use engine::Thought;
use kernel::Seat;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::Duration,
};
use tokio::{sync::MutexGuard, time::Instant};

/// How long a bot thinks at most.
const THINKING: Duration = Duration::from_secs(2);

/// How long a bot waits for a store that fails before it tries again: at first, and at most.
const PATIENCE: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(30));

/// How the turn of a bot ended.
enum BotTurn {
    /// Something happened: look again.
    Moved,
    /// No bot is to move, or none is to move now.
    Idle,
    /// The store failed: try again later.
    Later,
    /// No move could be found; it was logged.
    Never,
}

/// Where a bot's move comes from, the best first: a table must never wait for a bot that found nothing.
#[derive(Clone, Copy)]
enum Wits {
    Bot,
    Fallback,
    Anything,
}

impl Hall {
    /// Lets the bots of a table move at once, without their pause, until a person is to move.
    pub async fn hurry(&self, id: &str) -> Result<(), Fault> {
        let slot = self.known_slot(id)?;
        if self.look(id, |live| live.awaits_bot()).await? {
            slot.hurry.send_replace(true);
        }
        Ok(())
    }

    /// Lets the bots of a table move at once, and waits until a person is to move, but no longer than this.
    pub async fn hurry_to_person(&self, id: &str, longest: Duration) -> Result<(), Fault> {
        let mut news = self.watch(id).await?;
        self.hurry(id).await?;
        let arrival = async {
            while self.look(id, |live| live.awaits_bot() && !live.asks_person()).await? {
                if news.changed().await.is_err() {
                    break;
                }
            }
            Ok(())
        };
        tokio::time::timeout(longest, arrival).await.unwrap_or(Ok(()))
    }

    /// Are the bots of this table to wait, because the house closes or because only bots play at it and nobody is looking?
    pub(super) fn bots_rest(&self, slot: &TableSlot) -> bool {
        self.closes() || slot.onlookers.lets_rest(self.inner.away, slot.news.receiver_count() > 0)
    }

    /// Plays for the bots of a table until a person is to move or the table rests. There is one task for each table; a second
    /// one ends at once.
    pub(super) fn play_bots(&self, id: &str, slot: Arc<TableSlot>) {
        let (hall, id) = (self.clone(), id.to_owned());
        tokio::spawn(async move {
            let mut patience = PATIENCE.0;
            loop {
                let Ok(playing) = slot.playing.try_lock() else { return };
                let played = loop {
                    match hall.play_bot(&id, &slot).await {
                        BotTurn::Moved => patience = PATIENCE.0,
                        BotTurn::Later => {
                            let mut closing = hall.inner.closing.subscribe();
                            let closes = closing.wait_for(|closing| *closing);
                            let _ = tokio::time::timeout(patience, closes).await;
                            patience = (patience * 2).min(PATIENCE.1);
                        }
                        played => break played,
                    }
                };
                slot.hurry.send_replace(false);
                drop(playing);
                // A move just before the lock was given back found it taken and relies on this look.
                let bots = hall.look(&id, |live| live.awaits_bot()).await;
                if matches!(played, BotTurn::Never) || bots != Ok(true) || hall.bots_rest(&slot) {
                    return;
                }
            }
        });
    }

    /// One move of a bot, if it is a bot's turn, or the answers of all bots that are asked. A bot that cannot find a move plays
    /// the safe choice.
    async fn play_bot(&self, id: &str, slot: &Arc<TableSlot>) -> BotTurn {
        // A bot in turn leaves people some time to answer an offer or the like before it goes on.
        let look = |live: &Live| {
            let people_answer = live.request.is_some() || live.asks_person() && !live.asks_bot();
            (live.awaits_bot(), live.asks_bot(), people_answer, live.progress(), live.sequence)
        };
        if self.bots_rest(slot) {
            return BotTurn::Idle;
        }
        let (answers, requested, progress, sequence) = match self.look(id, look).await {
            Ok((true, answers, requested, progress, sequence)) => (answers, requested, progress, sequence),
            Ok((false, ..)) => return BotTurn::Idle,
            Err(fault) if fault.status == StatusCode::SERVICE_UNAVAILABLE => return BotTurn::Later,
            Err(_) => return BotTurn::Never,
        };
        let until = slot.waits_until(progress, requested, self.inner.pause);
        if requested {
            let mut news = slot.news.subscribe();
            let answered = news.wait_for(|now| *now > sequence);
            if tokio::time::timeout_at(until, answered).await.is_ok() {
                return BotTurn::Moved;
            }
        } else if !answers && until > Instant::now() {
            let (mut hurry, mut closing) = (slot.hurry.subscribe(), self.inner.closing.subscribe());
            tokio::select! {
                () = tokio::time::sleep_until(until) => {}
                _ = hurry.wait_for(|hurry| *hurry) => {}
                _ = closing.wait_for(|closing| *closing) => return BotTurn::Idle,
            }
        }
        for wits in [Wits::Bot, Wits::Fallback, Wits::Anything] {
            // Somebody may have moved since, or have taken their seat back: then there is nothing to decide here any more.
            let still = |live: &Live| live.progress() == progress && live.awaits_bot();
            let thoughts = match self.look(id, |live| still(live).then(|| thoughts(live))).await {
                Ok(Some(thoughts)) => thoughts,
                Ok(None) => return BotTurn::Moved,
                Err(fault) if fault.status == StatusCode::SERVICE_UNAVAILABLE => return BotTurn::Later,
                Err(_) => return BotTurn::Never,
            };
            let mut turn = None;
            if slot.onlookers.bots_play_alone() {
                let (mut news, mut closing) = (slot.news.subscribe(), self.inner.closing.subscribe());
                tokio::select! {
                    alone = self.inner.alone.turn_to_think() => turn = Some(alone),
                    // A person may have come back: their table does not wait with those where only bots play.
                    _ = news.wait_for(|now| *now != sequence) => return BotTurn::Moved,
                    _ = closing.wait_for(|closing| *closing) => return BotTurn::Idle,
                }
            }
            let acted = self.think(thoughts, progress.now as u64, wits, turn).await;
            if acted.is_empty() {
                continue;
            }
            let at_the_table = slot.clone();
            let decide = move |live: &Live| {
                // Somebody asks for the first time at this moment: they get their answer first.
                let answer_first = live.request.is_some() && !at_the_table.has_waited(progress);
                // Nobody moved meanwhile, whatever was said: then these are the moves. Otherwise look again. A player who has come back
                // meanwhile decides themselves.
                let bots = live.bots_to_play();
                let of_bot =
                    |entry: &LogEntry| matches!(entry, LogEntry::Acted { seat, .. } if bots.iter().any(|(bot, _)| bot == seat));
                let as_before = live.progress() == progress && !answer_first;
                Ok(if as_before { acted.into_iter().filter(of_bot).collect() } else { Vec::new() })
            };
            match self.change_as_far(id, decide).await {
                Ok(_) => return BotTurn::Moved,
                Err(fault) if fault.status == StatusCode::SERVICE_UNAVAILABLE => return BotTurn::Later,
                Err(_) if self.closes() => return BotTurn::Idle,
                Err(fault) => tracing::error!(table = id, fault = fault.message, "a bot’s move was refused"),
            }
        }
        if self.closes() {
            return BotTurn::Idle;
        }
        tracing::error!(table = id, "no move was found for a bot");
        BotTurn::Never
    }

    /// Lets the bots choose their actions. Each thinks about its own copy of what it may know, and the table is not locked
    /// meanwhile. Where only bots play, it is their `turn`, to which the time is added.
    async fn think(
        &self,
        thoughts: Vec<BotsThought>,
        seed: u64,
        wits: Wits,
        turn: Option<MutexGuard<'_, Duration>>,
    ) -> Vec<LogEntry> {
        let Ok(_thinker) = self.inner.thinkers.acquire().await else { return Vec::new() };
        let think = move || {
            let acted = thoughts.iter().filter_map(|(seat, bot, thought)| {
                // A bot that stumbles must not stop the table.
                let chosen = catch_unwind(AssertUnwindSafe(|| choose(thought.as_ref(), bot, seed, wits)));
                let action = chosen.ok().flatten()?;
                Some(LogEntry::acted(*seat, action, clock::now()))
            });
            acted.collect()
        };
        let began = Instant::now();
        let acted = tokio::task::spawn_blocking(think).await.unwrap_or_default();
        if let Some(mut thought) = turn {
            *thought += began.elapsed();
        }
        acted
    }
}

/// A seat, the bot that plays it, and what it has to decide.
type BotsThought = (Seat, String, Box<dyn Thought>);

/// What the bots have to decide that are to play now.
fn thoughts(live: &Live) -> Vec<BotsThought> {
    let Some(table) = &live.table else { return Vec::new() };
    live.bots_to_play().into_iter().filter_map(|(seat, bot)| Some((seat, bot, table.thought(seat).ok()?))).collect()
}

fn choose(thought: &dyn Thought, bot: &str, seed: u64, wits: Wits) -> Option<String> {
    match wits {
        Wits::Bot => thought.bot(bot, seed, &patience()).ok(),
        Wits::Fallback => Some(thought.fallback()),
        Wits::Anything => thought.first(),
    }
}

/// How much a bot may think about one choice.
pub(super) fn patience() -> Budget {
    Budget { nodes: Some(200_000), time: Some(THINKING) }
}
