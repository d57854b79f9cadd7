// What figures and signs mean, told when they are pointed at, tapped or focused. It knows no game.

// ---- What a figure means: pressing or tapping it shows it without the script, pointing at it or coming to it with Tab does so here ----
let pointing = null;
function explain(event) {
  const figure = event.target.closest?.(".term");
  const tip = figure && document.getElementById(figure.getAttribute("popovertarget"));
  if (!tip || (event.type === "focusin" && !figure.matches(":focus-visible"))) return;
  clearTimeout(pointing);
  if (/out$/.test(event.type)) tip.hidePopover();
  else pointing = setTimeout(() => figure.isConnected && !tip.matches(":popover-open") && (now(figure, tip), tip.showPopover({ source: figure })), event.type === "focusin" ? 0 : 200);
}
// What is true of this figure stands before what holds of all of its kind.
function now(figure, tip) {
  const label = figure.getAttribute("aria-label") ?? figure.querySelector(":scope > .whole-name")?.textContent;
  if (label && tip.id.startsWith("term-")) tip.dataset.now = label;
  else delete tip.dataset.now;
}
for (const kind of ["pointerover", "pointerout", "focusin", "focusout"]) addEventListener(kind, explain);
// What pointing has shown is not taken away by a click.
addEventListener("click", (event) => {
  const figure = event.target.closest?.(".term");
  const tip = figure && document.getElementById(figure.getAttribute("popovertarget"));
  if (!tip) return;
  now(figure, tip);
  if (event.pointerType === "mouse" && tip.matches(":popover-open")) event.preventDefault();
});

// ---- What a sign says to the ear it says to the eye: pointed at, tapped, or reached with the arrows. A title shows by itself to a mouse ----
const bubble = document.createElement("div");
bubble.className = "term-tip sign-tip";
bubble.popover = "manual";
bubble.setAttribute("aria-hidden", "true");
document.body.append(bubble);
let saying = null;
function unsay() {
  clearTimeout(saying);
  if (bubble.matches(":popover-open")) bubble.hidePopover();
}
// The innermost sign at a place that says something, what it is, and whether that is a title.
function sign(place, pressed) {
  // What is pressed does something else, and a button says itself what it does.
  if (place.closest?.(`button, label, input, select${pressed ? ", a, summary" : ""}`)) return null;
  for (let one = place; one?.closest?.("#table"); one = one.parentElement) {
    if (one.querySelector(":scope > .tip")) return null;
    const title = one.getAttribute("title") ?? one.querySelector(":scope > title")?.textContent;
    const text = title ?? (one.matches("[role=img]") ? one.getAttribute("aria-label") : null);
    if (!text) continue;
    const box = one.getBoundingClientRect();
    // A whole board is no sign.
    return box.width * box.height < innerWidth * innerHeight / 8 ? { one, text, title } : null;
  }
  return null;
}
function say({ one, text }) {
  unsay();
  if (!one.isConnected) return;
  bubble.textContent = text;
  bubble.showPopover();
  const at = one.getBoundingClientRect(), { width, height } = bubble.getBoundingClientRect(), above = at.top - height - 6;
  bubble.style.left = `${Math.max(4, Math.min(at.left + (at.width - width) / 2, innerWidth - width - 4))}px`;
  bubble.style.top = `${above < 4 ? Math.min(at.bottom + 6, innerHeight - height - 4) : above}px`;
}
addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse") return;
  unsay();
  const found = sign(event.target);
  if (found && found.title == null) saying = setTimeout(say, 300, found);
});
let pressed = null, tapped = -1000;
addEventListener("pointerdown", (event) => { unsay(); pressed = [event.clientX, event.clientY]; });
addEventListener("pointerup", (event) => {
  const still = pressed && Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) < 10;
  const found = event.pointerType === "touch" && still && sign(event.target, true);
  if (found) (tapped = event.timeStamp), say(found);
});
// A tap moves the focus after it has said something.
const follows = (event) => event.timeStamp - tapped < 500;
addEventListener("focusin", (event) => {
  if (follows(event)) return;
  unsay();
  const found = event.target.matches?.(":focus-visible") && sign(event.target);
  if (found?.one === event.target) say(found);
});
addEventListener("keydown", (event) => event.key === "Escape" && unsay());
addEventListener("focusout", (event) => follows(event) || unsay());
addEventListener("scroll", unsay, { capture: true, passive: true });
