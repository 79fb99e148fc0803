import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

export const rateSources = ["studio", "ecb"] as const;
export type RateSource = (typeof rateSources)[number];

/** How much of a currency one unit of the base is worth. */
export interface ExchangeRateRow {
  readonly currencyCode: string;
  readonly baseCode: string;
  readonly rate: number;
  /** The day that it is of, `YYYY-MM-DD`. */
  readonly day: string;
}
const selectRates = statement<{ source: RateSource }, ExchangeRateRow>(
  "billing.list_exchange_rates",
  (p) => sql`
    select currency_code as "currencyCode", base_code as "baseCode", rate::float8 as rate, to_char(day, 'YYYY-MM-DD') as day
    from billing.exchange_rates where source = ${p.source} order by currency_code`,
);
interface SavedRates {
  readonly source: RateSource;
  readonly baseCode: string;
  readonly day: string;
  readonly currencyCodes: readonly string[];
  readonly rates: readonly number[];
}
const upsertRates = statement<SavedRates, never>(
  "billing.save_exchange_rates",
  (p) => sql`
    insert into billing.exchange_rates (currency_code, base_code, rate, day, source)
    select currency_code, ${p.baseCode}, rate, ${p.day}::date, ${p.source}
    from unnest(${p.currencyCodes}::text[], ${p.rates}::float8[]) as given (currency_code, rate)
    on conflict (currency_code) do update
      set base_code = excluded.base_code, rate = excluded.rate, day = excluded.day, source = excluded.source`,
);

/** The rates of one source. */
export const listRates = (db: Db, source: RateSource): Promise<ExchangeRateRow[]> =>
  db.many(selectRates, { source });
/** Saves rates in place of those of their currencies. */
export const saveRates = async (db: Db, saved: SavedRates): Promise<void> => {
  await db.change(upsertRates, saved);
};
