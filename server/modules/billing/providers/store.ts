import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

const select = statement<{ accountId: string; provider: string }, { ref: string }>(
  "billing.find_provider_customer",
  (p) => sql`
    select provider_ref as ref from billing.provider_customers
    where account_id = ${p.accountId}::uuid and provider = ${p.provider}`,
);
const insert = statement<{ accountId: string; provider: string; ref: string }, never>(
  "billing.insert_provider_customer",
  (p) => sql`
    insert into billing.provider_customers (account_id, provider, provider_ref)
    values (${p.accountId}::uuid, ${p.provider}, ${p.ref}) on conflict do nothing`,
);

const remove = statement<{ accountId: string; provider: string }, never>(
  "billing.forget_provider_customer",
  (p) => sql`
    delete from billing.provider_customers where account_id = ${p.accountId}::uuid and provider = ${p.provider}`,
);

/** The provider's customer id of an account; null if none exists yet. */
export const findCustomer = async (db: Db, accountId: string, provider: string): Promise<string | null> =>
  (await db.maybe(select, { accountId, provider }))?.ref ?? null;

/** Stores the provider's customer id of an account. An existing one is not replaced. */
export const insertCustomer = async (
  db: Db,
  customer: { accountId: string; provider: string; ref: string },
): Promise<void> => {
  await db.change(insert, customer);
};

/** Forgets a customer id that the provider no longer knows. */
export const deleteCustomer = async (db: Db, accountId: string, provider: string): Promise<void> => {
  await db.change(remove, { accountId, provider });
};
