/** A television between two classes: the player of the class that ended leaves it to the next one's. */
import type { Television } from "./television.ts";

/** Time in which the next class has to take the television, in milliseconds. Its session ends then. */
const patienceMs = 30_000;

let playing: Television | null = null;
let left: { readonly television: Television; readonly timer: ReturnType<typeof setTimeout> } | null = null;

/** Says on which television this page plays; null if on none. */
export function playOn(television: Television | null): void {
  playing = television;
}

/** Leaves the television that plays to the next class. Nothing happens if its session ends with this class. */
export function leaveTelevision(): void {
  const television = playing?.handOver() ?? null;
  playing = null;
  if (television === null) return;
  const timer = setTimeout(() => takeTelevision()?.end(), patienceMs);
  left = { television, timer };
}

/** The television that the class before left, once. */
export function takeTelevision(): Television | null {
  if (left === null) return null;
  const { television, timer } = left;
  clearTimeout(timer);
  left = null;
  return television;
}
