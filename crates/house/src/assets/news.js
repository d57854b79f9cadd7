// News of a table: a stream that tells each version, and gives a sign of life again and again. A line may break without a word: whoever
// hears nothing for a while is told so, and the stream is opened anew until it is sure that nothing was missed.

import { flush, giveUp } from "./requests.js";

const PATIENCE = 2.5; // signs of life that may be missing
const OPENS = 5000; // milliseconds that a stream may take to be there; more when that was not enough, as on a slow line
const SHORT = 1000; // the first pause before it is tried again, and what nobody needs to be told of
const LONG = 15000; // the longest pause

let page = null; // what is listened to, and who hears what
let stream = null;
let heard = false; // has the stream told anything yet?
let last = 0; // when anything was heard, or when the stream was asked for
let every = 15000; // how often signs of life come; the house says so
let pause = SHORT;
let tries = 0; // how often the stream was not there in time
let timer = null;
let flushing = null;

// `address` tells where the stream is, or nothing where none is wanted; `version` takes a version in and tells whether the page shows
// it; `kept` is what is still to be sent; `back` is called when the page is sure again.
export function follow(parts) {
  page = parts;
  listen();
}

// Opens the stream where one is wanted and none is there.
export function listen() {
  if (page && !stream && !timer) open();
}

// Opens it anew, whatever became of the one before.
export function renew() {
  pause = SHORT;
  tries = 0;
  close();
  open();
}

// Gives it back: nobody looks.
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

// A version was told: once the page shows it, all is well.
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

// The line is broken: what was asked for on it will not come, and it is tried again, each time a little later.
function again() {
  if (!heard) tries++;
  close();
  giveUp();
  doubt();
  if (!page.address()) return;
  timer = setTimeout(open, pause * (.75 + Math.random() / 2));
  pause = Math.min(pause * 2, LONG);
}

// ---- Whoever comes back, or gets a network, does not wait for the next try ----
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

// ---- The notice: as long as the page may be old, and not for a mere moment ----
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
// What the notice says has changed.
export function retell() {
  if (notice.textContent) tell();
}
function calm() {
  clearTimeout(doubting);
  doubting = null;
  notice.textContent = "";
}
