/** Onset strength of sound over time. Pure. */

/** Input sample rate of the analysis, mono. Hertz. */
export const analysisRate = 11_025;
/** Samples between two onset values, and onset values per second. */
const hop = 128;
export const onsetsPerSecond = analysisRate / hop;

/** Crossover frequencies between the bands of kick, snare and voice, and hats. Hertz. */
const crossovers = [150, 1_500] as const;
/** Compression factor that makes quiet music count like loud music. */
const loudness = 1_000;

/** One value per `hop` samples: the rise in loudness summed over the bands; 0 where nothing begins. */
export function onsetsOf(samples: Float32Array): Float32Array {
  const length = Math.floor(samples.length / hop);
  const onsets = new Float32Array(length);
  const steps = crossovers.map((hertz) => 1 - Math.exp((-2 * Math.PI * hertz) / analysisRate));
  const low = [0, 0];
  const before = [0, 0, 0];
  for (let i = 0; i < length; i += 1) {
    const energy = [0, 0, 0];
    for (let k = i * hop; k < (i + 1) * hop; k += 1) {
      const sample = samples[k]!;
      low[0]! += steps[0]! * (sample - low[0]!);
      low[1]! += steps[1]! * (sample - low[1]!);
      energy[0]! += low[0]! ** 2;
      energy[1]! += (low[1]! - low[0]!) ** 2;
      energy[2]! += (sample - low[1]!) ** 2;
    }
    for (let band = 0; band < 3; band += 1) {
      const level = Math.log1p((loudness * energy[band]!) / hop);
      onsets[i]! += Math.max(0, level - before[band]!);
      before[band] = level;
    }
  }
  return onsets;
}
