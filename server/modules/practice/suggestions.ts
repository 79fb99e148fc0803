import type { Ctx } from "../../ctx.ts";
import { defineClassList, selectClassesOf } from "../catalog/index.ts";
import type { ClassRow, Depth } from "../catalog/index.ts";
import { begunSource, suggestedSource } from "./store-lists.ts";

type Params = { readonly personId: string | null; readonly first: number };
const listBegun = defineClassList(selectClassesOf<Params>("practice.list_begun", begunSource));
const listSuggested = defineClassList(selectClassesOf<Params>("practice.list_suggested", suggestedSource), {
  isOffer: true,
});

/** Classes that the viewer began and didn't complete, the last practised first; none without a viewer. */
export async function continueClasses(ctx: Ctx, first: number, depth: Depth): Promise<readonly ClassRow[]> {
  return ctx.viewer ? listBegun(ctx, depth, { personId: ctx.viewer.personId, first }) : [];
}

/**
 * Classes for the viewer: of the categories that they follow, of what they practise and near its level, then new ones; never
 * what they have completed. A visitor gets what is new.
 */
export function forYouClasses(ctx: Ctx, first: number, depth: Depth): Promise<readonly ClassRow[]> {
  return listSuggested(ctx, depth, { personId: ctx.viewer?.personId ?? null, first });
}
