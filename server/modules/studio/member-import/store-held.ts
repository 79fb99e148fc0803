import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { HeldRow, HeldSummary } from "./held-row.ts";
import type { RowState } from "./read-row.ts";
import type { ListRow } from "./store.ts";

/** A price of running subscriptions of a list. */
export interface ListedPrice {
  readonly price: HeldSummary;
  readonly rows: number;
}

const updateHeld = statement<{ id: string; rows: string }, never>(
  "studio.save_member_import_held",
  (p) => sql`
    update studio.member_import_rows as row set held = asked.held
    from jsonb_to_recordset(${p.rows}::jsonb) as asked (line int, held jsonb)
    where row.import_id = ${p.id}::uuid and row.line = asked.line`,
);
const updateTaking = statement<{ id: string; line: number }, { line: number }>(
  "studio.save_member_import_row_taking_over",
  (p) => sql`
    update studio.member_import_rows set state = 'taking_over'
    where import_id = ${p.id}::uuid and line = ${p.line}::int and state = 'ready_to_take_over' returning line`,
);
const updateUnchecked = statement<{ id: string; state: RowState }, never>(
  "studio.save_member_import_unchecked_as",
  (p) => sql`
    update studio.member_import_rows set state = ${p.state} where import_id = ${p.id}::uuid and state = 'unchecked'`,
);
const selectRow = statement<{ id: string; line: number }, ListRow>(
  "studio.find_member_import_row",
  (p) => sql`
    select line, cells, state, held from studio.member_import_rows
    where import_id = ${p.id}::uuid and line = ${p.line}::int`,
);
const selectPrices = statement<{ id: string; max: number }, ListedPrice>(
  "studio.list_member_import_prices",
  (p) => sql`
    select coalesce((array_agg(held -> 'found' order by line))[1], '{}') as price, count(*)::int as rows
    from studio.member_import_rows
    where import_id = ${p.id}::uuid and jsonb_typeof(held -> 'found') = 'object'
      and state in ('ready', 'ready_to_take_over', 'unknown_price', 'unknown_plan', 'bad_day')
    group by held -> 'found' ->> 'priceRef' order by count(*) desc, min(line) limit ${p.max}::int`,
);
const selectLeft = statement<{ id: string }, { left: number }>(
  "studio.count_member_import_rows_left",
  (p) => sql`
    select count(*)::int as left from (select from studio.member_import_rows
      where import_id = ${p.id}::uuid and state in ('ready', 'ready_to_take_over', 'taking_over') limit 1) as open`,
);

const clearUnreachable = statement<{ id: string }, never>(
  "studio.forget_member_import_unreachable",
  (p) => sql`
    update studio.member_import_rows set held = null
    where import_id = ${p.id}::uuid and state in ('unreachable', 'subscription_forbidden')`,
);

/** Forgets which rows the provider didn't answer about, or refused to. */
export const forgetUnreachable = async (db: Db, id: string): Promise<void> => {
  await db.change(clearUnreachable, { id });
};
/** Saves what the provider said of rows. */
export const saveHeldRows = async (
  db: Db,
  id: string,
  rows: readonly { readonly line: number; readonly held: HeldRow }[],
): Promise<void> => {
  await db.change(updateHeld, { id, rows: JSON.stringify(rows) });
};
/** Ends the check of a list whose provider answers nothing: rows that weren't asked about are asked about with the next change. */
export const saveUncheckedAs = async (db: Db, id: string, state: RowState): Promise<void> => {
  await db.change(updateUnchecked, { id, state });
};
/** @returns false unless it was ready */
export const saveRowTakingOver = async (db: Db, id: string, line: number): Promise<boolean> =>
  (await db.maybe(updateTaking, { id, line })) !== null;
export const findListRow = (db: Db, id: string, line: number): Promise<ListRow | null> =>
  db.maybe(selectRow, { id, line });
/** Prices of the running subscriptions of people who aren't members yet, the most frequent first. */
export const listListedPrices = (db: Db, id: string, max: number): Promise<ListedPrice[]> =>
  db.many(selectPrices, { id, max });
/** Whether rows of a running import are left to handle. */
export const hasRowsLeft = async (db: Db, id: string): Promise<boolean> =>
  (await db.one(selectLeft, { id })).left > 0;
