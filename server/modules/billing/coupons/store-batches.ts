import { sql } from "kysely";
import type { RawBuilder } from "kysely";
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
  readonly isRedeemed: boolean;
  /** Null without a redemption, or once the account is deleted; like `redeemedAt`. */
  readonly accountId: string | null;
  readonly redeemedAt: Date | null;
}

// Codes of a batch are made in one transaction, at its time.
const batchAt = sql`date_trunc('milliseconds', batches.created_at)`;
const batchRows = (batches: RawBuilder<unknown>) => sql`
  select ${studioCouponColumns}, batches.size, codes.redeemed, codes.archived
  from (${batches}) as batches
  join lateral (select * from billing.coupons where batch_id = batches.id order by id limit 1) as coupons on true
  cross join lateral (
    select (count(*) filter (where redemptions_used > 0))::int as redeemed,
      (count(*) filter (where redemptions_used = 0 and state = 'archived'))::int as archived
    from billing.coupons where batch_id = batches.id) as codes`;

type BatchesPage = {
  readonly first: number;
  readonly beforeAt: Date | null;
  readonly beforeId: string | null;
};
const selectBatches = statement<BatchesPage, CouponBatchRow>(
  "billing.list_coupon_batches",
  (p) => sql`
    ${batchRows(sql`
      select * from billing.coupon_batches as batches
      where ${p.beforeAt}::timestamptz is null or (${batchAt}, batches.id) < (${p.beforeAt}::timestamptz, ${p.beforeId}::text)
      order by ${batchAt} desc, batches.id desc limit ${p.first}::int`)}
    order by ${batchAt} desc, batches.id desc`,
);
const selectBatch = statement<{ id: string }, CouponBatchRow>("billing.find_coupon_batch", (p) =>
  batchRows(sql`select * from billing.coupon_batches where id = ${p.id}`),
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
    select coupons.id, coupons.state, coupons.redeem_by as "redeemBy", coupons.redemptions_used > 0 as "isRedeemed",
      taken.account_id as "accountId", taken.created_at as "redeemedAt"
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
const insertBatch = statement<{ id: string; size: number }, never>(
  "billing.insert_coupon_batch",
  (p) => sql`
    insert into billing.coupon_batches (id, size) values (${p.id}, ${p.size}::int) on conflict (id) do nothing`,
);
const insertCodes = statement<
  Omit<CouponTerms, "amounts" | "redemptionsLeft" | "appliesTo" | "state"> & {
    amounts: string;
    codes: readonly string[];
  },
  { made: number }
>(
  "billing.insert_batch_codes",
  (p) => sql`
    with made as (
      insert into billing.coupons (id, batch_id, discount_type, basis_points, duration, duration_months, for_students, plan_ids, redeem_by, redemptions_left)
      select codes.code, ${p.id}::text, ${p.discountType}::text, ${p.basisPoints}::int, ${p.duration}::text, ${p.durationMonths}::smallint,
        ${p.forStudents}::boolean, ${p.planIds}::text[], ${p.redeemBy}::timestamptz, 1
      from unnest(${p.codes}::text[]) as codes (code) on conflict (id) do nothing returning id),
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

// All of them, with amounts in many currencies, may take longer than a request's statement is given.
const codesAtOnce = 1_000;

/**
 * Inserts a batch with its codes. `terms.id`: the prefix.
 * @returns how many codes are new; none if there is a batch of this prefix
 */
export const insertCouponBatch = async (
  db: Db,
  terms: CouponTerms,
  codes: readonly string[],
): Promise<number> => {
  if ((await db.change(insertBatch, { id: terms.id, size: codes.length })) === 0) return 0;
  const amounts = JSON.stringify(terms.amounts);
  let made = 0;
  for (let at = 0; at < codes.length; at += codesAtOnce) {
    const given = { ...terms, amounts, codes: codes.slice(at, at + codesAtOnce) };
    made += (await db.one(insertCodes, given)).made;
  }
  return made;
};

/** Archives the codes of a batch that no one redeemed. Returns how many. */
export const archiveUnusedCodes = (db: Db, id: string): Promise<number> => db.change(archiveAll, { id });
