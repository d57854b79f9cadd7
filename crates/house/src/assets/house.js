// The house in the browser: posts forms, listens for news, morphs the table. It knows no game; without it all works too.

import { calls, showCalls } from "./calls.js";
import { said, stands } from "./chat.js";
import "./figures.js";
import * as company from "./company.js";
import { doubt, follow, hush, listen, renew, retell } from "./news.js";
import { ask } from "./requests.js";
import { choosePace, hasTale, showPace, skip, still, tell } from "./telling.js";

const table = () => document.getElementById("table");
const replaying = () => table()?.dataset.at !== undefined;
const teaching = () => table()?.dataset.lesson !== undefined; // a step of a lesson: nothing happens there but by its visitor

// ---- Morph: what has the same name and key stays the same node, so that focus stays and pieces glide ----
const key = (n) => (n.nodeType === 1 ? n.getAttribute("data-key") || n.id : null);
const alike = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && key(a) === key(b);

function attributes(from, to) {
  // Whoever opened or closed a fold meant it; and some attributes are the script's own from the first moment on.
  const own = from.nodeName === "DETAILS" ? ["open"] : from.dataset?.keeps?.split(" ") ?? [];
  for (const { name } of [...from.attributes]) if (!to.hasAttribute(name) && !own.includes(name)) from.removeAttribute(name);
  for (const { name, value, namespaceURI: space } of to.attributes) {
    if (own.includes(name)) continue;
    if (from.getAttribute(name) !== value) space ? from.setAttributeNS(space, name, value) : from.setAttribute(name, value);
  }
  if (from.nodeName === "INPUT" && from.type === "hidden" && from.name !== "luck") from.value = to.getAttribute("value") ?? "";
}

export function morph(from, to) {
  if (!alike(from, to)) return void from.replaceWith(document.adoptNode(to));
  if (from.nodeType !== 1) return void (from.nodeValue !== to.nodeValue && (from.nodeValue = to.nodeValue));
  if ("still" in to.dataset || from.isEqualNode(to)) return; // what never changes is not sent again
  attributes(from, to);
  const keyed = new Map();
  for (const child of from.childNodes) if (key(child)) keyed.set(key(child), child);
  const wanted = new Set([...to.childNodes].map(key).filter(Boolean));
  let at = from.firstChild;
  for (const want of [...to.childNodes]) {
    while (at && key(at) && !wanted.has(key(at))) { const gone = at; at = at.nextSibling; gone.remove(); }
    const have = key(want) ? keyed.get(key(want)) : at && alike(at, want) ? at : null;
    if (!have || !alike(have, want)) { from.insertBefore(document.adoptNode(want), at); continue; }
    if (have === at) at = at.nextSibling;
    else if (from.moveBefore && have.isConnected) from.moveBefore(have, at);
    else from.insertBefore(have, at);
    morph(have, want);
  }
  while (at) { const gone = at; at = at.nextSibling; gone.remove(); }
}

// ---- Focus: what had it keeps it; what is gone gives it to its place, or else to the prompt ----
const focusable = "button, a[href], input, select, summary, [tabindex]";
function keeping(now, change) {
  const held = now.contains(document.activeElement) ? document.activeElement : null;
  const keys = [];
  for (let at = held; at && at !== now; at = at.parentElement) if (key(at)) keys.push(key(at));
  change();
  if (!held) return;
  if (document.activeElement === held) {
    // Whose turn it is, and nothing can be done where they stand: they are led to what is asked, and from there to it.
    const grid = held.closest("[data-grid]");
    const stuck = "turn" in now.dataset && grid && !grid.querySelector("button[name=action]") && now.querySelector("[data-grid] button[name=action]");
    if (stuck) now.querySelector(".prompt")?.focus({ preventScroll: true });
    return;
  }
  const [own, region] = [keys[0], keys.at(-1)];
  const named = (root, name) => (name ? [...root.querySelectorAll(`[data-key="${CSS.escape(name)}"]`)] : []);
  const same = named(named(now, region)[0] ?? now, own).find((node) => node.matches(focusable));
  for (const node of [held, same, now.querySelector(".prompt")]) {
    if (node?.isConnected) node.focus({ preventScroll: true });
    if (node && document.activeElement === node) return;
  }
}

