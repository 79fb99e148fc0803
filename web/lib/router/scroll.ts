/** Keeps how far each history entry was scrolled, and brings it back. */

const KEY = "eightcount.scroll";
/** Older entries are forgotten. */
const MOST = 50;
/** How long a page may take to become as long as it was, in milliseconds. */
const PATIENCE_MS = 2_000;

let restoring: AbortController | null = null;

/** Remembers the present position under `entry`. */
export function keepScroll(entry: string): void {
  const kept = read().filter(([name]) => name !== entry);
  kept.push([entry, Math.round(scrollY)]);
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept.slice(-MOST)));
  } catch {
    // A full or forbidden storage: the page begins at its top instead.
  }
}

/** Goes to the position kept under `entry`: at once, and again while a list is still growing to it, until the person moves. */
export function restoreScroll(entry: string): void {
  restoring?.abort();
  const top = read().find(([name]) => name === entry)?.[1] ?? 0;
  scrollTo({ top, behavior: "instant" });
  if (scrollY >= top - 1) return;
  const attempt = new AbortController();
  restoring = attempt;
  const observer = new ResizeObserver(() => {
    scrollTo({ top, behavior: "instant" });
    if (scrollY >= top - 1) attempt.abort();
  });
  attempt.signal.addEventListener("abort", () => observer.disconnect());
  for (const moved of ["wheel", "touchstart", "keydown", "pointerdown"]) {
    addEventListener(moved, () => attempt.abort(), { passive: true, signal: attempt.signal });
  }
  setTimeout(() => attempt.abort(), PATIENCE_MS);
  observer.observe(document.body);
}

/** Goes to the element that the hash names, or to the top. */
export function scrollToHash(hash: string): void {
  restoring?.abort();
  const target = hash ? document.getElementById(hash) : null;
  if (target) target.scrollIntoView();
  else scrollTo({ top: 0, behavior: "instant" });
}

function read(): [entry: string, top: number][] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}
