import type { Ctx, Tx } from "../../ctx.ts";
import { BadInput, NotFound } from "../../platform/errors.ts";
import { decodeCursor, encodeCursor, pageSize } from "../../platform/graphql/paging.ts";
import { defineClassList, findClass, selectClassesOf } from "../catalog/index.ts";
import type { ClassRow, Depth } from "../catalog/index.ts";
import { requireViewer } from "../identity/index.ts";
import { whileThere } from "./records.ts";
import { deleteSaved, insertSaved } from "./store.ts";
import { countSavedClasses, savedSource } from "./store-lists.ts";
import type { SavedColumns, SavedFilter, SavedParams, SavedShape, SavedSort } from "./store-lists.ts";
import { inEnglish } from "../../platform/i18n/messages.ts";

export interface SavedClass {
  readonly studioClass: ClassRow;
  readonly dateSaved: Date;
  readonly dateLastViewed: Date | null;
}

export interface SavedPage {
  readonly items: readonly SavedClass[];
  readonly total: number;
  readonly nextCursor: string | null;
}

/**
 * Saves a class for the viewer; a saved one keeps its date.
 * @throws NotFound
 */
export function saveClass(ctx: Ctx, classId: string, depth: Depth): Promise<ClassRow> {
  return changeSaved(ctx, classId, depth, (saved) => insertSaved(ctx.db, { ...saved, now: ctx.clock.now() }));
}

/**
 * Removes a saved class of the viewer. Idempotent.
 * @throws NotFound
 */
export function unsaveClass(ctx: Ctx, classId: string, depth: Depth): Promise<ClassRow> {
  return changeSaved(ctx, classId, depth, (saved) => deleteSaved(ctx.db, saved));
}

/** Saves classes for a person, for seeds. */
export async function seedSavedClasses(
  tx: Tx,
  personId: string,
  saved: readonly { classId: string; at: Date }[],
): Promise<void> {
  for (const { classId, at } of saved) await insertSaved(tx.db, { personId, classId, now: at });
}

async function changeSaved(
  ctx: Ctx,
  classId: string,
  depth: Depth,
  change: (saved: { personId: string; classId: string }) => Promise<void>,
): Promise<ClassRow> {
  const { personId } = requireViewer(ctx);
  const known = await findClass(ctx, classId, "plain");
  if (!known) throw new NotFound("class");
  await whileThere(() => change({ personId, classId: known.id }));
  // Fetched by slug, bypassing the loaders: they cache the state before the change.
  const changed = await findClass(ctx, known.slug, depth);
  if (!changed) throw new NotFound("class");
  return changed;
}

const listSaved = defineClassList(
  selectClassesOf<SavedParams, SavedColumns, SavedShape>("practice.list_saved", savedSource),
);

/** Filter, order and page of the viewer's saved classes, as requested. */
export interface SavedRequest {
  readonly filter: SavedFilter;
  readonly sort: SavedSort;
  readonly descending: boolean;
  readonly first: number | null;
  readonly after: string | null;
  readonly wantsTotal: boolean;
  readonly depth: Depth;
}

/** One page of the viewer's saved classes. */
export async function savedClasses(ctx: Ctx, request: SavedRequest): Promise<SavedPage> {
  const { personId } = requireViewer(ctx);
  const first = pageSize(request.first);
  const order = `${request.sort} ${request.descending ? "desc" : "asc"}`;
  const after = readCursor(request.after, order);

  const shape = {
    filter: request.filter,
    sort: request.sort,
    descending: request.descending,
    after: after !== null,
  };
  // Fetches one extra row to detect a next page.
  const rows = await listSaved(
    ctx,
    request.depth,
    { personId, first: first + 1, afterKey: after?.key ?? null, afterId: after?.id ?? null },
    shape,
  );
  const page = rows.slice(0, first);
  const last = rows.length > first ? page.at(-1) : undefined;
  const isAll = !after && !last;
  return {
    items: page.map((row) => ({
      studioClass: row,
      dateSaved: row.savedAt,
      dateLastViewed: row.lastViewedAt,
    })),
    total:
      request.wantsTotal && !isAll ? await countSavedClasses(ctx.db, personId, request.filter) : page.length,
    nextCursor: last ? encodeCursor([order, last.sortKey, last.id]) : null,
  };
}

function readCursor(cursor: string | null, order: string): { key: string; id: string } | null {
  const decoded = decodeCursor(cursor, ["string", "timestamp", "uuid"]);
  if (!decoded) return null;
  const [cursorOrder, key, id] = decoded;
  if (cursorOrder !== order) {
    throw new BadInput(
      "pagination.after",
      inEnglish("This cursor is from another sort order. Start again without a cursor."),
    );
  }
  return { key, id };
}
