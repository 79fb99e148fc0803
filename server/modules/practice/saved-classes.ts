import type { Ctx } from "../../ctx.ts";
import { BadInput, NotFound } from "../../platform/errors.ts";
import { decodeCursor, encodeCursor, pageSize } from "../../platform/graphql/paging.ts";
import { classLoader, findClass } from "../catalog/index.ts";
import type { ClassRow } from "../catalog/index.ts";
import { requireViewer } from "../identity/index.ts";
import { recordLoader } from "./progress.ts";
import { countSavedClasses, deleteSaved, listSaved, saveSaved } from "./store.ts";
import type { SavedFilter, SavedSort } from "./store.ts";

export type { SavedFilter, SavedSort } from "./store.ts";

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

/** Puts a class on the viewer's list; once there it keeps its date. */
export function saveClass(ctx: Ctx, classId: string): Promise<ClassRow> {
  return changeSaved(ctx, classId, (personId, id) => saveSaved(ctx.db, personId, id, ctx.clock.now()));
}

/** Takes a class off the viewer's list; none there is fine. */
export function unsaveClass(ctx: Ctx, classId: string): Promise<ClassRow> {
  return changeSaved(ctx, classId, (personId, id) => deleteSaved(ctx.db, personId, id));
}

async function changeSaved(ctx: Ctx, classId: string, change: (personId: string, id: string) => Promise<void>): Promise<ClassRow> {
  const { personId } = requireViewer(ctx);
  const found = await findClass(ctx, classId);
  if (!found) throw new NotFound("class");
  await change(personId, found.id);
  recordLoader(ctx).clear(found.id);
  return found;
}

/** One page of the viewer's saved classes. */
export async function savedClasses(
  ctx: Ctx,
  request: { filter: SavedFilter; sort: SavedSort; descending: boolean; first: number | null; after: string | null; wantsTotal: boolean },
): Promise<SavedPage> {
  const { personId } = requireViewer(ctx);
  const first = pageSize(request.first);
  const order = `${request.sort} ${request.descending ? "desc" : "asc"}`;
  const cursor = decodeCursor(request.after, ["string", "string", "string"]) as [string, string, string] | null;
  if (cursor && (cursor[0] !== order || Number.isNaN(Date.parse(cursor[1])) || !/^[0-9a-f-]{36}$/.test(cursor[2]))) {
    throw new BadInput("pagination.after", "This cursor belongs to another order. Start again without one.");
  }
  const rows = await listSaved(ctx.db, personId, {
    filter: request.filter,
    sort: request.sort,
    descending: request.descending,
    first: first + 1,
    after: cursor ? { key: cursor[1], id: cursor[2] } : null,
  });
  const page = rows.slice(0, first);
  const classes = await classLoader(ctx).loadMany(page.map((row) => row.classId));
  const last = rows.length > first ? page.at(-1) : undefined;
  return {
    items: page.flatMap((row, at) => {
      const studioClass = classes[at];
      return studioClass && !(studioClass instanceof Error) ? [{ studioClass, dateSaved: row.savedAt, dateLastViewed: row.viewedAt }] : [];
    }),
    total: request.wantsTotal ? await countSavedClasses(ctx.db, personId, request.filter) : page.length,
    nextCursor: last ? encodeCursor([order, last.sortKey, last.classId]) : null,
  };
}