// ---- Showing what came in: never an older version, and with a fade only when the scene changes ----
let newest = 0;
function show(html, url, news = false) {
  const next = new DOMParser().parseFromString(html, "text/html").getElementById("table");
  const now = table();
  if (!next || !now) return false;
  company.arrived(next);
  // Each chapter of a lesson has a table of its own, and whoever goes back a step sees an older one.
  const moved = next.dataset.at !== now.dataset.at || next.dataset.lesson !== now.dataset.lesson;
  const version = +next.dataset.version;
  url ??= next.dataset.address;
  // What is shown already is left alone, unless it brings a message: a button must not change under the finger.
  if (!moved && !teaching() && (version < newest || (news && version === newest))) return true;
  finish();
  newest = version;
  if (!news) since = version;
  const other = next.dataset.tone !== now.dataset.tone || next.dataset.stage !== now.dataset.stage;
  const ended = next.dataset.stage === "over" && now.dataset.stage !== "over";
  const apply = () => {
    if (!moved && version < newest) return; // something newer came while this was about to fade in
    if (!moved) join(now, next);
    const hinted = now.querySelector(".hint");
    const asked = now.querySelector(".prompt")?.textContent;
    steady(now, () => keeping(now, () => morph(now, next)));
    after();
    // Another question: its first answers are in sight.
    if (asked !== now.querySelector(".prompt")?.textContent) {
      for (const list of now.querySelectorAll(".at-hand, .choosing")) if (!list.contains(document.activeElement)) list.scrollTop = 0;
    }
    if (!hinted) now.querySelector(".hint")?.scrollIntoView({ block: "nearest" });
    if (moved) mark();
    if (ended) putAway();
    if (teaching()) requestAnimationFrame(lead);
  };
  // A game that plays by itself is one step back in the history, not hundreds.
  if (url && url !== location.pathname + location.search) history[replay && replaying() ? "replaceState" : "pushState"](null, "", url);
  if (!moved && hasTale(next)) hold(now, next, apply);
  else if (other && !moved && document.startViewTransition && !still.matches && !document.hidden) {
    const fade = document.startViewTransition(apply);
    for (const end of [fade.ready, fade.finished]) end.catch(() => {}); // skipped when the next one comes
  } else apply();
  return true;
}

// ---- Telling first: the new table waits until all is told, or until its visitor does anything ----
let held = null;
let since = 0; // what those who want nothing to move are told as a list: all that came after their own last deed
function finish() { held?.(); }
function leave() {
  finish();
  setTimeout(() => hear(told).catch(() => {})); // what came meanwhile, unless a deed is on its way and brings it
}
async function hold(now, next, apply) {
  const reveal = held = () => {
    held = null;
    skip();
    apply();
  };
  call(next);
  await tell(now, next);
  await pressed;
  if (held === reveal) leave();
}
// Whoever presses something means what is there: the new table comes first, and only what is the same on it is done.
addEventListener("click", (event) => {
  if (!held || event.target.closest?.("[data-pace]")) return;
  const button = event.target.closest?.("button");
  const deed = button?.value;
  leave();
  if (button && (!button.isConnected || button.value !== deed)) { event.preventDefault(); event.stopImmediatePropagation(); }
}, true);
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && held && !document.querySelector("dialog[open]")) leave();
});
addEventListener("change", (event) => event.target.matches?.("[data-pace]") && choosePace(event.target.value));

// The line of the moment comes into sight within the log, without the page moving.
function mark() {
  const line = document.querySelector(".log .now");
  const list = line?.closest("ol");
  if (list) list.scrollTop += line.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 3;
}

// New lines do not push the old ones away under the eyes of who reads: the list stays where it is, and slides to them unless
// somebody has gone elsewhere in it.
let follows = true;
let slides = false;
function steady(now, change) {
  const list = now.querySelector(".log > ol");
  const mark = list?.children[1];
  const before = mark?.offsetTop;
  change();
  const by = mark?.isConnected ? mark.offsetTop - before : 0;
  if (by <= 0 || list.contains(document.activeElement)) return;
  // A new list, so that nothing on it has to move there.
  const place = list.scrollTop + by;
  const fresh = list.cloneNode(true);
  list.replaceWith(fresh);
  slides = follows;
  fresh.scrollTop = place;
  if (follows) requestAnimationFrame(() => fresh.scrollTo({ top: 0, behavior: still.matches ? "instant" : "smooth" }));
}
addEventListener("scroll", ({ target }) => {
  if (!target.matches?.(".log > ol")) return;
  const begins = target.scrollTop < 4;
  if (!slides) follows = begins;
  else if (begins) slides = false;
}, { capture: true, passive: true });
for (const kind of ["wheel", "touchmove", "pointerdown", "keydown"]) {
  addEventListener(kind, (event) => { if (event.target.closest?.(".log > ol")) slides = false; }, { capture: true, passive: true });
}

