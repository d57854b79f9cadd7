// The house in the browser: posts forms, listens for news, morphs the table. It knows no game; without it all works too.

const still = matchMedia("(prefers-reduced-motion: reduce)");
const table = () => document.getElementById("table");
const replaying = () => table()?.dataset.at !== undefined;

// ---- Morph: what has the same name and key stays the same node, so that focus stays and pieces glide ----
const key = (n) => (n.nodeType === 1 ? n.getAttribute("data-key") || n.id : null);
const alike = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && key(a) === key(b);

function attributes(from, to) {
  for (const { name } of [...from.attributes])
    if (!to.hasAttribute(name) && !(name === "open" && from.nodeName === "DETAILS")) from.removeAttribute(name);
  for (const { name, value, namespaceURI: space } of to.attributes) {
    if (name === "open" && from.nodeName === "DETAILS") continue; // whoever opened or closed it meant it
    if (from.getAttribute(name) !== value) space ? from.setAttributeNS(space, name, value) : from.setAttribute(name, value);
  }
  if (from.nodeName === "INPUT" && from.type === "hidden" && from.name !== "luck") from.value = to.getAttribute("value") ?? "";
}

export function morph(from, to) {
  if (!alike(from, to)) return void from.replaceWith(document.adoptNode(to));
  if (from.nodeType !== 1) return void (from.nodeValue !== to.nodeValue && (from.nodeValue = to.nodeValue));
  if (from.isEqualNode(to)) return;
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

// ---- Showing what came in: never an older version, and with a fade only when the scene changes ----
let newest = 0;
function show(html, url) {
  const next = new DOMParser().parseFromString(html, "text/html").getElementById("table");
  const now = table();
  if (!next || !now) return false;
  const moved = next.dataset.at !== now.dataset.at;
  if (!moved && +next.dataset.version < newest) return true;
  newest = +next.dataset.version;
  const other = next.dataset.tone !== now.dataset.tone || next.dataset.stage !== now.dataset.stage;
  const apply = () => { morph(now, next); after(); };
  if (url && url !== location.pathname + location.search) history.pushState(null, "", url);
  if (other && !moved && document.startViewTransition && !still.matches && !document.hidden) {
    const fade = document.startViewTransition(apply);
    for (const end of [fade.ready, fade.finished]) end.catch(() => {}); // skipped when the next one comes
  } else apply();
  return true;
}

function after() {
  const now = table();
  if (now) {
    document.title = `${now.dataset.title} · Exchequer`;
    if (now.dataset.stage !== "waiting" && location.pathname.includes("/join/")) history.replaceState(null, "", `/t/${now.dataset.id}`);
    const icon = document.querySelector("link[rel=icon]");
    const href = "turn" in now.dataset ? "/assets/mark-turn.svg" : "/assets/mark.svg";
    if (icon.getAttribute("href") !== href) icon.setAttribute("href", href);
    if (replaying()) hush(); else listen();
  }
  for (const field of document.querySelectorAll("input[name=luck]")) {
    if (!field.value) field.value = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }
  for (const field of document.querySelectorAll("[data-link]")) field.value = new URL(field.dataset.link, location.origin).href;
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

async function fetchFragment() {
  const { id, at, invite } = table().dataset;
  const answer = await fetch(`/t/${id}/fragment?${new URLSearchParams({ ...(at && { at }), ...(invite && { invite }) })}`);
  if (answer.ok) show(await answer.text());
}

// ---- Forms: the same as without script, only quicker ----
addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.getAttribute("method") !== "post" || !table() || event.defaultPrevented) return;
  event.preventDefault();
  if (form.dataset.busy !== undefined) return;
  form.dataset.busy = "";
  try {
    const body = new URLSearchParams(new FormData(form, event.submitter));
    const answer = await fetch(form.getAttribute("action"), { method: "post", body, headers: { "x-exchequer": "1" } });
    const here = new URL(answer.url);
    if (answer.status === 204) await fetchFragment();
    else if (answer.redirected && here.pathname !== location.pathname) location.assign(here);
    else if (!show(await answer.text(), answer.redirected ? here.pathname + here.search : null)) say(`That did not work (${answer.status}). Please try again.`);
  } catch {
    say("The house cannot be reached just now. Please try again.");
  } finally {
    delete form.dataset.busy;
  }
});

