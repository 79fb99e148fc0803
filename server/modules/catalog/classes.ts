import { LRUCache } from "lru-cache";
import type { Ctx } from "../../ctx.ts";
import { BadInput } from "../../platform/errors.ts";
import { decodeCursor, encodeCursor, pageSize } from "../../platform/graphql/paging.ts";
import { defineLoader } from "../../platform/loader.ts";
import { readSearch } from "./search.ts";
import { countClasses, findClassBySlug, findCorrection, findNextClass, listCategoriesOfClasses, listClasses, listClassesById, listParts } from "./store.ts";
import type { CategoryRow, ClassFilters, ClassRow, ClassSort, PartRow } from "./store.ts";

/** How long a count of classes may be told again without asking, in milliseconds. */
const countMs = 5_000;
const counts = new LRUCache<string, Promise<number>>({ max: 500, ttl: countMs });
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const classLoader = defineLoader<string, ClassRow>(async (ctx, ids) => {
  const rows = await listClassesById(ctx.db, ids);
  return new Map(rows.map((row) => [row.id, row]));
});

/** A published class by its id or its readable name. */
export async function findClass(ctx: Ctx, id: string): Promise<ClassRow | null> {
  return uuidPattern.test(id) ? classLoader(ctx).load(id.toLowerCase()) : findClassBySlug(ctx.db, id);
}

export const partsLoader = defineLoader<string, readonly PartRow[]>(async (ctx, ids) => groupByClass(ids, await listParts(ctx.db, ids)));
export const categoriesLoader = defineLoader<string, readonly CategoryRow[]>(async (ctx, ids) =>
  groupByClass(ids, await listCategoriesOfClasses(ctx.db, ids, ctx.viewer?.personId ?? null)),
);
export const nextClassLoader = defineLoader<string, ClassRow>(async (ctx, ids) => {
  const rows = await Promise.all(ids.map((id) => findNextClass(ctx.db, id)));
  return new Map(ids.flatMap((id, at) => (rows[at] ? [[id, rows[at]] as const] : [])));
});

function groupByClass<Row extends { classId: string }>(ids: readonly string[], rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>(ids.map((id) => [id, []]));
  for (const row of rows) groups.get(row.classId)?.push(row);
  return groups;
}

/** What a client may narrow a list by, as it sends it. */
export interface ClassListRequest {
  readonly filters: Omit<ClassFilters, "search"> & { readonly search?: string | undefined };
  readonly sort: ClassSort | null;
  readonly first: number | null;
  readonly after: string | null;
  readonly wantsTotal: boolean;
}

export interface ClassPage {
  readonly items: readonly ClassRow[];
  readonly total: number;
  readonly nextCursor: string | null;
}

/** One page of published classes. A search without a hit is tried again with its words corrected. */
export async function pageOfClasses(ctx: Ctx, request: ClassListRequest): Promise<ClassPage> {
  const first = pageSize(request.first);
  const { search: text, ...others } = request.filters;
  const search = readSearch(text);
  if (text !== undefined && text.trim() !== "" && !search) return { items: [], total: 0, nextCursor: null };
  const sort: ClassSort = request.sort === "relevance" || request.sort === null ? (search ? "relevance" : "newest") : request.sort;
  const [after, correction] = readCursor(request.after, sort);
  let filters: ClassFilters = { ...others, search: (correction ? readSearch(correction) : search) ?? undefined };
  let used = correction;

  // One row more than asked for tells whether there is another page.
  let rows = await listClasses(ctx.db, filters, { sort, first: first + 1, after });
  if (rows.length === 0 && search && !after) {
    const corrected = await findCorrection(ctx.db, search.whole);
    if (corrected && corrected !== search.whole.toLowerCase()) {
      filters = { ...others, search: readSearch(corrected) ?? undefined };
      used = corrected;
      rows = await listClasses(ctx.db, filters, { sort, first: first + 1, after: null });
    }
  }
  const items = rows.slice(0, first);
  const last = rows.length > first ? items.at(-1) : undefined;
  return {
    items,
    total: request.wantsTotal ? await totalOf(ctx, filters) : items.length,
    nextCursor: last ? encodeCursor([sort, last.sortKey ?? "", last.id, used ?? ""]) : null,
  };
}

function readCursor(cursor: string | null, sort: ClassSort): [{ key: string; id: string } | null, string | null] {
  const decoded = decodeCursor(cursor, ["string", "string", "string", "string"]) as string[] | null;
  if (!decoded) return [null, null];
  const [cursorSort, key, id, correction] = decoded as [string, string, string, string];
  if (cursorSort !== sort || !uuidPattern.test(id) || !isKey(sort, key)) {
    throw new BadInput("pagination.after", "This cursor belongs to another order. Start again without one.");
  }
  return [{ key, id }, correction || null];
}

function isKey(sort: ClassSort, key: string): boolean {
  if (sort === "title") return true;
  return sort === "newest" ? /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?[+-]\d\d(:\d\d)?$/.test(key) : /^\d+(\.\d+)?(e-?\d+)?$/.test(key) && key.length < 30;
}

async function totalOf(ctx: Ctx, filters: ClassFilters): Promise<number> {
  const key = JSON.stringify(filters);
  let total = counts.get(key);
  if (!total) {
    total = countClasses(ctx.db, filters);
    counts.set(key, total);
    total.catch(() => counts.delete(key));
  }
  return total;
}
