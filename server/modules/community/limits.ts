import { LinkLimit, PostLimit } from "./errors.ts";

const dayMs = 24 * 60 * 60 * 1000;
/** How long a person counts as a newcomer: lower limits, and uploads are held for moderation. */
const newForMs = 7 * dayMs;

/** A person's activity within the last hour. */
export interface LastHour {
  readonly posts: number;
  readonly comments: number;
  readonly links: number;
}

const limits = {
  newcomer: { posts: 5, comments: 30, links: 2 },
  settled: { posts: 30, comments: 150, links: 30 },
} as const;

/** Whether a person's first activity is recent enough to count as a newcomer. */
export function isNewcomer(since: Date, now: Date): boolean {
  return now.getTime() - since.getTime() < newForMs;
}

/** @throws PostLimit, LinkLimit */
export function checkPace(
  lastHour: LastHour,
  next: { readonly kind: "post" | "comment"; readonly links: number },
  isNew: boolean,
): void {
  const allowance = isNew ? limits.newcomer : limits.settled;
  const [count, allowed] =
    next.kind === "post" ? [lastHour.posts, allowance.posts] : [lastHour.comments, allowance.comments];
  if (count >= allowed) throw new PostLimit(allowed, 60 * 60);
  if (next.links > 0 && lastHour.links + next.links > allowance.links) throw new LinkLimit(allowance.links);
}

/** The same text is accepted this often within a day; further copies are held for moderation. */
export const maxRepeated = 2;
/** Maximum reports per person and day. */
export const maxReports = 20;
/** Content is hidden from this number of registered reporters on, until it is moderated. */
export const hidesFrom = 5;

/** How long a person may only read after a removal, by their number of strikes. Milliseconds; 0: no pause. */
export function pauseAfter(strikes: number): number {
  return [0, 0, dayMs, 7 * dayMs, 30 * dayMs][Math.min(strikes, 4)] ?? 0;
}
