/** A television between two classes: the player of the class that ended leaves it to the next one's. */
import type { MouseEvent } from "react";
import { isPlainClick } from "../../../lib/plain-click.ts";
import type { Television } from "./television.ts";

/** Time in which the next class has to take the television, in milliseconds. Its session ends then. */
const patienceMs = 30_000;

let playing: Television | null = null;
let left: {
  readonly television: Television;
  readonly classId: string;
  readonly timer: ReturnType<typeof setTimeout>;
} | null = null;

/** Says on which television this page plays; null if on none. */
export function playOn(television: Television | null): void {
  playing = television;
}

/** Leaves the television that plays to the class that is opened next. Nothing happens if its session ends with this class. */
export function leaveTelevision(classId: string): void {
  const television = playing?.handOver() ?? null;
  playing = null;
  if (television === null) return;
  left = { television, classId, timer: setTimeout(endWaiting, patienceMs) };
}

/** Handles the press on a link that opens the player of another class. Another tab has no part in the session. */
export const leaveTelevisionByLink =
  (classId: string) =>
  (event: MouseEvent): void => {
    if (isPlainClick(event)) leaveTelevision(classId);
  };

/** Ends the session of a television that waits for a class. */
function endWaiting(): void {
  if (left === null) return;
  clearTimeout(left.timer);
  left.television.end();
  left = null;
}

/** Whether a television waits for this class, which then doesn't start on this device. */
export const isAwaited = (classId: string): boolean =>
  left !== null && left.classId === classId && !left.television.isOver;

/**
 * The television that was left to this class, once; null if its session has ended.
 * @param classId null if the class can't be cast. The session of a television that waits for another class ends.
 */
export function takeTelevision(classId: string | null): Television | null {
  if (left === null) return null;
  const { television } = left;
  if (left.classId !== classId || television.isOver) {
    endWaiting();
    return null;
  }
  clearTimeout(left.timer);
  left = null;
  return television;
}
