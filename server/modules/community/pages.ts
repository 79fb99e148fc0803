import { decodeCursor, encodeCursor, pageSize } from "../../platform/graphql/paging.ts";
import type { Place } from "./store.ts";

/** Pagination arguments of a list. */
export interface PageRequest {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
}
/** One page of a list, in its order. */
export interface Page<Row> {
  readonly items: readonly Row[];
  readonly nextCursor: string | null;
}

/** Fetches one extra row to find out whether there is another page. @throws BadInput */
export async function pageByTime<Row extends { readonly id: string; readonly createdAt: Date | string }>(
  request: PageRequest | null | undefined,
  read: (page: { first: number } & Place) => Promise<readonly Row[]>,
): Promise<Page<Row>> {
  const first = pageSize(request?.first);
  const after = decodeCursor(request?.after, ["time", "uuid"]);
  const rows = await read({
    first: first + 1,
    at: after?.[0] ?? null,
    id: after?.[1] ?? null,
  });
  const items = rows.slice(0, first);
  const last = rows.length > first ? items.at(-1) : undefined;
  return { items, nextCursor: last ? encodeCursor([new Date(last.createdAt).getTime(), last.id]) : null };
}
