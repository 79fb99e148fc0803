import type { Ctx } from "../../ctx.ts";
import { defineClassList, selectClassesOf } from "../catalog/index.ts";
import type { ClassRow, Depth } from "../catalog/index.ts";
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
