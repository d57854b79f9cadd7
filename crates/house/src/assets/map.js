// A map in its window: zoomed and moved by wheel, fingers, keys and buttons. It knows no game, and without it the links to the
// parts of a map do.
//
// A map is a [data-map] with a window [data-window] in it, and in that SVGs [data-sheet] one over the other. The view is their
// viewBox, which only this script changes once the page is there. While something moves, the sheets are only shifted and scaled as
// they are painted, and painted anew when they rest.

const closest = 8; // pixels for a unit of the map
const enough = 28; // pixels that something needs to be hit well
const still = matchMedia("(prefers-reduced-motion: reduce)");
const maps = new WeakMap();

function box(text) {
  const [x, y, w, h] = text.split(/[ ,]+/).map(Number);
  return { x, y, w, h };
}

class View {
  constructor(frame) {
    this.frame = frame;
    this.window = frame.querySelector("[data-window]");
    this.fingers = new Map();
    this.show(box(this.sheet.getAttribute("viewBox")), frame.dataset.fit === "cover");
    for (const tools of frame.querySelectorAll("[data-tools]")) tools.hidden = false;
    new ResizeObserver(() => this.show(this.goal)).observe(this.window);
  }

  get sheets() { return this.frame.querySelectorAll("[data-sheet]"); }
  get sheet() { return this.sheets[0]; }
  get whole() { return box(this.sheet.dataset.whole); }
  get size() { return { w: this.window.clientWidth || 1, h: this.window.clientHeight || 1 }; }
  get scale() { return this.size.w / this.now.w; } // pixels for a unit

  // What would be seen: in the window's own shape, neither beyond the map nor closer than makes sense.
  within({ x, y, w, h }, cover = false) {
    const { size, whole } = this;
    const fit = cover ? Math.max : Math.min;
    const farthest = Math.min(size.w / whole.w, size.h / whole.h);
    const scale = Math.min(Math.max(fit(size.w / w, size.h / h), farthest), closest);
    const view = { w: size.w / scale, h: size.h / scale };
    const hold = (middle, from, all, part) => (part >= all ? from + (all - part) / 2 : Math.min(Math.max(middle - part / 2, from), from + all - part));
    view.x = hold(x + w / 2, whole.x, whole.w, view.w);
    view.y = hold(y + h / 2, whole.y, whole.h, view.h);
    return view;
  }

  // Paints the map so.
  show(view, cover = false) {
    this.stop();
    this.now = this.painted = this.goal = this.within(view, cover);
    const { sheets, now, scale } = this;
    for (const sheet of sheets) {
      sheet.style.transform = "";
      sheet.setAttribute("viewBox", [now.x, now.y, now.w, now.h].map((part) => part.toFixed(2)).join(" "));
      // What has a size of its own on the screen follows in steps, four for each doubling.
      sheet.setAttribute("data-zoom", Math.round(4 * Math.log2(scale)));
    }
    this.frame.toggleAttribute("data-close", now.w < this.whole.w * .98 && now.h < this.whole.h * .98);
    for (const link of this.frame.querySelectorAll("[data-view]")) {
      const there = this.within(box(link.dataset.view));
      const same = ["x", "y", "w"].every((part) => Math.abs(there[part] - now[part]) < now.w / 25);
      same ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current");
    }
  }

  // Shifts and scales what is painted, and paints it anew when nothing has moved for a while.
  drift(view, goal = null) {
    this.now = this.within(view);
    this.goal = goal ?? this.now;
    const { sheets, now, painted, size } = this;
    const scale = painted.w / now.w;
    const shift = [(painted.x - now.x), (painted.y - now.y)].map((way) => way * size.w / now.w);
    for (const sheet of sheets) sheet.style.transform = `translate(${shift[0]}px, ${shift[1]}px) scale(${scale})`;
    clearTimeout(this.rests);
    this.rests = setTimeout(() => this.fingers.size || this.show(this.now), 140);
  }

  stop() {
    clearTimeout(this.rests);
    cancelAnimationFrame(this.frames);
  }

  // Goes there, so that it can be followed with the eye.
  go(view) {
    this.stop();
    const [from, to] = [this.now, this.within(view)];
    if (still.matches || document.hidden) return this.show(to);
    this.goal = to;
    const began = performance.now();
    const step = (time) => {
      const part = Math.min(Math.max((time - began) / 260, 0), 1);
      const eased = 1 - (1 - part) ** 3;
      // Even steps of zoom are equal factors.
      const w = from.w * (to.w / from.w) ** eased;
      const along = Math.abs(to.w - from.w) < 1e-6 ? eased : (w - from.w) / (to.w - from.w);
      const between = (name) => from[name] + (to[name] - from[name]) * along;
      if (part === 1) return this.show(to);
      this.drift({ x: between("x"), y: between("y"), w, h: between("h") }, to);
      clearTimeout(this.rests);
      this.frames = requestAnimationFrame(step);
    };
    this.frames = requestAnimationFrame(step);
  }

