// Requests to the house. A line may break without a word, so none waits for ever. When the line is known to be broken, those end that
// may be sent again: what only asks, and a move of a version. Of others nobody knows whether the house has done them, so that they
// wait for their answer as long as they may.

const LONGEST = 25000; // milliseconds; the house itself gives up after 20 seconds
const waiting = new Set();

// The answer with all of its text. What only asks is repeatable; of what changes something the caller says so. If it is not, `broken`
// is called when the line breaks.
export async function ask(url, options = {}, { longest = LONGEST, repeatable = !options.method, broken = () => {} } = {}) {
  const control = new AbortController();
  const late = setTimeout(() => control.abort(), longest);
  const lost = () => (repeatable ? control.abort() : broken());
  waiting.add(lost);
  try {
    const answer = await fetch(url, { ...options, signal: control.signal });
    const { ok, status, redirected } = answer;
    return { ok, status, redirected, url: answer.url, text: await answer.text() };
  } finally {
    clearTimeout(late);
    waiting.delete(lost);
  }
}

// A browser keeps up to six connections for later requests, and those of a broken line would be tried first, one by one. Asked for something
// small all at once, they fail together.
export function flush() {
  const small = new URL("mark.svg", import.meta.url);
  for (let each = 0; each < 5; each++) ask(small, { cache: "no-store" }, { longest: 2500 }).catch(() => {});
}

// Nothing that was asked for on a broken line comes any more: what may be sent again is not waited for.
export function giveUp() {
  for (const lost of waiting) lost();
}
