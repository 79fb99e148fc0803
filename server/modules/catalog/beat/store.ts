import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { TempoSpan } from "../store-classes.ts";

const updateGrid = statement<{ id: string; spans: string }, never>(
  "catalog.update_beat_grid",
  (p) => sql`update catalog.classes set beat_grid = ${p.spans}::jsonb where id = ${p.id}::uuid`,
);
const fillGrids = statement<{ assetId: string; spans: string }, { id: string }>(
  "catalog.fill_beat_grid",
  (p) => sql`
    update catalog.classes set beat_grid = ${p.spans}::jsonb
    where asset_id = ${p.assetId}::uuid and jsonb_array_length(beat_grid) = 0 returning id`,
);

export const saveGrid = async (db: Db, id: string, spans: readonly TempoSpan[]): Promise<void> => {
  await db.change(updateGrid, { id, spans: JSON.stringify(spans) });
};
/** Saves a beat grid for the classes of an asset that have none. @returns their ids */
export const saveFirstGrid = async (
  db: Db,
  assetId: string,
  spans: readonly TempoSpan[],
): Promise<string[]> =>
  (await db.many(fillGrids, { assetId, spans: JSON.stringify(spans) })).map(({ id }) => id);
