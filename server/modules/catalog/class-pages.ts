import { LRUCache } from "lru-cache";
import type { Ctx } from "../../ctx.ts";
import type { Config } from "../../platform/config/index.ts";
import { BadInput } from "../../platform/errors.ts";
import { decodeCursor, encodeCursor, isTimestamp, pageSize } from "../../platform/graphql/paging.ts";
import { childRankOf, hidesExplicit as hidesExplicitOf, noteClasses } from "./classes.ts";
import { noteMissedSearch } from "./missed-searches.ts";
import { readSearch } from "./search/text.ts";
import { findCorrection } from "./store-classes.ts";
import type { ClassRow, Depth } from "./store-classes.ts";
import { countClasses, listClasses, sorts } from "./store-lists.ts";
import type { ClassFilters, ClassSort, ListedRow, SearchText } from "./store-lists.ts";
import { searchLanguages } from "./translations.ts";
import { inEnglish } from "../../platform/i18n/messages.ts";

/** Sort orders of a class list. */
export const classSorts = sorts;

/** Filters, sort order and page of a class list, as sent by the client. */
export interface ClassListRequest {
  readonly filters: Omit<
    ClassFilters,
    "search" | "language" | "undancedBy" | "hidesExplicit" | "childRank" | "childId"
  > & {
    readonly search?: string | undefined;
    /** Leaves out classes that the viewer completed. */
    readonly notDanced?: true | undefined;
    /** Leaves out explicit classes, whatever the viewer's setting. */
    readonly leavesOutExplicit?: boolean | undefined;
  };
  /** Null: by relevance for a search, otherwise newest first. */
  readonly sort: ClassSort | null;
  readonly first: number | null;
  readonly after: string | null;
  readonly wantsTotal: boolean;
  readonly depth: Depth;
}

export interface ClassPage {
  readonly items: readonly ClassRow[];
  readonly total: number;
  readonly nextCursor: string | null;
  /** What was searched for instead, since the words as typed found nothing. */
  readonly correction: string | null;
}

const emptyPage: ClassPage = { items: [], total: 0, nextCursor: null, correction: null };

/** Filters as the database takes them: with what the viewer is shown, and the language of the search. */
async function filtersFor(
  ctx: Ctx,
  { search: _asTyped, leavesOutExplicit, notDanced, ...others }: ClassListRequest["filters"],
  search: SearchText | null,
): Promise<ClassFilters> {
  return {
    ...others,
    undancedBy: notDanced && ctx.viewer?.personId,
    hidesExplicit: hidesExplicitOf(ctx) || leavesOutExplicit === true,
    childRank: await childRankOf(ctx),
    childId: ctx.viewer?.isChild ? ctx.viewer.personId : null,
    // Without a search, readers of all languages share the counts.
    language: search ? searchLanguages[ctx.locale] : "simple",
    search: search ?? undefined,
  };
}

/** Number of classes that match. A search is counted as it is typed. */
export async function countOf(ctx: Ctx, filters: ClassListRequest["filters"]): Promise<number> {
  return (await countClasses(ctx.db, await filtersFor(ctx, filters, readSearch(filters.search)))).total;
}

/** One page of published classes. A search without matches is repeated with its spelling corrected. */
export async function pageOfClasses(ctx: Ctx, request: ClassListRequest): Promise<ClassPage> {
  const first = pageSize(request.first);
  const { search: text, ...others } = request.filters;
  const search = readSearch(text);
  if (text?.trim() && !search) return emptyPage;
  const sort: ClassSort =
    request.sort === "relevance" || request.sort === null ? (search ? "relevance" : "newest") : request.sort;
  const [after, correction] = readCursor(request.after, sort);
  let used = correction;
  let filters = await filtersFor(ctx, request.filters, used ? readSearch(used) : search);
  // Fetches one extra row to find out whether there is another page.
  const list = () =>
    listClasses(ctx.db, filters, {
      sort,
      first: first + 1,
      after,
      depth: request.depth,
      personId: ctx.viewer?.personId ?? null,
    });

  let rows = await list();
  if (rows.length === 0 && search && !after) {
    used = await findCorrection(ctx.db, search.whole);
    if (used && used !== search.whole.toLowerCase()) {
      filters = { ...filters, search: readSearch(used) ?? undefined };
      rows = await list();
    }
    // With a filter, it may be the filter that left nothing.
    if (rows.length === 0 && Object.values(others).every((filter) => filter === undefined))
      await noteMissedSearch(ctx, search.whole);
  }
  const items = rows.slice(0, first);
  const last = rows.length > first ? items.at(-1) : undefined;
  return {
    items: noteClasses(ctx, items),
    total: request.wantsTotal ? await totalOf(ctx, filters, rows, after === null && !last) : items.length,
    nextCursor: last ? encodeCursor([sort, last.sortKey, last.id, used ?? ""]) : null,
    correction: items.length > 0 && used && used !== search?.whole.toLowerCase() ? used : null,
  };
}

function readCursor(
  cursor: string | null,
  sort: ClassSort,
): [{ key: string; id: string } | null, string | null] {
  const decoded = decodeCursor(cursor, ["string", "string", "uuid", "string"]);
  if (!decoded) return [null, null];
  const [cursorSort, key, id, correction] = decoded;
  if (cursorSort !== sort || !isKey(sort, key)) {
    throw new BadInput(
      "pagination.after",
      inEnglish("This cursor is from another sort order. Start again without a cursor."),
    );
  }
  return [{ key, id }, correction || null];
}

function isKey(sort: ClassSort, key: string): boolean {
  if (sort === "title") return true;
  if (sort === "shortest" || sort === "popular" || sort === "best_finished") return /^\d{1,9}$/.test(key);
  if (sort === "relevance")
    // PostgreSQL also rejects numbers that are too close to 0.
    return /^\d+(\.\d+)?(e-?\d{1,2})?$/.test(key) && key.length < 30;
  return isTimestamp(key);
}

/** How long a count is used, milliseconds: after a failover a revision may come again with other classes. */
const countedMs = 5 * 60_000;
/** Class counts per server of this process, keyed by filters, with the catalog revision they were made at. */
const counts = new WeakMap<Config, LRUCache<string, { total: number; revision: number }>>();

/** Exact number of classes over all pages; recounted only after the catalog has changed. */
async function totalOf(
  ctx: Ctx,
  filters: ClassFilters,
  rows: readonly ListedRow[],
  isAll: boolean,
): Promise<number> {
  if (isAll) return rows.length;
  // What a child is offered also changes with what its family buys, and what someone hasn't danced with each class.
  if (filters.childId || filters.undancedBy) return (await countClasses(ctx.db, filters)).total;
  let cache = counts.get(ctx.config);
  if (!cache) counts.set(ctx.config, (cache = new LRUCache({ max: 2000, ttl: countedMs })));
  const key = JSON.stringify(filters);
  const cached = cache.get(key);
  if (cached && cached.revision === rows[0]?.revision) return cached.total;
  const counted = await countClasses(ctx.db, filters);
  cache.set(key, counted);
  return counted.total;
}
