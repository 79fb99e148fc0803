import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { Renewing } from "../rules/price-changes.ts";
import type { PeriodUnit } from "../rules/calendar.ts";
import type { SubscriptionStatus } from "../rules/states.ts";
import { countsSql } from "./store-notices.ts";

/** Which price of a plan. */
interface PriceKey {
  readonly planId: string;
  readonly currencyCode: string;
  /** Empty: of the whole currency. */
  readonly countryCode: string;
}

/** A price for which a change can be announced. */
export interface PriceTarget extends PriceKey {
  /** Minor units. */
  readonly amount: number;
}

/** An announced change of what running members pay, with the version that they move to. */
export interface ChangeRow extends PriceTarget {
  readonly id: string;
  readonly versionId: string;
  /** The UTC day of the first renewals at the new price. */
  readonly startsOn: string;
  readonly endsWithoutConsent: boolean;
  readonly announcedAt: Date;
  /** When the emails begin; until then it can be undone. */
  readonly noticesAt: Date;
  readonly cursor: string | null;
  readonly finishedAt: Date | null;
  readonly undoneAt: Date | null;
}

/** Changes of a price that haven't reached all their members. */
export interface PendingChange {
  /** The last first charge at a new price; null while no one has been told. */
  readonly lastChargeAt: Date | null;
}

/** How far a change is, in members. */
export interface ChangeProgress {
  /** Were emailed. */
  readonly notified: number;
  /** Had to agree, and did. */
  readonly mustAgree: number;
  readonly accepted: number;
}

/** A running member whose price a change moves. */
export interface AffectedRow extends Renewing {
  readonly id: string;
  readonly accountId: string;
  readonly planName: string;
  readonly countryCode: string;
  readonly region: string;
  /** What the next renewal would cost without the change, in minor units. */
  readonly priceAmount: number;
  readonly status: SubscriptionStatus;
  readonly periodUnit: PeriodUnit;
}

const changeColumns = sql`
  change.id, change.version_id as "versionId", change.starts_on::text as "startsOn", change.ends_without_consent as "endsWithoutConsent",
  change.announced_at as "announcedAt", change.notices_at as "noticesAt", change.cursor, change.finished_at as "finishedAt",
  change.undone_at as "undoneAt", version.plan_id as "planId", version.currency_code as "currencyCode",
  version.country_code as "countryCode", version.amount`;
const changeFrom = sql`from billing.price_changes as change join billing.price_versions as version on version.id = change.version_id`;

/**
 * Running members on other amounts of a price, who began before a moment and don't leave its plan. `price.amount` is what they pay
 * next: an earlier change may wait for its first charge. A given plan costs 0.
 */
const affected = (p: PriceTarget & { readonly before: Date }) => sql`
  from billing.subscriptions as found join billing.plans on plans.id = found.plan_id
  cross join lateral (select coalesce((
    select notice.new_amount from billing.price_notices as notice
    where notice.subscription_id = found.id and notice.plan_id = found.plan_id and ${countsSql}
      and (found.term_starts_at is null or notice.effective_at > found.term_starts_at)
      and (not notice.needs_consent or notice.accepted_at is not null)
    order by notice.queued_at desc limit 1), found.price_amount) as amount) as price
  where found.plan_id = ${p.planId} and found.currency_code = ${p.currencyCode}
    and found.price_amount > 0 and price.amount <> ${p.amount}
    and found.status in ('future', 'in_trial', 'active', 'paused') and found.next_plan_id is null and found.created_at <= ${p.before}
    and case when ${p.countryCode}::text <> '' then found.country_code = ${p.countryCode} else not exists (
      select from billing.price_versions as own where own.plan_id = found.plan_id and own.currency_code = found.currency_code
        and own.country_code = found.country_code and own.taken_back_at is null) end`;

const insertRow = statement<
  {
    id: string;
    versionId: string;
    startsOn: string;
    endsWithoutConsent: boolean;
    announcedAt: Date;
    noticesAt: Date;
  },
  never