  // The view that is closer by a factor, with a place of the window staying where it is.
  closer(factor, at = null) {
    const { now, size } = this;
    const place = at ?? { x: size.w / 2, y: size.h / 2 };
    const scale = Math.min(this.scale * factor, closest);
    const view = { w: size.w / scale, h: size.h / scale };
    view.x = now.x + place.x / this.scale - place.x / scale;
    view.y = now.y + place.y / this.scale - place.y / scale;
    return view;
  }

  moved(x, y) {
    return { ...this.now, x: this.now.x + x, y: this.now.y + y };
  }

  place(event) {
    const edge = this.window.getBoundingClientRect();
    return { x: event.clientX - edge.x - this.window.clientLeft, y: event.clientY - edge.y - this.window.clientTop };
  }

  // The middle of all fingers, and how far they are from it.
  grip() {
    const all = [...this.fingers.values()];
    const middle = { x: 0, y: 0 };
    for (const { x, y } of all) { middle.x += x / all.length; middle.y += y / all.length; }
    return { ...middle, reach: all.reduce((sum, { x, y }) => sum + Math.hypot(x - middle.x, y - middle.y), 0) / all.length };
  }

  // Where something may be done now comes into sight, once, unless it is seen well already.
  attend() {
    const wanted = this.frame.dataset.focus ?? "";
    if (wanted === this.attended) return;
    const first = this.attended === undefined;
    this.attended = wanted;
    if (!wanted || first) return;
    const { now } = this;
    const part = box(wanted);
    const inside = part.x >= now.x && part.y >= now.y && part.x + part.w <= now.x + now.w && part.y + part.h <= now.y + now.h;
    if (!inside || this.within(part).w < now.w / 1.6) this.go(part);
  }

  // Goes to where something can be seen and hit: as close as that needs, and no closer.
  seek(node) {
    const from = this.now;
    this.show(this.goal);
    const middle = () => {
      const [seen, edge] = [node.getBoundingClientRect(), this.window.getBoundingClientRect()];
      const inside = seen.left >= edge.left && seen.right <= edge.right && seen.top >= edge.top && seen.bottom <= edge.bottom;
      return { seen, inside, x: (seen.left + seen.width / 2 - edge.left) / this.scale, y: (seen.top + seen.height / 2 - edge.top) / this.scale };
    };
    for (let tries = 0; tries < 12; tries++) {
      const { seen, inside, x, y } = middle();
      // A land is full of signs: what glows must be seen among them.
      const small = Math.min(seen.width, seen.height) < (node.matches("button") ? enough : 2 * enough) && this.scale < closest;
      if (!small && inside) break;
      const [w, h] = small ? [this.now.w / 1.3, this.now.h / 1.3] : [this.now.w, this.now.h];
      this.show({ x: this.now.x + x - w / 2, y: this.now.y + y - h / 2, w, h });
    }
    const to = this.now;
    this.show(from);
    this.go(to);
  }

  // Whatever gets the focus comes into sight.
  reveal(node) {
    const [seen, edge] = [node.getBoundingClientRect(), this.window.getBoundingClientRect()];
    const inside = seen.left >= edge.left && seen.right <= edge.right && seen.top >= edge.top && seen.bottom <= edge.bottom;
    if (inside || !seen.width) return;
    const way = (one, other) => (one.left + one.right) / 2 - (other.left + other.right) / 2;
    const down = (one, other) => (one.top + one.bottom) / 2 - (other.top + other.bottom) / 2;
    this.go(this.moved(way(seen, edge) / this.scale, down(seen, edge) / this.scale));
  }
}

const of = (event) => {
  // A link to a place may stand anywhere on the page.
  const frame = event.target.closest?.("[data-map]") ?? (event.target.closest?.("[data-view]") && document.querySelector("[data-map]"));
  if (!frame?.querySelector("[data-sheet]")) return null;
  if (!maps.has(frame)) maps.set(frame, new View(frame));
  return maps.get(frame);
};
const inWindow = (event) => (event.target.closest?.("[data-window]") ? of(event) : null);

// Brings something that lies on a map into its window; tells the window, or nothing where it lies on none.
export function bring(node) {
  const view = inWindow({ target: node });
  view?.seek(node);
  return view?.window;
}

