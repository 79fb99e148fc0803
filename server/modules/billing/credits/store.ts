import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** One entry of an account's credit. Minor units; negative was spent or taken back. */
export interface CreditRow {
  readonly id: string;
  readonly currencyCode: string;
  readonly amount: number;
  readonly reason: string;
  readonly createdAt: Date;
  /** The invoice that it paid or came back from; null for others. */
  readonly invoiceNumber: string | null;
}

/** What an account has in one currency, in minor units. */
export interface CreditBalanceRow {
  readonly accountId: string;
  readonly currencyCode: string;
  readonly amount: number;
}

const selectEntries = statement<{ accountId: string; first: number; after: number | null }, CreditRow>(
  "billing.list_credits",
  (p) => sql`
    select credits.id::text, credits.currency_code as "currencyCode", credits.amount, credits.reason, credits.created_at as "createdAt",
      (select number from billing.invoices where number not like 'draft-%'
         and invoices.id = substring(credits.source from '^(?:invoice|void|carried) ([0-9a-f-]{36})$')::uuid) as "invoiceNumber"
    from billing.credits
    where account_id = ${p.accountId}::uuid and (${p.after}::bigint is null or id < ${p.after}::bigint)
    order by id desc limit ${p.first}::int`,
);
const selectBalances = statement<{ accountIds: readonly string[] }, CreditBalanceRow>(
  "billing.list_credit_balances",
  (p) => sql`
    select account_id as "accountId", currency_code as "currencyCode", sum(amount)::int as amount from billing.credits
    where account_id = any(${p.accountIds}::uuid[]) group by account_id, currency_code having sum(amount) <> 0
    order by currency_code`,
);

/** A page of an account's credit entries, newest first. */
export const listCredits = (
  db: Db,
  page: { accountId: string; first: number; after: number | null },
): Promise<CreditRow[]> => db.many(selectEntries, page);

/** The credit of accounts by currency; none at zero. */
export const listCreditBalances = (db: Db, accountIds: readonly string[]): Promise<CreditBalanceRow[]> =>
  db.many(selectBalances, { accountIds });
