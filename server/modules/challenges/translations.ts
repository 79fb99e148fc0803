import type { Ctx } from "../../ctx.ts";
import { isUuid } from "../../platform/uuid.ts";
import type { Message } from "../../platform/i18n/messages.ts";
import { contentText, defineTranslated, translated } from "../site/index.ts";
import type { TranslatedStudio } from "../site/index.ts";
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

/** A challenge's title, for a reader who is known later. */
export const challengeTitle = (
  studio: TranslatedStudio,
  { id, title }: { id: string; title: string },
): Message => contentText(studio, "challenge", id, "title", title);

/** A badge's name, for a reader who is known later. */
export const badgeName = (
  studio: TranslatedStudio,
  { slug, name }: { slug: string; name: string },
): Message => contentText(studio, "badge", slug, "name", name);

/** A text of a badge in the reader's language. */
export const badgeText = (
  ctx: Ctx,
  found: { slug: string; name: string; description: string },
  field: "name" | "description",
): string => translated(ctx, "badge", found.slug, field, found[field]);

/** A text of a challenge in the reader's language. */
export const challengeText = (ctx: Ctx, found: ChallengeRow, field: keyof typeof challengeFields): string =>
  translated(ctx, "challenge", found.id, field, found[field]);
