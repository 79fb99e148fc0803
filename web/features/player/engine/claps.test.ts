import { expect, test } from "vitest";
import { loopOf, type Arrangement } from "../../../../demo/music/loops.ts";
import { SONGS } from "../../../../demo/music/songs.ts";
import { clap, RATE } from "../../../../demo/music/voices.ts";
import { CLAP_FRAME_MS, ClapListener, sharpness } from "./claps.ts";

const frameLength = (RATE * CLAP_FRAME_MS) / 1000;
const arrangements: readonly Arrangement[] = ["groove", "talk", "count", "slow", "full", "cool"];
/** Mono of a demo track as recorded by a microphone across the room. */
function track(style: string, arrangement: Arrangement, frames: number): Float32Array {
  const { left, right } = loopOf(style, frames, arrangement);
  return left.map((sample, i) => 0.15 * (sample + right[i]!));
}
/** Seconds at which a double clap is detected in `sound`, repeated for `seconds`, with `extra` mixed in. */
function listen(sound: Float32Array, seconds: number, extra: Float32Array | null = null): number[] {
  const listener = new ClapListener();
  const heard: number[] = [];
  const frame = new Float32Array(frameLength);
  for (let at = 0; at < seconds * RATE; at += frameLength) {
    for (let i = 0; i < frameLength; i++) frame[i] = sound[(at + i) % sound.length]! + (extra?.[at + i] ?? 0);
    if (listener.hear(sharpness(frame))) heard.push(at / RATE);
  }
  return heard;
}
/** Claps at these seconds. */
function clapsAt(seconds: readonly number[], length: number, gain: number): Float32Array {
  const out = new Float32Array(length * RATE);
  const hands = clap().subarray(0, 0.09 * RATE);
  for (const at of seconds)
    for (let i = 0; i < hands.length; i++)
      out[Math.round(at * RATE) + i]! += gain * hands[i]! * Math.exp(-i / (0.02 * RATE));
  return out;
}

test("detects no double clap in the demo's music of any style and arrangement", () => {
  const alarms: string[] = [];
  for (const style of Object.keys(SONGS))
    for (const arrangement of arrangements) {
      const sound = track(style, arrangement, 120);
      const levels = Array.from({ length: sound.length / frameLength }, (_unused, n) =>
        sharpness(sound.subarray(n * frameLength, (n + 1) * frameLength)),
      );
      const listener = new ClapListener();
      for (let n = 0; n < 60_000 / CLAP_FRAME_MS; n++)
        if (listener.hear(levels[n % levels.length]!)) alarms.push(`${style} ${arrangement}`);
    }
  expect(alarms).toEqual([]);
}, 180_000);

test.each([
  ["in silence", new Float32Array(RATE), 0.5],
  ["over a teacher's music", track("hip-hop", "talk", 150), 0.6],
  ["over the slow part", track("house", "slow", 150), 0.8],
  ["over the whole band", track("latin", "full", 150), 0.9],
])("detects a double clap %s", (_where, sound, gain) => {
  const heard = [0.26, 0.32, 0.4, 0.5].map(
    (apart) => listen(sound, 12, clapsAt([8, 8 + apart], 12, gain)).length,
  );
  expect(heard).toEqual([1, 1, 1, 1]);
});

test.each([
  ["one clap", [8]],
  ["three claps", [8, 8.35, 8.7]],
  ["applause", Array.from({ length: 20 }, (_unused, n) => 7 + n * 0.21)],
  ["two claps far apart", [7, 8.2]],
])("detects no double clap in %s", (_what, seconds) => {
  expect(listen(new Float32Array(RATE), 12, clapsAt(seconds, 12, 0.6))).toEqual([]);
});
