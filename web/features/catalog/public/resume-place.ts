type Progress = { completed: boolean; time: { hour: number; minute: number; second: number } };

/** Positions this close to either end don't resume, in milliseconds. */
const nearStartMs = 5_000;
const nearEndMs = 10_000;

/**
 * Resume position in milliseconds; 0 if the class isn't started, is complete, or almost complete.
 *
 * @param durationMs of the class
 */
export function resumePlace(progress: Progress | null, durationMs: number): number {
  if (!progress || progress.completed) return 0;
  const { hour, minute, second } = progress.time;
  const atMs = ((hour * 60 + minute) * 60 + second) * 1000;
  return atMs < nearStartMs || atMs > durationMs - nearEndMs ? 0 : atMs;
}
