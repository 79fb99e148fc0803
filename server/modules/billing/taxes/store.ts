import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { PlaceRate } from "./rates.ts";

/** A tax override of a place from a date on. */
export type TaxOverrideRow = Omit<PlaceRate, "source">;

const select = statement<{ most: number }, TaxOverrideRow>(
  "billing.list_own_rates",
  (p) => sql`
    select country_code as "countryCode", region, to_char(holds_from, 'YYYY-MM-DD') as "from", is_inclusive as "isInclusive", parts
    from billing.own_rates order by holds_from desc, country_code, region limit ${p.most}::int`,
);
const upsert = statement<Omit<TaxOverrideRow, "parts"> & { parts: string; by: string; now: Date }, never>(
  "billing.upsert_own_rate",
  (p) => sql`
    insert into billing.own_rates (country_code, region, holds_from, is_inclusive, parts, set_by, set_at)
    values (${p.countryCode}, ${p.region}, ${p.from}::date, ${p.isInclusive}, ${p.parts}::jsonb, ${p.by}::uuid, ${p.now})
    on conflict (country_code, region, holds_from) do update set is_inclusive = excluded.is_inclusive, parts = excluded.parts,
      set_by = excluded.set_by, set_at = excluded.set_at`,
);

/** Tax overrides, latest date first. */
export const listTaxOverrides = (db: Db, most: number): Promise<TaxOverrideRow[]> =>
  db.many(select, { most });

export const upsertTaxOverride = async (
  db: Db,
  rate: TaxOverrideRow & { readonly by: string; readonly now: Date },
): Promise<void> => {
  await db.change(upsert, { ...rate, parts: JSON.stringify(rate.parts) });
};
