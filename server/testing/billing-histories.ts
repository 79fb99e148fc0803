import { randomUUID } from "node:crypto";
import type { Ctx } from "../ctx.ts";
import { forgetAccount } from "../modules/billing/accounts/deletion.ts";
import { runDue } from "../modules/billing/billing-cycle/runner.ts";
import { sweepPayments } from "../modules/billing/billing-cycle/sweep.ts";
import { createSubscription } from "../modules/billing/checkout/checkout.ts";
import { findRunningPass } from "../modules/billing/passes/passes.ts";
import { findOpenInvoice } from "../modules/billing/invoices/store.ts";
import { payInvoice, refreshSubscription } from "../modules/billing/payments/invoice-payments.ts";
import { updatePaymentMethod } from "../modules/billing/payments/method-changes.ts";
import { applyProviderEvent } from "../modules/billing/payments/provider-events.ts";
import { refundJob } from "../modules/billing/payments/refunds.ts";
import { receiveEvent } from "../modules/billing/payments/webhooks.ts";
import { insertToken, settlePayment } from "../modules/billing/providers/eightcount/store.ts";
import {
  cancelSubscription,
  pauseSubscription,
  takeMonthOff,
  undoCancel,
} from "../modules/billing/subscriptions/changes.ts";
import { resumeSubscription } from "../modules/billing/subscriptions/resume.ts";
import { withdraw } from "../modules/billing/subscriptions/withdrawal.ts";
import { consentVersion } from "../modules/billing/rules/withdrawal.ts";
import { changePlan } from "../modules/billing/subscriptions/plan-changes.ts";
import { acceptPriceChange, pendingPriceNotice } from "../modules/billing/price-changes/changes.ts";
import type { SubscriptionProvider } from "../modules/billing/provider-names.ts";
import { findLiveSubscription } from "../modules/billing/subscriptions/store.ts";
import { DomainError } from "../platform/errors.ts";
import { announcePrice, sendNotices } from "./billing-prices.ts";
import { coupon, createPeople, passId } from "./billing-people.ts";
import type { HistoryPerson } from "./billing-people.ts";
import type { BillingBatch, BillingStep } from "./billing-steps.ts";
import { findBrokenRules } from "./billing-rules.ts";
import { actAsStaff } from "./billing-staff.ts";
import type { TestServer } from "./harness.ts";

/*
 * Random histories of people who pay at the test gateway: production code on PostgreSQL, one clock for all people of a batch. Each
 * round every person does one thing; then time passes, due steps run, payments are swept, and webhooks arrive late, twice or never.
 */

/** The clock of a test server, in the hands of a test. */
export interface MovableClock {
  now(): Date;
  pass(ms: number): void;
}

export function movableClock(): MovableClock {
  let aheadMs = 0;
  return {
    now: () => new Date(Date.now() + aheadMs),
    pass: (ms) => {
      aheadMs += ms;
    },
  };
}

const dayMs = 86_400_000;
/** Days that pass at the end: longer than any dunning, pause reminder or bank confirmation. */
export const lastDays = [1, 1, 1, 2, 2, 1, 31, 8, 0.02];
/** The provider at which the people of a history pay. */
export interface HistoryProvider {
  readonly id: SubscriptionProvider;
  /** Creates a payment method. @returns its token */
  createMethod(ctx: Ctx, behaviour: BillingStep["card"]): Promise<string>;
  /** Changes how all payment methods of an account behave. */
  changeMethods(accountId: string, behaviour: BillingStep["card"]): Promise<unknown>;
  /** The references of an account's payments that wait for the person. */
  listWaiting(accountId: string): Promise<readonly string[]>;
  /** The person confirms or refuses a payment at the bank. The webhook that follows isn't sent here. */
  answer(ctx: Ctx, ref: string, isConfirmed: boolean): Promise<unknown>;
}

