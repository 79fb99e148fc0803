import { randomInt } from "node:crypto";
import { permissions } from "../../../../contract/staff.ts";
import { paths } from "../../../../contract/urls.ts";
import type { Ctx } from "../../../ctx.ts";
import { csvLine } from "../../../platform/csv.ts";
import { BadInput, NotFound } from "../../../platform/errors.ts";
import { decodeCursor, encodeCursor, pageSize } from "../../../platform/graphql/paging.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import { recordAuditEntry, requireConfirmedStaff } from "../../identity/index.ts";
import { billingNow } from "../clock.ts";
import { CouponExists } from "../errors.ts";
import { couponOptions, requirePriceEditor, shownAt, termsAudited } from "./editing.ts";
import type { StudioCoupon } from "./editing.ts";
import { maxCodeLength, readCode, readTerms } from "./input.ts";
import type { GivenCoupon } from "./input.ts";
import { couponCode, stateAt } from "./rules.ts";
import type { BatchCodeFilter } from "./rules.ts";
import {
  archiveUnusedCodes,
  findCouponBatch,
  insertCouponBatch,
  listBatchCodes,
  listCouponBatches,
} from "./store-batches.ts";
import type { BatchCodeRow, CouponBatchRow } from "./store-batches.ts";

/** Without letters and digits that look alike. 8 of 32 characters are 40 bits. */
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const randomLength = 8;
const maxBatchSize = 10_000;
const csvRows = 1_000;

/** One-time codes of one promotion. Their terms never change. */
export interface CouponBatch {
  /** What every code begins with. */
  readonly id: string;
  readonly size: number;
  readonly redeemed: number;
  /** Archived before anyone redeemed them. */
  readonly archived: number;
  readonly createdAt: Date;
  /** One of the codes, whose terms all of them have. */
  readonly example: StudioCoupon;
}

/** A code of a batch. */
export type BatchCode = BatchCodeRow;

function batchOf(now: Date, { size, redeemed, archived, ...coupon }: CouponBatchRow): CouponBatch {
  return {
    id: coupon.batchId,
    size,
    redeemed,
    archived,
    createdAt: coupon.createdAt,
    example: shownAt(now, coupon),
  };
}

/** Different codes that begin with a prefix. */
function newCodes(prefix: string, count: number): string[] {
  const codes = new Set<string>();
  while (codes.size < count) {
    const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]!).join("");
    codes.add(`${prefix}-${random}`);
  }
  return [...codes];
}

/**
 * Creates a batch of one-time codes: each is a promo code with one redemption, and an account redeems one of
 * them. `given.code` is what they begin with, and `given.maxRedemptions` stays null. For finance.
 * @throws NotFound for everyone else, BadInput, PanRejected, CouponExists if the prefix has a batch, Unauthenticated
 */
export async function createCouponBatch(ctx: Ctx, given: GivenCoupon, count: number): Promise<CouponBatch> {
  requirePriceEditor(ctx);
  if (given.maxRedemptions !== null)
    throw new BadInput("maxRedemptions", msg("Each of these codes is redeemed once. Leave the limit empty."));
  if (!Number.isInteger(count) || count < 1 || count > maxBatchSize)
    throw new BadInput("count", msg("Enter 1 to {maxBatchSize} codes.", { maxBatchSize }));
  const id = readCode(given.code, maxCodeLength - randomLength - 1);
  const [now, options] = await Promise.all([billingNow(ctx), couponOptions(ctx)]);
  const terms = readTerms({ ...given, maxRedemptions: 1 }, { id, now, ...options });
  return ctx.transact(async (tx) => {
    if ((await insertCouponBatch(tx.db, terms, newCodes(id, count))) < count) throw new CouponExists();
    await recordAuditEntry(tx, {
      action: "billing.coupon_batch_created",
      subject: `coupon-batch:${id}`,
      details: { ...termsAudited(terms), count },
    });
    return batchOf(now, await requireBatch(tx, id));
  });
}

/** @throws NotFound */
async function requireBatch(ctx: Pick<Ctx, "db">, id: string): Promise<CouponBatchRow> {
  const found = await findCouponBatch(ctx.db, id);
  if (!found) throw new NotFound("coupon_batch");
  return found;
}

/**
 * The batches of one-time codes, newest first. For finance.
 * @throws NotFound for everyone else, BadInput, Unauthenticated
 */
