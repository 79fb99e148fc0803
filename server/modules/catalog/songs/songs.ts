import type { Ctx } from "../../../ctx.ts";
import { defineLoader } from "../../../platform/loader.ts";
import { BadInput } from "../../../platform/errors.ts";
import { decodeCursor, encodeCursor, pageSize } from "../../../platform/graphql/paging.ts";
import { inEnglish } from "../../../platform/i18n/messages.ts";
import { hidesExplicit } from "../classes.ts";
import { countListedSongs, findSong, listSongInitials, listSongs, listSongMeasures } from "./store.ts";
import type { SongMeasures, SongRow, SongSort } from "./store.ts";

export { songSorts } from "./store.ts";
export type { SongRow } from "./store.ts";

/** Longer search text is cut. */
const maxSearchLength = 100;

/** A text to find songs by; null if it has no word. */
export function readSongSearch(given: string | null | undefined): string | null {
  const text = (given ?? "").slice(0, maxSearchLength).trim();
  return /[\p{L}\p{N}]/u.test(text) ? text : null;
}

export interface SongListRequest {
  readonly search: string | null | undefined;
  /** A letter from a to z, or # for all others. */
  readonly initial: string | null | undefined;
  readonly sort: SongSort;
  readonly first: number | null | undefined;
  readonly after: string | null | undefined;
  readonly wantsTotal: boolean;
}
export interface SongPage {
  readonly items: readonly SongRow[];
  readonly total: number;
  readonly nextCursor: string | null;
}

/** Songs that published classes use. Viewers who hide explicit classes don't see explicit songs. @throws BadInput */
export async function pageOfSongs(ctx: Ctx, request: SongListRequest): Promise<SongPage> {
  const { initial = null, sort } = request;
  if (initial !== null && !/^[a-z#]$/.test(initial))
    throw new BadInput("initial", inEnglish("Use a letter from a to z, or # for all others."));
  const first = pageSize(request.first);
  const cursor = decodeCursor(request.after, ["count", "string", "uuid"]);
  const filters = { search: readSongSearch(request.search), initial, hidesExplicit: hidesExplicit(ctx) };
  const rows = await listSongs(ctx.db, sort, {
    ...filters,
    afterCount: cursor?.[0] ?? null,
    afterWords: cursor?.[1] ?? null,
    afterId: cursor?.[2] ?? null,
    first: first + 1,
  });
  const items = rows.slice(0, first);
  const last = rows.length > first ? items.at(-1) : undefined;
  return {
    items,
    total: request.wantsTotal ? await countListedSongs(ctx.db, filters) : items.length,
    nextCursor: last ? encodeCursor([last.classCount, last.words, last.id]) : null,
  };
}

/** Lengths and tempos of songs by id. */
export const songMeasuresLoader = defineLoader<string, SongMeasures>(async (ctx, ids) => {
  const rows = await listSongMeasures(ctx.db, ids);
  return new Map(rows.map((row) => [row.id, row]));
});

/** A song that some class used, by its slug; null for a child if it is explicit. */
export async function songBySlug(ctx: Ctx, slug: string): Promise<SongRow | null> {
  const found = await findSong(ctx.db, slug);
  return found?.isExplicit && ctx.viewer?.isChild ? null : found;
}

/** The letters with which songs begin, in alphabetical order; # for all others. */
export const songInitials = (ctx: Ctx): Promise<string[]> => listSongInitials(ctx.db, hidesExplicit(ctx));
