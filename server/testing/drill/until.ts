import { setTimeout as sleep } from "node:timers/promises";

/** How long something may take, milliseconds. */
export const maxMs = 180_000;

/**
 * Looks again and again until something is there.
 * @param what named in the error
 * @param look null or false: not yet
 * @throws Error if it isn't there within three minutes
 */
export async function until<Found>(
  what: string,
  everyMs: number,
  look: () => Promise<Found | null | false> | Found | null | false,
): Promise<Found> {
  const began = performance.now();
  for (;;) {
    const found = await look();
    if (found !== null && found !== false) return found;
    if (performance.now() - began > maxMs) throw new Error(`${what}: not within ${maxMs / 1000} s`);
    await sleep(everyMs);
  }
}
