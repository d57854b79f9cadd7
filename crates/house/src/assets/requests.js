// Requests to the house. A line may break without a word, so none waits for ever, and all end when the line is known to be broken.

const LONGEST = 25000; // milliseconds; the house itself gives up after 20 seconds
const waiting = new Set();

// The answer with all of its text.
export async function ask(url, options = {}, longest = LONGEST) {
  const control = new AbortController();
  const late = setTimeout(() => control.abort(), longest);
  waiting.add(control);
  try {
    const answer = await fetch(url, { ...options, signal: control.signal });
    const { ok, status, redirected } = answer;
    return { ok, status, redirected, url: answer.url, text: await answer.text() };
  } finally {
    clearTimeout(late);
    waiting.delete(control);
  }
}

// A browser keeps up to six connections for later requests, and those of a broken line would be tried first, one by one. Asked for something
// small all at once, they fail together.
export function flush() {
  const small = new URL("mark.svg", import.meta.url);
  for (let each = 0; each < 5; each++) ask(small, { cache: "no-store" }, 2500).catch(() => {});
}

// Nothing that was asked for on a broken line comes any more.
export function giveUp() {
  for (const control of waiting) control.abort();
}