// ---- News: a stream that says "version N"; given back while the tab is hidden ----
let stream = null;
let pause = 1000;
function listen() {
  const now = table();
  if (stream || !now || document.hidden || replaying()) return;
  stream = new EventSource(`/t/${now.dataset.id}/stream`);
  stream.addEventListener("version", (event) => {
    pause = 1000;
    if (+event.data > newest) fetchFragment().catch(() => {});
  });
  stream.addEventListener("error", () => {
    if (stream?.readyState !== EventSource.CLOSED) return;
    hush();
    setTimeout(listen, pause);
    pause = Math.min(pause * 2, 30000);
  });
}
function hush() { stream?.close(); stream = null; }
document.addEventListener("visibilitychange", () => (document.hidden ? hush() : listen()));
addEventListener("pagehide", hush);
addEventListener("pageshow", listen);

// ---- Looking back without loading the page anew ----
async function look(url) {
  const target = new URL(url, location.href);
  const at = target.searchParams.get("at");
  const answer = await fetch(`${target.pathname}/fragment${at === null ? "" : `?at=${at}`}`);
  if (!answer.ok || !show(await answer.text(), target.pathname + target.search)) location.assign(target);
}
addEventListener("click", (event) => {
  const target = event.target;
  const link = target.closest?.("a[href]");
  if (link && table() && !event.ctrlKey && !event.metaKey && !event.shiftKey && !link.hasAttribute("download")) {
    const url = new URL(link.getAttribute("href") ?? link.href.baseVal, location.href);
    if (url.origin === location.origin && url.pathname === `/t/${table().dataset.id}` && !url.hash) { event.preventDefault(); look(url); }
  }
  const copy = target.closest?.("[data-copy]");
  if (copy) navigator.clipboard.writeText(document.getElementById(copy.dataset.copy).value).then(() => say("Copied."), () => say("Select the link and copy it."));
  const sheet = target.closest?.("[data-sheet]");
  if (sheet) document.getElementById(sheet.dataset.sheet).showModal();
});
addEventListener("popstate", () => table() && look(location.href));

// ---- Keys ----
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
  if (way) {
    const grid = document.activeElement.closest?.("[data-grid]") ?? null;
    const link = document.querySelector(`a[rel=${event.key === "ArrowLeft" ? "prev" : "next"}]`);
    if (grid) { event.preventDefault(); steer(grid, way); }
    else if (link && way[0]) { event.preventDefault(); link.click(); }
    else if (document.querySelector("[data-grid] button")) { event.preventDefault(); document.querySelector("[data-grid] button").focus(); }
  } else if (event.key === "?") document.getElementById("keys")?.showModal();
  else if (event.key === "l") { const list = document.querySelector("details.moves"); if (list) list.open = !list.open; }
  else document.querySelector(`button[data-press="${CSS.escape(event.key.toLowerCase())}"]:not(:disabled)`)?.click();
});

// ---- Set-up: what differs from the standard game, as it is chosen ----
function differs(form) {
  const list = [...form.querySelectorAll("[data-setting]")].map((field) => {
    const input = field.querySelector("input:checked") ?? field.querySelector("input[type=number]");
    return input && input.value !== field.dataset.default ? `${field.dataset.setting}: ${input.dataset.meaning ?? input.value}` : null;
  }).filter(Boolean);
  form.querySelector(".differs").textContent = list.length ? `Differs from the standard game: ${list.join("; ")}.` : "The standard game.";
}
addEventListener("input", (event) => event.target.form?.hasAttribute("data-differs") && differs(event.target.form));

newest = +(table()?.dataset.version ?? 0);
after();
listen();
