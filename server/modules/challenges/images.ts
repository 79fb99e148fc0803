import type { Ctx } from "../../ctx.ts";
import { artEdition } from "./art.ts";
import type { BadgeRow, ChallengeRow } from "./store.ts";

/** Path of a badge's image. */
export function badgeImagePath(badge: BadgeRow, state: "active" | "inactive"): string {
  return `/art/badge/${badge.slug}-${badge.amountToEarn}-${state}.${artEdition}.svg`;
}

/** Absolute URL of a badge's image. */
export function badgeImageUrl(ctx: Ctx, badge: BadgeRow, state: "active" | "inactive"): string {
  return ctx.publicUrl + badgeImagePath(badge, state);
}

/** Absolute URL of a challenge's image; it shows the amount of the largest badge. */
export function challengeImageUrl(ctx: Ctx, challenge: ChallengeRow): string {
  const amount = challenge.badges.at(-1)?.badge.amountToEarn ?? 8;
  return `${ctx.publicUrl}/art/challenge/${challenge.slug}-${amount}-active.${artEdition}.png`;
}
