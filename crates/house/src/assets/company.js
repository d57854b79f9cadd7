// Who is here and how much time is left: written into the page between two fragments, as the stream tells it and as time goes by.
// The words are those of the house's own pages (`pages/company.rs`).

const table = () => document.getElementById("table");
let facts = null; // what the stream told last
let ahead = 0; // by how much the house's clock is ahead of this one's, in milliseconds
export const now = () => Date.now() + ahead;
const write = (node, words) => { if (node && node.textContent !== words) node.textContent = words; };

// The stream told who is here.
export function heard(words) {
  facts = JSON.parse(words);
  ahead = facts.now - Date.now();
  refresh();
}

// A fragment has just come.
export function arrived(next) {
  ahead = +next.dataset.now - Date.now();
}

// A fragment is shown: what the stream has told since it was made is newer.
export function refresh() {
  const shown = table();
  if (!shown) return;
  if (facts && facts.now >= +shown.dataset.now) merge(shown);
  tick();
}

function merge(shown) {
  const list = shown.querySelectorAll(".seats > ol > li");
  for (const { seat, here, ...times } of facts.seats) {
    const row = list[seat - 1];
    if (row?.dataset.here === undefined) continue;
    row.dataset.here = here ? "yes" : "no";
    for (const [name, key] of [["since", "since"], ["free", "free"], ["stand_in", "standIn"]]) {
      if (times[name]) row.dataset[key] = times[name]; else delete row.dataset[key];
    }
  }
  const count = shown.querySelector("[data-watchers]");
  if (count) {
    count.hidden = !facts.watchers;
    write(count, facts.watchers === 1 ? "1 person is watching." : `${facts.watchers} people are watching.`);
  }
  announce(shown, list);
}

// A bot that is about to stand in is announced once; how long it still takes is for the eye.
function announce(shown, list) {
  const place = shown.querySelector(".announced");
  for (const { seat, stand_in: at } of facts.seats) {
    const key = `announced-${seat}`;
    const old = place.querySelector(`[data-key="${key}"]`);
    if (!at) old?.remove();
    else if (!old) {
      const name = list[seat - 1].querySelector("strong").textContent;
      const [told, left] = [document.createElement("p"), document.createElement("span")];
      Object.assign(told.dataset, { key });
      Object.assign(left.dataset, { until: at });
      left.setAttribute("aria-hidden", "true");
      told.append(`A bot may stand in for ${name} soon, unless ${name} comes back: `, left);
      place.append(told);
    }
  }
}

const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
function spell(millis) {
  const seconds = Math.max(1, Math.ceil(millis / 1000));
  if (seconds <= 90) return counted(seconds, "second");
  if (seconds <= 5400) return counted(Math.ceil(seconds / 60), "minute");
  return seconds <= 129600 ? counted(Math.ceil(seconds / 3600), "hour") : counted(Math.ceil(seconds / 86400), "day");
}
function awayFor(minutes) {
  if (minutes < 1) return "";
  if (minutes < 90) return ` ${minutes} min`;
  return minutes < 2160 ? ` ${Math.floor(minutes / 60)} h` : ` ${Math.floor(minutes / 1440)} days`;
}

// What the course of time changes.
function tick() {
  const shown = table();
  if (!shown) return;
  for (const row of shown.querySelectorAll(".seats li[data-here]")) {
    const { here, since, free } = row.dataset;
    const said = row.querySelector(".presence");
    if (said) {
      const long = here === "no" && since ? awayFor(Math.floor((now() - since) / 60000)) : "";
      if (said.textContent !== (here === "yes" ? "here" : `away${long}`)) {
        said.textContent = here === "yes" ? "here" : "away";
        if (long) said.append(Object.assign(document.createElement("span"), { className: "for", textContent: long }));
      }
    }
    if (!row.querySelector(".own")) bar(row, here === "yes", free - now());
  }
  for (const left of shown.querySelectorAll("[data-until]")) write(left, spell(left.dataset.until - now()));
  for (const clock of shown.querySelectorAll("[data-due]")) run(clock);
}

// A clock: the time of the move and then the reserve. To the ear only a few moments of one's own are told.
const MOMENTS = [86400, 3600, 600, 60, 10].map((seconds) => seconds * 1000);
let last = {};
function run(clock) {
  const { due, move, each, own } = clock.dataset;
  const [left, now_] = [Math.max(0, due - now()), now()];
  write(clock, move > now_ && due > move ? `${short(move - now_)} + ${short(due - move)}` : short(left));
  clock.toggleAttribute("data-low", left < each / 6);
  if (own === undefined) return;
  const crossed = MOMENTS.find((moment) => moment < each / 2 && left <= moment && last.due === due && last.left > moment);
  if (crossed) write(document.querySelector("[data-clock-told]"), `${spell(crossed)} left.`);
  last = { due, left };
}
function short(millis) {
  const seconds = Math.ceil(millis / 1000);
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)];
  if (hours < 1) return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
  return hours < 24 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

// The host lets a bot stand in for nobody who is here.
function bar(row, here, left) {
  const form = row.querySelector(".hand-over");
  if (!form) return;
  const name = row.querySelector("strong").textContent;
  const [after, notice] = ["away", "notice"].map((time) => spell(row.closest("[data-away]").dataset[time]));
  const why = here ? `${name} is here: a bot can stand in only after ${after} without a sign of life.`
    : left > 0 ? `${name} has not been gone for long: a bot can stand in after ${after}, which is in ${spell(left)}.` : null;
  write(form.querySelector("p"), why ?? `Let a bot play until ${name} comes back? Everybody is told ${notice} before.`);
  const button = form.querySelector("button");
  if (why) { button.setAttribute("aria-disabled", "true"); button.title = why; }
  else { button.removeAttribute("aria-disabled"); button.removeAttribute("title"); }
}

setInterval(tick, 1000);
