/** Phase of a challenge at a time. */
export type ChallengePhaseName = "upcoming" | "running" | "ended";

const dayMs = 24 * 60 * 60 * 1000;

export function phaseOf(times: { startTime: string; endTime: string }, now: Date): ChallengePhaseName {
  if (now < new Date(times.startTime)) return "upcoming";
  return now < new Date(times.endTime) ? "running" : "ended";
}

/** Whole days until a time, at least 1; 0 once it is over. */
export function daysUntil(time: string, now: Date): number {
  const left = new Date(time).getTime() - now.getTime();
  return left <= 0 ? 0 : Math.max(1, Math.ceil(left / dayMs));
}
