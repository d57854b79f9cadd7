// Telling: what has happened is shown one beat after the other on the board that was there before, then the new board comes.
// What a beat looks like stands in the markup: elements to look at, attributes to set, what flies from where to where.

import { sound } from "./calls.js";

export const still = matchMedia("(prefers-reduced-motion: reduce)");

// ---- How fast: each visitor's own choice, remembered in the browser ----
const PACES = { slow: 1.8, normal: 1, fast: .45, "at once": 0 };
let chosen = (() => { try { return localStorage.pace; } catch { return null; } })();
export const pace = () => (chosen in PACES ? chosen : "normal");
export function choosePace(name) {
  chosen = name;
  try { localStorage.pace = name; } catch {}
  showPace();
  if (!PACES[pace()]) skip();
}
export const showPace = () => document.querySelectorAll("[data-pace]").forEach((list) => { list.value = pace(); });

// ---- The beats that a fragment brings; those of the visitor's own deeds nobody waits for ----
const beats = (fragment) => [...fragment.querySelectorAll(".telling > li")];
const isOwn = (beat) => "own" in beat.dataset;
export const hasTale = (fragment) => PACES[pace()] > 0 && !still.matches && !document.hidden && beats(fragment).some((beat) => !isOwn(beat));

// ---- Telling them on the table as it is, until all are told or somebody skips the rest ----
let stage = null;
export function skip() { stage?.end(); }
export async function tell(table, fragment) {
  const told = stage = new Stage(table, fragment);
  const all = beats(fragment);
  for (const [index, beat] of all.entries()) {
    if (!told.ended) await Promise.race([told.over, told.show(beat, `${index + 1}/${all.length}`)]);
  }
  told.end();
}

const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const middle = (node) => { const box = node.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };

class Stage {
  constructor(table, fragment) {
    this.table = table;
    this.ended = false;
    this.over = new Promise((over) => { this.leave = over; });
    this.bar = table.querySelector(".teller");
    this.top = scrollY;
    this.free = new AbortController(); // whoever scrolls looks where they like
    for (const kind of ["wheel", "touchmove"]) addEventListener(kind, () => this.free.abort(), { signal: this.free.signal, passive: true });
    table.dataset.telling = "";
    if (this.bar) {
      this.bar.hidden = false;
      this.bar.querySelector("[data-skip]").textContent = "turn" in fragment.dataset ? "Skip to your turn" : "Skip";
    }
    showPace();
    // To the ear all is told at once, and only here.
    const [heard, news] = [table, fragment].map((root) => root.querySelector("[role=log]"));
    if (heard && news) for (const line of news.children) if (![...heard.children].some((old) => old.dataset.key === line.dataset.key)) heard.append(line.cloneNode(true));
  }

  find(key) { return this.table.querySelector(`[data-key="${CSS.escape(key)}"]`); }

  async show(beat, count) {
    const { mark = [], set = [], fly = [], ms } = JSON.parse(beat.dataset.beat);
    const own = isOwn(beat);
    const length = own ? 0 : ms * PACES[pace()];
    this.wipe();
    this.say(beat, count);
    const marked = mark.map((key) => this.find(key)).filter(Boolean);
    for (const node of marked) node.classList.add("looked-at");
    if (!own) this.bring(marked);
    if (!own && beat.classList.contains("strong")) sound("hit");
    else if (!own && fly.length) sound("money");
    this.table.style.setProperty("--beat", `${length}ms`);
    this.table.style.setProperty("--stage", `${length / Math.max(set.length, 1)}ms`);
    for (const [from, to, words] of fly) this.fly(from, to, words, Math.max(length, 500));
    for (const changes of set) {
      if (this.ended) return;
      this.set(changes);
      await wait(length / set.length);
    }
    if (!set.length) await wait(length);
  }

  set(changes) {
    const nodes = new Map(changes.map(([key]) => [key, this.find(key)]));
    for (const node of nodes.values()) node?.classList.remove("told");
    for (const node of nodes.values()) node?.getBoundingClientRect(); // so that an animation begins anew
    for (const [key, name, value] of changes) nodes.get(key)?.setAttribute(name, value);
    for (const node of nodes.values()) node?.classList.add("told");
  }

  // The words in the bar; what is strong or to be read also large over the board.
  say(beat, count) {
    this.table.dataset.telling = beat.classList.contains("strong") ? "strong" : "";
    const tale = this.bar?.querySelector(".tale");
    tale?.replaceChildren(...[...beat.childNodes].map((node) => node.cloneNode(true)));
    tale?.classList.toggle("strong", beat.classList.contains("strong"));
    const place = this.bar?.querySelector(".tale-count");
    if (place) place.textContent = count;
    if (!beat.matches(".strong, .card-beat") || isOwn(beat)) return;
    const large = document.createElement("div");
    large.className = `tale-large ${beat.className}`;
    large.setAttribute("aria-hidden", "true");
    large.append(...[...beat.childNodes].map((node) => node.cloneNode(true)));
    this.table.querySelector(".board")?.append(large);
  }

  fly(from, to, words, length) {
    const [start, end] = [this.find(from), this.find(to)];
    if (!start || !end) return;
    const coin = document.createElement("span");
    coin.className = "flight";
    coin.setAttribute("aria-hidden", "true");
    coin.textContent = words;
    this.table.append(coin);
    const [[ax, ay], [bx, by]] = [middle(start), middle(end)];
    const at = (x, y) => `translate(${x}px, ${y}px) translate(-50%, -50%)`;
    const way = [{ transform: at(ax, ay), opacity: 0 }, { transform: at(ax, ay), opacity: 1, offset: .15 }, { transform: at(bx, by), opacity: 1, offset: .85 }, { transform: at(bx, by), opacity: 0 }];
    coin.animate(way, { duration: length, easing: "ease-in-out", fill: "both" }).finished.then(() => coin.remove(), () => {});
  }

  // On a small screen the part of the board that is told of comes into sight, unless the visitor looks elsewhere.
  bring(marked) {
    const node = marked.find((one) => one.closest(".board"));
    if (!node || this.free.signal.aborted) return;
    const box = node.getBoundingClientRect();
    const head = this.table.querySelector(".status")?.getBoundingClientRect().bottom ?? 0;
    if (box.top < head || box.bottom > innerHeight) node.scrollIntoView({ block: "center", behavior: "smooth" });
  }

  wipe() {
    for (const node of this.table.querySelectorAll(".looked-at")) node.classList.remove("looked-at");
    for (const node of this.table.querySelectorAll(".told")) node.classList.remove("told");
    for (const node of this.table.querySelectorAll(".tale-large")) node.remove();
  }

  // Leaves the table as it was, but for what was set on it.
  end() {
    if (this.ended) return;
    this.ended = true;
    stage = null;
    this.leave();
    this.wipe();
    for (const node of this.table.querySelectorAll(".flight")) node.remove();
    if (!this.free.signal.aborted && scrollY !== this.top) scrollTo({ top: this.top, behavior: "instant" });
    this.free.abort();
    // Whoever skipped with the button finds the focus where it is asked what to do.
    if (this.bar?.contains(document.activeElement)) this.table.querySelector(".prompt")?.focus({ preventScroll: true });
    delete this.table.dataset.telling;
    this.table.removeAttribute("style");
    if (this.bar) this.bar.hidden = true;
  }
}
