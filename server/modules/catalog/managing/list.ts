import { LRUCache } from "lru-cache";
import { permissions } from "../../../../contract/staff.ts";
import type { Ctx } from "../../../ctx.ts";
import type { Config } from "../../../platform/config/index.ts";
import { BadInput, NotFound } from "../../../platform/errors.ts";
import { decodeCursor, encodeCursor, isTimestamp, pageSize } from "../../../platform/graphql/paging.ts";
import { inEnglish, msg } from "../../../platform/i18n/messages.ts";
import { refuseLapsedStaff, requireViewer } from "../../identity/index.ts";
import { countClasses } from "../store-lists.ts";
import type { EditedClass } from "../editing/store.ts";
import { instructorScope } from "../instructor-classes.ts";
import { readSearch } from "../search/text.ts";
import { searchLanguages } from "../translations.ts";
import type { ClassState } from "./states.ts";
import { countByState, countLeavingClasses, listManaged, listManagedIds } from "./store.ts";
import type { ManagedFilters, ManagedQuery, ManagedSort } from "./store.ts";

export { absences, managedSorts } from "./store.ts";

/** Classes that can be chosen at once. */
const maxChosen = 10_000;

/** What the studio's list is narrowed to, as sent by the client. */
export type GivenFilters = ManagedFilters & { readonly search: string | null };

interface Scope {
  /** Slug; null: all instructors. */
  readonly instructor: string | null;
  /** Instructors who aren't staff see what is in the library. */
  readonly isPublishedOnly: boolean;
}

/** @throws NotFound for who neither edits nor teaches, Unauthenticated */
async function scopeOf(ctx: Ctx): Promise<Scope> {
  const viewer = requireViewer(ctx);
  refuseLapsedStaff(ctx, ...permissions.draftClasses);
  const scope = await instructorScope(ctx);
  if (!scope) throw new NotFound("page");
  const mayDraft =
    viewer.personId === viewer.accountId &&
    (viewer.role === "admin" || permissions.draftClasses.some((role) => role === viewer.role));
  return { instructor: scope.instructor ?? null, isPublishedOnly: !mayDraft };
}

/** @returns null for a search text without a word */
async function queryOf(ctx: Ctx, { search: text, ...filters }: GivenFilters): Promise<ManagedQuery | null> {
  const { instructor, isPublishedOnly } = await scopeOf(ctx);
  const search = readSearch(text);
  if (text?.trim() && !search) return null;
  return {
    filters: { ...filters, instructor: instructor ?? filters.instructor },
    isPublishedOnly,
    search,
    language: search ? searchLanguages[ctx.locale] : "simple",
  };
}

export interface ManagedPage {
  readonly items: readonly EditedClass[];
  readonly nextCursor: string | null;
}

/**
 * Classes in every state that the viewer may manage: all for editors, their own for instructors.
 * @throws BadInput, NotFound for who neither edits nor teaches, Unauthenticated
 */
export async function managedClasses(
  ctx: Ctx,
  given: GivenFilters,
  sort: ManagedSort,
  request: { first?: number | null | undefined; after?: string | null | undefined } | null | undefined,
): Promise<ManagedPage> {
  const query = await queryOf(ctx, given);
  const first = pageSize(request?.first);
  const after = readCursor(request?.after, sort);
  if (!query) return { items: [], nextCursor: null };
  const rows = await listManaged(ctx.db, query, { sort, first: first + 1, after });
  const items = rows.slice(0, first);
  const last = rows.length > first ? items.at(-1) : undefined;
  return { items, nextCursor: last ? encodeCursor([sort, last.sortKey, last.id]) : null };
}

function readCursor(
  cursor: string | null | undefined,
  sort: ManagedSort,
): { key: string; id: string } | null {
  const decoded = decodeCursor(cursor, ["string", "string", "uuid"]);
  if (!decoded) return null;
  const [cursorSort, key, id] = decoded;
  const isKey = sort === "title" || (sort === "newest" ? isTimestamp(key) : /^\d{1,9}$/.test(key));
  if (cursorSort !== sort || !isKey)
    throw new BadInput(
      "pagination.after",
      inEnglish("This cursor is from another sort order. Start again without a cursor."),
    );
  return { key, id };
}

/**
 * The ids of all classes that match, to choose them at once.
 * @throws BadInput for more than `maxChosen`, NotFound, Unauthenticated
 */
export async function managedClassIds(ctx: Ctx, given: GivenFilters): Promise<string[]> {
  const query = await queryOf(ctx, given);
  const ids = query ? await listManagedIds(ctx.db, query, maxChosen + 1) : [];
  if (ids.length > maxChosen)
    throw new BadInput(
      "filter",
      msg("You can select up to {maxChosen} classes. Filter the list first.", { maxChosen }),
    );
  return ids;
}

/** How long a count is used, milliseconds: after a failover a revision may come again with other classes. */
const countedMs = 5 * 60_000;
/** Published classes per server of this process, by instructor, with the catalog revision that they were counted at. */
const published = new WeakMap<Config, LRUCache<string, { total: number; revision: number }>>();

/** How many classes of the viewer's list are in each state. @throws NotFound, Unauthenticated */
export async function managedCounts(ctx: Ctx): Promise<{ state: ClassState; count: number }[]> {
  const { instructor, isPublishedOnly } = await scopeOf(ctx);
  const [{ leaving, revision }, unpublished] = await Promise.all([
    countLeavingClasses(ctx.db, instructor),
    isPublishedOnly ? [] : countByState(ctx.db, instructor),
  ]);
  const total = await publishedTotal(ctx, instructor, revision);
  return [
    ...unpublished,
    { state: "in_library", count: Math.max(0, total - leaving) },
    { state: "leaving", count: leaving },
  ];
}

async function publishedTotal(ctx: Ctx, instructor: string | null, revision: number): Promise<number> {
  let cache = published.get(ctx.config);
  if (!cache) published.set(ctx.config, (cache = new LRUCache({ max: 500, ttl: countedMs })));
  const cached = cache.get(instructor ?? "");
  if (cached?.revision === revision) return cached.total;
  const counted = await countClasses(ctx.db, {
    instructor: instructor ?? undefined,
    language: "simple",
    hidesExplicit: false,
    childRank: null,
    childId: null,
  });
  cache.set(instructor ?? "", counted);
  return counted.total;
}
