import type { Ctx } from "../../ctx.ts";
import { BadInput } from "../../platform/errors.ts";
import { requireAdult } from "../identity/index.ts";
import { goalSlugs } from "../onboarding/index.ts";
import { besideMerges } from "./aliases.ts";
import { listCategories, updateFollowedCategories } from "./store.ts";
import type { CategoryRow } from "./store.ts";
import { msg, inEnglish } from "../../platform/i18n/messages.ts";

export interface CategoryRequest {
  readonly slugs?: readonly string[] | null | undefined;
  readonly section?: string | null | undefined;
  readonly isFollowing?: boolean | null | undefined;
  readonly goal?: string | null | undefined;
}

/** Dance goals that also satisfy a family goal. */
const dancedForFamilies: Readonly<Record<string, readonly string[]>> = {
  together: ["joy", "party", "crew"],
  energy: ["fitness", "party"],
  "first-steps": ["basics"],
};

/**
 * Categories in the studio's order, with `isFollowing` for the viewer.
 * @throws BadInput for a goal that no question offers
 */
export async function categories(ctx: Ctx, request: CategoryRequest): Promise<CategoryRow[]> {
  const goal = request.goal ?? null;
  if (goal !== null) await readGoals(ctx, [goal], "goal");
  return listCategories(ctx.db, {
    slugs: request.slugs ?? null,
    section: request.section ?? null,
    following: request.isFollowing ?? null,
    goals: goal === null ? null : [goal, ...(dancedForFamilies[goal] ?? [])],
    personId: ctx.viewer?.personId ?? null,
  });
}

/** Validates goals; sorted, without duplicates. @throws BadInput for one that no question offers */
export async function readGoals(ctx: Ctx, slugs: readonly string[], field: string): Promise<string[]> {
  const known = await goalSlugs(ctx.db);
  if (slugs.some((slug) => !known.includes(slug)))
    throw new BadInput(
      field,
      inEnglish("Unknown goal. `userPreferenceOptions` lists the options of the goal questions."),
    );
  return [...new Set(slugs)].sort();
}

/**
 * Replaces the categories that the viewer follows.
 * @throws BadInput for an unknown category, Forbidden for a child, Unauthenticated
 */
export async function followCategories(ctx: Ctx, slugs: readonly string[]): Promise<CategoryRow[]> {
  const { personId } = requireAdult(ctx);
  const wanted = [...new Set(slugs)];
  if (wanted.length > 100) throw new BadInput("categories", msg("You can follow up to 100 categories."));
  await besideMerges(() =>
    ctx.transact(async (tx) => {
      const known = await updateFollowedCategories(tx.db, personId, wanted);
      if (known !== wanted.length)
        throw new BadInput("categories", inEnglish("Unknown category. `categories` lists the slugs."));
    }),
  );
  return listCategories(ctx.db, { slugs: wanted, section: null, following: null, goals: null, personId });
}
