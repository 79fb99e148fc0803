import { demoCatalog } from "../../../demo/index.ts";
import type { Ctx } from "../../ctx.ts";
import { giveCategoryPreview } from "../../modules/catalog/index.ts";
import { makeSmallClip, publishImage } from "../../modules/media/index.ts";
import { giveOptionPreview } from "../../modules/onboarding/index.ts";

/** The class whose clip previews each onboarding option. */
const shownBy: Readonly<Record<string, readonly (readonly [question: string, slug: string])[]>> = {
  "first-bounce": [
    ["levelV2", "absolute-beginner"],
    ["account_type", "myself"],
  ],
  "drag-the-left": [
    ["levelV2", "beginner"],
    ["dance_location", "living-room"],
  ],
  "knee-up-kick-it-away": [["levelV2", "intermediate"]],
  "round-on-four": [["levelV2", "advanced"]],
  "breathe-down": [["dance_energy", "gentle"]],
  "shoulders-first": [
    ["dance_energy", "steady"],
    ["dance_goals_learn_and_practice", "freestyle"],
  ],
  "knees-before-coffee": [["dance_energy", "high"]],
  "sit-in-the-pocket": [["dance_location", "small-room"]],
  "fall-and-recover": [["dance_location", "studio"]],
  "one-foot-on-the-floor": [["dance_location", "outdoors"]],
  "four-poses": [["dance_goals_personal", "confidence"]],
  "squat-reach-repeat": [["dance_goals_personal", "fitness"]],
  "step-rock-release": [["dance_goals_personal", "joy"]],
  "house-in-eight": [["dance_goals_personal", "party"]],
  "jack-then-let-it-ring": [["dance_goals_learn_and_practice", "musicality"]],
  "basic-on-one": [["dance_goals_learn_and_practice", "basics"]],
  "walk-it-stop-it": [["dance_goals_learn_and_practice", "choreography"]],
  "with-the-little-ones": [
    ["account_type", "family"],
    ["family_goal", "together"],
  ],
  "three-of-us-one-line": [["account_type", "myself-and-family"]],
  "penguins-in-a-row": [["family_goal", "energy"]],
  "robot-in-the-hall": [["family_goal", "first-steps"]],
  "warm-the-ankles-first": [["family_goal", "calm"]],
};

/**
 * Cuts one eight of a class into a small silent clip for the options and categories that it previews. Does nothing for other
 * classes.
 * @param clip a video of that eight
 */
export async function makePreviews(ctx: Ctx, slug: string, clip: string): Promise<void> {
  const options = shownBy[slug] ?? [];
  // The first class of a category provides its clip.
  const categories = demoCatalog.categories
    .filter(
      (category) => demoCatalog.classes.find((one) => one.categories.includes(category.slug))?.slug === slug,
    )
    .map((category) => category.slug);
  if (options.length === 0 && categories.length === 0) return;
  const name = `demo-preview-${slug}-1.mp4`;
  await publishImage(ctx, name, await makeSmallClip(clip));
  await ctx.transact(async (tx) => {
    await giveCategoryPreview(tx, categories, name);
    for (const [question, option] of options) await giveOptionPreview(tx, { question, slug: option }, name);
  });
}
