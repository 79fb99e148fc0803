import type { Ctx } from "../../ctx.ts";
import { defineLoader } from "../../platform/loader.ts";
import { isUuid } from "../../platform/uuid.ts";
import { accessOf, noteAccess, rankOf } from "../billing/index.ts";
import { assetLoader } from "../media/index.ts";
import type { AssetRow } from "../media/index.ts";
import { findClassBySlug, listClassesById, listNextClasses } from "./store-classes.ts";
import type { ClassListStatement, ClassRow, Depth, Viewed } from "./store-classes.ts";

export type { ClassRow, Depth } from "./store-classes.ts";

/** Fields of StudioClass that are joined from "card" on, and those that take a whole class. */
const cardFields = [
  "userProgress",
  "isSaved",
  "isLocked",
  "video.playback",
  "video.encodingStatus",
  "video.encodingPercent",
  "video.hasBackView",
];
const wholeFields = ["beatGrid", "parts", "categories", "mastery"];

/** How much of its classes a root field must fetch. @param prefix where they stand below it: "items." */
export function depthOf(paths: ReadonlySet<string>, prefix = ""): Depth {
  if (wholeFields.some((field) => paths.has(prefix + field))) return "whole";
  return cardFields.some((field) => paths.has(prefix + field)) ? "card" : "plain";
}

/** Who looks at what they named, or have as theirs already: a child sees nothing explicit. */
const viewedBy = (ctx: Ctx): Viewed => ({
  personId: ctx.viewer?.personId ?? null,
  hidesExplicit: ctx.viewer?.isChild ?? false,
});

/** Whether what is offered to the viewer leaves out what is explicit: a child's, and that of whoever chose so. */
export const hidesExplicit = (ctx: Ctx): boolean => ctx.viewer?.hidesExplicit ?? false;

/** Whether lists leave a class out because of the viewer's choice, while its own page shows it. */
export const isHidden = (ctx: Ctx, found: ClassRow): boolean => found.isExplicit && hidesExplicit(ctx);

/** Hands what came with classes to the loaders of those who own it, so that nothing is fetched twice. */
export function noteClasses<Row extends ClassRow>(ctx: Ctx, rows: readonly Row[]): readonly Row[] {
  for (const row of rows) {
    if (row.asset !== undefined && row.assetId) assetLoader(ctx).prime(row.assetId, row.asset);
  }
  const rank = rows[0]?.viewerRank;
  if (ctx.viewer && rank !== undefined) noteAccess(ctx, ctx.viewer.personId, rank);
  return rows;
}

const byId = <Row extends ClassRow>(rows: readonly Row[]): Map<string, Row> =>
  new Map(rows.map((row) => [row.id, row]));

/** Published classes by id, each with all that a card shows. */
export const classLoader = defineLoader<string, ClassRow>(async (ctx, ids) =>
  byId(noteClasses(ctx, await listClassesById(ctx.db, ids, "card", viewedBy(ctx)))),
);

/** Published classes by id, with everything. */
export const wholeClassLoader = defineLoader<string, ClassRow>(async (ctx, ids) =>
  byId(noteClasses(ctx, await listClassesById(ctx.db, ids, "whole", viewedBy(ctx)))),
);

/** The class to dance after each, with all that a card shows. */
export const nextClassLoader = defineLoader<string, ClassRow>(async (ctx, ids) => {
  const viewed = { ...viewedBy(ctx), hidesExplicit: hidesExplicit(ctx) };
  const rows = noteClasses(ctx, await listNextClasses(ctx.db, ids, "card", viewed));
  return new Map(rows.map((row) => [row.afterId, row]));
});

/** A published class by its id or its readable name. */
export async function findClass(ctx: Ctx, id: string, depth: Depth = "card"): Promise<ClassRow | null> {
  if (!isUuid(id)) {
    const found = await findClassBySlug(ctx.db, id, depth, viewedBy(ctx));
    return (found && noteClasses(ctx, [found])[0]) ?? null;
  }
  return (depth === "whole" ? wholeClassLoader : classLoader)(ctx).load(id.toLowerCase());
}

/**
 * Makes a list of the classes that another module's query names, fetched in one statement with it.
 * @param select made by `selectClassesOf`
 * @param options.isOffer they aren't the viewer's own, but what the product offers: then their choice about what is explicit holds
 */
export function defineClassList<Params extends { readonly personId: string | null }, Extra, Shape>(
  select: ClassListStatement<Params, Extra, Shape>,
  options: { readonly isOffer: boolean } = { isOffer: false },
): (
  ctx: Ctx,
  depth: Depth,
  params: Params,
  ...shape: Shape extends null ? [] : [Shape]
) => Promise<readonly (ClassRow & Extra)[]> {
  return async (ctx, depth, params, ...[shape]) => {
    const viewed = { ...viewedBy(ctx), ...(options.isOffer ? { hidesExplicit: hidesExplicit(ctx) } : {}) };
    return noteClasses(
      ctx,
      await ctx.db.many(select({ depth, shape: (shape ?? null) as Shape }), {
        ...params,
        ...viewed,
        personId: params.personId,
      }),
    );
  };
}

/** Whether a class asks for more access than the viewer has. */
export function isLocked(ctx: Ctx, found: ClassRow): boolean | Promise<boolean> {
  if (found.accessRank === 0) return false;
  if (found.viewerRank !== undefined) return found.accessRank > found.viewerRank;
  if (!ctx.viewer) return true;
  return accessOf(ctx, ctx.viewer.personId).then((access) => found.accessRank > rankOf(access));
}

/** The asset of a class, which may not be there yet. */
export function assetOf(ctx: Ctx, found: ClassRow): AssetRow | null | Promise<AssetRow | null> {
  if (!found.assetId) return null;
  return found.asset === undefined ? assetLoader(ctx).load(found.assetId) : found.asset;
}

/** How far a class's video is: queued, running, available or error. */
export function encodingStatusOf(found: ClassRow, asset: AssetRow | null): string {
  if (asset?.availability === "available" || asset?.availability === "error") return asset.availability;
  return asset || found.preparationPercent ? "running" : "queued";
}

/** 0 to 100. Making the source counts for the first half, where the product makes it itself. */
export function encodingPercentOf(found: ClassRow, asset: AssetRow | null): number {
  if (asset?.availability === "available") return 100;
  const encoded = asset?.percent ?? 0;
  return found.preparationPercent === null ? encoded : Math.round((found.preparationPercent + encoded) / 2);
}
