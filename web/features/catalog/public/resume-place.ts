type Progress = { completed: boolean; time: { hour: number; minute: number; second: number } };

/** So near to either end there is nothing to come back to, in milliseconds. */
const nearStartMs = 5_000;
const nearEndMs = 10_000;

/**
 * Where a person goes on in a class, in milliseconds from its start; 0 for who hasn't begun, has finished, or is about to.
 * @param durationMs how long the class is
 */
export function resumePlace(progress: Progress | null, durationMs: number): number {
  if (!progress || progress.completed) return 0;
  const { hour, minute, second } = progress.time;
  const atMs = ((hour * 60 + minute) * 60 + second) * 1000;
  return atMs < nearStartMs || atMs > durationMs - nearEndMs ? 0 : atMs;
}
