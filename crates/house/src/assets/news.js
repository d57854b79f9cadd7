// News of a table: a stream that reports each version and regularly a heartbeat. A connection may break without notice: when
// nothing has come for a while the page says so, and the stream is opened again until it is certain that nothing was missed.

import { flush, giveUp } from "./requests.js";

const PATIENCE = 2.5; // heartbeats that may be missing
const OPENS = 5000; // milliseconds that opening a stream may take; more after a failure, as on a slow connection
const SHORT = 1000; // the first pause before another try; shorter interruptions are not shown
const LONG = 15000; // the longest pause

let page = null; // the callbacks of the page that follows the stream
let stream = null;
let heard = false; // has anything come on the stream yet?
let last = 0; // when anything last came, or when the stream was requested
let every = 15000; // milliseconds between heartbeats; the house reports it
let pause = SHORT;
let tries = 0; // how often the stream could not be opened in time
let timer = null;
let flushing = null;

// `address` returns the address of the stream, or nothing if none is wanted; `version` takes a version and returns whether the
// page shows it; `kept` is the move still to be sent; `back` is called when the page is up to date again.
export function follow(parts) {
  page = parts;
  listen();
}

// Opens the stream if one is wanted and none is open.
export function listen() {
  if (page && !stream && !timer) open();
}

// Opens the stream again, whatever the state of the previous one.
export function renew() {
  pause = SHORT;
  tries = 0;
  close();
  open();
}

// Closes the stream, because nobody is looking.
export function hush() {
  close();
  pause = SHORT;
  tries = 0;
  calm();
}

function close() {
  clearTimeout(timer);
  clearTimeout(flushing);
  timer = null;
  stream?.close();
  stream = null;
}

function open() {
  timer = null;
  const address = page.address();
  if (!address) return;
  const mine = stream = new EventSource(address);
  heard = false;
  last = Date.now();
  const on = (name, take) => mine.addEventListener(name, (event) => {
    if (mine !== stream) return;
    heard = true;
    last = Date.now();
    take(event.data);
  });
  on("version", (data) => take(+data));
  on("alive", (data) => {
    const told = JSON.parse(data);
    every = told.every;
    take(told.version);
  });
  on("presence", page.presence);
  on("chat", (data) => page.chat(+data));
  mine.addEventListener("error", () => mine === stream && again());
  watch();
  flushing = setTimeout(() => heard || flush(), OPENS / 3);
}

// A version was reported: once the page shows it, the page is up to date.
async function take(version) {
  const mine = stream;
  watch();
  const shown = await page.version(version).catch(() => null);
  if (mine !== stream) return;
  if (shown === null) return again();
  if (!shown) return doubt();
  pause = SHORT;
  tries = 0;
  calm();
  page.back();
}

const patience = () => (heard ? PATIENCE * every : OPENS * 2 ** Math.min(tries, 2));
function watch() {
  clearTimeout(timer);
  timer = setTimeout(() => (Date.now() - last < patience() ? watch() : again()), Math.max(0, last + patience() - Date.now()) + 10);
}

// The connection is broken: requests on it will get no answer. Tries again, each time a little later.
function again() {
  if (!heard) tries++;
  close();
  giveUp();
  doubt();
  if (!page.address()) return;
  timer = setTimeout(open, pause * (.75 + Math.random() / 2));
  pause = Math.min(pause * 2, LONG);
}

// ---- Anyone who comes back to the page or to a network does not wait for the next try ----
function look(event) {
  if (!page) return;
  if (!page.address()) return hush();
  if (document.hidden && event.type === "visibilitychange") return;
  const quiet = Date.now() - last > SHORT;
  if (!stream || event.type === "online" || event.type === "offline" || quiet) renew();
  if (event.type === "offline") doubt();
}
for (const kind of ["online", "offline", "focus", "pageshow"]) addEventListener(kind, look);
for (const kind of ["visibilitychange", "resume"]) document.addEventListener(kind, look);
addEventListener("pagehide", hush);

// ---- The notice: shown while the page may be out of date, except for a brief moment ----
const notice = document.createElement("p");
notice.className = "lost";
notice.setAttribute("role", "status");
document.body.append(notice);
let doubting = null;
export function doubt() {
  if (page?.address()) doubting ??= setTimeout(tell, SHORT * 1.5);
}
function tell() {
  const words = `Connection lost. Trying again …${page.kept() ? " Your move is kept and will be sent then." : ""}`;
  if (notice.textContent !== words) notice.textContent = words;
}
// The text of the notice has changed.
export function retell() {
  if (notice.textContent) tell();
}
function calm() {
  clearTimeout(doubting);
  doubting = null;
  notice.textContent = "";
}
