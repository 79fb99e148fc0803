/**
 * Hears two claps in a room where music plays, on the device alone. A clap is short, sharp and without pitch; what makes two of them a sign is
 * that they are two: music goes on, so that a third hit, or one just before, takes the sign back. Pure.
 */

/** Frames in which the sound is measured: fifty a second. */
export const CLAP_FRAME_MS = 20;
/** How far a clap rises above what the room was like before, and how much of it is left after some frames. */
const RISE = 12;
const LEFT_AFTER = 0.3;
const DECAY_FRAMES = 4;
/** Quieter than this (mean square of neighbouring samples' differences) nothing is a clap. */
const LEAST = 2e-5;
/** Share of the loudness above which a hit is as strong as another. */
const ALIKE = 0.35;
/** Two claps come this far apart, and nothing like them some seconds before (music repeats itself) or just after, in frames. */
const NEAREST = 9;
const FURTHEST = 28;
const QUIET_BEFORE = 300;
const QUIET_AFTER = 32;
/** Frames over which the room is known. */
const MEMORY = 60;

interface Hit {
  readonly frame: number;
  readonly strength: number;
}

/** How sharp a frame is: the energy of neighbouring samples' differences. */
export function sharpness(samples: Float32Array): number {
  let sum = 0;
  for (let i = 1; i < samples.length; i++) sum += (samples[i]! - samples[i - 1]!) ** 2;
  return sum / Math.max(1, samples.length - 1);
}

export class ClapListener {
  #frame = 0;
  readonly #levels: number[] = [];
  #hits: Hit[] = [];

  /** Takes the next frame's {@link sharpness}. True when two claps were heard, some half a second after the second. */
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
    // Heard once, and not again as part of something longer.
    if (isSign) this.#hits = [];
    return isSign;
  }
}
