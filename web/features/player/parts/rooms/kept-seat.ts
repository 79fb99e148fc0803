/** The seats that this tab has in rooms, so that a page that is loaded anew comes back to them. */

export type SeatKind = "remote" | "together" | "phone";
export interface Seat {
  readonly roomId: string;
  readonly memberId: string;
  /** Of the class; a player comes back only for its own. */
  readonly classId: string;
}

const keyOf = (kind: SeatKind): string => `eightcount.seat.${kind}`;

/** Null where there is none, or the tab may keep nothing. */
export function readSeat(kind: SeatKind): Seat | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(kind)) ?? "null") as Partial<Seat> | null;
    const { roomId, memberId, classId } = kept ?? {};
    return roomId && memberId && classId ? { roomId, memberId, classId } : null;
  } catch {
    return null;
  }
}

/** Null: forgets it. */
export function keepSeat(kind: SeatKind, seat: Seat | null): void {
  try {
    if (seat) sessionStorage.setItem(keyOf(kind), JSON.stringify(seat));
    else sessionStorage.removeItem(keyOf(kind));
  } catch {
    // Then the page that is loaded anew stands outside.
  }
}