// Lines of the log that were fetched stay, as long as those that come join on to them.
function join(now, next) {
  const [have, want] = [now, next].map((page) => page.querySelector(".log ol"));
  const from = +(want?.dataset.from ?? 0);
  if (!(+have?.dataset.from < from) || "later" in have.dataset || from > +now.dataset.version + 1) return;
  want.querySelector(".earlier")?.remove();
  for (const turn of have.children) {
    const kept = turn.cloneNode(true);
    for (const line of kept.querySelectorAll("[data-version]")) if (+line.dataset.version >= from) line.remove();
    if (kept.matches(".earlier") || kept.querySelector("[data-version]")) want.append(kept);
  }
  want.dataset.from = have.dataset.from;
}

// Earlier lines come when somebody scrolls to where they begin.
const nearing = new IntersectionObserver((links) => links.some((link) => link.isIntersecting) && earlier());
let leafing = false;
async function earlier() {
  const link = document.querySelector(".log .earlier a");
  if (!link || leafing) return;
  leafing = true;
  nearing.disconnect();
  try {
    const answer = await ask(link.dataset.more);
    const more = answer.ok && new DOMParser().parseFromString(answer.text, "text/html").querySelector("ol");
    const list = link.closest("ol");
    if (!more || !list) return; // news may have come meanwhile; the link stays for who wants to follow it
    link.closest("li").replaceWith(...more.children);
    list.dataset.from = more.dataset.from;
    near();
  } catch {
    // The link stays for those who want to follow it.
  } finally {
    leafing = false;
  }
}
function near() {
  nearing.disconnect();
  const link = document.querySelector(".log .earlier a");
  if (link) nearing.observe(link);
}

// The tab calls its visitor, also while there is still something to be told.
function call(table) {
  document.title = `${table.dataset.title} · Exchequer`;
  const icon = document.querySelector("link[rel=icon]");
  const { pathname: href } = new URL("turn" in table.dataset || "asked" in table.dataset ? "mark-turn.svg" : "mark.svg", import.meta.url);
  if (icon.getAttribute("href") !== href) icon.setAttribute("href", href);
}

function after() {
  near();
  untap();
  showPace();
  company.refresh();
  showReplay();
  const now = table();
  if (now) {
    call(now);
    calls(now);
    stands(now);
    if (now.dataset.stage !== "waiting" && location.pathname.includes("/join/")) history.replaceState(null, "", `/t/${now.dataset.id}`);
    // A deal that was made, or that can be made no more, is not asked for again.
    if (!now.dataset.deal && new URLSearchParams(location.search).has("deal")) history.replaceState(null, "", location.pathname);
    if (replaying() && now.dataset.stage === "over") hush(); else listen();
  }
  for (const field of document.querySelectorAll("input[name=luck]")) {
    if (!field.value) field.value = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }
  for (const field of document.querySelectorAll("[data-link]")) field.value = location.origin + new URL(field.dataset.link, location.origin).pathname;
  for (const button of document.querySelectorAll("[data-copy], [data-sheet]")) button.hidden = false;
}

function say(words) {
  document.querySelector(".toast")?.remove();
  const toast = document.createElement("p");
  toast.className = "toast";
  toast.setAttribute("role", "status");
  document.body.append(toast);
  toast.textContent = words;
  setTimeout(() => toast.remove(), 5000);
}

// While a finger or a button of the mouse is down, news wait: the click must meet what was pressed.
let pressed = null;
addEventListener("pointerdown", () => {
  pressed = new Promise((free) => {
    const release = () => setTimeout(() => { pressed = null; free(); });
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, release, { capture: true, once: true });
    setTimeout(release, 1000);
  });
}, true);

