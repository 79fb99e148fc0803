import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { memberRowsSql } from "../../identity/index.ts";

/**
 * SQL for the members of an account in the order in which they get seats: chosen ones first, then the oldest. The
 * owner's own seat isn't counted, so the first member has seat 1.
 */
export const seatOrderSql = (accountId: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select member.id, row_number() over (order by choice.person_id is null, member.created_at, member.id) as seat
  from ${memberRowsSql(accountId)} as member left join billing.seat_choices as choice on choice.person_id = member.id)`;

/** SQL for whether a profile has one of the account's seats; its owner always has. */
export const hasSeatSql = (
  personId: RawBuilder<unknown>,
  accountId: RawBuilder<unknown>,
  seats: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(${personId} = ${accountId}
  or (select seat from ${seatOrderSql(accountId)} as ordered where ordered.id = ${personId}) < ${seats})`;