const testGateway = ({ pool }: TestServer): HistoryProvider => ({
  id: "eightcount",
  createMethod: async (ctx, behaviour) => {
    const token = `tok_${randomUUID()}`;
    await insertToken(ctx.db, {
      token,
      type: "card",
      behaviour,
      brand: "visa",
      last4: "4242",
      expMonth: 12,
      expYear: 2090,
      fingerprint: token,
      countryCode: null,
      addressCountry: null,
      postcode: null,
    });
    return token;
  },
  changeMethods: (accountId, behaviour) =>
    pool.query(
      "update billing.test_tokens set behaviour = $2, is_authenticated = false where account_id = $1",
      [accountId, behaviour],
    ),
  listWaiting: async (accountId) => {
    const { rows } = await pool.query<{ ref: string }>(
      "select ref from billing.test_payments where account_id = $1 and status = 'action_required'",
      [accountId],
    );
    return rows.map(({ ref }) => ref);
  },
  answer: (ctx, ref, isConfirmed) =>
    isConfirmed
      ? settlePayment(ctx.db, ref, "succeeded", null)
      : settlePayment(ctx.db, ref, "failed", "PAYMENT_ACTION_REQUIRED"),
});

/** What the people of a batch did, to see that the histories reach everything. */
export interface BillingOutcome {
  readonly charges: number;
  readonly refunds: number;
  readonly transitions: Readonly<Record<string, number>>;
}

/** @throws Error with the person's history if a rule is broken or an unexpected error occurs */
export async function liveThroughBilling(
  server: TestServer,
  clock: MovableClock,
  batch: BillingBatch,
): Promise<BillingOutcome> {
  const people = await createPeople(server, batch);
  const provider = testGateway(server);
  const late: string[] = [];
  for (const [round, days] of batch.days.entries()) {
    await inLanes(people, async (person) => {
      const now = person.steps[round];
      if (!now || person.isDeleted) return;
      const { answered } = await perform(server, provider, person, now);
      if (now.webhook === "late") late.push(...answered);
      else if (now.webhook !== "lost")
        await deliver(server, now.webhook === "twice" ? [...answered, ...answered] : answered);
    });
    await deliver(server, late.splice(0).reverse());
    const price = batch.prices[round];
    if (price) await announcePrice(server, clock.now(), price);
    await passTime(server, clock, days);
  }
  for (const days of lastDays) await passTime(server, clock, days);
  const broken = await findBrokenRules(
    server.pool,
    people.map(({ id }) => id),
    clock.now(),
  );
  const [first] = broken;
  if (first)
    throw new Error(
      `${broken.length} rules are broken: ${first.rule}\n${JSON.stringify(first.facts)}\n` +
        `days ${JSON.stringify(batch.days)}\n` +
        JSON.stringify(people.find(({ id }) => id === first.accountId)?.steps, null, 1),
    );
  const ids = people.map(({ id }) => id);
  const { rows } = await server.pool.query(
    `select (select count(*)::int from billing.test_payments where account_id = any($1::uuid[]) and status = 'succeeded' and amount > 0) as charges,
       (select count(*)::int from billing.test_payments where account_id = any($1::uuid[]) and refunded > 0) as refunds,
       (select json_object_agg(trigger, count) from (select trigger, count(*)::int from billing.transitions
          join billing.subscriptions on subscriptions.id = subscription_id where person_id = any($1::uuid[]) group by 1) as one) as transitions`,
    [ids],
  );
  return (rows as BillingOutcome[])[0]!;
}

const lanes = 8;
/** Works on all items, eight at a time. */
export async function inLanes<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = [...items];
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let item = left.pop(); item; item = left.pop()) await work(item);
    }),
  );
}

