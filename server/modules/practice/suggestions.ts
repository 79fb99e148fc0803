import { chooseFirst } from "../../../contract/home-class.ts";
import type { Ctx } from "../../ctx.ts";
import {
  assetOf,
  defineClassList,
  encodingPercentOf,
  encodingStatusOf,
  isLocked,
  selectClassesOf,
} from "../catalog/index.ts";
import type { ClassRow, Depth } from "../catalog/index.ts";
import { newcomersSet } from "./set/set.ts";
import { begunSource, suggestedSource } from "./store-lists.ts";

type Params = { readonly personId: string | null; readonly first: number };
const listBegun = defineClassList(selectClassesOf<Params>("practice.list_begun", begunSource));
const listSuggested = defineClassList(selectClassesOf<Params>("practice.list_suggested", suggestedSource), {
  isOffer: true,
});

/** Classes that the viewer started and didn't complete, the last practiced first; empty without a viewer. */
export async function continueClasses(ctx: Ctx, first: number, depth: Depth): Promise<readonly ClassRow[]> {
  return ctx.viewer ? listBegun(ctx, depth, { personId: ctx.viewer.personId, first }) : [];
}

/**
 * Suggested classes for the viewer: of followed categories, like recent practice and near its level, then new ones.
 * Never completed ones. A guest gets new classes.
 */
export function forYouClasses(ctx: Ctx, first: number, depth: Depth): Promise<readonly ClassRow[]> {
  return listSuggested(ctx, depth, { personId: ctx.viewer?.personId ?? null, first });
}

/** How many suggestions the home page lists. */
const suggestedOnHome = 16;

/**
 * The class that the home page of a new visitor begins with, before they have a session, if they can play none without a plan. Null for
 * a viewer, and while `newcomersSet` has classes.
 */
export async function newcomersClass(ctx: Ctx): Promise<ClassRow | null> {
  if (ctx.viewer || (await newcomersSet(ctx)).length > 0) return null;
  const candidates = (await forYouClasses(ctx, suggestedOnHome, "card")).map(async (row) => {
    const asset = await assetOf(ctx, row);
    return {
      ...row,
      isReady: encodingStatusOf(row, asset) === "available",
      preparedPercent: encodingPercentOf(row, asset),
      isLocked: await isLocked(ctx, row),
      isCompleted: false,
    };
  });
  return chooseFirst(await Promise.all(candidates), true) ?? null;
}
