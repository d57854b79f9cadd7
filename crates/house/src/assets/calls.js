// Calling the visitor: sounds of our own, off until asked for, and the browser's own notifications, asked for by a button and shown
// only while another page is looked at. Both are remembered on this device.

const kept = (name) => { try { return localStorage[name]; } catch { return undefined; } };
const keep = (name, value) => { try { localStorage[name] = value; } catch {} };

// ---- Sound: a few tones each, [when, pitch in hertz, how long, kind], made on the spot ----
const TUNES = {
  turn: [[0, 523, .18, "triangle"], [.13, 784, .32, "triangle"]],
  money: [[0, 1568, .07, "sine"], [.05, 2093, .16, "sine"]],
  hit: [[0, 196, .2, "sawtooth"], [.09, 139, .34, "sawtooth"]],
  end: [[0, 523, .2, "triangle"], [.16, 659, .2, "triangle"], [.32, 784, .2, "triangle"], [.48, 1047, .6, "triangle"]],
};
let audio = null;
const sounding = () => kept("sound") === "on";
const volume = () => { const chosen = +(kept("volume") ?? 50); return chosen >= 0 && chosen <= 100 ? chosen : 50; };

export function sound(name) {
  // Before anything was pressed on the page the browser lets nothing sound.
  if (!sounding() || !volume() || !window.AudioContext || navigator.userActivation?.hasBeenActive === false) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume().catch(() => {});
  for (const [start, pitch, length, kind] of TUNES[name]) {
    const [tone, gain, from] = [audio.createOscillator(), audio.createGain(), audio.currentTime + .02 + start];
    tone.type = kind;
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0, from);
    gain.gain.linearRampToValueAtTime((kind === "sawtooth" ? .12 : .3) * volume() / 100, from + .012);
    gain.gain.exponentialRampToValueAtTime(.0001, from + length);
    tone.connect(gain).connect(audio.destination);
    tone.start(from);
    tone.stop(from + length + .02);
  }
}

// ---- Notifications ----
const granted = () => window.Notification?.permission === "granted" && kept("notices") === "on";
// Some browsers show none from a page, but from a worker: it is there for those who want them, and no page is under its control.
const worker = async () => (granted() ? navigator.serviceWorker?.register("/assets/worker.js") : undefined);
async function dismiss() {
  await (await navigator.serviceWorker?.getRegistration("/assets/"))?.unregister();
}
async function notify(table) {
  if (!document.hidden || !granted()) return;
  const { id, title } = table.dataset;
  const notice = { tag: id, icon: new URL("mark-turn.svg", import.meta.url).pathname, body: table.querySelector(".prompt")?.innerText ?? "", data: `/t/${id}` };
  try {
    return await (await worker()).showNotification(title, notice);
  } catch {} // there is no worker, or it is not ready
  try {
    const shown = new Notification(title, notice);
    shown.addEventListener("click", () => { window.focus(); shown.close(); });
  } catch {}
}
async function toggleNotices() {
  if (granted()) keep("notices", "off");
  else keep("notices", (await Notification.requestPermission()) === "granted" ? "on" : "off");
  showCalls();
  await (granted() ? worker() : dismiss());
}

// ---- Whenever the table has changed: is the visitor called who was not, or is it over? ----
let before = null;
export function calls(table) {
  if (!table?.dataset.id) return; // a lesson calls nobody
  const now = { id: table.dataset.id, called: "turn" in table.dataset || "asked" in table.dataset, over: table.dataset.stage === "over" };
  if (before?.id === now.id) {
    if (now.called && !before.called) { sound("turn"); notify(table); }
    if (now.over && !before.over) sound("end");
  }
  before = now;
}

// ---- The switches on the sheet of keys ----
export function showCalls() {
  const box = document.getElementById("sound");
  if (!box) return;
  box.checked = sounding();
  const level = document.getElementById("volume");
  level.value = volume();
  level.disabled = !sounding();
  const button = document.querySelector("[data-notices]");
  const denied = window.Notification?.permission === "denied";
  button.closest(".notices").hidden = !window.Notification;
  button.disabled = denied;
  button.textContent = denied ? "Blocked by the browser" : granted() ? "Turn off" : "Turn on";
}
addEventListener("change", (event) => {
  if (event.target.id === "sound") keep("sound", event.target.checked ? "on" : "off");
  else if (event.target.id === "volume") keep("volume", event.target.value);
  else return;
  showCalls();
  sound("turn");
});
worker().catch(() => {});
addEventListener("click", (event) => {
  if (event.target.closest?.("[data-notices]")) toggleNotices().catch(() => {});
});
