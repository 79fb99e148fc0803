import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { noticeDays } from "../rules/price-changes.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";

/** What a member was told about a new price. Amounts in minor units. */
export interface NoticeRow {
  readonly id: string;
  readonly subscriptionId: string;
  readonly oldAmount: number;
  readonly newAmount: number;
  /** The first renewal at the new price. */
  readonly effectiveAt: Date;
  readonly needsConsent: boolean;
  readonly endsWithoutConsent: boolean;
  readonly acceptedAt: Date | null;
}
type NewNotice = Omit<NoticeRow, "acceptedAt"> & {
  readonly changeId: string;
  readonly planId: string;
  readonly queuedAt: Date;
};
/** The part of a subscription that a notice is about. */
type Priced = Pick<SubscriptionRow, "id" | "planId" | "priceAmount">;
interface PricedAt {
  readonly id: string;
  readonly planId: string;
  readonly priceAmount: number;
  readonly at: Date;
}

/** Notices that were sent in time for a renewal, and are about the price that is agreed now. */
const heldAt = (p: PricedAt) => sql`
  from billing.price_notices as notice
  where notice.subscription_id = ${p.id}::uuid and notice.plan_id = ${p.planId} and notice.old_amount = ${p.priceAmount}
    and notice.effective_at <= ${p.at} and notice.sent_at <= ${p.at}::timestamptz - ${sql.raw(`interval '${noticeDays * 24} hours'`)}`;
const selectAgreed = statement<PricedAt, { amount: number }>(
  "billing.find_agreed_amount",
  (p) => sql`
    select notice.new_amount as amount ${heldAt(p)} and (not notice.needs_consent or notice.accepted_at is not null)
    order by notice.queued_at desc limit 1`,
);
const selectEnding = statement<PricedAt, { id: string }>(
  "billing.find_missing_consent",
  (p) => sql`
    select notice.id ${heldAt(p)} and notice.needs_consent and notice.ends_without_consent and notice.accepted_at is null limit 1`,
);
const insertRow = statement<NewNotice, never>(
  "billing.insert_price_notice",
  (p) => sql`
    insert into billing.price_notices (id, change_id, subscription_id, plan_id, old_amount, new_amount, effective_at, needs_consent,
      ends_without_consent, queued_at)
    values (${p.id}::uuid, ${p.changeId}::uuid, ${p.subscriptionId}::uuid, ${p.planId}, ${p.oldAmount}, ${p.newAmount}, ${p.effectiveAt},
      ${p.needsConsent}, ${p.endsWithoutConsent}, ${p.queuedAt})
    on conflict do nothing`,
);
const markRow = statement<{ id: string; now: Date }, never>(
  "billing.mark_price_notice_sent",
  (p) =>
    sql`update billing.price_notices set sent_at = ${p.now} where id = ${p.id}::uuid and sent_at is null`,
);
const deleteRow = statement<{ id: string }, never>(
  "billing.delete_price_notice",
  (p) => sql`delete from billing.price_notices where id = ${p.id}::uuid and sent_at is null`,
);
const acceptRow = statement<{ id: string; now: Date; version: string }, never>(
  "billing.accept_price",
  (p) => sql`
    update billing.price_notices set accepted_at = ${p.now}, accepted_version = ${p.version}
    where id = ${p.id}::uuid and accepted_at is null`,
);
const selectOpen = statement<{ id: string; planId: string; priceAmount: number }, NoticeRow>(
  "billing.find_price_notice",
  (p) => sql`
    select id, subscription_id as "subscriptionId", old_amount as "oldAmount", new_amount as "newAmount", effective_at as "effectiveAt",
      needs_consent as "needsConsent", ends_without_consent as "endsWithoutConsent", accepted_at as "acceptedAt"
    from billing.price_notices as notice
    where subscription_id = ${p.id}::uuid and plan_id = ${p.planId} and old_amount = ${p.priceAmount} and sent_at is not null
    order by queued_at desc limit 1`,
);

const priced = ({ id, planId, priceAmount }: Priced) => ({ id, planId, priceAmount });

/** The changed price that holds for a renewal at a moment; null if the agreed one stays. */
export const findAgreedAmount = async (db: Db, found: Priced, at: Date): Promise<number | null> =>
  (await db.maybe(selectAgreed, { ...priced(found), at }))?.amount ?? null;

/** Whether a renewal at a moment doesn't come, because the member didn't agree to its price. */
export const endsForMissingConsent = async (db: Db, found: Priced, at: Date): Promise<boolean> =>
  (await db.maybe(selectEnding, { ...priced(found), at })) !== null;

/** @returns false if the member has a notice of this change */
export const insertNotice = async (db: Db, notice: NewNotice): Promise<boolean> =>
  (await db.change(insertRow, notice)) > 0;

/** Removes a notice that couldn’t be emailed. */
export const deleteNotice = async (db: Db, id: string): Promise<void> => {
  await db.change(deleteRow, { id });
};

/** Records that the email went out, once. */
export const markNoticeSent = async (db: Db, id: string, now: Date): Promise<void> => {
  await db.change(markRow, { id, now });
};

/** Records that the member agreed, once. */
export const acceptNotice = async (
  db: Db,
  acceptance: { id: string; now: Date; version: string },
): Promise<void> => {
  await db.change(acceptRow, acceptance);
};

/** The latest notice about the price that is agreed now; null without one. */
export const findNotice = (db: Db, found: Priced): Promise<NoticeRow | null> =>
  db.maybe(selectOpen, priced(found));
