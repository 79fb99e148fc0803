import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { Counts } from "./beat.ts";

type SavedCounts = { readonly spans: string; readonly certainty: number | null };
const updateGrid = statement<{ id: string } & SavedCounts, never>(
  "catalog.update_beat_grid",
  (p) => sql`
    update catalog.classes set beat_grid = ${p.spans}::jsonb, counts_certainty = ${p.certainty}::double precision
    where id = ${p.id}::uuid`,
);
const fillGrids = statement<{ assetId: string } & SavedCounts, { id: string }>(
  "catalog.fill_beat_grid",
  (p) => sql`
    update catalog.classes set beat_grid = ${p.spans}::jsonb, counts_certainty = ${p.certainty}::double precision
    where asset_id = ${p.assetId}::uuid and jsonb_array_length(beat_grid) = 0 returning id`,
);

const saved = ({ beatGrid, certainty }: Counts): SavedCounts => ({
  spans: JSON.stringify(beatGrid),
  certainty,
});

export const saveGrid = async (db: Db, id: string, counts: Counts): Promise<void> => {
  await db.change(updateGrid, { id, ...saved(counts) });
};
/** Saves counts for the classes of an asset that have none. @returns their ids */
export const saveFirstGrid = async (db: Db, assetId: string, counts: Counts): Promise<string[]> =>
  (await db.many(fillGrids, { assetId, ...saved(counts) })).map(({ id }) => id);
