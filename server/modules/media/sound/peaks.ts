/** How loud sound is over time, for drawing. Pure. */

/** Values per second. */
export const peaksPerSecond = 50;

/**
 * The largest deflection in each 20 ms of samples from -1 to 1, as bytes from 0 to 255. The last value may cover less.
 * @param rate samples per second
 */
export function peaksOf(samples: Float32Array, rate: number): Uint8Array {
  const peaks = new Uint8Array(Math.ceil((samples.length * peaksPerSecond) / rate));
  for (let at = 0; at < peaks.length; at += 1) {
    const to = Math.min(samples.length, Math.floor(((at + 1) * rate) / peaksPerSecond));
    let peak = 0;
    for (let i = Math.floor((at * rate) / peaksPerSecond); i < to; i += 1)
      peak = Math.max(peak, Math.abs(samples[i]!));
    peaks[at] = Math.round(Math.min(1, peak) * 255);
  }
  return peaks;
}
