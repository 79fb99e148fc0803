import type { Ctx } from "../../ctx.ts";
import { BadInput } from "../../platform/errors.ts";
import { isBlank } from "../../platform/text.ts";
import { requireAuthor } from "./people.ts";
import { findStanding, saveCare } from "./store-writing.ts";
import type { Standing } from "./store-writing.ts";

/** Whose comments on one's posts wait until one has approved them. */
export const approvals = ["nobody", "strangers", "everyone"] as const;
export type Approval = (typeof approvals)[number];
/** How somebody looks after what is said under their posts. */
export type Care = Pick<Standing, "approves" | "watchedWords">;

const mostWords = 50;
const longestWord = 40;

/** How the viewer looks after their posts; null on everybody else's page. */
export async function careOf(ctx: Ctx, personId: string): Promise<Care | null> {
  if (ctx.viewer?.accountId !== personId || ctx.viewer.isAnonymous) return null;
  return (await findStanding(ctx.db, personId)) ?? { approves: "nobody", watchedWords: [] };
}

/** Changes how the viewer looks after their posts; what is null stays. What waits already goes on waiting. @throws BadInput */
export async function changeCare(
  ctx: Ctx,
  change: { approves?: Approval | null | undefined; watchedWords?: readonly string[] | null | undefined },
): Promise<Care> {
  const { accountId: personId } = requireAuthor(ctx);
  const words = change.watchedWords
    ?.filter((word) => !isBlank(word))
    .map((word) => word.normalize("NFKC").toLowerCase().trim());
  const watchedWords = words ? [...new Set(words.filter(Boolean))] : null;
  if (
    watchedWords &&
    (watchedWords.length > mostWords || watchedWords.some((word) => word.length > longestWord))
  )
    throw new BadInput("watchedWords", `${mostWords} words at most, of ${longestWord} letters at most.`);
  return saveCare(ctx.db, {
    personId,
    now: ctx.clock.now(),
    approves: change.approves ?? null,
    watchedWords,
  });
}
