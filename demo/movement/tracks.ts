import { clamp, ease, mix, type Vec } from "../figure/math.ts";
import type { Feel } from "./types.ts";

/** A value that is reached at a beat. */
export type Key<T> = { at: number; value: T };

/** Where a track is between two keys: indices, and how far on (beyond 0..1 in anticipation and follow-through). */
type Place = { from: number; to: number; u: number };

/** Finds the keys around `beat` and the eased progress between them as the feel has it. */
const placeOf = (times: readonly number[], beat: number, feel: Feel): Place => {
  let next = 0;
  while (next < times.length && times[next]! <= beat) next++;
  if (next === 0) return { from: 0, to: 0, u: 0 };
  if (next === times.length) return { from: next - 1, to: next - 1, u: 0 };
  const gap = times[next]! - times[next - 1]!;
  const start = times[next]! - Math.min(gap, feel.beats);
  const u = (beat - start) / (times[next]! - start);
  if (u >= 0) {
    const windUp = u < 0.36 ? Math.sin((Math.PI * u) / 0.36) ** 2 : 0;
    return { from: next - 1, to: next, u: ease(u) - feel.anticipation * windUp };
  }
  // Between two moves: the last one rings out, and is still before the next begins.
  const since = beat - times[next - 1]!;
  const quiet = clamp((start - beat) / 0.15, 0, 1);
  const ring = feel.overshoot * Math.sin(2 * Math.PI * 1.15 * since) * Math.exp(-3.2 * since) * quiet;
  return next >= 2 ? { from: next - 2, to: next - 1, u: 1 + ring } : { from: 0, to: 0, u: 0 };
};

const catmull = (a: number, b: number, c: number, d: number, t: number): number =>
  0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t);

/** Samples a track of numbers at a beat; holds the first and the last value outside it. */
export const sampleNumber = (keys: readonly Key<number>[], beat: number, feel: Feel): number => {
  if (feel.kind === "flow")
    return sampleFlow(
      keys.map((k) => k.at),
      (i) => keys[i]!.value,
      keys.length,
      beat,
    );
  const { from, to, u } = placeOf(
    keys.map((k) => k.at),
    beat,
    feel,
  );
  return mix(keys[from]!.value, keys[to]!.value, u);
};

const sampleFlow = (times: number[], value: (i: number) => number, count: number, beat: number): number => {
  let next = 0;
  while (next < count && times[next]! <= beat) next++;
  if (next === 0) return value(0);
  if (next === count) return value(count - 1);
  const t = (beat - times[next - 1]!) / (times[next]! - times[next - 1]!);
  const soft = mix(t, t * t * (3 - 2 * t), 0.45);
  // The ends are home and at rest; doubling them gives the spline a speed of nothing there.
  return catmull(
    value(Math.max(0, next - 2)),
    value(next - 1),
    value(next),
    value(Math.min(count - 1, next + 1)),
    soft,
  );
};

/** Samples a track of places. A long way is an arc that swings out from the body by `bulge` (outward, forward per metre of way). */
export const sampleVec = (
  keys: readonly Key<Vec>[],
  beat: number,
  feel: Feel,
  bulge: Vec = [0, 0, 0],
): Vec => {
  const times = keys.map((k) => k.at);
  if (feel.kind === "flow") {
    return [0, 1, 2].map((axis) => sampleFlow(times, (i) => keys[i]!.value[axis]!, keys.length, beat)) as Vec;
  }
  const { from, to, u } = placeOf(times, beat, feel);
  const a = keys[from]!.value;
  const b = keys[to]!.value;
  const way = Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
  const arc = from === to ? 0 : Math.sin(Math.PI * clamp(u, 0, 1)) * Math.min(0.16, way * 0.28);
  return [0, 1, 2].map((axis) => mix(a[axis]!, b[axis]!, u) + bulge[axis]! * arc) as Vec;
};
