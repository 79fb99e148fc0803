import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { accountIdSql } from "../../identity/index.ts";
import type { HeldMethod } from "../owner-ports.ts";
import type { SubscriptionProvider } from "../ports.ts";

/** A provider's subscription behind our row. */
export interface OwnedRow {
  readonly subscriptionId: string;
  readonly accountId: string;
  readonly provider: SubscriptionProvider;
  readonly ref: string;
  readonly customer: string;
  readonly version: number;
  /** Where it was bought; null if that is the provider itself. */
  readonly store: string | null;
  readonly managementUrl: string | null;
  readonly method: HeldMethod | null;
  readonly readAt: Date;
}

const columns = sql`
  owned.subscription_id as "subscriptionId", found.person_id as "accountId", owned.provider, owned.ref, owned.customer_ref as customer,
  owned.provider_version as version, owned.store, owned.management_url as "managementUrl", owned.method, owned.read_at as "readAt"`;
const withRow = sql`
  from billing.owned_subscriptions as owned join billing.subscriptions as found on found.id = owned.subscription_id`;

const selectCurrent = statement<
  { provider: string; refs: readonly string[]; customers: readonly string[] },
  OwnedRow
>(
  "billing.list_owned",
  (p) => sql`
    select ${columns} ${withRow}
    where owned.provider = ${p.provider} and owned.is_current
      and (owned.ref = any(${p.refs}::text[]) or owned.customer_ref = any(${p.customers}::text[]))
    order by owned.ref`,
);
const selectOf = statement<{ ids: readonly string[] }, OwnedRow>(
  "billing.list_owned_of_subscriptions",
  (p) =>
    sql`select ${columns} ${withRow} where owned.subscription_id = any(${p.ids}::uuid[]) and owned.is_current`,
);
const claimDueRows = statement<{ now: Date; nextLookAt: Date; most: number }, OwnedRow>(
  "billing.claim_owned",
  (p) => sql`
    with due as (select subscription_id from billing.owned_subscriptions
      where is_current and look_at <= ${p.now} order by look_at limit ${p.most}::int for update skip locked),
    claimed as (update billing.owned_subscriptions as owned set look_at = ${p.nextLookAt} from due
      where owned.subscription_id = due.subscription_id returning owned.*)
    select ${columns} from claimed as owned join billing.subscriptions as found on found.id = owned.subscription_id`,
);
const selectSilent = statement<{ now: Date; most: number }, { id: string }>(
  "billing.list_silent",
  (p) => sql`
    select found.id from billing.subscriptions as found
    where found.owner = 'provider' and found.status in ('active', 'in_trial', 'non_renewing') and found.access_until <= ${p.now}
    limit ${p.most}::int`,
);
const selectCursor = statement<{ provider: string }, { since: Date }>(
  "billing.find_owner_cursor",
  (p) => sql`select changed_until as since from billing.owner_cursors where provider = ${p.provider}`,
);
const saveCursor = statement<{ provider: string; until: Date }, never>(
  "billing.save_owner_cursor",
  (p) => sql`
    insert into billing.owner_cursors (provider, changed_until) values (${p.provider}, ${p.until})
    on conflict (provider) do update set changed_until = greatest(owner_cursors.changed_until, excluded.changed_until)`,
);
interface NewRow {
  readonly id: string;
  readonly accountId: string;
  readonly status: string;
  readonly provider: string;
  readonly planId: string;
  readonly accessType: string;
  readonly currencyCode: string;
  readonly countryCode: string;
  readonly accessUntil: Date;
  readonly createdAt: Date;
}
const insertRow = statement<NewRow, never>(
  "billing.insert_owned_subscription",
  (p) => sql`
    insert into billing.subscriptions (id, person_id, owner, status, provider, plan_id, access_type, currency_code, country_code,
      access_until, created_at)
    values (${p.id}::uuid, ${p.accountId}::uuid, 'provider', ${p.status}, ${p.provider}, ${p.planId}, ${p.accessType},
      ${p.currencyCode}, ${p.countryCode}, ${p.accessUntil}, ${p.createdAt})`,
);
type Written = Omit<OwnedRow, "accountId" | "method"> & {
  readonly method: string | null;
  readonly lookAt: Date | null;
};
const upsertOwned = statement<Written, never>(
  "billing.save_owned",
  (p) => sql`
    insert into billing.owned_subscriptions (subscription_id, provider, ref, customer_ref, provider_version, store, management_url,
      method, read_at, look_at)
    values (${p.subscriptionId}::uuid, ${p.provider}, ${p.ref}, ${p.customer}, ${p.version}::bigint, ${p.store}, ${p.managementUrl},
      ${p.method}::jsonb, ${p.readAt}, ${p.lookAt})
    on conflict (subscription_id) do update set customer_ref = excluded.customer_ref, provider_version = excluded.provider_version,
      store = excluded.store, management_url = excluded.management_url, method = excluded.method,
      read_at = excluded.read_at, look_at = excluded.look_at`,
);
const retireRow = statement<{ subscriptionId: string }, never>(
  "billing.retire_owned",
  (p) => sql`
    update billing.owned_subscriptions set is_current = false, look_at = null where subscription_id = ${p.subscriptionId}::uuid`,
);
/** A customer's reference as an id of ours; null if it isn't one. */
const idOf = (ref: unknown) =>
  sql`case when ${ref}::text ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${ref}::text::uuid end`;

