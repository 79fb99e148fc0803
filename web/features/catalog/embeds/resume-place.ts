type Progress = { completed: boolean; time: { hour: number; minute: number; second: number } };

/** Where a person goes on in a class, in milliseconds from its start; 0 for who hasn't begun or has finished. */
export function resumePlace(progress: Progress | null): number {
  if (!progress || progress.completed) return 0;
  const { hour, minute, second } = progress.time;
  return ((hour * 60 + minute) * 60 + second) * 1000;
}
