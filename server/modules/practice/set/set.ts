import { todaysSetId } from "../../../../contract/urls.ts";
import type { Ctx, Viewer } from "../../../ctx.ts";
import { NotFound, Unauthenticated } from "../../../platform/errors.ts";
import { defineMemo } from "../../../platform/loader.ts";
import { isUuid } from "../../../platform/uuid.ts";
import {
  assetOf,
  classLoader,
  defineClassList,
  encodingStatusOf,
  isLocked,
  selectClassesOf,
} from "../../catalog/index.ts";
import type { ClassRow, Depth } from "../../catalog/index.ts";
import { requireViewer } from "../../identity/index.ts";
import { highestLevelOf, isReturning, rankCandidates } from "../plan/choose.ts";
import type { Candidate } from "../plan/choose.ts";
import { dancerOf } from "../plan/dancer.ts";
import { dayOf } from "../plan/days.ts";
import { findPlanInputs, listPlanCandidates } from "../plan/store.ts";
import { composeSet, setLength } from "./compose.ts";
import { sourceOf } from "./sources.ts";
import {
  deleteOldSets,
  finishClass,
  isNewcomer,
  itemsOfSet,
  listSetItems,
  openSet,
  replaceSetItems,
  todaysItems,
} from "./store.ts";
import type { SetItemColumns } from "./store.ts";

/** A class of a set. */
export interface DanceSetItem {
  /** From 1, among the classes that the viewer may dance. */
  readonly place: number;
  /** Danced to its end within the set. */
  readonly isDanced: boolean;
  readonly studioClass: ClassRow;
}

/** Classes to dance in order. */
export interface DanceSet {
  readonly id: string;
  readonly items: readonly DanceSetItem[];
}

const listToday = defineClassList(
  selectClassesOf<{ personId: string; now: Date }, SetItemColumns>("practice.list_todays_set", todaysItems),
  { isOffer: true },
);
const listOfSet = defineClassList(
  selectClassesOf<{ personId: string; setId: string }, SetItemColumns>("practice.list_set", itemsOfSet),
);

/** Whether the viewer can play all of a class now. */
async function isPlayable(ctx: Ctx, studioClass: ClassRow): Promise<boolean> {
  return (
    !(await isLocked(ctx, studioClass)) &&
    encodingStatusOf(studioClass, await assetOf(ctx, studioClass)) === "available"
  );
}

/** Leaves out classes that became locked or unavailable, unless they were danced; null if nothing is left. */
async function toSet(ctx: Ctx, rows: readonly (ClassRow & SetItemColumns)[]): Promise<DanceSet | null> {
  const shown = await Promise.all(rows.map(async (row) => row.isDanced || (await isPlayable(ctx, row))));
  const items = rows
    .filter((_row, index) => shown[index])
    .map((row, index) => ({ place: index + 1, isDanced: row.isDanced, studioClass: row }));
  return items.length > 0 ? { id: rows[0]!.setId, items } : null;
}

/** At most "card" gives readiness and access. */
const cardDepth = (depth: Depth): Depth => (depth === "plain" ? "card" : depth);

/**
 * The viewer's set of the day, in their time zone, composed at its first request. A set that is short because few classes
 * were ready grows until its first class is danced. Null without a viewer, and if they may play nothing.
 */
export async function todaysSet(ctx: Ctx, depth: Depth): Promise<DanceSet | null> {
  if (!ctx.viewer) return null;
  const { personId } = ctx.viewer;
  const read = async () =>
    toSet(ctx, await listToday(ctx, cardDepth(depth), { personId, now: ctx.clock.now() }));
  const found = await read();
  if (found && (found.items.length >= setLength || found.items.some(({ isDanced }) => isDanced)))
    return found;
  await extendToday(ctx, found);
  return read();
}

/**
 * A set of the viewer by id; null if it isn't theirs or has no class that they may play.
 * @param id as in addresses: any text; `todaysSetId` is the set of the day
 */
export async function findSet(ctx: Ctx, id: string, depth: Depth): Promise<DanceSet | null> {
  if (!ctx.viewer) return null;
  if (id === todaysSetId) return todaysSet(ctx, depth);
  const source = sourceOf(id);
  if (source) {
    const items = await source.list(ctx, source.key);
    return toSet(
      ctx,
      items.map(({ studioClass, isDanced }) => ({ ...studioClass, isDanced, setId: id })),
    );
  }
  if (!isUuid(id)) return null;
  return toSet(ctx, await listOfSet(ctx, cardDepth(depth), { personId: ctx.viewer.personId, setId: id }));
}

/**
 * Notes that the viewer danced a class of their set to its end. Idempotent. A set from another module notes nothing: what was
 * danced in it follows from practice.
 * @throws NotFound unless the set is theirs and has the class
 */
