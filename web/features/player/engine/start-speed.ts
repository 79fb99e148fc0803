/** How fast a first stream may be expected to come, before any segment has. */

/** Without anything to go by: bits per second. */
export const usualSpeed = 4_000_000;
/** Fewer bytes say more about the latency than about the line. */
const minBytes = 50_000;
/** Of the measured speed: a class starts when its first segment has come, beside its sound and what else the page loads. */
const share = 0.5;

/** A file that the page has loaded. Milliseconds; no bytes if it came from the cache. */
export type LoadedFile = Pick<PerformanceResourceTiming, "requestStart" | "responseEnd" | "transferSize">;

/**
 * Speed to choose the first segment by, in bits per second: a share of the speed at which files of the page came from the network, at most
 * the usual one.
 */
export function startSpeed(files: readonly LoadedFile[]): number {
  const loads = files
    .filter(({ transferSize, requestStart }) => transferSize > 0 && requestStart > 0)
    .toSorted((a, b) => a.requestStart - b.requestStart);
  let bytes = 0;
  let busyMs = 0;
  let until = 0;
  for (const { requestStart, responseEnd, transferSize } of loads) {
    bytes += transferSize;
    busyMs += Math.max(0, responseEnd - Math.max(requestStart, until));
    until = Math.max(until, responseEnd);
  }
  if (bytes < minBytes) return usualSpeed;
  return Math.min(usualSpeed, (share * bytes * 8 * 1000) / Math.max(1, busyMs));
}