// One fetch at a time, and none for a version that is shown or on its way.
let told = 0;
let busy = 0;
async function hear(version) {
  told = Math.max(told, version);
  if (busy || held || told <= newest) return; // what is being told is told to its end
  const shown = newest;
  busy++;
  try { await fetchFragment(); } finally { busy--; }
  if (newest > shown) await hear(told); // more came meanwhile
}

async function fetchFragment() {
  const { id, ...shown } = table().dataset;
  const asked = new URLSearchParams({ since: newest, ...(still.matches && { told: since }), ...(document.hidden && { away: "" }) });
  for (const name of ["at", "as", "deal", "with", "invite"]) if (shown[name]) asked.set(name, shown[name]);
  const answer = await ask(`/t/${id}/fragment?${asked}`, {}, { longest: 10000 });
  await pressed;
  if (answer.ok) show(answer.text, null, true);
}

// ---- Forms: the same as without script, only quicker ----
addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.getAttribute("method") !== "post" || !table() || event.defaultPrevented) return;
  event.preventDefault();
  if (event.submitter?.getAttribute("aria-disabled") === "true") return say(event.submitter.title);
  if (form.dataset.busy !== undefined) return;
  form.dataset.busy = "";
  forget(); // anyone who does something else does not want the kept move any more
  const body = new URLSearchParams(new FormData(form, event.submitter));
  await send({ action: form.getAttribute("action"), body, tries: 0 });
  delete form.dataset.busy;
});

async function send(request) {
  const { action, body } = request;
  busy++;
  looks++;
  // A request that waits on a broken connection does not hold back news for the page.
  let holds = true;
  const release = () => {
    if (holds) busy--;
    holds = false;
  };
  const slow = setTimeout(() => { doubt(); renew(); }, 3000); // the connection may be broken without notice
  try {
    const answer = await ask(action, { method: "post", body, headers: { "x-exchequer": newest } }, isMove(body) ? { longest: 10000, repeatable: true } : { broken: release });
    const here = new URL(answer.url);
    if (answer.ok && /\/play$/.test(action)) putAway();
    if (answer.redirected && here.pathname !== location.pathname) location.assign(here);
    else if (!show(answer.text, answer.redirected ? here.pathname + here.search : null)) say(`That did not work (${answer.status}). Please try again.`);
  } catch {
    notSent(request);
  } finally {
    clearTimeout(slow);
    release();
    hear(told).catch(() => {});
  }
}

// ---- A move that could not be sent: it is sent again, but only while the table is unchanged. The house refuses a move of an
// older version, so a move that had arrived after all is not made twice ----
const TRIES = 5;
const isMove = (body) => !teaching() && body.has("version");
let kept = null;
function forget() {
  kept = null;
  retell();
}
function notSent(request) {
  if (isMove(request.body) && request.tries < TRIES) {
    kept = { ...request, tries: request.tries + 1 };
    say("The server cannot be reached right now. Your move is kept, and sent when the connection is back.");
    retell();
    doubt();
    renew();
  } else say("The server cannot be reached right now. Please try again.");
}
function sendKept() {
  if (!kept || busy) return;
  const request = kept;
  forget();
  document.querySelector(".toast")?.remove();
  if (+request.body.get("version") === newest) send(request);
  else say("The table has changed while the connection was lost. If your move is not in the log, please choose again.");
}

// ---- News: given back while the tab is hidden, unless its visitor plays ----
const over = () => table()?.dataset.stage === "over";
const unwatched = () => document.hidden && (over() || !("seated" in table().dataset));
function address() {
  const now = table();
  return now && !teaching() && !unwatched() && !(replaying() && over()) ? `/t/${now.dataset.id}/stream` : null;
}
async function version(number) {
  await hear(number);
  return newest >= told || !!held || busy > 0;
}
document.addEventListener("visibilitychange", () => { if (document.hidden) leave(); });