export async function finishSetClass(
  ctx: Ctx,
  { setId, classId }: { readonly setId: string; readonly classId: string },
  depth: Depth,
): Promise<DanceSet> {
  const { personId } = requireViewer(ctx);
  if (sourceOf(setId)) {
    const set = await findSet(ctx, setId, depth);
    if (!set?.items.some(({ studioClass }) => studioClass.id === classId)) throw new NotFound("set");
    return set;
  }
  const isKnown =
    isUuid(setId) &&
    isUuid(classId) &&
    (await finishClass(ctx.db, { personId, setId, classId, now: ctx.clock.now() }));
  const found = isKnown ? await findSet(ctx, setId, depth) : null;
  if (!found) throw new NotFound("set");
  return found;
}

/** Composes today's set, or adds classes after those it has. */
async function extendToday(ctx: Ctx, found: DanceSet | null): Promise<void> {
  const viewer = requireViewer(ctx);
  const today = { personId: viewer.personId, now: ctx.clock.now() };
  const before = await listSetItems(ctx.db, await openSet(ctx.db, today));
  const shown = found?.items.map(({ studioClass }) => studioClass.id) ?? [];
  const composed = await composeFor(ctx, viewer);
  const classIds = [...shown, ...composed.filter((id) => !shown.includes(id))].slice(0, setLength);
  if (classIds.length === shown.length) return;
  await ctx.transact(async (tx) => {
    const setId = await openSet(tx.db, today);
    const now = await listSetItems(tx.db, setId);
    // Another request may have composed it, or danced a class, since.
    const isUnchanged = now.every(({ classId }, index) => before[index]?.classId === classId);
    if (isUnchanged && !now.some(({ isDanced }) => isDanced)) await replaceSetItems(tx.db, setId, classIds);
  });
}

/** The number of best candidates whose readiness is looked up before that of all. */
const firstLook = 48;

/** The person without answers and practice that a newcomer's set is composed for. */
const newcomer = { personId: "00000000-0000-0000-0000-000000000000", isChild: false };

/**
 * The classes that today's set of a new visitor will have, before they have a session. Empty for a viewer, who has a set
 * of their own.
 */
export const newcomersSet = defineMemo(async (ctx: Ctx): Promise<DanceSetItem[]> => {
  if (ctx.viewer) return [];
  const load = classLoader(ctx);
  const rows = await Promise.all((await composeFor(ctx, newcomer)).map((id) => load.load(id)));
  return rows
    .filter((row) => row !== null)
    .map((studioClass, index) => ({ place: index + 1, isDanced: false, studioClass }));
});

/** Classes for a person's set, which they can play now. */
async function composeFor(
  ctx: Ctx,
  { personId, isChild }: Pick<Viewer, "personId" | "isChild">,
): Promise<string[]> {
  const now = ctx.clock.now();
  const day = dayOf(now);
  const inputs = await findPlanInputs(ctx.db, personId, { from: day, to: day }, now);
  // The account or profile was deleted after its token was verified.
  if (!inputs.arrivedAt) throw new Unauthenticated();
  const dancer = dancerOf(inputs, isChild);
  const candidates = await listPlanCandidates(ctx.db, {
    personId,
    dancer,
    highestLevel: highestLevelOf(dancer),
    accessRank: inputs.accessRank,
    allowsExplicit: !dancer.isFamily && !inputs.hidesExplicit,
    isChild,
    spaceRank: dancer.space,
    avoidsFloor: dancer.avoidsFloor,
    before: now,
    since: now,
  });
  // Someone who says that they are more experienced doesn't begin at the beginning.
  const isNew = dancer.levelRank <= 1 && (await isNewcomer(ctx.db, personId));
  // Newcomers share a seed, so that a visitor's set is the one that the page showed before they had a session.
  const seed = isNew ? newcomer.personId : personId;
  const ranked = rankCandidates(candidates, dancer, { monday: day, seed }).map(({ candidate, wishes }) => ({
    ...candidate,
    isReturning: isReturning(wishes),
  }));
  const first = await onlyPlayable(ctx, ranked.slice(0, firstLook));
  const composed = composeSet(first, { isNewcomer: isNew });
  return composed.length === setLength && !isNew
    ? composed
    : composeSet(await onlyPlayable(ctx, ranked), { isNewcomer: isNew });
}

async function onlyPlayable<Of extends Candidate>(ctx: Ctx, candidates: readonly Of[]): Promise<Of[]> {
  const load = classLoader(ctx);
  const rows = await Promise.all(candidates.map(({ classId }) => load.load(classId)));
  const plays = await Promise.all(rows.map(async (row) => row !== null && (await isPlayable(ctx, row))));
  return candidates.filter((_candidate, index) => plays[index]);
}

const maxOld = 1000;
export const retainedDays = 30;

/** Deletes sets of days that are long past. */
export async function sweepSets(ctx: Ctx): Promise<void> {
  await deleteOldSets(ctx.db, new Date(ctx.clock.now().getTime() - retainedDays * 24 * 3_600_000), maxOld);
}
