import { chooseFirst, withoutRepeats } from "../../../contract/home-class.ts";
import type { Ctx } from "../../ctx.ts";
import {
  assetOf,
  defineClassList,
  encodingPercentOf,
  encodingStatusOf,
  isLocked,
  pageOfClasses,
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

/**
 * The locked class that the home page of a new visitor begins with, before they have a session, where `newcomersSet` is empty. Null for a
 * viewer, while a class that they could play is prepared, and instead of an explicit class.
 */
export async function newcomersClass(ctx: Ctx): Promise<ClassRow | null> {
  if (ctx.viewer || (await newcomersSet(ctx)).length > 0) return null;
  // What the home page chooses from.
  const [forYou, newest] = await Promise.all([
    forYouClasses(ctx, 16, "card"),
    pageOfClasses(ctx, {
      filters: {},
      sort: null,
      first: 12,
      after: null,
      wantsTotal: false,
      depth: "card",
    }),
  ]);
  const candidates = withoutRepeats([...forYou, ...newest.items]).map(async (row) => {
    const asset = await assetOf(ctx, row);
    return {
      ...row,
      isReady: encodingStatusOf(row, asset) === "available",
      preparedPercent: encodingPercentOf(row, asset),
      isLocked: await isLocked(ctx, row),
      isCompleted: false,
    };
  });
  const first = chooseFirst(await Promise.all(candidates), true);
  return first?.isLocked && first.isReady && !first.isExplicit ? first : null;
}
