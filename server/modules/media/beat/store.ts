import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { ProposedSpan } from "./propose.ts";

const upsertBeat = statement<{ assetId: string; spans: string }, never>(
  "media.save_beat",
  (p) => sql`
    insert into media.beats (asset_id, spans) values (${p.assetId}::uuid, ${p.spans}::jsonb)
    on conflict (asset_id) do update set spans = excluded.spans`,
);
const selectBeat = statement<{ assetId: string }, { spans: readonly ProposedSpan[] }>(
  "media.find_beat",
  (p) => sql`select spans from media.beats where asset_id = ${p.assetId}::uuid`,
);

export const saveBeat = async (db: Db, assetId: string, spans: readonly ProposedSpan[]): Promise<void> => {
  await db.change(upsertBeat, { assetId, spans: JSON.stringify(spans) });
};
export const findBeat = async (db: Db, assetId: string): Promise<readonly ProposedSpan[]> =>
  (await db.maybe(selectBeat, { assetId }))?.spans ?? [];
