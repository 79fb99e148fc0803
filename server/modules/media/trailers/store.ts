import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { Stretch } from "./render.ts";

export const trailerStates = ["rendering", "ready", "failed"] as const;

/** The trailer of a video, as an editor chose it. */
export interface Trailer extends Stretch {
  readonly assetId: string;
  readonly state: (typeof trailerStates)[number];
  /** The rendered file, below /pictures/: of an earlier choice until the new one is rendered. Null before the first. */
  readonly name: string | null;
  /** Of the video that plays. */
  readonly version: string | null;
  /** The stretch that an editor chose, in the time of the video, if it reaches out of it. */
  readonly chosen: Stretch | null;
}
type Rendered = Stretch & { readonly assetId: string; readonly version: string };

const selectMany = statement<{ assetIds: readonly string[] }, Trailer>(
  "media.list_trailers",
  (p) => sql`
    select id as "assetId", trailer_from_ms as "fromMs", trailer_to_ms as "toMs", trailer_state as state, trailer as name, version,
      case when trailer_chosen_from_ms is not null
        then json_build_object('fromMs', trailer_chosen_from_ms, 'toMs', trailer_chosen_to_ms) end as chosen
    from media.assets where id = any(${p.assetIds}::uuid[]) and trailer_state is not null
      and trailer_from_ms is not null and trailer_to_ms is not null`,
);
type ChosenRow = Stretch & {
  readonly assetId: string;
  readonly chosenFromMs: number | null;
  readonly chosenToMs: number | null;
};
const updateChosen = statement<ChosenRow, never>(
  "media.choose_trailer",
  (p) => sql`
    update media.assets set trailer_from_ms = ${p.fromMs}::int, trailer_to_ms = ${p.toMs}::int, trailer_state = 'rendering',
      trailer_chosen_from_ms = ${p.chosenFromMs}::int, trailer_chosen_to_ms = ${p.chosenToMs}::int
    where id = ${p.assetId}::uuid`,
);
const ofRendered = (p: { readonly [Name in keyof Rendered]: unknown }) => sql`
  id = ${p.assetId}::uuid and version = ${p.version}::uuid and trailer_from_ms = ${p.fromMs}::int
    and trailer_to_ms = ${p.toMs}::int and trailer_state = 'rendering'`;
const updateRendered = statement<Rendered & { name: string }, { former: string | null }>(
  "media.save_trailer",
  (p) => sql`
    with former as (select trailer from media.assets where ${ofRendered(p)} for update)
    update media.assets set trailer = ${p.name}, trailer_state = 'ready' from former where ${ofRendered(p)}
    returning former.trailer as former`,
);
const updateFailed = statement<Rendered, never>(
  "media.save_failed_trailer",
  (p) => sql`update media.assets set trailer_state = 'failed' where ${ofRendered(p)}`,
);
const clear = statement<{ assetId: string }, { name: string | null }>(
  "media.remove_trailer",
  (p) => sql`
    with former as (select id, trailer from media.assets where id = ${p.assetId}::uuid for update)
    update media.assets set trailer_from_ms = null, trailer_to_ms = null, trailer_state = null, trailer = null,
      trailer_chosen_from_ms = null, trailer_chosen_to_ms = null
    from former where assets.id = former.id returning former.trailer as name`,
);

/** Trailers that editors chose for these assets. */
export const listTrailers = (db: Db, assetIds: readonly string[]): Promise<Trailer[]> =>
  db.many(selectMany, { assetIds });
/**
 * Saves which stretch is to be rendered, also again.
 * @param chosen the stretch that an editor chose, if it reaches out of the video
 */
export const saveChosenTrailer = async (
  db: Db,
  assetId: string,
  rendered: Stretch,
  chosen: Stretch | null,
): Promise<void> => {
  const { fromMs, toMs } = rendered;
  await db.change(updateChosen, {
    assetId,
    fromMs,
    toMs,
    chosenFromMs: chosen?.fromMs ?? null,
    chosenToMs: chosen?.toMs ?? null,
  });
};
/**
 * Saves the file of a trailer, unless another stretch or version is to be rendered by now.
 * @returns the file before; null if it wasn't saved
 */
export const saveTrailer = (
  db: Db,
  rendered: Rendered & { readonly name: string },
): Promise<{ former: string | null } | null> => db.maybe(updateRendered, rendered);
/** Saves that a trailer couldn't be rendered, unless another one is to be by now. */
export const saveFailedTrailer = async (db: Db, rendered: Rendered): Promise<void> => {
  await db.change(updateFailed, rendered);
};
/** Forgets the trailer of an asset. @returns its file */
export const clearTrailer = async (db: Db, assetId: string): Promise<string | null> =>
  (await db.maybe(clear, { assetId }))?.name ?? null;
