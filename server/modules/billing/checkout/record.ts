import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Locale } from "../../../../contract/locales.ts";
import { legalLocale, legalVersionAt } from "../../../../contract/legal-pages.ts";
import type { Ctx, Tx } from "../../../ctx.ts";
import { isUniqueViolation } from "../../../platform/db.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import { lockAccount } from "../accounts/store.ts";
import { InProgress } from "../errors.ts";
import { issueInvoice } from "../invoices/invoices.ts";
import type { IssuedInvoice } from "../invoices/invoices.ts";
import { openPayment, runPayment } from "../payments/payments.ts";
import type { BillingRegion } from "../plans/regions.ts";
import type { PlanRow } from "../plans/store.ts";
import type { SubscriptionProvider } from "../ports.ts";
import { periodsAfter } from "../rules/calendar.ts";
import { insertSubscription, insertTransition, lockSubscription } from "../subscriptions/store.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";
import { insertKey } from "./store.ts";

/**
 * How long a call holds its claim before another call may take over, in milliseconds. The gateway's timeouts
 * are shorter.
 */
export const claimMs = 15_000;
/** How long a payment may wait for the person, in milliseconds. */
const pendingMs = 23 * 3_600_000;
/** How soon a job resumes a checkout whose process died, in milliseconds, if the client does not retry. */
const resumeAfterMs = 60_000;

/** A call that subscribes an account, by its idempotency key. */
export interface CheckoutCall {
  readonly accountId: string;
  readonly key: string;
  /** Of everything that decides what the call buys and costs. */
  readonly inputHash: string;
  /** The course or class that it buys alone; null for what a plan or another pass opens. */
  readonly opensId: string | null;
}

/** A checkout that is written down, whose payment can run. */
export interface RecordedCheckout {
  readonly subscriptionId: string;
  readonly paymentId: string;
}

/** What invoices and payments need to know of the new subscription. */
export type NewSubscription = Pick<
  SubscriptionRow,
  "id" | "accountId" | "provider" | "currencyCode" | "countryCode" | "region"
>;

/** Finishes a checkout whose process died midway. */
export const finishCheckoutJob = defineJob({
  name: "billing.finish_checkout",
  schema: z.object({ paymentId: z.uuid() }),
  maxAttempts: 20,
  run: async (ctx, { paymentId }) => {
    await runPayment(ctx, paymentId, { cause: "gateway" });
  },
});

/** The invoice line of a plan's first term. */
export const planCharges = (plan: PlanRow) => [
  { kind: "plan" as const, description: plan.name, amount: plan.amount },
];

/**
 * Records a checkout in one transaction, under the account's lock.
 * @param record gets the id of the subscription
 * @param runningId the subscription that the checkout extends; null for a new one
 * @returns null if the key was used before
 * @throws InProgress
 */
export async function recordOnce(
  ctx: Ctx,
  call: CheckoutCall,
  record: (tx: Tx, subscriptionId: string) => Promise<RecordedCheckout>,
  runningId: string | null = null,
): Promise<RecordedCheckout | null> {
  const subscriptionId = runningId ?? randomUUID();
  try {
    return await ctx.transact(async (tx) => {
      // Locked before the account, as everywhere else.
      if (runningId) await lockSubscription(tx.db, runningId);
      await lockAccount(tx.db, call.accountId);
      if (!(await insertKey(tx.db, { ...call, subscriptionId, forMs: claimMs }))) return null;
      return record(tx, subscriptionId);
    });
  } catch (error) {
    // Two keys of one account at the same time: the unique index admits one.
    if (isUniqueViolation(error)) throw new InProgress();
    throw error;
  }
}

/** Inserts the subscription, which is pending until its payment succeeds. */
export async function insertPending(
  tx: Tx,
  order: {
    readonly id: string;
    readonly accountId: string;
    readonly provider: SubscriptionProvider;
    readonly plan: PlanRow;
    readonly billingRegion: BillingRegion;
    readonly startsAt: Date | null;
    readonly trialEndsAt: Date | null;
    /** The accepted text about an immediate start; null where the law doesn't ask. */
    readonly consentVersion: string | null;
    /** The buyer's language, in which they saw the terms. */
    readonly locale: Locale;
    readonly now: Date;
  },
): Promise<NewSubscription> {
  const { id, accountId, provider, plan, billingRegion, consentVersion, now } = order;
  const pendingUntil = new Date(now.getTime() + pendingMs);
  const subscription = {
    id,
    accountId,
    provider,
    currencyCode: plan.currencyCode,
    countryCode: billingRegion.countryCode,
    region: billingRegion.region,
  };
  const terms = legalVersionAt(tx.studio, "terms", tx.clock.now());
  await insertSubscription(tx.db, {
    ...subscription,
    status: "pending",
    planId: plan.id,
    accessType: plan.accessType,
    priceAmount: plan.amount,
    pendingUntil,
    startsAt: order.startsAt,
    trialEndsAt: order.trialEndsAt,
    dueAt: pendingUntil,
    createdAt: now,
    isPrepaid: !plan.renews,
    opensId: plan.opens?.id ?? null,
    consentedAt: consentVersion ? now : null,
    consentVersion,
    termsVersion: terms?.version ?? null,
    termsLocale: terms && legalLocale(terms, order.locale, tx.studio.locale),
  });
  await insertTransition(tx.db, {
    subscriptionId: id,
    fromStatus: null,
    toStatus: "pending",
    trigger: "subscribe",
    cause: `person:${accountId}`,
    happenedAt: now,
  });
  return subscription;
}

/** Issues the draft invoice of a first term that begins now. */
export function issueFirstInvoice(
  tx: Tx,
  subscription: NewSubscription,
  plan: PlanRow,
  now: Date,
): Promise<IssuedInvoice> {
  return issueInvoice(tx, subscription, {
    kind: "first",
    plan,
    charges: planCharges(plan),
    term: { startsAt: now, endsAt: periodsAfter(now, 1, plan), anchorAt: now, number: 1 },
    isDraft: true,
    now,
  });
}

/** Opens the payment of a checkout, and enqueues a job that finishes it if this process dies. */
export async function openCheckoutPayment(
  tx: Tx,
  subscription: NewSubscription,
  order: { invoice: IssuedInvoice | null; paymentMethodId: string; now: Date },
): Promise<RecordedCheckout> {
  const { id: paymentId } = await openPayment(tx, subscription, {
    ...order,
    purpose: "checkout",
    isOnSession: true,
  });
  const runAt = new Date(tx.clock.now().getTime() + resumeAfterMs);
  await tx.enqueue(finishCheckoutJob, { paymentId }, { runAt });
  return { subscriptionId: subscription.id, paymentId };
}
