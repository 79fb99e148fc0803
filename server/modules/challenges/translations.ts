import type { Ctx } from "../../ctx.ts";
import { isUuid } from "../../platform/uuid.ts";
import { defineTranslated, translated } from "../site/index.ts";
import type { ChallengeRow } from "./challenges.ts";
import { findEditedChallenge } from "./editing/store.ts";
import { listBadgeTexts } from "./store-translations.ts";

const challengeFields = {
  title: { max: 100 },
  description: { max: 2000, isLong: true },
  goalHeader: { max: 100 },
  subtitleHeader: { max: 100 },
  earnedByHeader: { max: 100 },
} as const;

defineTranslated({
  kind: "badge",
  role: "editor",
  fields: { name: { max: 60 }, description: { max: 300 } },
  list: async (ctx, subject) =>
    (await listBadgeTexts(ctx.db, subject)).map(({ slug, ...texts }) => ({ subject: slug, texts })),
});
defineTranslated({
  kind: "challenge",
  role: "editor",
  fields: challengeFields,
  list: async (ctx, subject) => {
    const found = subject && isUuid(subject) ? await findEditedChallenge(ctx.db, subject) : null;
    if (!found) return [];
    const { id, title, description, goalHeader, subtitleHeader, earnedByHeader } = found;
    return [{ subject: id, texts: { title, description, goalHeader, subtitleHeader, earnedByHeader } }];
  },
});

/** A text of a challenge in the reader's language. */
export const challengeText = (ctx: Ctx, found: ChallengeRow, field: keyof typeof challengeFields): string =>
  translated(ctx, "challenge", found.id, field, found[field]);
