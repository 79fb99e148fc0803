import type { Ctx, Tx } from "../../../ctx.ts";
import { networkKeys } from "../../../platform/ip-address.ts";
import { consume } from "../../../platform/rate-limit.ts";
import { rejectCardNumbers } from "../../../platform/card-numbers.ts";
import { requireHolder } from "../../identity/index.ts";
import { insertCredit, lockAccount } from "../accounts/store.ts";
import { billingNow } from "../clock.ts";
import { mailReceipt } from "../emails/send.ts";
import { GiftCardCurrency, GiftCardUnknown, GiftCardUsed } from "../errors.ts";
import { issueInvoice } from "../invoices/invoices.ts";
import { findInvoice, markInvoicePaid } from "../invoices/store.ts";
import type { SubscriptionProvider } from "../ports.ts";
import { shownBillingRegion } from "../plans/regions.ts";
import type { Place } from "../plans/regions.ts";
import { findEditedPlan } from "../plans/store-editing.ts";
import type { EditedPlanRow } from "../plans/store-editing.ts";
import { periodsAfter } from "../rules/calendar.ts";
import { giftCardReason } from "../rules/credits.ts";
import { transition } from "../subscriptions/state.ts";
import { findLiveSubscription } from "../subscriptions/store.ts";
import { requirePayer } from "../subscriptions/subscriptions.ts";
import { insertWithoutCheckout } from "../subscriptions/without-checkout.ts";
import { readGiftCode } from "./code.ts";
import { findGiftCardByCode, lockGiftCard, updateGiftCard } from "./store.ts";
import type { GiftCardRow } from "./store.ts";

/** Typed codes, against guessing. */
const codes = { name: "gift card codes", points: 20, seconds: 3600 };

/** What redeeming a card does. */
export interface GiftCardEffect {
  readonly card: GiftCardRow;
  /** Until when the plan runs that redeeming begins; null if it becomes account credit. */
  readonly planUntil: Date | null;
}

const isGood = ({ state, redeemedAt }: GiftCardRow): boolean => state === "active" && redeemedAt === null;

/** @throws GiftCardUnknown for a code without a good card, GiftCardUsed, GiftCardCurrency, RateLimited */
async function cardOf(ctx: Ctx, accountId: string, typed: string): Promise<GiftCardRow> {
  rejectCardNumbers(typed, "code");
  await consume(ctx, codes, [accountId, ...networkKeys(ctx.clientIp)]);
  const code = readGiftCode(typed);
  const card = code && (await findGiftCardByCode(ctx.db, code));
  if (!card || card.state === "pending" || card.state === "failed") throw new GiftCardUnknown();
  if (!isGood(card) && card.redeemerId !== accountId) throw new GiftCardUsed();
  return card;
}

/** Months begin a plan only where none runs. */
async function effectOf(
  ctx: Pick<Ctx, "db">,
  accountId: string,
  card: GiftCardRow,
  now: Date,
): Promise<{ plan: EditedPlanRow | null; planUntil: Date | null }> {
  const live = await findLiveSubscription(ctx.db, accountId);
  if (live && live.owner === "ledger" && live.currencyCode !== card.currencyCode)
    throw new GiftCardCurrency(live.currencyCode);
  const { planId, months } = card;
  const plan = live || planId === null || months === null ? null : await findEditedPlan(ctx.db, planId);
  return { plan, planUntil: plan && periodsAfter(now, months!, { period: 1, periodUnit: "month" }) };
}

/**
 * What redeeming a code would do for the viewer.
 * @throws Forbidden, GiftCardCurrency, GiftCardUnknown, GiftCardUsed, RateLimited, RegistrationRequired
 */
export async function checkGiftCard(ctx: Ctx, typed: string): Promise<GiftCardEffect> {
  requireHolder(ctx);
  const { accountId } = requirePayer(ctx);
  const card = await cardOf(ctx, accountId, typed);
  if (!isGood(card)) return { card, planUntil: null };
  const { planUntil } = await effectOf(ctx, accountId, card, await billingNow(ctx));
  return { card, planUntil };
}