export async function couponBatches(
  ctx: Ctx,
  page: { readonly first: number | null; readonly after: string | null },
): Promise<{ readonly items: readonly CouponBatch[]; readonly nextCursor: string | null }> {
  requirePriceEditor(ctx);
  const first = pageSize(page.first);
  const cursor = decodeCursor(page.after, ["time", "string"]);
  const [now, rows] = await Promise.all([
    billingNow(ctx),
    listCouponBatches(ctx.db, {
      first: first + 1,
      beforeAt: cursor && cursor[0],
      beforeId: cursor && cursor[1],
    }),
  ]);
  const items = rows.slice(0, first).map((row) => batchOf(now, row));
  const last = rows.length > first ? items.at(-1) : undefined;
  return { items, nextCursor: last ? encodeCursor([last.createdAt.getTime(), last.id]) : null };
}

/**
 * A batch of one-time codes. For finance.
 * @throws NotFound for everyone else or an unknown batch, Unauthenticated
 */
export async function couponBatch(ctx: Ctx, id: string): Promise<CouponBatch> {
  requirePriceEditor(ctx);
  return batchOf(await billingNow(ctx), await requireBatch(ctx, couponCode(id)));
}

/**
 * Codes of a batch in alphabetical order, with who redeemed them. `search`: a part of a code. For finance.
 * @throws NotFound for everyone else, BadInput, Unauthenticated
 */
export async function batchCodes(
  ctx: Ctx,
  id: string,
  page: {
    readonly filter: BatchCodeFilter;
    readonly search: string | null;
    readonly first: number | null;
    readonly after: string | null;
  },
): Promise<{ readonly items: readonly BatchCode[]; readonly nextCursor: string | null }> {
  requirePriceEditor(ctx);
  const first = pageSize(page.first);
  const cursor = decodeCursor(page.after, ["string"]);
  const [now, rows] = await Promise.all([
    billingNow(ctx),
    listBatchCodes(ctx.db, {
      batchId: couponCode(id),
      filter: page.filter,
      search: couponCode(page.search ?? "") || null,
      after: cursor && cursor[0],
      first: first + 1,
    }),
  ]);
  const items = rows.slice(0, first).map((row) => ({ ...row, state: stateAt(row, now) }));
  const last = rows.length > first ? items.at(-1) : undefined;
  return { items, nextCursor: last ? encodeCursor([last.id]) : null };
}

/**
 * Archives the codes of a batch that no one redeemed; a repeated call changes nothing. For finance.
 * @throws NotFound for everyone else or an unknown batch, Unauthenticated
 */
export async function archiveUnused(ctx: Ctx, batchId: string): Promise<CouponBatch> {
  requirePriceEditor(ctx);
  const id = couponCode(batchId);
  const now = await billingNow(ctx);
  return ctx.transact(async (tx) => {
    const count = await archiveUnusedCodes(tx.db, id);
    const batch = batchOf(now, await requireBatch(tx, id));
    if (count > 0)
      await recordAuditEntry(tx, {
        action: "billing.coupon_batch_archived",
        subject: `coupon-batch:${id}`,
        details: { count },
      });
    return batch;
  });
}

/**
 * Streams the codes of a batch as CSV: each with the link that opens the checkout with it, its state, and
 * when it was redeemed, unless that account was deleted. No one is named. For finance.
 * @throws ConfirmationNeeded, NotFound for everyone else or an unknown batch, before the first line
 */
export async function batchCsv(ctx: Ctx, batchId: string): Promise<AsyncGenerator<string>> {
  await requireConfirmedStaff(ctx, ...permissions.setPrices);
  const id = couponCode(batchId);
  await requireBatch(ctx, id);
  return csvOf(ctx, id, await billingNow(ctx));
}

async function* csvOf(ctx: Ctx, batchId: string, now: Date): AsyncGenerator<string> {
  yield csvLine(["code", "link", "state", "redeemedAt"]);
  for (let after: string | null = null; ;) {
    const page = { batchId, filter: "all", search: null, after, first: csvRows } as const;
    const rows: BatchCodeRow[] = await listBatchCodes(ctx.db, page);
    yield rows
      .map((row) => csvLine([row.id, linkOf(ctx, row.id), csvStateOf(row, now), row.redeemedAt]))
      .join("");
    if (rows.length < csvRows) return;
    after = rows.at(-1)!.id;
  }
}

/** The address that opens the checkout with a code. */
const linkOf = ({ publicUrl }: Pick<Ctx, "publicUrl">, code: string): string =>
  `${publicUrl}${paths.checkout()}?coupon=${encodeURIComponent(code)}`;

const csvStateOf = (row: BatchCodeRow, now: Date): string =>
  row.isRedeemed ? "redeemed" : stateAt(row, now);
