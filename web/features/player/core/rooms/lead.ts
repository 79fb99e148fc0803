/** Where a leading player stands, and where those who follow have to be. Pure; milliseconds. */

/** As it travels: the class stands, or will stand, at `positionMs` when the server's clock says `at`. */
export interface LeadState {
  readonly positionMs: number;
  readonly at: number;
  readonly isPlaying: boolean;
  readonly rate: number;
  readonly loopStartMs: number | null;
  readonly loopEndMs: number | null;
}

/** Where the class stands at `serverNow`; before `at` it hasn't come in yet, and waits at `positionMs`. */
export function positionAt(state: LeadState, serverNow: number): number {
  if (!state.isPlaying || serverNow <= state.at) return state.positionMs;
  const on = state.positionMs + (serverNow - state.at) * state.rate;
  const { loopStartMs, loopEndMs } = state;
  if (loopStartMs === null || loopEndMs === null || on < loopEndMs || state.positionMs >= loopEndMs)
    return on;
  const length = loopEndMs - loopStartMs;
  return length > 0 ? loopStartMs + ((on - loopStartMs) % length) : loopStartMs;
}

/** Whether a leader that stands as `now` says is where those who heard `told` believe it to be. */
export function isAsTold(told: LeadState | null, now: LeadState, toleranceMs: number): boolean {
  if (told === null || told.isPlaying !== now.isPlaying || told.rate !== now.rate) return false;
  if (told.loopStartMs !== now.loopStartMs || told.loopEndMs !== now.loopEndMs) return false;
  // Somebody counts in: the place and the moment of coming in are what matters.
  if (now.at > told.at && told.at > now.at - 1 && told.positionMs === now.positionMs) return true;
  const off = Math.abs(positionAt(told, now.at) - now.positionMs);
  const length = (now.loopEndMs ?? 0) - (now.loopStartMs ?? 0);
  return off <= toleranceMs || (length > 0 && Math.abs(off - length) <= toleranceMs);
}

/** What a follower does. `enter`: come in at `ms` when the server's clock says `at`. `drift`: the class is `offMs` behind (positive) or ahead. */
export type Following =
  | { readonly kind: "rest"; readonly ms: number }
  | { readonly kind: "enter"; readonly ms: number; readonly at: number }
  | { readonly kind: "drift"; readonly offMs: number };

/** Setting off unheard and coming in at the right moment takes this long. */
const RUN_IN_MS = 800;
/** Further off than this a follower comes in anew rather than hurrying. */
const FAR_MS = 350;

/** What a follower whose class stands at `ms` (null: it doesn't play) has to do at `serverNow`. */
export function follow(state: LeadState, serverNow: number, ms: number | null): Following {
  if (!state.isPlaying) return { kind: "rest", ms: state.positionMs };
  const target = positionAt(state, serverNow);
  const length =
    state.loopStartMs !== null && state.loopEndMs !== null ? state.loopEndMs - state.loopStartMs : 0;
  let off = ms === null ? Number.POSITIVE_INFINITY : target - ms;
  // Round the seam of a loop the short way.
  if (length > 0 && Number.isFinite(off) && Math.abs(off) > length / 2) off -= Math.sign(off) * length;
  if (state.at <= serverNow && Math.abs(off) <= FAR_MS) return { kind: "drift", offMs: off };
  const at = Math.max(state.at, serverNow + RUN_IN_MS);
  return { kind: "enter", ms: positionAt(state, at), at };
}

/** By how much of its tempo a class that is `offMs` behind (negative: ahead) plays faster, to be in step within seconds and unheard. */
export const paceToward = (offMs: number): number =>
  Math.abs(offMs) < 10 ? 0 : Math.max(-0.08, Math.min(0.08, offMs / 1500));
