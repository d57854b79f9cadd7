// Requests to the house. A connection may break without notice, so no request waits for ever. When the connection is known to be
// broken, requests that may be repeated are aborted: reads, and a move with its version. For others it is unknown whether the
// house has carried them out, so they wait for their answer until their time limit.

const LONGEST = 25000; // milliseconds; the house itself gives up after 20 seconds
const waiting = new Set();

// The answer with its whole text. Reads are repeatable; for requests that change something the caller decides. If a request is
// not repeatable, `broken` is called when the connection breaks.
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

// A browser keeps up to six connections for later requests, and would try those that are broken first, one by one. Small
// requests on all of them at once make them fail together.
export function flush() {
  const small = new URL("mark.svg", import.meta.url);
  for (let each = 0; each < 5; each++) ask(small, { cache: "no-store" }, { longest: 2500 }).catch(() => {});
}

// No answer will come on a broken connection: requests that may be repeated are aborted.
export function giveUp() {
  for (const lost of waiting) lost();
}
