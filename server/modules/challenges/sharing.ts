import type { Ctx } from "../../ctx.ts";
import { artEdition } from "./art.ts";
import { badgeOf } from "./badges.ts";
import { challengeOf } from "./challenges.ts";
import { badgeText, challengeText } from "./translations.ts";

/** Open Graph data of a link to a badge or a challenge, in the reader's language. */
export interface Shared {
  readonly title: string;
  readonly description: string;
  /** The amount that the image shows. */
  readonly amount: number;
  /** Path of an image of 1200 × 630 pixels. */
  readonly imagePath: string;
}

const imagePath = (kind: string, slug: string) => `/share/${kind}/${slug}.${artEdition}.png`;

/** By id or slug; null if there is none. */
export async function sharedBadge(ctx: Ctx, id: string): Promise<Shared | null> {
  const found = await badgeOf(ctx, id);
  return (
    found && {
      title: badgeText(ctx, found, "name"),
      description: badgeText(ctx, found, "description"),
      amount: found.amountToEarn,
      imagePath: imagePath("badge", found.slug),
    }
  );
}

/** By id or slug; null if there is none. */
export async function sharedChallenge(ctx: Ctx, id: string): Promise<Shared | null> {
  const found = await challengeOf(ctx, id);
  return (
    found && {
      title: challengeText(ctx, found, "title"),
      description: challengeText(ctx, found, "description"),
      amount: found.badges.at(-1)?.badge.amountToEarn ?? 8,
      imagePath: imagePath("challenge", found.slug),
    }
  );
}