// ---- Looking back without loading the page anew ----
let looks = 0;
async function look(url) {
  const target = new URL(url, location.href);
  const asked = new URLSearchParams(target.search);
  if (teaching()) asked.set("since", newest);
  const mine = ++looks;
  const answer = await ask(`${target.pathname}/fragment?${asked}`).catch(() => null);
  if (mine !== looks) return; // something was done or asked for meanwhile
  if (!answer) return say("The server cannot be reached right now. Please try again.");
  if (!answer.ok || !show(answer.text, target.pathname + target.search)) location.assign(target);
}
addEventListener("click", (event) => {
  const target = event.target;
  const link = target.closest?.("a[href]");
  if (link && table() && !event.ctrlKey && !event.metaKey && !event.shiftKey && !link.hasAttribute("download")) {
    const url = new URL(link.getAttribute("href") ?? link.href.baseVal, location.href);
    if (link.dataset.more) { event.preventDefault(); earlier(); }
    else if (link.matches(".to-meant")) { event.preventDefault(); reach(document.getElementById("meant")); }
    else if (url.origin === location.origin && (url.pathname === (table().dataset.address ?? `/t/${table().dataset.id}`) || "step" in link.dataset) && !url.hash) { event.preventDefault(); look(url); }
  }
  const copy = target.closest?.("[data-copy]");
  if (copy) navigator.clipboard.writeText(document.getElementById(copy.dataset.copy).value).then(() => say("Copied."), () => say("Select the link and copy it."));
  const list = target.closest?.(".moves > summary")?.parentElement;
  if (list) setTimeout(() => unfolded(list));
  const sheet = target.closest?.("[data-sheet]");
  if (sheet) openSheet(sheet.dataset.sheet);
});
// What a link leads to gets the focus, out of whatever fold it is in.
function reach(node) {
  for (let fold = node?.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  node?.focus({ preventScroll: true });
  // On a map a button may be small, and what glows around it large.
  intoSight(node?.closest("[data-window]") ? glowing() : node);
}
function glowing() {
  const seen = [...document.querySelectorAll("[data-meant]")].filter((node) => node.checkVisibility());
  const fold = (within) => document.querySelector(`${within} details:not([open]):has([data-meant]) > summary`);
  const drawn = seen.find((node) => node.closest(".board, .hand-place")) ?? fold(":is(.board, .hand-place)");
  return drawn ?? seen[0] ?? fold("") ?? document.querySelector("[data-look]");
}
// A step of a lesson: what glows comes into sight, under the text where that stays at the top.
function lead() {
  if (!teaching()) return;
  table().querySelector(".status").scrollTop = 0;
  const meant = glowing();
  if (meant) intoSight(meant);
  else scrollTo({ top: 0, behavior: still.matches ? "instant" : "smooth" });
}
async function intoSight(node) {
  if (!node) return;
  const status = teaching() && table().querySelector(".status");
  const covered = status && getComputedStyle(status).position === "sticky" ? status.offsetHeight + 8 : 0;
  if (status) document.documentElement.style.scrollPaddingTop = `${covered}px`;
  const behavior = still.matches ? "instant" : "smooth";
  // On a map it is the map that moves, and the page as far as the map needs it.
  const map = node.closest("[data-window]") && (await import("./map.js").catch(() => null));
  (map?.bring(node) ?? node).scrollIntoView({ block: "nearest", inline: "nearest", behavior });
}
addEventListener("toggle", (event) => event.target.open && event.target.matches?.(":is(.board, .hand-place) details:has([data-meant])") && lead(), true);
// A list that was opened comes into sight.
const unfolded = (list) => list.open && list.querySelector("ul")?.scrollIntoView({ block: "nearest" });
addEventListener("popstate", () => table() && look(location.href));

// ---- A game that is looked back at plays by itself, as fast as its visitor likes ----
const SPEEDS = { slow: 2400, normal: 1200, fast: 450 };
let replay = null;
let speed = (() => { try { return localStorage.replay; } catch { return null; } })();
const stepTime = () => SPEEDS[speed] ?? SPEEDS.normal;
function showReplay() {
  for (const button of document.querySelectorAll("[data-replay]")) {
    button.hidden = false;
    button.textContent = replay ? "❚❚ Pause" : "▶ Play";
  }
  for (const label of document.querySelectorAll("[data-replay-speed]")) {
    label.hidden = false;
    if (speed in SPEEDS) label.querySelector("select").value = speed;
  }
}
function rest() {
  clearTimeout(replay);
  replay = null;
  showReplay();
}
async function step() {
  const next = document.querySelector(`.replay a[rel=${replaying() ? "next" : "start"}]`);
  if (!next) return rest();
  await look(next.href).catch(rest);
  if (replay) replay = setTimeout(step, stepTime());
}
addEventListener("click", (event) => {
  if (event.target.closest?.("[data-replay]")) {
    if (replay) return rest();
    replay = setTimeout(step);
    showReplay();
  } else if (replay && event.isTrusted && event.target.closest?.("a, button")) rest();
});
addEventListener("change", (event) => {
  if (!event.target.closest?.("[data-replay-speed]")) return;
  speed = event.target.value;
  try { localStorage.replay = speed; } catch {}
});
addEventListener("click", (event) => {
  const share = event.target.closest?.("[data-share]");
  if (!share) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const told = "Copied: whoever opens the link sees this moment.";
  const copied = navigator.clipboard?.writeText(share.href) ?? Promise.reject();
  copied.then(() => say(told), () => say("Copy the address of this page: it leads to this moment."));
}, true);

// ---- Keys: single letters can be switched off, for those who speak to their browser ----
const letters = () => { try { return localStorage.letters !== "off"; } catch { return true; } };
function openSheet(id) {
  const box = document.getElementById("letters");
  if (box) box.checked = letters();
  showCalls();
  document.getElementById(id)?.showModal();
}
addEventListener("change", (event) => {
  if (event.target.id === "letters") try { localStorage.letters = event.target.checked ? "on" : "off"; } catch {}
});
const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
function steer(grid, [dx, dy]) {
  const centre = (node) => { const box = node.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  const [x, y] = centre(document.activeElement);
  let best = null;
  for (const node of grid.querySelectorAll("button, [tabindex]")) {
    const [ox, oy] = centre(node);
    const along = (ox - x) * dx + (oy - y) * dy;
    const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (along > 4 && (!best || along + 2 * aside < best.far)) best = { node, far: along + 2 * aside };
  }
  best?.node.focus();
}
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, select, textarea, dialog")) return;
  const way = ways[event.key];
  if (event.key.length === 1 && !letters()) return;
  if (way) {
    const grid = document.activeElement.closest?.("[data-grid]") ?? null;
    const link = document.querySelector(`a[rel=${event.key === "ArrowLeft" ? "prev" : "next"}]`);
    if (grid) { event.preventDefault(); steer(grid, way); }
    else if (link && way[0]) { event.preventDefault(); link.click(); }
    else if (document.querySelector("[data-grid] button")) { event.preventDefault(); document.querySelector("[data-grid] button").focus(); }
  } else if (event.key === "?") openSheet("keys");
  else if (event.key.toLowerCase() === "l") { const list = document.querySelector("details.moves"); if (list) { list.open = !list.open; unfolded(list); } }
  else document.querySelector(`button[data-press="${CSS.escape(event.key.toLowerCase())}"]`)?.click();
});