/**
 * Redeems a gift card once: its amount becomes account credit, which pays for invoices before a card does. Months begin their
 * plan, paid by that credit, unless a plan runs. A repeated call of the same account changes nothing.
 * @throws Forbidden, GiftCardCurrency, GiftCardUnknown, GiftCardUsed, RateLimited, RegistrationRequired
 */
export async function redeemGiftCard(ctx: Ctx, typed: string): Promise<GiftCardEffect> {
  requireHolder(ctx);
  const { accountId } = requirePayer(ctx);
  const { id } = await cardOf(ctx, accountId, typed);
  const now = await billingNow(ctx);
  const here = await shownBillingRegion(ctx, { countryCode: null, postcode: null }, now);
  return ctx.transact(async (tx) => {
    await lockAccount(tx.db, accountId);
    const card = await lockGiftCard(tx.db, id);
    if (!card) throw new GiftCardUnknown();
    if (!isGood(card)) {
      if (card.redeemerId !== accountId) throw new GiftCardUsed();
      return { card, planUntil: null };
    }
    const { plan, planUntil } = await effectOf(tx, accountId, card, now);
    await insertCredit(tx.db, {
      accountId,
      currencyCode: card.currencyCode,
      amount: card.amount,
      reason: giftCardReason,
      source: `gift ${card.id}`,
      // Not of a contract: a withdrawal doesn't take it back.
      subscriptionId: null,
      now,
    });
    if (plan && planUntil) {
      // Where another currency is paid, the plan is that of the place where the card was sold.
      const place =
        here.currencyCode === card.currencyCode ? here : { countryCode: card.countryCode, region: "" };
      await beginPrepaid(tx, {
        accountId,
        provider: ctx.ports.gateways.provider,
        card,
        plan,
        place,
        until: planUntil,
        now,
      });
    }
    return { card: await updateGiftCard(tx.db, card, { redeemerId: accountId, redeemedAt: now }), planUntil };
  });
}

/** Begins a plan that the credit of a gift card has paid. It ends by itself. */
async function beginPrepaid(
  tx: Tx,
  gift: {
    accountId: string;
    provider: SubscriptionProvider;
    card: GiftCardRow;
    plan: EditedPlanRow;
    place: Place;
    until: Date;
    now: Date;
  },
): Promise<void> {
  const { accountId, card, plan, place, until, now } = gift;
  const cause = `person:${accountId}` as const;
  const subscription = await insertWithoutCheckout(tx, {
    accountId,
    provider: gift.provider,
    plan,
    currencyCode: card.currencyCode,
    place,
    origin: "prepaid",
    cause,
    now,
  });
  const invoice = await issueInvoice(tx, subscription, {
    kind: "first",
    plan: { id: plan.id, amount: card.amount },
    charges: [{ kind: "plan", description: plan.name, amount: card.amount }],
    term: { startsAt: now, endsAt: until, anchorAt: now, number: 1 },
    isTaxIncluded: true,
    isDraft: false,
    now,
  });
  if (invoice.amountDue > 0) throw new Error("A gift card didn't pay for its months");
  await markInvoicePaid(tx.db, { id: invoice.id, amount: 0, now, numberPrefix: tx.studio.invoicePrefix });
  const paid = await findInvoice(tx.db, invoice.id);
  if (!paid) throw new Error("The invoice was just issued.");
  const begun = await transition(tx, subscription, {
    trigger: "confirm_prepaid",
    cause,
    now,
    changes: {
      anchorAt: now,
      termNumber: 1,
      termStartsAt: now,
      termEndsAt: until,
      accessEndsAt: until,
      termValue: paid.planValue,
    },
  });
  await mailReceipt(tx, begun, paid);
}
