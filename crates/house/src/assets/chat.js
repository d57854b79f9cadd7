// The chat of a table: new lines are fetched alone, read out politely, and counted until they are read. Who is not heard on this
// screen, and how far was read, is remembered in a cookie of the table, as without the script.

import { morph } from "./house.js";
import { ask as request } from "./requests.js";

const KEPT = 200; // lines on the page
const place = () => document.getElementById("chat");
const fold = () => place()?.querySelector("details");
const reading = () => !document.hidden && fold()?.open;

async function ask(query) {
  const answer = await request(`/t/${place().dataset.id}/chat?${new URLSearchParams(query)}`, { headers: { "x-exchequer": "" } });
  return answer.ok ? new DOMParser().parseFromString(answer.text, "text/html").getElementById("chat") : null;
}

// One question at a time; what is asked meanwhile is asked afterwards, once.
let asking = null;
let again = false;
async function more() {
  if (asking) { again = true; return asking; }
  asking = (async () => {
    do {
      again = false;
      const next = await ask({ after: place().dataset.last, ...(reading() && { read: "" }) });
      if (next) add(next);
    } while (again);
  })().finally(() => { asking = null; });
  return asking;
}

function add(next) {
  const now = place();
  if (next.dataset.may !== now.dataset.may || !fold()) return whole();
  const list = now.querySelector(".said");
  const known = +now.dataset.last;
  const lines = [...next.querySelectorAll(".said > li")].filter((line) => +line.dataset.number > known);
  const ear = now.querySelector("[data-key=heard]");
  for (const line of lines) {
    if (!line.classList.contains("own")) {
      const words = document.createElement("p");
      words.textContent = [...line.querySelectorAll("bdi")].map((part) => part.textContent).join(": ");
      ear.append(words);
    }
    list?.append(document.adoptNode(line));
  }
  while (ear.children.length > 5) ear.firstChild.remove();
  while (list?.children.length > KEPT) list.firstChild.remove();
  now.dataset.last = Math.max(known, +next.dataset.last);
  now.querySelector(".unread").replaceWith(document.adoptNode(next.querySelector(".unread")));
  localTimes();
  if (lines.length && list) list.scrollTop = list.scrollHeight;
}

// All of it anew: another seat, somebody silenced or heard again.
async function whole() {
  const next = await ask(reading() ? { read: "" } : {});
  if (!next) return;
  morph(place(), next);
  localTimes();
}

function localTimes() {
  for (const time of place().querySelectorAll("time:not([data-local])")) {
    const then = new Date(time.dateTime);
    time.dataset.local = "";
    time.textContent = then.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    time.title = then.toLocaleString();
  }
}

// The stream tells the number of the last line.
export function said(number) {
  if (place() && number > +place().dataset.last) more().catch(() => {});
}

// Who sat down or got up may do something else here now.
export function stands(table) {
  if (place() && place().dataset.may !== table.dataset.talk) whole().catch(() => {});
}

function read() {
  const list = place()?.querySelector(".said");
  if (!reading() || !list) return;
  list.scrollTop = list.scrollHeight;
  more().catch(() => {});
}
document.addEventListener("toggle", (event) => event.target === fold() && read(), true);
document.addEventListener("visibilitychange", read);
addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !fold()?.open || !place().contains(event.target)) return;
  fold().open = false;
  fold().querySelector("summary").focus();
});

addEventListener("submit", async (event) => {
  const form = event.target;
  if (!place()?.contains(form)) return;
  event.preventDefault();
  if (form.dataset.busy !== undefined) return;
  form.dataset.busy = "";
  const wrong = place().querySelector("[data-key=chat-fault]");
  try {
    const body = new URLSearchParams(new FormData(form, event.submitter));
    const answer = await request(form.getAttribute("action"), { method: "post", body, headers: { "x-exchequer": "", accept: "application/json" } });
    wrong.hidden = answer.ok;
    if (!answer.ok) wrong.textContent = JSON.parse(answer.text).error.message;
    else if (form.closest(".hush")) await whole();
    else { form.reset(); await more(); }
  } catch {
    wrong.textContent = "The server cannot be reached right now. Please try again.";
    wrong.hidden = false;
  } finally {
    delete form.dataset.busy;
  }
});

if (place()) localTimes();