>(
  "billing.insert_price_change",
  (p) => sql`
    insert into billing.price_changes (id, version_id, starts_on, ends_without_consent, announced_at, notices_at)
    values (${p.id}::uuid, ${p.versionId}::uuid, ${p.startsOn}::date, ${p.endsWithoutConsent}, ${p.announcedAt}, ${p.noticesAt})
    on conflict (version_id) where undone_at is null do nothing`,
);
const selectOfVersion = statement<{ versionId: string }, ChangeRow>(
  "billing.find_price_change_of_version",
  (p) =>
    sql`select ${changeColumns} ${changeFrom} where change.version_id = ${p.versionId}::uuid and change.undone_at is null`,
);
const selectById = statement<{ id: string }, ChangeRow>(
  "billing.lock_price_change",
  (p) => sql`select ${changeColumns} ${changeFrom} where change.id = ${p.id}::uuid for update of change`,
);
const selectDue = statement<{ now: Date }, ChangeRow>(
  "billing.claim_price_change",
  // One worker sends the notices of a change at a time; another takes the next change.
  (p) => sql`
    select ${changeColumns} ${changeFrom}
    where change.undone_at is null and change.finished_at is null and change.notices_at <= ${p.now}
    order by change.notices_at, change.id limit 1 for update of change skip locked`,
);
const selectPending = statement<PriceKey & { now: Date }, PendingChange>(
  "billing.find_pending_price_change",
  // Notices of members who leave the price reach no one.
  (p) => sql`
    select max(waiting."lastChargeAt") as "lastChargeAt" ${changeFrom}
    cross join lateral (select max(effective_at) as "lastChargeAt" from billing.price_notices as notice
      join billing.subscriptions as found on found.id = notice.subscription_id
      where notice.change_id = change.id and notice.effective_at > ${p.now}::timestamptz and found.plan_id = notice.plan_id
        and found.status in ('future', 'in_trial', 'active', 'paused') and found.next_plan_id is null) as waiting
    where version.plan_id = ${p.planId} and version.currency_code = ${p.currencyCode}
      and version.country_code in ('', ${p.countryCode}) and change.undone_at is null
      and (change.finished_at is null or waiting."lastChargeAt" is not null)
    having count(*) > 0`,
);
const lockTarget = statement<Omit<PriceKey, "countryCode">, never>(
  "billing.lock_price",
  (p) => sql`
    select from (select pg_advisory_xact_lock(
      hashtextextended('price ' || ${p.planId} || ' ' || ${p.currencyCode}, 0))) as locked`,
);
const selectAll = statement<Record<string, never>, ChangeRow & ChangeProgress>(
  "billing.list_price_changes",
  () => sql`
    select ${changeColumns}, counts.notified, counts."mustAgree", counts.accepted ${changeFrom}
    cross join lateral (select count(coalesce(sent_at, was_sent_at))::int as notified, count(*) filter (where needs_consent)::int as "mustAgree",
        count(accepted_at)::int as accepted
      from billing.price_notices where change_id = change.id) as counts
    order by change.announced_at desc limit 50`,
);
const updateCursor = statement<{ id: string; cursor: string | null; finishedAt: Date | null }, never>(
  "billing.advance_price_change",
  (p) => sql`
    update billing.price_changes set cursor = coalesce(${p.cursor}::uuid, cursor), finished_at = ${p.finishedAt}
    where id = ${p.id}::uuid`,
);
const undoRow = statement<{ id: string; now: Date }, never>(
  "billing.undo_price_change",
  (p) => sql`update billing.price_changes set undone_at = ${p.now} where id = ${p.id}::uuid`,
);
const selectPage = statement<PriceTarget & { before: Date; after: string | null; most: number }, AffectedRow>(
  "billing.list_affected_members",
  (p) => sql`
    select found.id, found.person_id as "accountId", plans.name as "planName", found.country_code as "countryCode", found.region,
      price.amount as "priceAmount", found.status, plans.period, plans.period_unit as "periodUnit", found.starts_at as "startsAt",
      found.trial_ends_at as "trialEndsAt", found.term_ends_at as "termEndsAt", found.anchor_at as "anchorAt",
      found.term_number as "termNumber", found.resumes_at as "resumesAt"
    ${affected(p)} and (${p.after}::uuid is null or found.id > ${p.after}::uuid) order by found.id limit ${p.most}::int`,
);
const countRows = statement<
  PriceTarget & { before: Date },
  { countryCode: string; priceAmount: number; count: number }
>(
  "billing.count_affected_members",
  (p) => sql`
    select found.country_code as "countryCode", price.amount as "priceAmount", count(*)::int as count
    ${affected(p)} group by 1, 2`,
);

/** @returns false if members are being moved to this version already */
export const insertChange = async (
  db: Db,
  change: {
    id: string;
    versionId: string;
    startsOn: string;
    endsWithoutConsent: boolean;
    announcedAt: Date;
    noticesAt: Date;
  },
): Promise<boolean> => (await db.change(insertRow, change)) > 0;

export const findChangeOfVersion = (db: Db, versionId: string): Promise<ChangeRow | null> =>
  db.maybe(selectOfVersion, { versionId });

/** Locks a change until the transaction ends. */
export const lockChange = (db: Db, id: string): Promise<ChangeRow | null> => db.maybe(selectById, { id });

/** Locks a change whose emails are due, unless another worker has it. */
export const claimChange = (db: Db, now: Date): Promise<ChangeRow | null> => db.maybe(selectDue, { now });

/**
 * An earlier change of this price, or of its currency, that has emails to send or members whom it hasn't reached; null if there is
 * none. Two at once would tell a member two prices. Later calls for the same price wait until the transaction ends.
 */
export const findPendingChange = async (
  db: Db,
  { planId, currencyCode, countryCode }: PriceKey,
  now: Date,
): Promise<PendingChange | null> => {
  await db.change(lockTarget, { planId, currencyCode });
  return db.maybe(selectPending, { planId, currencyCode, countryCode, now });
};

/** The latest changes with how many members were told, and how many agreed. */
export const listChanges = (db: Db): Promise<(ChangeRow & ChangeProgress)[]> => db.many(selectAll, {});

/** Records how far the emails of a change are. */
export const advanceChange = async (
  db: Db,
  progress: { id: string; cursor: string | null; finishedAt: Date | null },
): Promise<void> => {
  await db.change(updateCursor, progress);
};

export const markUndone = async (db: Db, id: string, now: Date): Promise<void> => {
  await db.change(undoRow, { id, now });
};

/** A page of the members that a change moves, by id. */
export const listAffected = (
  db: Db,
  query: PriceTarget & { before: Date; after: string | null; most: number },
): Promise<AffectedRow[]> => db.many(selectPage, query);

/** The members that a change moves, by country and by the price that they pay. */
export const countAffected = (
  db: Db,
  target: PriceTarget & { before: Date },
): Promise<{ countryCode: string; priceAmount: number; count: number }[]> => db.many(countRows, target);
