import { paths } from "../../../contract/urls.ts";
import type { Ctx } from "../../ctx.ts";
import { NotFound } from "../../platform/errors.ts";
import { defineLoader } from "../../platform/loader.ts";
import { classLoader, isHidden, findClass } from "../catalog/index.ts";
import type { ClassRow } from "../catalog/index.ts";
import { requireViewer } from "../identity/index.ts";
import { mayViewPartOf } from "../profiles/index.ts";
import { badgeImagePath } from "./images.ts";
import { findBadge, listEarnedBadges, listEarnedBy, listEarnedIds, listRequired } from "./store.ts";
import type { BadgeRow, EarnedBadgeRow } from "./store.ts";

export interface BadgeYear {
  readonly year: number;
  readonly badges: readonly EarnedBadgeRow[];
}

/** Badges that a person shows the viewer, by year, newest first; empty for an unknown username. */
export async function badgesByYear(ctx: Ctx, username: string): Promise<BadgeYear[]> {
  if (!(await mayViewPartOf(ctx, username, "badges"))) return [];
  return yearsOf(await listEarnedBadges(ctx.db, "username", username.replace(/^@/, "")));
}

/** The viewer's badges, by year, newest first. @throws Unauthenticated */
export async function myBadgesByYear(ctx: Ctx): Promise<BadgeYear[]> {
  return yearsOf(await listEarnedBadges(ctx.db, "id", requireViewer(ctx).personId));
}

function yearsOf(earned: readonly EarnedBadgeRow[]): BadgeYear[] {
  const years = Map.groupBy(earned, ({ earnedAt }) => earnedAt.getUTCFullYear());
  return [...years].map(([year, badges]) => ({ year, badges }));
}

/** A badge by id or slug, with its challenge; null if there is none. */
export async function badgeOf(ctx: Ctx, id: string): Promise<BadgeRow | null> {
  const found = await findBadge(ctx.db, id.toLowerCase());
  return found && { ...found.badge, challengeSlug: found.challengeSlug };
}

/** A badge, as notifications show it. */
export interface BadgeEarned {
  readonly slug: string;
  readonly name: string;
  /** Link target: a path of the web. */
  readonly path: string;
  readonly imagePath: string;
}

/** A badge for a notification; null if it was deleted. */
export async function badgeEarnedOf(ctx: Ctx, badgeId: string): Promise<BadgeEarned | null> {
  const found = await findBadge(ctx.db, badgeId);
  if (!found) return null;
  return {
    slug: found.badge.slug,
    name: found.badge.name,
    path: paths.badge(found.badge.slug),
    imagePath: badgeImagePath(found.badge, "active"),
  };
}

export interface BadgesOfClass {
  readonly personId: string;
  readonly classId: string;
  readonly earnedBadges: readonly string[];
  readonly newBadges: readonly string[];
}

/** Badges earned by completing the class, with all fields. */
export function newBadgesOf(
  ctx: Ctx,
  { personId, classId, newBadges }: BadgesOfClass,
): Promise<BadgeRow[]> | [] {
  return newBadges.length > 0 ? listEarnedBy(ctx.db, personId, classId) : [];
}

/** The viewer's badges, and those earned by completing this class. @throws NotFound, Unauthenticated */
export async function badgesOfClass(ctx: Ctx, classId: string): Promise<BadgesOfClass> {
  const { personId } = requireViewer(ctx);
  const found = await findClass(ctx, classId, "plain");
  if (!found) throw new NotFound("class");
  const earned = await listEarnedIds(ctx.db, personId, found.id);
  return {
    personId,
    classId: found.id,
    earnedBadges: earned.map(({ badgeId }) => badgeId),
    newBadges: earned.filter(({ isNew }) => isNew).map(({ badgeId }) => badgeId),
  };
}

const requiredLoader = defineLoader<string, readonly string[]>(async (ctx, achievementIds) => {
  const byAchievement = Map.groupBy(await listRequired(ctx.db, achievementIds), (row) => row.achievementId);
  return new Map([...byAchievement].map(([id, rows]) => [id, rows.map(({ classId }) => classId)]));
});

/**
 * Published classes that an achievement requires, in its order, without those hidden from the viewer. Empty
 * for other triggers.
 */
export async function requiredClasses(ctx: Ctx, achievementId: string): Promise<ClassRow[]> {
  const ids = (await requiredLoader(ctx).load(achievementId)) ?? [];
  const found = await classLoader(ctx).loadMany([...ids]);
  return found.filter(
    (row): row is ClassRow => row !== null && !(row instanceof Error) && !isHidden(ctx, row),
  );
}
