import type { Ctx } from "../../../ctx.ts";
import { BadInput } from "../../../platform/errors.ts";
import { isBlank } from "../../../platform/text.ts";
import { requireAuthor } from "../people.ts";
import { findModerationSettings, saveCommentSettings } from "../store-writing.ts";
import type { ModerationSettings } from "../store-writing.ts";
import { msg } from "../../../platform/i18n/messages.ts";

/** Whose comments on a person's posts need their approval. */
export const approvals = ["nobody", "strangers", "everyone"] as const;
export type Approval = (typeof approvals)[number];
/** A person's settings for comments on their posts. */
export type CommentSettings = Pick<ModerationSettings, "approves" | "watchedWords">;

const maxWords = 50;
const maxWordLength = 40;

/** The viewer's comment settings; null for any other profile. */
export async function commentSettingsOf(ctx: Ctx, personId: string): Promise<CommentSettings | null> {
  if (ctx.viewer?.accountId !== personId || ctx.viewer.isAnonymous) return null;
  return (await findModerationSettings(ctx.db, personId)) ?? { approves: "nobody", watchedWords: [] };
}

/**
 * Updates the viewer's comment settings; null fields stay. Comments that already wait keep waiting.
 * @throws BadInput
 */
export async function changeCommentSettings(
  ctx: Ctx,
  change: { approves?: Approval | null | undefined; watchedWords?: readonly string[] | null | undefined },
): Promise<CommentSettings> {
  const { accountId: personId } = requireAuthor(ctx);
  const given = change.watchedWords
    ?.filter((word) => !isBlank(word))
    .map((word) => word.normalize("NFKC").toLowerCase().trim());
  const watchedWords = given ? [...new Set(given.filter(Boolean))] : null;
  if (
    watchedWords &&
    (watchedWords.length > maxWords || watchedWords.some((word) => word.length > maxWordLength))
  )
    throw new BadInput(
      "watchedWords",
      msg("Use up to {maxWords} words of up to {maxWordLength} letters.", { maxWords, maxWordLength }),
    );
  return saveCommentSettings(ctx.db, {
    personId,
    now: ctx.clock.now(),
    approves: change.approves ?? null,
    watchedWords,
  });
}