// ---- A choice that is pointed at in a list shows on the board, too: its button there, and what is drawn for it ----
function hint(event) {
  for (const old of document.querySelectorAll(".hinted")) old.classList.remove("hinted");
  const button = event.target.closest?.("button[name=action], [data-does]");
  if (!button || !/over$|in$/.test(event.type)) return;
  const value = CSS.escape(button.value ?? button.dataset.does);
  for (const other of document.querySelectorAll(`[data-shows="${value}"], [data-does="${value}"], button[name=action][value="${value}"]`)) if (other !== button) other.classList.add("hinted");
}
for (const kind of ["pointerover", "pointerout", "focusin", "focusout"]) addEventListener(kind, hint);
// A finger cannot point: on the board and in the hand the first tap tells what a choice does, the second one takes it.
let tapped = null;
function untap() {
  tapped = null;
  document.querySelector(".tap")?.remove();
}
// What a choice does, in the words of whichever of its buttons says it.
function wording(value) {
  const buttons = [...document.querySelectorAll(`button[name=action][value="${CSS.escape(value)}"]`)];
  const said = (button) => button.getAttribute("aria-label") ?? button.querySelector(".sr")?.textContent;
  const listed = (button) => [...button.querySelectorAll(":scope > :is(span, small)")].map((part) => part.textContent).join(": ");
  return buttons.map(said).find(Boolean) ?? buttons.map(listed).find(Boolean) ?? buttons[0]?.textContent ?? "";
}
addEventListener("click", (event) => {
  const place = event.pointerType === "touch" && event.target.closest?.("[data-does], :is(.board, .hand-place) button[name=action]");
  const value = place && (place.value ?? place.dataset.does);
  if (!value) return event.target.closest?.(".tap") ? undefined : untap();
  if (tapped === value) return untap();
  untap();
  tapped = value;
  event.preventDefault();
  hint({ target: place, type: "pointerover" });
  place.classList.add("hinted");
  const deed = () => document.querySelector(`button[name=action][value="${CSS.escape(value)}"]`);
  const bar = document.createElement("div");
  bar.className = "tap";
  bar.setAttribute("role", "status");
  bar.innerHTML = `<p><span></span><small>Tap it again, or here, to do it.</small></p><button type="button" class="primary">Do it</button>`;
  bar.querySelector("span").textContent = wording(value);
  bar.querySelector("button").addEventListener("click", () => { const button = deed(); untap(); button?.click(); });
  document.body.append(bar);
}, true);

