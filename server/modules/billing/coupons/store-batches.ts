import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { BatchCodeFilter, CouponTerms } from "./rules.ts";
import { studioCouponColumns } from "./store.ts";
import type { StudioCouponRow } from "./store.ts";

/** One-time codes of one promotion, with one of them as an example of their terms. */
export interface CouponBatchRow extends StudioCouponRow {
  readonly batchId: string;
  readonly size: number;
  readonly redeemed: number;
  /** Archived before anyone redeemed them. */
  readonly archived: number;
}

/** A code of a batch, and who redeemed it. */
export interface BatchCodeRow {
  readonly id: string;
  readonly state: CouponTerms["state"];
  readonly redeemBy: Date | null;
  readonly accountId: string | null;
  readonly redeemedAt: Date | null;
}

// Codes of a batch are made in one transaction, at its time.
const batchAt = sql`date_trunc('milliseconds', batches.created_at)`;
const batchSql = sql`
  select ${studioCouponColumns}, batches.id as "batchId", batches.size,
    (select count(*)::int from billing.coupons as codes where codes.batch_id = batches.id and codes.redemptions_used > 0) as redeemed,
    (select count(*)::int from billing.coupons as codes
      where codes.batch_id = batches.id and codes.redemptions_used = 0 and codes.state = 'archived') as archived
  from billing.coupon_batches as batches
  join lateral (select * from billing.coupons where batch_id = batches.id order by id limit 1) as coupons on true`;

type BatchesPage = {
  readonly first: number;
  readonly beforeAt: Date | null;
  readonly beforeId: string | null;
};
const selectBatches = statement<BatchesPage, CouponBatchRow>(
  "billing.list_coupon_batches",
  (p) => sql`
    ${batchSql}
    where ${p.beforeAt}::timestamptz is null or (${batchAt}, batches.id) < (${p.beforeAt}::timestamptz, ${p.beforeId}::text)
    order by ${batchAt} desc, batches.id desc limit ${p.first}::int`,
);
const selectBatch = statement<{ id: string }, CouponBatchRow>(
  "billing.find_coupon_batch",
  (p) => sql`${batchSql} where batches.id = ${p.id}`,
);
type CodesPage = {
  readonly batchId: string;
  readonly filter: BatchCodeFilter;
  /** A part of the code in upper case; null for all. */
  readonly search: string | null;
  readonly after: string | null;
  readonly first: number;
};
const selectCodes = statement<CodesPage, BatchCodeRow>(
  "billing.list_batch_codes",
  (p) => sql`
    select coupons.id, coupons.state, coupons.redeem_by as "redeemBy", taken.account_id as "accountId", taken.created_at as "redeemedAt"
    from billing.coupons
    left join lateral (select account_id, created_at from billing.subscription_coupons where coupon_id = coupons.id limit 1) as taken on true
    where coupons.batch_id = ${p.batchId} and coupons.id > coalesce(${p.after}::text, '')
      and (${p.search}::text is null or position(${p.search}::text in coupons.id) > 0)
      and case ${p.filter}::text
        when 'redeemed' then coupons.redemptions_used > 0
        when 'unused' then coupons.redemptions_used = 0 and coupons.state = 'active'
        when 'archived' then coupons.redemptions_used = 0 and coupons.state = 'archived'
        else true end
    order by coupons.id limit ${p.first}::int`,
);
const insertAll = statement<
  Omit<CouponTerms, "amounts" | "redemptionsLeft" | "appliesTo" | "state"> & {
    amounts: string;
    codes: readonly string[];
    size: number;
  },
  { made: number }
>(
  "billing.insert_coupon_batch",
  (p) => sql`
    with batch as (
      insert into billing.coupon_batches (id, size) values (${p.id}, ${p.size}::int) on conflict (id) do nothing returning id),
    made as (
      insert into billing.coupons (id, batch_id, discount_type, basis_points, duration, duration_months, for_students, plan_ids, redeem_by, redemptions_left)
      select codes.code, batch.id, ${p.discountType}::text, ${p.basisPoints}::int, ${p.duration}::text, ${p.durationMonths}::smallint,
        ${p.forStudents}::boolean, ${p.planIds}::text[], ${p.redeemBy}::timestamptz, 1
      from batch, unnest(${p.codes}::text[]) as codes (code) on conflict (id) do nothing returning id),
    amounts as (
      insert into billing.coupon_amounts (coupon_id, currency_code, amount)
      select made.id, amounts.key, amounts.value::int from made, jsonb_each_text(${p.amounts}::jsonb) as amounts)
    select count(*)::int as made from made`,
);
const archiveAll = statement<{ id: string }, never>(
  "billing.archive_unused_codes",
  (p) => sql`
    update billing.coupons set state = 'archived'
    where batch_id = ${p.id} and redemptions_used = 0 and state = 'active'`,
);

/** Batches of one-time codes, newest first. */
export const listCouponBatches = (db: Db, page: BatchesPage): Promise<CouponBatchRow[]> =>
  db.many(selectBatches, page);

export const findCouponBatch = (db: Db, id: string): Promise<CouponBatchRow | null> =>
  db.maybe(selectBatch, { id });

/** Codes of a batch in alphabetical order. */
export const listBatchCodes = (db: Db, page: CodesPage): Promise<BatchCodeRow[]> =>
  db.many(selectCodes, page);

/**
 * Inserts a batch with its codes. `terms.id`: the prefix.
 * @returns how many codes are new; none if there is a batch of this prefix
 */
export const insertCouponBatch = async (
  db: Db,
  terms: CouponTerms,
  codes: readonly string[],
): Promise<number> =>
  (await db.one(insertAll, { ...terms, amounts: JSON.stringify(terms.amounts), codes, size: codes.length }))
    .made;

/** Archives the codes of a batch that no one redeemed. Returns how many. */
export const archiveUnusedCodes = (db: Db, id: string): Promise<number> => db.change(archiveAll, { id });
