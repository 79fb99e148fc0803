import { randomUUID } from "node:crypto";
import { permissions } from "../../../../contract/staff.ts";
import type { Ctx } from "../../../ctx.ts";
import { BadInput, ChangedMeanwhile, NotFound } from "../../../platform/errors.ts";
import { decodeCursor, encodeCursor, pageSize } from "../../../platform/graphql/paging.ts";
import { inEnglish, moneyIn, msg } from "../../../platform/i18n/messages.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { recordAuditEntry, requireConfirmedStaff, requireStaff } from "../../identity/index.ts";
import { findCredit, insertCredit, lockAccount } from "../accounts/store.ts";
import { billingNow } from "../clock.ts";
import { IdempotencyKeyReused } from "../errors.ts";
import { inputHashOf } from "../idempotency.ts";
import { returnPayment } from "../payments/refunds.ts";
import { findPayment } from "../payments/store.ts";
import { listCurrencies } from "../coupons/store.ts";
import { giftCardReason } from "../rules/credits.ts";
import { refundLimitOf, refuseBeyondLimit } from "../staff/refund-limits.ts";
import { requireReason } from "../staff/reasons.ts";
import { newGiftCode, readGiftCode } from "./code.ts";
import { deliverGiftCard, mailGiftCardRefunded } from "./deliver.ts";
import {
  findGiftCard,
  insertGiftCard,
  listGiftCards,
  lockGiftCard,
  sumGiftCards,
  updateGiftCard,
} from "./store.ts";
import type { GiftCardRow, GiftCardTotal } from "./store.ts";
import { readGift } from "./text.ts";
import type { GiftTexts } from "./text.ts";

/** Of one card that staff issue, in minor units: a slip of the finger stays small. */
const maxIssued = 100_000;
const maxSearchLength = 254;

export interface GiftCardPage {
  readonly items: readonly GiftCardRow[];
  readonly nextCursor: string | null;
}

/**
 * A page of all gift cards that were paid or issued, newest first. For support and finance.
 * @param page.search an email address of the buyer or the recipient, or a code
 * @throws BadInput, NotFound
 */
export async function studioGiftCards(
  ctx: Ctx,
  page: { readonly first: number | null; readonly after: string | null; readonly search: string | null },
): Promise<GiftCardPage> {
  requireStaff(ctx, ...permissions.refund);
  const typed = page.search?.trim().toLowerCase() ?? "";
  if (typed.length > maxSearchLength)
    throw new BadInput("search", msg("Enter at most {max} characters.", { max: maxSearchLength }));
  const first = pageSize(page.first);
  const key = decodeCursor(page.after, ["timestamp", "uuid"]);
  const rows = await listGiftCards(ctx.db, {
    first: first + 1,
    before: key && { at: key[0], id: key[1] },
    search: typed || null,
    code: readGiftCode(typed),
  });
  const items = rows.slice(0, first);
  const last = rows.length > first ? items.at(-1) : undefined;
  return { items, nextCursor: last ? encodeCursor([last.position, last.id]) : null };
}

/** What all gift cards stand at, by currency. For support and finance. @throws NotFound */
export function giftCardTotals(ctx: Ctx): Promise<GiftCardTotal[]> {
  requireStaff(ctx, ...permissions.refund);
  return sumGiftCards(ctx.db);
}

/**
 * Issues a gift card without a payment, once per key. For finance.
 * @param order.amount minor units
 * @throws BadInput, ConfirmationNeeded, IdempotencyKeyReused, NotFound
 */
export async function issueGiftCard(
  ctx: Ctx,
  order: GiftTexts & {
    /** A UUID, the id of the card. */
    readonly idempotencyKey: string;
    readonly amount: number;
    readonly currencyCode: string;
    readonly reason: string;
  },
): Promise<GiftCardRow> {
  const { accountId: staffId } = await requireConfirmedStaff(ctx, ...permissions.givePlans);
  const { idempotencyKey: id, amount } = order;
  if (!isUuid(id)) throw new BadInput("idempotencyKey", inEnglish("Send a UUID."));
  const currencyCode = order.currencyCode.toUpperCase();
  if (!(await listCurrencies(ctx.db)).includes(currencyCode))
    throw new BadInput("currencyCode", msg("Choose a currency with prices."));
  if (!Number.isInteger(amount) || amount < 1 || amount > maxIssued)
    throw new BadInput(
      "amount",
      msg("Enter an amount from {least} to {most}.", {
        least: moneyIn(currencyCode, 1),
        most: moneyIn(currencyCode, maxIssued),
      }),
    );
  const reason = requireReason(order.reason);
  const now = await billingNow(ctx);
  const gift = readGift(order, now, ctx.studio.timeZone);
  const { senderName, message, recipientEmail, recipientLocale } = gift;
  const inputHash = inputHashOf([
    amount,
    currencyCode,
    reason,
    senderName,
    message,
    recipientEmail,
    recipientLocale,
    order.sendOn,
  ]);
  return ctx.transact(async (tx) => {
    const isNew = await insertGiftCard(tx.db, {
      id,
      code: newGiftCode(),
      state: "active",
      amount,
      currencyCode,
      countryCode: tx.studio.countryCode ?? "US",
      planId: null,
      months: null,
      buyerId: null,
      idempotencyKey: null,
      inputHash,
      staffId,
      paymentId: null,
      buyerEmail: null,
      buyerLocale: ctx.locale,
      ...gift,
      activatedAt: now,
      now,
    });
    const card = await lockGiftCard(tx.db, id);
    if (!card || card.inputHash !== inputHash || card.staffId !== staffId) throw new IdempotencyKeyReused();
    if (!isNew) return card;
    await recordAuditEntry(tx, {
      action: "billing.gift_card_issued",
      subject: `gift_card:${id}`,
      details: { amount, currency: currencyCode, reason },
    });
    return deliverGiftCard(tx, card, now);
  });
}

