/**
 * Detects a double clap in a room where music plays, on the device alone. A clap is short, loud and unpitched. Music goes on, so a third
 * hit, or one just before, cancels the detection. Pure.
 */

/** Duration of an analysis frame: fifty per second. */
export const CLAP_FRAME_MS = 20;
/** Minimum rise of a clap over the room's level before, and the maximum share of it left after some frames. */
const RISE = 12;
const LEFT_AFTER = 0.3;
const DECAY_FRAMES = 4;
/** Minimum level of a clap (mean square of neighboring samples' differences). */
const LEAST = 2e-5;
/** Share of a clap's level above which another hit counts as equally strong. */
const ALIKE = 0.35;
/** Distance of the two claps in frames. No similar hit may occur some seconds before (music repeats itself) or just after. */
const NEAREST = 9;
const FURTHEST = 28;
const QUIET_BEFORE = 300;
const QUIET_AFTER = 32;
/** Frames over which the room's level is estimated. */
const MEMORY = 60;

interface Hit {
  readonly frame: number;
  readonly strength: number;
}

/** Sharpness of a frame: the energy of neighboring samples' differences. */
export function sharpness(samples: Float32Array): number {
  let sum = 0;
  for (let i = 1; i < samples.length; i++) sum += (samples[i]! - samples[i - 1]!) ** 2;
  return sum / Math.max(1, samples.length - 1);
}

export class ClapListener {
  #frame = 0;
  readonly #levels: number[] = [];
  #hits: Hit[] = [];

  /** Takes the next frame's {@link sharpness}. True about half a second after the second of two claps. */
  hear(level: number): boolean {
    const frame = this.#frame++;
    this.#levels.push(level);
    if (this.#levels.length > MEMORY) this.#levels.shift();
    const peakAt = this.#levels.length - 1 - DECAY_FRAMES;
    if (peakAt > 10) this.#judge(peakAt, frame - DECAY_FRAMES);
    this.#hits = this.#hits.filter(
      (hit) => frame - hit.frame <= QUIET_BEFORE + FURTHEST + QUIET_AFTER + DECAY_FRAMES,
    );
    return this.#areTwo(frame);
  }

  #judge(at: number, frame: number): void {
    const level = this.#levels[at]!;
    const before = this.#levels.slice(Math.max(0, at - 25), at - 1).sort((a, b) => a - b);
    const usual = before[Math.floor(before.length / 2)] ?? 0;
    const isPeak = level >= this.#levels[at - 1]! && level > this.#levels[at + 1]!;
    const isShort = this.#levels[at + DECAY_FRAMES]! < level * LEFT_AFTER;
    if (level > LEAST && isPeak && isShort && level > usual * RISE)
      this.#hits.push({ frame, strength: level });
  }

  #areTwo(frame: number): boolean {
    const strongest = Math.max(0, ...this.#hits.map(({ strength }) => strength));
    const clear = this.#hits.filter(({ strength }) => strength >= strongest * ALIKE);
    if (clear.length !== 2) return false;
    const [first, second] = clear as [Hit, Hit];
    const apart = second.frame - first.frame;
    const isSign =
      apart >= NEAREST &&
      apart <= FURTHEST &&
      frame - second.frame === QUIET_AFTER + DECAY_FRAMES &&
      first.frame > QUIET_BEFORE;
    // Reports each double clap once, not again as part of a longer sequence.
    if (isSign) this.#hits = [];
    return isSign;
  }
}
