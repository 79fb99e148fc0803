/** Predicts a leader's position, and the position that followers need. Pure; milliseconds. */

/** Wire format: the class is, or will be, at `positionMs` when the server's clock is `at`. */
export interface LeadState {
  readonly positionMs: number;
  readonly at: number;
  readonly isPlaying: boolean;
  readonly rate: number;
  readonly loopStartMs: number | null;
  readonly loopEndMs: number | null;
}

/** Position at `serverNow`. Before `at` the class hasn't started yet and waits at `positionMs`. */
export function positionAt(state: LeadState, serverNow: number): number {
  if (!state.isPlaying || serverNow <= state.at) return state.positionMs;
  const on = state.positionMs + (serverNow - state.at) * state.rate;
  const { loopStartMs, loopEndMs } = state;
  if (loopStartMs === null || loopEndMs === null || on < loopEndMs || state.positionMs >= loopEndMs)
    return on;
  const length = loopEndMs - loopStartMs;
  return length > 0 ? loopStartMs + ((on - loopStartMs) % length) : loopStartMs;
}

/** Whether a leader in state `now` is where followers with the state `reported` expect it. */
export function isAsLed(reported: LeadState | null, now: LeadState, toleranceMs: number): boolean {
  if (reported === null || reported.isPlaying !== now.isPlaying || reported.rate !== now.rate) return false;
  if (reported.loopStartMs !== now.loopStartMs || reported.loopEndMs !== now.loopEndMs) return false;
  // A count-in: only the start position and time matter.
  if (now.at > reported.at && reported.at > now.at - 1 && reported.positionMs === now.positionMs) return true;
  const off = Math.abs(positionAt(reported, now.at) - now.positionMs);
  const length = (now.loopEndMs ?? 0) - (now.loopStartMs ?? 0);
  return off <= toleranceMs || (length > 0 && Math.abs(off - length) <= toleranceMs);
}

/**
 * Command for a follower. `enter`: start at `ms` when the server's clock is `at`. `drift`: the class is `offMs` behind (positive) or ahead.
 */
export type Following =
  | { readonly kind: "rest"; readonly ms: number }
  | { readonly kind: "enter"; readonly ms: number; readonly at: number }
  | { readonly kind: "drift"; readonly offMs: number };

/** Lead time of a silent start at the right moment. */
const RUN_IN_MS = 800;
/** Beyond this offset a follower restarts instead of changing its rate. */
const FAR_MS = 350;

/** The command for a follower at `ms` (null: paused) at `serverNow`. */
export function follow(state: LeadState, serverNow: number, ms: number | null): Following {
  if (!state.isPlaying) return { kind: "rest", ms: state.positionMs };
  const target = positionAt(state, serverNow);
  const length =
    state.loopStartMs !== null && state.loopEndMs !== null ? state.loopEndMs - state.loopStartMs : 0;
  let off = ms === null ? Number.POSITIVE_INFINITY : target - ms;
  // Takes the shorter way around a loop.
  if (length > 0 && Number.isFinite(off) && Math.abs(off) > length / 2) off -= Math.sign(off) * length;
  if (state.at <= serverNow && Math.abs(off) <= FAR_MS) return { kind: "drift", offMs: off };
  const at = Math.max(state.at, serverNow + RUN_IN_MS);
  return { kind: "enter", ms: positionAt(state, at), at };
}

/** Relative rate change for a class that is `offMs` behind (negative: ahead): in sync within seconds, inaudible. */
export const paceToward = (offMs: number): number =>
  Math.abs(offMs) < 10 ? 0 : Math.max(-0.08, Math.min(0.08, offMs / 1500));
