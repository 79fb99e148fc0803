/** Stores and restores the scroll position of each history entry. */

const KEY = "eightcount.scroll";
/** Older entries are dropped. */
const MAX_ENTRIES = 50;
/** Time in milliseconds that a page may take to grow to its previous height. */
const RESTORE_TIMEOUT_MS = 2_000;

let restoring: AbortController | null = null;

/** Stores the current scroll position under `entry`. */
export function keepScroll(entry: string): void {
  const positions = read().filter(([name]) => name !== entry);
  positions.push([entry, Math.round(scrollY)]);
  try {
    sessionStorage.setItem(KEY, JSON.stringify(positions.slice(-MAX_ENTRIES)));
  } catch {
    // Storage is full or forbidden: the page starts at the top instead.
  }
}

/** Scrolls to the position stored under `entry`: at once, and again while a list grows, until the person scrolls. */
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
  setTimeout(() => attempt.abort(), RESTORE_TIMEOUT_MS);
  observer.observe(document.body);
}

/** Scrolls to the element that the hash names, or to the top. */
export function scrollToHash(hash: string): void {
  restoring?.abort();
  const target = hash ? document.getElementById(hash) : null;
  if (target) target.scrollIntoView();
  else scrollTo({ top: 0, behavior: "instant" });
}

function read(): [entry: string, top: number][] {
  try {
    const positions: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return Array.isArray(positions) ? positions : [];
  } catch {
    return [];
  }
}
