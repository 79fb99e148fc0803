import type { Ctx } from "../../ctx.ts";
import { defineLoader } from "../../platform/loader.ts";
import { isUuid } from "../../platform/uuid.ts";
import { accessOf, hasBoughtClass, noteAccess, rankOf } from "../billing/index.ts";
import { assetLoader, imageUrlOf } from "../media/index.ts";
import type { AssetRow } from "../media/index.ts";
import { mayPlayAsStaff } from "./staff.ts";
import { findClassBySlug, listClassesById, listNextClasses } from "./store-classes.ts";
import type { ClassListStatement, ClassRow, Depth, Viewed } from "./store-classes.ts";

export type { ClassRow, Depth } from "./store-classes.ts";

/** Fields of StudioClass that need depth "card", and those that need depth "whole". */
const cardFields = [
  "userProgress",
  "isSaved",
  "myRating",
  "isLocked",
  "video.playback",
  "video.encodingStatus",
  "video.encodingPercent",
  "video.angles",
  "video.hasBackView",
  "trailerUrl",
];
const wholeFields = ["beatGrid", "parts", "categories", "songs", "mastery"];

/**
 * The depth at which a root field must fetch its classes.
 * @param prefix path of the classes below the field, such as "items."
 */
export function depthOf(paths: ReadonlySet<string>, prefix = ""): Depth {
  if (wholeFields.some((field) => paths.has(prefix + field))) return "whole";
  return cardFields.some((field) => paths.has(prefix + field)) ? "card" : "plain";
}

/**
 * The viewer, with explicit classes hidden only from a child: for classes opened by link or already owned.
 */
const viewedBy = (ctx: Ctx): Viewed => ({
  personId: ctx.viewer?.personId ?? null,
  hidesExplicit: ctx.viewer?.isChild ?? false,
  childRank: null,
});

/** A child's access rank, for lists of classes that are offered; null for others. */
export const childRankOf = async (ctx: Ctx): Promise<number | null> =>
  ctx.viewer?.isChild ? rankOf(await accessOf(ctx, ctx.viewer.personId)) : null;

/** Whether lists for the viewer leave out explicit classes: for a child, and for a viewer who chose so. */
export const hidesExplicit = (ctx: Ctx): boolean => ctx.viewer?.hidesExplicit ?? false;

/** Whether lists leave a class out because of the viewer's setting. Its own page still shows it. */
export const isHidden = (ctx: Ctx, found: ClassRow): boolean => found.isExplicit && hidesExplicit(ctx);

/** Primes the loaders with data that was joined to the classes, so that nothing is fetched twice. */
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

/** Published classes by id, at depth "card". */
export const classLoader = defineLoader<string, ClassRow>(async (ctx, ids) =>
  byId(noteClasses(ctx, await listClassesById(ctx.db, ids, "card", viewedBy(ctx)))),
);

/** Published classes by id, at depth "whole". */
const wholeClassLoader = defineLoader<string, ClassRow>(async (ctx, ids) =>
  byId(noteClasses(ctx, await listClassesById(ctx.db, ids, "whole", viewedBy(ctx)))),
);

/** A class field that only depth "whole" includes: taken from the row, or batch-loaded. */
export function whole<Name extends "beatGrid" | "parts" | "categories" | "songs">(
  ctx: Ctx,
  found: ClassRow,
  name: Name,
) {
  type Value = NonNullable<ClassRow[Name]>;
  const read = (row: ClassRow | null) => [...((row?.[name] ?? []) as Value)] as Value[number][];
  return found[name] === undefined ? wholeClassLoader(ctx).load(found.id).then(read) : read(found);
}

/** The next class to dance after each class, at depth "card". */
export const nextClassLoader = defineLoader<string, ClassRow>(async (ctx, ids) => {
  const viewed = {
    ...viewedBy(ctx),
    hidesExplicit: hidesExplicit(ctx),
    childRank: await childRankOf(ctx),
  };
  const rows = noteClasses(ctx, await listNextClasses(ctx.db, ids, "card", viewed));
  return new Map(rows.map((row) => [row.afterId, row]));
});

/** A published class by id or slug. */
export async function findClass(ctx: Ctx, id: string, depth: Depth = "card"): Promise<ClassRow | null> {
  if (!isUuid(id)) {
    const found = await findClassBySlug(ctx.db, id, depth, viewedBy(ctx));
    return (found && noteClasses(ctx, [found])[0]) ?? null;
  }
  return (depth === "whole" ? wholeClassLoader : classLoader)(ctx).load(id.toLowerCase());
}

/**
 * Defines a list of classes that another module's query selects, fetched in one statement with it.
 * @param select made by `selectClassesOf`
 * @param options.isOffer the classes are recommended, not the viewer's own: their setting for explicit
 * classes applies, and a child gets suitable ones that it may play
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
    const viewed = {
      ...viewedBy(ctx),
      ...(options.isOffer ? { hidesExplicit: hidesExplicit(ctx), childRank: await childRankOf(ctx) } : {}),
    };
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

/** Whether anyone may play a class: by its access type, or as the first class of a course. */
export const isFree = ({ accessRank, isFreeInCourse }: ClassRow): boolean =>
  accessRank === 0 || isFreeInCourse;

/**
 * Whether a class requires more access than the viewer has, by a plan or because their account bought it. Staff play what they
 * may draft.
 */
export function isLocked(ctx: Ctx, found: ClassRow): boolean | Promise<boolean> {
  if (isFree(found) || mayPlayAsStaff(ctx, found)) return false;
  if (found.viewerRank !== undefined)
    return !found.isBought && (found.isSoldApart || found.accessRank > found.viewerRank);
  return ctx.viewer ? isLockedFor(ctx, ctx.viewer.personId, found) : true;
}

async function isLockedFor(ctx: Ctx, personId: string, found: ClassRow): Promise<boolean> {
  const isOpen = !found.isSoldApart && found.accessRank <= rankOf(await accessOf(ctx, personId));
  return !isOpen && !(await hasBoughtClass(ctx, personId, found.id));
}

/** The asset of a class; null until it exists. */
export function assetOf(ctx: Ctx, found: ClassRow): AssetRow | null | Promise<AssetRow | null> {
  if (!found.assetId) return null;
  return found.asset === undefined ? assetLoader(ctx).load(found.assetId) : found.asset;
}

/** Absolute URL of a class's trailer, for everyone who sees its page; null without one. */
export async function trailerUrl(ctx: Ctx, found: ClassRow): Promise<string | null> {
  const asset = await assetOf(ctx, found);
  return asset?.trailer ? imageUrlOf(ctx, asset.trailer) : null;
}

/** Encoding status of a class's video: queued, running, available or error. */
export function encodingStatusOf(found: ClassRow, asset: AssetRow | null): string {
  if (asset?.availability === "available" || asset?.availability === "error") return asset.availability;
  return asset || found.preparationPercent ? "running" : "queued";
}

/**
 * Encoding progress, 0 to 100. Rendering the source counts as the first half where the product renders it
 * itself.
 */
export function encodingPercentOf(found: ClassRow, asset: AssetRow | null): number {
  if (asset?.availability === "available") return 100;
  const encoded = asset?.percent ?? 0;
  return found.preparationPercent === null ? encoded : Math.round((found.preparationPercent + encoded) / 2);
}