const selectAccount = statement<{ provider: string; customer: string }, { accountId: string | null }>(
  "billing.find_account_of_customer",
  // A merged account's customer stays with the account that took its purchases over.
  (p) => sql`
    select ${accountIdSql(sql`coalesce(
      (select account_id from billing.provider_customers where provider = ${p.provider} and provider_ref = ${p.customer}),
      (select account_id from billing.merged_customers where provider = ${p.provider} and provider_ref = ${p.customer}),
      (select account_id from billing.merged_accounts where id = ${idOf(p.customer)}),
      ${idOf(p.customer)})`)} as "accountId"`,
);
const insertCustomer = statement<{ accountId: string; provider: string; ref: string }, never>(
  "billing.insert_customer_of_owner",
  // An account that already is a customer has bought under another id too: a former account's, or a profile's.
  (p) => sql`
    with own as (insert into billing.provider_customers (account_id, provider, provider_ref)
      values (${p.accountId}::uuid, ${p.provider}, ${p.ref}) on conflict do nothing returning provider_ref)
    insert into billing.merged_customers (provider, provider_ref, account_id)
    select ${p.provider}, ${p.ref}, ${p.accountId}::uuid
    where not exists (select from own) and not exists
      (select from billing.provider_customers where provider = ${p.provider} and provider_ref = ${p.ref})
    on conflict do nothing`,
);
const insertUnclaimed = statement<{ provider: string; customer: string; now: Date }, never>(
  "billing.insert_unclaimed_customer",
  (p) => sql`
    insert into billing.unclaimed_customers (provider, customer_ref, heard_at) values (${p.provider}, ${p.customer}, ${p.now})
    on conflict (provider, customer_ref) do update set heard_at = excluded.heard_at`,
);
const deleteUnclaimed = statement<{ provider: string; customer: string }, never>(
  "billing.delete_unclaimed_customer",
  (p) => sql`
    delete from billing.unclaimed_customers where provider = ${p.provider} and customer_ref = ${p.customer}`,
);
const deleteOldUnclaimed = statement<{ before: Date }, never>(
  "billing.delete_old_unclaimed_customers",
  (p) => sql`delete from billing.unclaimed_customers where heard_at < ${p.before}`,
);
const selectAppeared = statement<{ most: number }, { provider: SubscriptionProvider; customer: string }>(
  "billing.list_appeared_customers",
  (p) => sql`
    select provider, customer_ref as customer from billing.unclaimed_customers
    where ${accountIdSql(idOf(sql.ref("customer_ref")))} is not null
      or exists (select from billing.merged_accounts where id = ${idOf(sql.ref("customer_ref"))})
    order by heard_at limit ${p.most}::int`,
);

/** The current rows of a provider's subscriptions, and those of its customers. Ordered by reference. */
export const listOwned = (
  db: Db,
  of: { provider: string; refs: readonly string[]; customers: readonly string[] },
): Promise<OwnedRow[]> => db.many(selectCurrent, of);

/** What is behind subscriptions that a provider owns, unless another account holds it now. */
export const listOwnedOf = (db: Db, ids: readonly string[]): Promise<OwnedRow[]> =>
  db.many(selectOf, { ids });

/** Rows to be read again. They aren't claimed again before `nextLookAt`. */
export const claimOwned = (
  db: Db,
  claim: { now: Date; nextLookAt: Date; most: number },
): Promise<OwnedRow[]> => db.many(claimDueRows, claim);

/** Ids of subscriptions whose provider was silent for too long. */
export const listSilent = async (db: Db, now: Date, most: number): Promise<string[]> =>
  (await db.many(selectSilent, { now, most })).map(({ id }) => id);

export const insertOwnedSubscription = async (db: Db, row: NewRow): Promise<void> => {
  await db.change(insertRow, row);
};

/** @param row.lookAt when it is read again; null for never */
export const saveOwned = async (
  db: Db,
  { method, ...row }: Omit<OwnedRow, "accountId"> & { readonly lookAt: Date | null },
): Promise<void> => {
  await db.change(upsertOwned, { ...row, method: method && JSON.stringify(method) });
};

/** Another account holds the provider's subscription now. */
export const retireOwned = async (db: Db, subscriptionId: string): Promise<void> => {
  await db.change(retireRow, { subscriptionId });
};

/** The account of a provider's customer; null if there is none. */
export const findAccountOfCustomer = async (
  db: Db,
  provider: string,
  customer: string,
): Promise<string | null> => (await db.maybe(selectAccount, { provider, customer }))?.accountId ?? null;

/** Notes whose customer it is, so that the customer is found after a merge and deleted with the account. */
export const insertCustomerOf = async (
  db: Db,
  customer: { accountId: string; provider: string; ref: string },
): Promise<void> => {
  await db.change(insertCustomer, customer);
};

export const rememberUnclaimed = async (
  db: Db,
  of: { provider: string; customer: string; now: Date },
): Promise<void> => {
  await db.change(insertUnclaimed, of);
};

export const forgetUnclaimed = async (db: Db, of: { provider: string; customer: string }): Promise<void> => {
  await db.change(deleteUnclaimed, of);
};

export const forgetUnclaimedBefore = async (db: Db, before: Date): Promise<void> => {
  await db.change(deleteOldUnclaimed, { before });
};

/** Customers that were unknown, and whose account has appeared. */
export const listAppeared = (
  db: Db,
  most: number,
): Promise<{ provider: SubscriptionProvider; customer: string }[]> => db.many(selectAppeared, { most });

/** Until when a provider's changes have been read; null before the first time. */
export const findCursor = async (db: Db, provider: string): Promise<Date | null> =>
  (await db.maybe(selectCursor, { provider }))?.since ?? null;

export const moveCursor = async (db: Db, to: { provider: string; until: Date }): Promise<void> => {
  await db.change(saveCursor, to);
};