async function cardOf(ctx: Ctx, id: string): Promise<GiftCardRow> {
  const card = isUuid(id) ? await findGiftCard(ctx.db, id) : null;
  if (!card || card.state === "pending" || card.state === "failed") throw new NotFound("gift card");
  return card;
}

/**
 * Makes a card that wasn't redeemed worthless, without a refund. Idempotent. For finance.
 * @throws BadInput once it is redeemed, ConfirmationNeeded, NotFound
 */
export async function voidGiftCard(ctx: Ctx, id: string, reason: string): Promise<GiftCardRow> {
  await requireConfirmedStaff(ctx, ...permissions.givePlans);
  const text = requireReason(reason);
  await cardOf(ctx, id);
  return ctx.transact(async (tx) => {
    const card = await lockGiftCard(tx.db, id);
    if (!card) throw new NotFound("gift card");
    if (card.state === "voided") return card;
    if (card.redeemedAt) throw new BadInput("id", msg("This gift card was redeemed. Its credit stays."));
    const now = await billingNow(tx);
    await recordAuditEntry(tx, {
      action: "billing.gift_card_voided",
      subject: `gift_card:${id}`,
      details: { amount: card.amount, currency: card.currencyCode, reason: text },
    });
    return updateGiftCard(tx.db, card, { state: "voided", voidedAt: now });
  });
}

/**
 * What can be refunded of a card, in minor units: everything until it is redeemed, then what is left of it as credit. Other credit
 * of the account counts as spent first.
 * @param credit of the account that redeemed it, in the card's currency; 0 without one
 */
export function refundableRest(card: GiftCardRow, credit: number): number {
  const { state, paymentId, amount, amountRefunded, redeemedAt } = card;
  if (paymentId === null || state !== "active") return 0;
  const left = amount - amountRefunded;
  return redeemedAt === null ? left : Math.max(0, Math.min(left, credit));
}

/**
 * Refunds the rest of a card to the card that paid for it, and takes back its credit. A repeated call changes nothing.
 * @param order.rest as shown, in minor units
 * @throws BadInput if nothing is left, ChangedMeanwhile, ConfirmationNeeded, NotFound, RefundLimitReached
 */
export async function refundGiftCard(
  ctx: Ctx,
  order: { readonly id: string; readonly rest: number; readonly reason: string },
): Promise<GiftCardRow> {
  await requireConfirmedStaff(ctx, ...permissions.refund);
  const reason = requireReason(order.reason);
  const known = await cardOf(ctx, order.id);
  const limit = await refundLimitOf(ctx, known.currencyCode);
  return ctx.transact(async (tx) => {
    // The account's lock comes first, as it does when a card is redeemed.
    if (known.redeemerId) await lockAccount(tx.db, known.redeemerId);
    const card = await lockGiftCard(tx.db, known.id);
    const payment = card?.paymentId ? await findPayment(tx.db, card.paymentId) : null;
    if (!card || card.redeemerId !== known.redeemerId) throw new ChangedMeanwhile();
    if (card.state === "voided" && card.amountRefunded > 0) return card;
    const credit = card.redeemerId ? await findCredit(tx.db, card.redeemerId, card.currencyCode) : 0;
    const rest = refundableRest(card, credit);
    if (!payment || rest === 0) throw new BadInput("id", msg("Nothing of this gift card is left to refund."));
    if (rest !== order.rest) throw new ChangedMeanwhile();
    const { amountRefunded: refunded, currencyCode } = card;
    refuseBeyondLimit(limit, { amount: rest, refunded, currencyCode });
    const now = await billingNow(tx);
    await returnPayment(tx, { payment, invoiceId: null, amount: rest, reason: giftCardReason, now });
    if (card.redeemerId)
      await insertCredit(tx.db, {
        accountId: card.redeemerId,
        currencyCode: card.currencyCode,
        amount: -rest,
        reason: giftCardReason,
        source: `gift refund ${randomUUID()}`,
        subscriptionId: null,
        now,
      });
    await mailGiftCardRefunded(tx, card, rest);
    await recordAuditEntry(tx, {
      action: "billing.gift_card_refunded",
      subject: `gift_card:${card.id}`,
      details: { amount: rest, currency: card.currencyCode, reason },
    });
    return updateGiftCard(tx.db, card, {
      state: "voided",
      voidedAt: now,
      amountRefunded: card.amountRefunded + rest,
    });
  });
}
