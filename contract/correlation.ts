/** Fourier transform and cross-correlation of real signals, as needed to align two recordings. Pure. */

/** In-place radix-2 FFT of `re` + i·`im`, whose length is a power of two. `inverse` does not divide by the length. */
export function transform(re: Float64Array, im: Float64Array, inverse = false): void {
  const n = re.length;
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [re[i], re[j]] = [re[j]!, re[i]!];
      [im[i], im[j]] = [im[j]!, im[i]!];
    }
  }
  for (let size = 2; size <= n; size <<= 1) {
    const angle = ((inverse ? 2 : -2) * Math.PI) / size;
    const stepRe = Math.cos(angle);
    const stepIm = Math.sin(angle);
    for (let start = 0; start < n; start += size) {
      let turnRe = 1;
      let turnIm = 0;
      for (let k = start; k < start + size / 2; k++) {
        const other = k + size / 2;
        const oddRe = re[other]! * turnRe - im[other]! * turnIm;
        const oddIm = re[other]! * turnIm + im[other]! * turnRe;
        re[other] = re[k]! - oddRe;
        im[other] = im[k]! - oddIm;
        re[k]! += oddRe;
        im[k]! += oddIm;
        [turnRe, turnIm] = [turnRe * stepRe - turnIm * stepIm, turnRe * stepIm + turnIm * stepRe];
      }
    }
  }
}

/** The product of the spectrum of `whole` and the conjugate one of `part`. */
function crossSpectrum(whole: Float32Array, part: Float32Array) {
  let size = 1;
  while (size < whole.length + part.length) size <<= 1;
  const re = new Float64Array(size);
  const im = new Float64Array(size);
  const partRe = new Float64Array(size);
  const partIm = new Float64Array(size);
  re.set(whole);
  partRe.set(part);
  transform(re, im);
  transform(partRe, partIm);
  for (let k = 0; k < size; k++) {
    const productRe = re[k]! * partRe[k]! + im[k]! * partIm[k]!;
    im[k] = im[k]! * partRe[k]! - re[k]! * partIm[k]!;
    re[k] = productRe;
  }
  return { re, im, size };
}

/**
 * Cross-correlation of `part` with `whole` by phase alone (GCC-PHAT), at each offset of `[0, to]`. What repeats, such as a beat, hardly
 * counts; what happens once does. In standard deviations of all offsets.
 */
export function correlateByPhase(whole: Float32Array, part: Float32Array, to: number): Float64Array {
  const { re, im, size } = crossSpectrum(whole, part);
  for (let k = 0; k < size; k++) {
    const length = Math.hypot(re[k]!, im[k]!);
    re[k] = length > 0 ? re[k]! / length : 0;
    im[k] = length > 0 ? im[k]! / length : 0;
  }
  transform(re, im, true);
  const found = re.slice(0, to + 1);
  const deviation = Math.sqrt(found.reduce((sum, value) => sum + value * value, 0) / found.length);
  return deviation > 0 ? found.map((value) => value / deviation) : found;
}

/**
 * Normalized cross-correlation, −1 to 1, of `part` at each offset of `[from, to]` in `whole`. Offsets are samples and may be negative.
 * Normalized by the energy of both where they overlap.
 */
export function correlate(whole: Float32Array, part: Float32Array, from: number, to: number): Float64Array {
  const { re, im, size } = crossSpectrum(whole, part);
  transform(re, im, true);
  const energy = (signal: Float32Array) => {
    const sums = new Float64Array(signal.length + 1);
    for (let i = 0; i < signal.length; i++) sums[i + 1] = sums[i]! + signal[i]! * signal[i]!;
    return (a: number, b: number) =>
      sums[Math.min(signal.length, Math.max(0, b))]! - sums[Math.min(signal.length, Math.max(0, a))]!;
  };
  const wholeEnergy = energy(whole);
  const partEnergy = energy(part);
  return Float64Array.from({ length: to - from + 1 }, (_unused, i) => {
    const lag = from + i;
    const product = re[(lag + size) % size]! / size;
    const both =
      wholeEnergy(lag, lag + part.length) * partEnergy(Math.max(0, -lag), Math.max(0, whole.length - lag));
    return both > 0 ? product / Math.sqrt(both) : 0;
  });
}