async function passTime(server: TestServer, clock: MovableClock, days: number): Promise<void> {
  clock.pass(days * dayMs);
  await server.pool.query(
    "update billing.subscriptions set claimed_until = null where claimed_until is not null",
  );
  const ctx = server.ctx();
  await sendNotices(server);
  await runDue(ctx, { untilMs: 60_000 });
  await sweepPayments(ctx);
  const { rows } = await server.pool.query("select id from billing.refunds where status = 'started'");
  const attempt = { signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
  await inLanes(rows as { id: string }[], ({ id }) => refundJob.run(server.ctx(), { refundId: id }, attempt));
}

async function deliver(server: TestServer, events: readonly string[]): Promise<void> {
  const provider = "eightcount";
  for (const ref of events) {
    const ctx = server.ctx();
    const eventId = `confirm-${ref}`;
    const event = { provider, eventId, type: "payment", kind: "payment_changed", ref, key: null } as const;
    await ctx.transact((tx) => receiveEvent(tx, event));
    await applyProviderEvent(ctx, { provider, eventId });
  }
}

/** What came of a step. */
export interface StepOutcome {
  /** The refusal that the person saw. */
  readonly refusal: DomainError | null;
  /** The references of payments that were answered at the bank. */
  readonly answered: readonly string[];
}

/** Performs a step. Refusals that a person may see are expected; every other error isn't. */
export async function perform(
  server: TestServer,
  provider: HistoryProvider,
  person: HistoryPerson,
  now: BillingStep,
): Promise<StepOutcome> {
  try {
    if (now.act !== "confirm" && now.act !== "refuseConfirmation") {
      await act(server, provider, person, now);
      return { refusal: null, answered: [] };
    }
    // Perhaps long after the person left the page.
    const answered = await provider.listWaiting(person.id);
    for (const ref of answered) await provider.answer(server.ctx(), ref, now.act === "confirm");
    return { refusal: null, answered };
  } catch (error) {
    if (!(error instanceof DomainError))
      throw new Error(`${now.act} failed: ${JSON.stringify(person.steps)}`, { cause: error });
    return { refusal: error, answered: [] };
  }
}

async function act(
  server: TestServer,
  provider: HistoryProvider,
  person: HistoryPerson,
  now: BillingStep,
): Promise<unknown> {
  const { id } = person;
  const ctx = server.ctx({
    personId: id,
    accountId: id,
    isChild: false,
    hidesExplicit: false,
    sessionId: randomUUID(),
    role: "member",
    isAnonymous: false,
  });
  const live = await findLiveSubscription(ctx.db, id);
  if (now.act === "subscribe") return subscribe(ctx, provider, now, now.plan);
  if (now.act === "buyPass") return subscribe(ctx, provider, now, passId);
  if (now.act === "delete") {
    person.isDeleted = true;
    await server.pool.query(`delete from identity."user" where id = $1`, [id]);
    return forgetAccount(ctx, id);
  }
  if (now.act.startsWith("staff")) return actAsStaff(server, id, now.act);
  if (now.act === "cardChanges") return provider.changeMethods(id, now.card);
  if (!live) return null;
  switch (now.act) {
    case "changePlan":
      return changePlan(ctx, live.id, now.plan, { amountDue: null, prorationTime: null });
    case "cancelNow":
    case "cancelAtEnd":
      return cancelSubscription(ctx, live.id, {
        atPeriodEnd: now.act === "cancelAtEnd",
        reason: null,
        comment: null,
      });
    case "undo":
      return undoCancel(ctx, live.id);
    case "pause":
      return pauseSubscription(ctx, live.id, 1);
    case "resume":
      return resumeSubscription(ctx, live.id, null);
    case "monthOff":
      return takeMonthOff(ctx, live.id);
    case "withdraw":
      return withdraw(ctx, live.id);
    case "newCard":
      return updatePaymentMethod(ctx, live.id, await methodOf(ctx, provider, now));
    case "payInvoice": {
      const invoice = await findOpenInvoice(ctx.db, live.id);
      return invoice && payInvoice(ctx, invoice.id, { amount: invoice.amountDue, method: null });
    }
    case "reload":
      return refreshSubscription(ctx, live.id, null);
    case "acceptPrice": {
      const notice = await pendingPriceNotice(ctx, live);
      return notice && acceptPriceChange(ctx, live.id, notice.newAmount);
    }
    default:
      return null;
  }
}

const methodOf = async (ctx: Ctx, provider: HistoryProvider, { card }: BillingStep) =>
  ({ provider: provider.id, token: await provider.createMethod(ctx, card), type: "card" }) as const;

async function subscribe(ctx: Ctx, at: HistoryProvider, now: BillingStep, planId: string) {
  const { provider, token } = await methodOf(ctx, at, now);
  const idempotencyKey = randomUUID();
  const pass = await findRunningPass(ctx, ctx.viewer!.accountId, ctx.clock.now());
  const order = {
    planId,
    countryCode: "DE",
    postcode: null,
    provider,
    token,
    paymentMethodType: "card",
    trialOverrideTime: null,
    couponIds: now.hasCoupon ? [coupon] : [],
    idempotencyKey,
    withoutTrial: !now.hasTrial,
    startAt: null,
    ipInfo: null,
    amountDue: null,
    firstAmount: null,
    consentVersion,
    runningPass: pass && { endsAt: pass.termEndsAt!, prorationTime: null },
  } as const;
  return createSubscription(ctx, order);
}