// ---- The wheel: closer and farther at the pointer; where it can go no farther the page scrolls ----
addEventListener("wheel", (event) => {
  const view = inWindow(event);
  if (!view) return;
  const lines = event.deltaMode === 1 ? 16 : 1;
  const factor = Math.exp(-Math.max(-120, Math.min(120, event.deltaY * lines)) / (event.ctrlKey ? 120 : 400));
  const far = factor < 1 && view.within(view.closer(factor, view.place(event))).w <= view.now.w + .01;
  if (far && !event.ctrlKey) return;
  event.preventDefault();
  view.stop();
  view.drift(view.closer(factor, view.place(event)));
}, { passive: false });

// ---- Fingers and the mouse: one moves the map, two zoom it. A short press is a click on what lies there ----
const far = 7;
addEventListener("pointerdown", (event) => {
  const view = inWindow(event);
  if (!view || event.button !== 0) return;
  view.fingers.set(event.pointerId, view.place(event));
  if (view.fingers.size === 1) view.pressed = { ...view.place(event), moves: false };
  view.held = view.grip();
});
addEventListener("pointermove", (event) => {
  const view = inWindow(event);
  if (!view?.fingers.has(event.pointerId)) return;
  const at = view.place(event);
  if (!view.pressed.moves && view.fingers.size === 1 && Math.hypot(at.x - view.pressed.x, at.y - view.pressed.y) < far) return;
  if (!view.pressed.moves) {
    view.pressed.moves = true;
    view.stop();
    for (const finger of view.fingers.keys()) view.window.setPointerCapture(finger);
  }
  view.fingers.set(event.pointerId, at);
  const [before, after] = [view.held, view.grip()];
  view.held = after;
  if (view.fingers.size > 1 && before.reach > 0) view.now = view.within(view.closer(after.reach / before.reach, before));
  view.drift(view.moved((before.x - after.x) / view.scale, (before.y - after.y) / view.scale));
});
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, (event) => {
  const view = inWindow(event);
  if (!view?.fingers.delete(event.pointerId)) return;
  if (view.fingers.size) view.held = view.grip();
  else if (view.pressed.moves) view.show(view.now);
}, true);
addEventListener("click", (event) => {
  const view = inWindow(event);
  // A drag that ends on a button is no press of it.
  if (view?.pressed?.moves && event.detail) { event.preventDefault(); event.stopImmediatePropagation(); }
}, true);
addEventListener("dragstart", (event) => inWindow(event) && event.preventDefault());
addEventListener("dblclick", (event) => {
  const view = inWindow(event);
  if (view && !event.target.closest("button, a")) view.go(view.closer(2, view.place(event)));
});

// ---- Keys: on the window itself the arrows move the map; on what lies in it only the zoom is ours ----
const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const zooms = { "+": 1.5, "=": 1.5, "-": 1 / 1.5, "_": 1 / 1.5 };
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const view = inWindow(event);
  const way = view && event.target === view.window && ways[event.key];
  if (way) view.go(view.moved(way[0] * view.now.w / 4, way[1] * view.now.h / 4));
  else if (view && zooms[event.key]) view.go(view.closer(zooms[event.key]));
  else if (view && event.key === "0") view.go(view.whole);
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
addEventListener("focusin", (event) => {
  const view = inWindow(event);
  if (view && event.target !== view.window && event.target.matches(":focus-visible")) view.reveal(event.target);
});

// ---- Buttons, and links to parts of the map ----
addEventListener("click", (event) => {
  const view = of(event);
  if (!view || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const [link, tool] = [event.target.closest("[data-view]"), event.target.closest("[data-closer]")];
  if (link) {
    view.go(box(link.dataset.view));
    if (!view.frame.contains(link)) view.frame.scrollIntoView({ block: "nearest", behavior: still.matches ? "auto" : "smooth" });
  }
  else if (tool) view.go(view.closer(+tool.dataset.closer));
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

// ---- What a button on the map would do is told in a line on the map ----
function told(event) {
  const view = inWindow(event);
  const tip = document.querySelector("[data-map] > [data-tip]");
  if (!tip) return;
  const drawn = view && event.target.closest("[data-does]");
  const button = drawn ? buttonOf(drawn) : view && event.target.closest("button[name=action]");
  tip.textContent = button?.getAttribute("aria-label") ?? "";
  tip.hidden = !tip.textContent;
}
for (const kind of ["pointerover", "focusin"]) addEventListener(kind, told);

// ---- What is drawn around a button can be pressed like it: a button may be small, and its place large ----
const buttonOf = (drawn) => drawn.closest("[data-map]")?.querySelector(`button[name=action][value="${CSS.escape(drawn.dataset.does)}"]`);
addEventListener("click", (event) => {
  const drawn = event.target.closest?.("[data-does]");
  if (drawn && !event.defaultPrevented) buttonOf(drawn)?.click();
});

// ---- A map that comes with the page or later is taken over at once ----
function take() {
  for (const frame of document.querySelectorAll("[data-map]")) of({ target: frame })?.attend();
}
new MutationObserver(take).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-focus"] });
take();
