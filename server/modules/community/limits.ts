import { LinkLimit, PostLimit } from "./errors.ts";

const dayMs = 24 * 60 * 60 * 1000;
/** For so long somebody is new: they may do less, and their uploads are looked at first. */
const newForMs = 7 * dayMs;

/** What somebody said within the last hour. */
export interface LastHour {
  readonly posts: number;
  readonly comments: number;
  readonly links: number;
}

const limits = {
  newcomer: { posts: 5, comments: 30, links: 2 },
  settled: { posts: 30, comments: 150, links: 30 },
} as const;

/** Whether somebody's first act is so short ago that they are new. */
export function isNewcomer(since: Date, now: Date): boolean {
  return now.getTime() - since.getTime() < newForMs;
}

/** @throws PostLimit, LinkLimit */
export function checkPace(
  lastHour: LastHour,
  next: { readonly kind: "post" | "comment"; readonly links: number },
  isNew: boolean,
): void {
  const most = isNew ? limits.newcomer : limits.settled;
  const [said, allowed] =
    next.kind === "post" ? [lastHour.posts, most.posts] : [lastHour.comments, most.comments];
  if (said >= allowed) throw new PostLimit(allowed, 60 * 60);
  if (next.links > 0 && lastHour.links + next.links > most.links) throw new LinkLimit(most.links);
}

/** So often within a day the same words may be said; after that they are looked at first. */
export const maxRepeated = 2;
/** Reports of one person within a day. */
export const maxReports = 20;
/** From so many registered reporters on, a thing is hidden until somebody has looked. */
export const hidesFrom = 5;

/** How long somebody may only read after a removal that stands, by how many there were. Milliseconds; 0: not at all. */
export function pauseAfter(strikes: number): number {
  return [0, 0, dayMs, 7 * dayMs, 30 * dayMs][Math.min(strikes, 4)] ?? 0;
}
