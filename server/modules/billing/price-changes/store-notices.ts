import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { OpenNotice } from "../rules/price-changes.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";

/** What a member was told about a new price. Amounts in minor units. */
export interface NoticeRow extends OpenNotice {
  readonly id: string;
  readonly subscriptionId: string;
  readonly oldAmount: number;
}
type NewNotice = Omit<NoticeRow, "acceptedAt" | "sentAt"> & {
  readonly changeId: string;
  readonly planId: string;
  readonly queuedAt: Date;
};
/** The part of a subscription that a notice is about. */
type Priced = Pick<SubscriptionRow, "id" | "planId" | "termStartsAt">;
type PricedKey = { id: string; planId: string; termStartsAt: Date | null };

/** SQL for whether a notice counts, from the table `notice`: its email went out, and its price wasn't taken back. */
export const countsSql = sql`
  notice.sent_at is not null and notice.taken_back_at is null
  and not exists (select from billing.price_changes as undone where undone.id = notice.change_id and undone.undone_at is not null)`;

/**
 * Sent notices about the running price that no charge has settled yet. The charge of a term takes every notice that is effective by
 * its start, so that later ones are open.
 */
const openNotices = (p: PricedKey) => sql`
  select id, subscription_id as "subscriptionId", old_amount as "oldAmount", new_amount as "newAmount", effective_at as "effectiveAt",
    needs_consent as "needsConsent", ends_without_consent as "endsWithoutConsent", accepted_at as "acceptedAt", sent_at as "sentAt"
  from billing.price_notices as notice
  where subscription_id = ${p.id}::uuid and plan_id = ${p.planId} and ${countsSql}
    and (${p.termStartsAt}::timestamptz is null or effective_at > ${p.termStartsAt}::timestamptz)`;
const selectOpen = statement<PricedKey, NoticeRow>(
  "billing.list_open_price_notices",
  (p) => sql`${openNotices(p)} order by queued_at`,
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
const selectUnsent = statement<
  { id: string },
  { id: string; subscriptionId: string; effectiveAt: Date; isLatest: boolean }
>(
  "billing.lock_unsent_price_notice",
  (p) => sql`
    select id, subscription_id as "subscriptionId", effective_at as "effectiveAt",
      not exists (select from billing.price_notices as newer
        where newer.subscription_id = notice.subscription_id and newer.queued_at > notice.queued_at) as "isLatest"
    from billing.price_notices as notice where id = ${p.id}::uuid and sent_at is null and taken_back_at is null for update`,
);
const selectOfChange = statement<{ changeId: string }, { id: string; needsConsent: boolean }>(
  "billing.list_notices_of_change",
  (p) => sql`
    select id, needs_consent as "needsConsent" from billing.price_notices where change_id = ${p.changeId}::uuid order by subscription_id`,
);
const markRow = statement<{ id: string; now: Date; effectiveAt: Date }, never>(
  "billing.mark_price_notice_sent",
  (p) =>
    sql`update billing.price_notices set sent_at = ${p.now}, effective_at = ${p.effectiveAt} where id = ${p.id}::uuid`,
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
/** The open notices about a subscription's price, the oldest first. */
export const listOpenNotices = (db: Db, { id, planId, termStartsAt }: Priced): Promise<NoticeRow[]> =>
  db.many(selectOpen, { id, planId, termStartsAt });

/** @returns false if the member has a notice of this change */
export const insertNotice = async (db: Db, notice: NewNotice): Promise<boolean> =>
  (await db.change(insertRow, notice)) > 0;

/** Removes a notice that couldn’t be emailed. */
export const deleteNotice = async (db: Db, id: string): Promise<void> => {
  await db.change(deleteRow, { id });
};

/** The notices of a change, in a stable order. */
export const listNoticesOfChange = (
  db: Db,
  changeId: string,
): Promise<{ id: string; needsConsent: boolean }[]> => db.many(selectOfChange, { changeId });

/** Locks a notice whose email hasn't been sent; `isLatest`: the member has no newer one. */
export const lockUnsentNotice = (
  db: Db,
  id: string,
): Promise<{ id: string; subscriptionId: string; effectiveAt: Date; isLatest: boolean } | null> =>
  db.maybe(selectUnsent, { id });

/** Records that the email went out, and from which renewal on the new price is charged. */
export const markNoticeSent = async (
  db: Db,
  sent: { id: string; now: Date; effectiveAt: Date },
): Promise<void> => {
  await db.change(markRow, sent);
};

/** Records that the member agreed, once. */
export const acceptNotice = async (
  db: Db,
  acceptance: { id: string; now: Date; version: string },
): Promise<void> => {
  await db.change(acceptRow, acceptance);
};
