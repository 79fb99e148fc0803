import { readFileSync } from "node:fs";

/** Reads samples that `analyzeSamples` wrote: raw 32-bit floats, mono. For worker threads. */
export function readSamples(path: string): Float32Array {
  const bytes = readFileSync(path);
  return new Float32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.byteLength / 4));
}
