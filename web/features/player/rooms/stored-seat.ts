/** Memberships of this tab in rooms, so that a reloaded page can rejoin. */

export type SeatKind = "remote" | "together" | "phone";
export interface Seat {
  readonly roomId: string;
  readonly memberId: string;
  /** Id of the class; a player rejoins only rooms of its own class. */
  readonly classId: string;
}

const keyOf = (kind: SeatKind): string => `eightcount.seat.${kind}`;

/** Null if there is none, or storage is denied. */
export function readSeat(kind: SeatKind): Seat | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(keyOf(kind)) ?? "null") as Partial<Seat> | null;
    const { roomId, memberId, classId } = stored ?? {};
    return roomId && memberId && classId ? { roomId, memberId, classId } : null;
  } catch {
    return null;
  }
}

/** Null deletes it. */
export function storeSeat(kind: SeatKind, seat: Seat | null): void {
  try {
    if (seat) sessionStorage.setItem(keyOf(kind), JSON.stringify(seat));
    else sessionStorage.removeItem(keyOf(kind));
  } catch {
    // Storage is denied: a reloaded page can't rejoin.
  }
}
