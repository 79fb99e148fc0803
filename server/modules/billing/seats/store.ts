import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { seatOrderSql } from "./sql.ts";

const selectSeats = statement<{ accountIds: readonly string[] }, { accountId: string; seats: number }>(
  "billing.list_seats",
  (p) => sql`
    select person_id as "accountId", seats from billing.person_access where person_id = any(${p.accountIds}::uuid[])`,
);
const selectOrder = statement<{ accountId: string }, { id: string }>(
  "billing.list_members_by_seat",
  (p) => sql`select id from ${seatOrderSql(sql`${p.accountId}::uuid`)} as ordered order by seat`,
);
const deleteChoices = statement<{ accountId: string }, never>(
  "billing.delete_seat_choices",
  (p) => sql`delete from billing.seat_choices where account_id = ${p.accountId}::uuid`,
);
const insertChoices = statement<{ accountId: string; personIds: readonly string[] }, never>(
  "billing.insert_seat_choices",
  (p) => sql`
    insert into billing.seat_choices (person_id, account_id)
    select person_id, ${p.accountId}::uuid from unnest(${p.personIds}::uuid[]) as chosen (person_id)
    on conflict do nothing`,
);

/** The seats of accounts whose subscription grants access. */
export const listSeats = (
  db: Db,
  accountIds: readonly string[],
): Promise<{ accountId: string; seats: number }[]> => db.many(selectSeats, { accountIds });

/** Ids of an account's members in the order in which they get seats. */
export const listMembersBySeat = async (db: Db, accountId: string): Promise<string[]> =>
  (await db.many(selectOrder, { accountId })).map(({ id }) => id);

/** Replaces the members that the owner chose. */
export const replaceChoices = async (
  db: Db,
  choice: { accountId: string; personIds: readonly string[] },
): Promise<void> => {
  await db.change(deleteChoices, { accountId: choice.accountId });
  await db.change(insertChoices, choice);
};
