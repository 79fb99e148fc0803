import { ratingShare } from "../../../../contract/ratings.ts";
import type { Difficulty } from "../../../../contract/ratings.ts";
import type { Ctx, Tx } from "../../../ctx.ts";
import { DomainError, NotFound } from "../../../platform/errors.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import { findClass } from "../../catalog/index.ts";
import type { ClassRow, Depth } from "../../catalog/index.ts";
import { requireViewer } from "../../identity/index.ts";
import { withRecord } from "../records.ts";
import { insertRated, saveRating } from "./store.ts";
import type { SeededRating } from "./store.ts";

/** How a class was for a person, and whether they would dance it again. */
export interface Rating {
  readonly difficulty: Difficulty | null;
  readonly isLoved: boolean;
}

/** The viewer's rating of a class; null without one. */
export const ratingOf = (ctx: Ctx, found: ClassRow): Rating | null | Promise<Rating | null> =>
  withRecord(ctx, found, (record) =>
    record && (record.difficulty !== null || record.isLoved)
      ? { difficulty: record.difficulty, isLoved: record.isLoved }
      : null,
  );

/**
 * Replaces the viewer's rating of a class; without difficulty and heart it is withdrawn. Idempotent. Each profile of a family
 * rates for itself, children too.
 * @throws DomainError NOT_PRACTICED unless they practiced `ratingShare` of it, NotFound, Unauthenticated
 */
export async function rateClass(ctx: Ctx, classId: string, rating: Rating, depth: Depth): Promise<ClassRow> {
  const { personId } = requireViewer(ctx);
  const known = await findClass(ctx, classId, "plain");
  if (!known) throw new NotFound("class");
  const minPlayedMs = Math.ceil(ratingShare * known.durationMs);
  const given = { personId, classId: known.id, ...rating, minPlayedMs, now: ctx.clock.now() };
  if (!(await saveRating(ctx.db, given)))
    throw new DomainError("NOT_PRACTICED", msg("Dance at least half of the class to rate it."), {
      details: { share: ratingShare },
      status: 409,
    });
  // Fetched by slug, bypassing the loaders: they cache the state before the change.
  const changed = await findClass(ctx, known.slug, depth);
  if (!changed) throw new NotFound("class");
  return changed;
}

/** Inserts classes that seeded people danced whole, and their ratings; a class that one practiced otherwise stays as it is. Idempotent. */
export async function seedRatings(tx: Tx, ratings: readonly SeededRating[]): Promise<void> {
  for (const rating of ratings) await insertRated(tx.db, rating);
}