// ---- The aim of a game: whoever closed its sheet, or went on, finds it closed the next time ----
function know(sheet) {
  const known = new Set((/(?:^|; )aims=([^;]*)/.exec(document.cookie)?.[1] ?? "").split(".").filter(Boolean)).add(sheet.dataset.aim);
  document.cookie = `aims=${[...known].join(".")}; path=/; max-age=31536000; samesite=lax`;
}
addEventListener("toggle", (event) => event.target.matches?.(".aim:not([open])") && know(event.target), true);
// Whoever has made a move of their own, or has come to the end, needs the room.
function putAway() {
  const sheet = document.querySelector(".aim[open]");
  if (sheet) sheet.open = false;
}
addEventListener("pagehide", () => { const sheet = document.querySelector(".aim[open]"); if (sheet) know(sheet); });

// ---- Amounts: what would be left is told while somebody writes ----
let writing = null;
// What a form with an amount or a deal says so far, as one line of the game's notation.
function written(form) {
  const { action, amount, deal } = form.elements;
  if (amount) return action.value.replace("?", amount.value || 0);
  const things = [...form.querySelectorAll("input[type=checkbox]:checked")].map((box) => box.value);
  const sums = [...form.querySelectorAll("input[name^='sum.']")].filter((sum) => +sum.value).map((sum) => `${sum.name.slice(4)} ${sum.value}`);
  const parts = [...things, ...sums];
  return parts.length ? `${deal.value} ${parts.join(", ")}` : null;
}
addEventListener("input", (event) => {
  const form = event.target.form;
  if (!form?.dataset.preview) return;
  clearTimeout(writing);
  writing = setTimeout(async () => {
    const action = written(form);
    const asked = new URLSearchParams({ seat: form.elements.seat.value, action });
    const answer = action && (await ask(`${form.dataset.preview}?${asked}`).catch(() => null));
    const told = answer?.ok ? answer.text : "";
    const output = form.querySelector("output");
    if (output) output.textContent = told;
  }, 150);
});

// ---- Set-up: what differs from the standard game, as it is chosen ----
function differs(form) {
  const list = [...form.querySelectorAll("[data-setting]")].map((field) => {
    const input = field.querySelector("input:checked") ?? field.querySelector("select, input:not([type=radio])");
    return input?.value && input.value !== field.dataset.default ? `${field.dataset.setting}: ${input.dataset.meaning ?? input.value}` : null;
  }).filter(Boolean);
  form.querySelector(".differs").textContent = list.length ? `Changes to the standard game: ${list.join("; ")}.` : "The standard game.";
}
// Settings that exclude each other say so before the table is opened.
let choosing = null;
function check(form) {
  clearTimeout(choosing);
  choosing = setTimeout(async () => {
    const place = form.querySelector("[data-check]");
    const options = [...new FormData(form)].filter(([name, value]) => name.startsWith("option.") && value);
    const answer = await ask(`${place.dataset.check}?${new URLSearchParams(options)}`).catch(() => null);
    place.innerHTML = answer?.ok ? answer.text : "";
  }, 150);
}
addEventListener("input", (event) => {
  const form = event.target.form;
  if (!form?.hasAttribute("data-differs")) return;
  differs(form);
  check(form);
});

if (table()) company.arrived(table());
newest = since = +(table()?.dataset.version ?? 0);
after();
if (replaying()) mark();
if (teaching()) requestAnimationFrame(lead);
if (table()) follow({ address, version, presence: company.heard, chat: said, kept: () => !!kept, back: sendKept });
