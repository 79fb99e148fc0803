import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

type People = { readonly from: string; readonly into: string };

const moves = [
  "subscriptions set person_id = into_id where person_id = from_id",
  // The provider charges a stored method only under the customer that keeps it.
  `payment_methods as m set customer_ref = c.provider_ref from billing.provider_customers as c
     where m.account_id = from_id and m.customer_ref is null and c.account_id = from_id and c.provider = m.provider`,
  "merged_customers set account_id = into_id where account_id = from_id",
  "merged_accounts set account_id = into_id where account_id = from_id",
  "payment_methods set account_id = into_id where account_id = from_id",
  "invoices set account_id = into_id where account_id = from_id",
  "payments set account_id = into_id where account_id = from_id",
  "intents set account_id = into_id where account_id = from_id",
  "credits set account_id = into_id where account_id = from_id",
  `billing_details as d set account_id = into_id where d.account_id = from_id
     and not exists (select from billing.billing_details as o where o.account_id = into_id)`,
  "disputes set account_id = into_id where account_id = from_id",
  `gift_cards as g set buyer_id = into_id where g.buyer_id = from_id
     and not exists (select from billing.gift_cards as o where o.buyer_id = into_id and o.idempotency_key = g.idempotency_key)`,
  "gift_cards set redeemer_id = into_id where redeemer_id = from_id",
  "test_tokens set account_id = into_id where account_id = from_id",
  `idempotency_keys as k set account_id = into_id where k.account_id = from_id
     and not exists (select from billing.idempotency_keys as o where o.account_id = into_id and o.key = k.key)`,
  // Both may have redeemed a code of one batch before they were one account.
  `subscription_coupons as c set account_id = into_id, batch_id = (case when not exists
       (select from billing.subscription_coupons as o where o.account_id = into_id and o.batch_id = c.batch_id) then c.batch_id end)
     where c.account_id = from_id
     and not exists (select from billing.subscription_coupons as o where o.account_id = into_id and o.coupon_id = c.coupon_id)`,
  `provider_customers as c set account_id = into_id where c.account_id = from_id
     and not exists (select from billing.provider_customers as o where o.account_id = into_id and o.provider = c.provider)`,
].map((move, at) =>
  statement<People, never>(`billing.merge_${at}`, (p) => {
    const [before = "", middle = "", ...rest] = move.split(/(into_id|from_id)/);
    const parts = [before, middle, ...rest].map((part) =>
      part === "into_id" ? sql`${p.into}::uuid` : part === "from_id" ? sql`${p.from}::uuid` : sql.raw(part),
    );
    return sql`update billing.${sql.join(parts, sql.raw(""))}`;
  }),
);

/** Keeps the customers that the account doesn't take over, so that they are deleted with it. */
const keepCustomers = statement<People, never>(
  "billing.keep_merged_customers",
  (p) => sql`
    with kept as (delete from billing.provider_customers where account_id = ${p.from}::uuid returning provider, provider_ref)
    insert into billing.merged_customers (provider, provider_ref, account_id)
    select provider, provider_ref, ${p.into}::uuid from kept on conflict do nothing`,
);

/** Remembers the old id: someone may have bought under it, and the store's news be late. */
const rememberAccount = statement<People, never>(
  "billing.remember_merged_account",
  (p) => sql`
    insert into billing.merged_accounts (id, account_id) values (${p.from}::uuid, ${p.into}::uuid)
    on conflict (id) do update set account_id = excluded.account_id`,
);

const selectInto = statement<{ id: string }, { accountId: string }>(
  "billing.find_merged_account",
  (p) => sql`select account_id as "accountId" from billing.merged_accounts where id = ${p.id}::uuid`,
);

/** The account that another was merged into; null if it wasn't, or if that account is deleted. */
export const findMergedInto = async (db: Db, id: string): Promise<string | null> =>
  (await db.maybe(selectInto, { id }))?.accountId ?? null;

/** Moves all purchases of one account to another. */
export const moveAccount = async (db: Db, people: People): Promise<void> => {
  for (const move of moves) await db.change(move, people);
  await db.change(keepCustomers, people);
  await db.change(rememberAccount, people);
};
