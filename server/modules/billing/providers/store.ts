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

/**
 * The provider's customer id of an account. Without one the customer is created at the provider, for the first payment. Of two
 * that are created at once, the one that was stored first counts.
 * @param create creates the customer. @returns its id
 */
export async function findOrCreateCustomer(
  db: Db,
  accountId: string,
  provider: string,
  create: () => Promise<string>,
): Promise<string> {
  const known = await findCustomer(db, accountId, provider);
  if (known) return known;
  const ref = await create();
  await db.change(insert, { accountId, provider, ref });
  return (await findCustomer(db, accountId, provider)) ?? ref;
}

/** Forgets a customer id that the provider no longer knows. */
export const deleteCustomer = async (db: Db, accountId: string, provider: string): Promise<void> => {
  await db.change(remove, { accountId, provider });
};
