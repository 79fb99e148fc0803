import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { PriceVersionRow } from "../plans/store-editing.ts";

/** A price with what keeps it from being changed. */
export interface PriceUse extends PriceVersionRow {
  /** Whether someone bought it, was charged it, or has a plan scheduled at it. */
  readonly isBought: boolean;
  /** Whether its plan has no earlier price in its currency, countries' own aside: without it the plan isn't sold there, at least not yet. */
  readonly isOnly: boolean;
  /** Whether running members are to move to it. */
  readonly isAnnounced: boolean;
  readonly takenBackAt: Date | null;
}
/** A member who was told of a price that was taken back. */
export interface Retraction {
  readonly id: string;
  readonly subscriptionId: string;
  /** The plan that the price is of. */
  readonly planId: string;
  /** Minor units. */
  readonly oldAmount: number;
  readonly newAmount: number;
}

const runningSql = sql`found.status in ('pending', 'future', 'in_trial', 'active', 'non_renewing', 'paused')`;
const dayStartsAt = sql`version.valid_from::timestamp at time zone 'UTC'`;
/**
 * A renewal sets the price of a subscription once its invoice is paid, so an invoice that is being collected counts as well. Members
 * who pay the amount for other reasons paid it before its day.
 */
const useColumns = sql`
  version.id, version.plan_id as "planId", version.currency_code as "currencyCode", version.country_code as "countryCode",
  version.amount, version.valid_from::text as "validFrom", version.taken_back_at as "takenBackAt",
  exists (select from billing.price_changes where version_id = version.id and undone_at is null) as "isAnnounced",
  exists (
    select from billing.subscriptions as found
    where ${runningSql} and found.plan_id = version.plan_id and found.currency_code = version.currency_code
      and version.country_code in ('', found.country_code)
      and (found.price_amount = version.amount and greatest(found.created_at, found.term_starts_at) >= ${dayStartsAt}
        or exists (select from billing.invoices where subscription_id = found.id and plan_id = version.plan_id
          and price_amount = version.amount and status <> 'voided' and issued_at >= ${dayStartsAt}))
      and not exists (select from billing.invoices where subscription_id = found.id and plan_id = version.plan_id
        and price_amount = version.amount and issued_at < ${dayStartsAt})
  ) or exists (
    select from billing.subscriptions as found
    where ${runningSql} and found.next_plan_id = version.plan_id and found.currency_code = version.currency_code
      and version.country_code in ('', found.country_code) and found.next_price_amount = version.amount
  ) as "isBought",
  version.country_code = '' and not exists (select from billing.price_versions as other
    where other.plan_id = version.plan_id and other.currency_code = version.currency_code and other.country_code = ''
      and other.valid_from < version.valid_from and other.taken_back_at is null) as "isOnly"`;
const lockOne = statement<{ id: string }, PriceUse>(
  "billing.lock_price_version",
  (p) =>
    sql`select ${useColumns} from billing.price_versions as version where id = ${p.id}::uuid for update of version`,
);
const selectFrom = statement<{ today: string }, PriceUse>(
  "billing.list_price_uses",
  (p) => sql`
    select ${useColumns} from billing.price_versions as version
    where valid_from >= ${p.today}::date and taken_back_at is null`,
);
const updateAmount = statement<{ id: string; amount: number }, never>(
  "billing.correct_price",
  (p) => sql`update billing.price_versions set amount = ${p.amount} where id = ${p.id}::uuid`,
);
const updateTakenBack = statement<{ id: string; now: Date }, never>(
  "billing.take_price_back",
  (p) => sql`update billing.price_versions set taken_back_at = ${p.now} where id = ${p.id}::uuid`,
);
const countNotices = statement<{ changeId: string }, { count: number }>(
  "billing.count_notices_of_change",
  (p) => sql`select count(*)::int as count from billing.price_notices where change_id = ${p.changeId}::uuid`,
);
const claimSome = statement<{ now: Date; max: number }, Retraction>(
  "billing.claim_price_retractions",
  (p) => sql`
    update billing.price_notices set taken_back_at = coalesce(taken_back_at, ${p.now}::timestamptz),
      was_sent_at = coalesce(was_sent_at, sent_at), sent_at = null, retraction_sent_at = ${p.now}
    where id in (select notice.id from billing.price_changes as change
      join billing.price_notices as notice on notice.change_id = change.id and notice.retraction_sent_at is null
      where change.undone_at is not null limit ${p.max}::int for update of notice skip locked)
    returning id, subscription_id as "subscriptionId", plan_id as "planId", old_amount as "oldAmount", new_amount as "newAmount"`,
);

/** Locks a price until the transaction ends. */
export const lockPriceUse = (db: Db, id: string): Promise<PriceUse | null> => db.maybe(lockOne, { id });

/** The prices that begin on a UTC day or later, with their use. */
export const listPriceUses = (db: Db, today: string): Promise<PriceUse[]> => db.many(selectFrom, { today });

export const saveAmount = async (db: Db, price: { id: string; amount: number }): Promise<void> => {
  await db.change(updateAmount, price);
};

export const saveTakenBack = async (db: Db, price: { id: string; now: Date }): Promise<void> => {
  await db.change(updateTakenBack, price);
};

/** How many members were told of a change, or were about to be. */
export const countNoticesOfChange = async (db: Db, changeId: string): Promise<number> =>
  (await db.one(countNotices, { changeId })).count;

/** Takes notices of undone changes back whose members weren't told yet that their price stays. Each is claimed once. */
export const claimRetractions = (db: Db, of: { now: Date; max: number }): Promise<Retraction[]> =>
  db.many(claimSome, of);
