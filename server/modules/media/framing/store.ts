import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { Framing } from "./propose.ts";

export interface FramingRow {
  readonly assetId: string;
  readonly spread: number;
  readonly points: Framing["points"];
  /** Horizontal position that an editor chose; null: as proposed. */
  readonly chosenPercent: number | null;
}

const upsertProposal = statement<{ assetId: string; spread: number; points: string }, never>(
  "media.save_framing",
  (p) => sql`
    insert into media.framings (asset_id, spread, points) values (${p.assetId}::uuid, ${p.spread}::real, ${p.points}::jsonb)
    on conflict (asset_id) do update set spread = excluded.spread, points = excluded.points`,
);
const upsertChosen = statement<{ assetId: string; spread: number; percent: number | null }, never>(
  "media.choose_framing",
  (p) => sql`
    insert into media.framings (asset_id, spread, points, chosen_percent)
    values (${p.assetId}::uuid, ${p.spread}::real, '[]', ${p.percent}::smallint)
    on conflict (asset_id) do update set chosen_percent = excluded.chosen_percent`,
);
const selectFramings = statement<{ assetIds: readonly string[] }, FramingRow>(
  "media.list_framings",
  (p) => sql`
    select asset_id as "assetId", spread, points, chosen_percent as "chosenPercent"
    from media.framings where asset_id = any(${p.assetIds}::uuid[])`,
);

/** Share of the width for a position that an editor chose without a proposal. */
const usualSpread = 0.3;

/** Saves what a new version proposes; an editor's choice stays. */
export const saveFraming = async (db: Db, assetId: string, framing: Framing | null): Promise<void> => {
  const { spread, points } = framing ?? { spread: usualSpread, points: [] };
  await db.change(upsertProposal, { assetId, spread, points: JSON.stringify(points) });
};
/** @param percent null: as proposed */
export const saveChosenFraming = async (db: Db, assetId: string, percent: number | null): Promise<void> => {
  await db.change(upsertChosen, { assetId, spread: usualSpread, percent });
};
export const listFramings = (db: Db, assetIds: readonly string[]): Promise<FramingRow[]> =>
  db.many(selectFramings, { assetIds });
