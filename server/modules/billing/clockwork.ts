import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Ctx, Tx } from "../../ctx.ts";
import { BadInput } from "../../platform/errors.ts";
import { defineJob } from "../../platform/jobs/job.ts";
import { recordStaffAct, requireStaff, requireViewer } from "../identity/index.ts";
import { billingNow, hasTestClock } from "./clock.ts";
import { IllegalTransition, InProgress, PlanUnknown, ProviderUnavailable } from "./errors.ts";
import { trialEnding } from "./events.ts";
import { addUp, issueInvoice } from "./invoices.ts";
import { move, note } from "./ledger.ts";
import { mailRenewalReminder, mailResumeReminder, mailTrialReminder } from "./mails.ts";
import { giveUp, openPayment, runPayment } from "./payments.ts";
import { periodsAfter } from "./rules/calendar.ts";
import { nextDue } from "./rules/due.ts";
import type { Due } from "./rules/due.ts";
import { exhaust, noMoreTries, undoCheckout } from "./settlement.ts";
import { moveTestClock } from "./store-accounts.ts";
import { findOpenInvoice } from "./store-invoices.ts";
import type { InvoiceKind } from "./store-invoices.ts";
import { deleteOldKeys } from "./store-keys.ts";
import { findLatestPayment, listOpenPayments, listStalePayments } from "./store-payments.ts";
import { listPlans } from "./store-prices.ts";
import { claimDue, countDue, findSubscription, lockSubscription, putOff } from "./store-subscriptions.ts";
import type { SubscriptionRow } from "./store-subscriptions.ts";

/** Subscriptions that a worker takes at once, how many of them it works on side by side, and for how long they are its own. */
const batch = 64;
const sideBySide = 8;
const claimMs = 120_000;
/** How long one that failed is left alone. */
const putOffMs = 600_000;
/** Steps that one subscription takes in a row: years of monthly terms after a long outage. */
const mostSteps = 60;
/** A job works for this long, then makes room for others. */
const shiftMs = 50_000;
const perJob = 400;
const mostJobs = 8;
/** Money goes before the mails that it causes. */
const priority = -5;

/** Does what time has brought to one subscription, step by step, until nothing is due. */
export async function workOn(ctx: Ctx, id: string): Promise<void> {
  let before = "";
  const now = await billingNow(ctx);
  for (let step = 0; step < mostSteps; step += 1) {
    const found = await findSubscription(ctx.db, id);
    const due = found && nextDue(found);
    if (!found || !due || due.at > now) return;
    const here = `${due.kind} ${due.at.toISOString()}`;
    // The provider hasn't decided yet: its news, or a later look, goes on from here.
    if (here === before) return putOff(ctx.db, id, putOffMs);
    before = here;
    await takeStep(ctx, found, due, now);
  }
}

async function takeStep(ctx: Ctx, found: SubscriptionRow, due: Due, now: Date): Promise<void> {
  const cause = "clock";
  switch (due.kind) {
    case "expire_pending": {
      const payment = await findLatestPayment(ctx.db, found.id);
      if (payment?.status === "action_required") await giveUp(ctx, payment, cause);
      else if (payment?.status === "started")
        await runPayment(ctx, payment.id, { cause, isPersonPresent: false });
      else if (payment)
        await still(ctx, found, due, (tx, same) =>
          undoCheckout(tx, same, payment, { trigger: "expire", cause, now }),
        );
      return;
    }
    case "start": {
      if (!found.trialEndsAt) return bill(ctx, found, due, "first", now);
      await still(ctx, found, due, (tx, same) =>
        move(tx, same, {
          trigger: "start_trial",
          cause,
          now,
          changes: { nextBillingAt: same.trialEndsAt, remindedAt: now },
        }),
      );
      return;
    }
    case "end_trial": {
      if (found.paymentMethodId) return bill(ctx, found, due, "first", now);
      await still(ctx, found, due, (tx, same) =>
        move(tx, same, {
          trigger: "end_trial_without_method",
          cause,
          now,
          changes: { accessEndsAt: due.at, canceledAt: now },
        }),
      );
      return;
    }
    case "renew":
      return bill(ctx, found, due, "renewal", now);
    case "resume":
      return bill(ctx, found, due, "resume", now);
    case "retry_payment":
      return retry(ctx, found, due, now);
    case "end_term":
      await still(ctx, found, due, (tx, same) =>
        move(tx, same, { trigger: "end_term", cause, now, changes: { accessEndsAt: due.at } }),
      );
      return;
    case "remind_trial":
    case "remind_renewal":
    case "remind_resume":
      await still(ctx, found, due, (tx, same) => remind(tx, same, due, now));
  }
}

/** Runs a step if it is still what is due: somebody may have changed the subscription, or have been sooner. */
async function still<Result>(
  ctx: Ctx,
  found: SubscriptionRow,
  due: Due,
  work: (tx: Tx, same: SubscriptionRow) => Promise<Result>,
): Promise<Result | null> {
  return ctx.transact(async (tx) => {
    const same = await lockSubscription(tx.db, found.id);
    const now = same && nextDue(same);
    if (!same || now?.kind !== due.kind || now.at.getTime() !== due.at.getTime()) return null;
    return work(tx, same);
  });
}

/** Ends what the person began and left: nothing that time brings waits for it. */
async function clearOthers(ctx: Ctx, id: string): Promise<void> {
  for (const payment of await listOpenPayments(ctx.db, id)) {
    if (payment.status === "action_required") await giveUp(ctx, payment, "clock");
    else await runPayment(ctx, payment.id, { cause: "clock", isPersonPresent: false });
  }
}

/** Collects what a step opens: its own payment, begun before and not ended, or the one that `open` makes. */
async function collect(
  ctx: Ctx,
  found: SubscriptionRow,
  due: Due,
  open: (tx: Tx, same: SubscriptionRow) => Promise<string | null>,
  isSecond = false,
): Promise<void> {
  const purpose = due.kind === "resume" ? "resume" : "renewal";
  const paymentId = await still(ctx, found, due, async (tx, same) => {
    const [before] = await listOpenPayments(tx.db, same.id);
    if (!before) return open(tx, same);
    return before.purpose === purpose && before.status === "started" ? before.id : "other";
  });
  if (paymentId === "other" && isSecond) throw new InProgress();
  if (paymentId === "other") {
    await clearOthers(ctx, found.id);
    await collect(ctx, found, due, open, true);
  } else if (paymentId) await runPayment(ctx, paymentId, { cause: "clock", isPersonPresent: false });
}

/** Writes the invoice of the term that begins, once, and collects it. */
async function bill(ctx: Ctx, found: SubscriptionRow, due: Due, kind: InvoiceKind, now: Date): Promise<void> {
  await collect(ctx, found, due, async (tx, same) => {
    const purpose = kind === "resume" ? ("resume" as const) : ("renewal" as const);
    const invoice =
      (await findOpenInvoice(tx.db, same.id)) ??
      (await issueInvoice(tx, same, {
        kind,
        ...(await termOf(tx, same, due, kind)),
        isDraft: kind === "resume",
        now,
      }));
    return openPayment(tx, same, { purpose, invoice, paymentMethodId: same.paymentMethodId, now });
  });
}

/** The term that a due step begins: counted from the anchor, so that a late worker makes no term late. */
async function termOf(tx: Tx, found: SubscriptionRow, due: Due, kind: InvoiceKind) {
  const plan = found.nextPlanId
    ? await planOf(tx, found, found.nextPlanId)
    : { ...found, id: found.planId, name: found.planName, amount: found.priceAmount };
  const keepsInterval = plan.period === found.period && plan.periodUnit === found.periodUnit;
  const isCounted = kind === "renewal" && keepsInterval && found.anchorAt !== null;
  const anchorAt = isCounted ? found.anchorAt! : due.at;
  const number = isCounted ? found.termNumber + 1 : 1;
  return {
    plan: { id: plan.id, amount: plan.amount },
    charges: [{ kind: "plan" as const, description: plan.name, amount: plan.amount }],
    term: { startsAt: due.at, endsAt: periodsAfter(anchorAt, number, plan), anchorAt, number },
  };
}

async function planOf(tx: Tx, found: SubscriptionRow, planId: string) {
  const plans = await listPlans(tx.db, found);
  const plan = plans.find(({ id }) => id === planId);
  if (!plan) throw new PlanUnknown();
  return plan;
}

/** Tries an open payment again, or ends what has been tried often enough. */
async function retry(ctx: Ctx, found: SubscriptionRow, due: Due, now: Date): Promise<void> {
  await collect(ctx, found, due, async (tx, same) => {
    const invoice = await findOpenInvoice(tx.db, same.id);
    if (!invoice) {
      await note(tx, same, { dunningStatus: "success", retryAt: null });
      return null;
    }
    if (same.dunningTries >= noMoreTries) {
      await exhaust(tx, same, invoice, { now, cause: "clock" });
      return null;
    }
    return openPayment(tx, same, { purpose: "renewal", invoice, paymentMethodId: same.paymentMethodId, now });
  });
}

/** Writes to the person before a charge, once; not when it is too late for that. */
async function remind(tx: Tx, found: SubscriptionRow, due: Due, now: Date): Promise<void> {
  const chargedAt = {
    remind_trial: found.trialEndsAt,
    remind_renewal: found.termEndsAt,
    remind_resume: found.resumesAt,
  }[due.kind as "remind_trial" | "remind_renewal" | "remind_resume"];
  await note(tx, found, { remindedAt: due.at });
  if (!chargedAt || chargedAt <= now) return;
  const plan = found.nextPlanId
    ? await planOf(tx, found, found.nextPlanId)
    : { id: found.planId, name: found.planName, amount: found.priceAmount };
  const { totals } = await addUp(tx, found, {
    charges: [{ kind: "plan", description: plan.name, amount: plan.amount }],
    planId: plan.id,
    now: chargedAt,
  });
  if (due.kind === "remind_renewal") return mailRenewalReminder(tx, found, chargedAt, totals.amountDue);
  if (due.kind === "remind_resume") return mailResumeReminder(tx, found, chargedAt, totals.amountDue);
  await tx.publish(trialEnding, {
    accountId: found.accountId,
    subscriptionId: found.id,
    endsAt: chargedAt.toISOString(),
  });
  await mailTrialReminder(tx, found, chargedAt, totals.amountDue);
}

/**
 * Works through what is due until nothing is, or the shift is over. Any number of workers do it side by side: each takes what no
 * other has.
 * @returns whether something may be left
 */
export async function runDue(ctx: Ctx, shift: { untilMs: number; signal?: AbortSignal }): Promise<boolean> {
  const end = performance.now() + shift.untilMs;
  for (;;) {
    if (shift.signal?.aborted || performance.now() > end) return true;
    const ids = [...(await claimDue(ctx.db, { now: await billingNow(ctx), most: batch, forMs: claimMs }))];
    if (ids.length === 0) return false;
    await Promise.all(
      Array.from({ length: sideBySide }, async () => {
        for (let id = ids.pop(); id !== undefined; id = ids.pop()) await workSafely(ctx, id);
      }),
    );
  }
}

/** One subscription's failure doesn't keep the others waiting. */
async function workSafely(ctx: Ctx, id: string): Promise<void> {
  try {
    await workOn(ctx, id);
  } catch (error) {
    // Somebody else is at it, or the person changed it just now: it comes again by itself.
    const isRace = error instanceof InProgress || error instanceof IllegalTransition;
    if (!isRace)
      ctx.log[error instanceof ProviderUnavailable ? "warn" : "error"](
        { err: error, subscriptionId: id },
        "A subscription's due step failed",
      );
    await putOff(ctx.db, id, isRace ? 1_000 : putOffMs);
  }
}

/** Works through what is due. */
export const workDueJob = defineJob({
  name: "billing.work_due",
  schema: z.object({ place: z.number().int() }),
  maxAttempts: 3,
  run: async (ctx, { place }, run) => {
    const isMore = await runDue(ctx, { untilMs: shiftMs, signal: run.signal });
    if (isMore && !run.signal.aborted)
      await ctx.transact((tx) => tx.enqueue(workDueJob, { place }, { priority }));
  },
});

/** Looks every minute whether something is due, and calls as many workers as it takes. */
export const findDueJob = defineJob({
  name: "billing.find_due",
  schema: z.object({}),
  maxAttempts: 3,
  run: async (ctx) => {
    const due = await countDue(ctx.db, await billingNow(ctx), perJob * mostJobs);
    if (due === 0) return;
    await ctx.transact(async (tx) => {
      for (let place = 0; place < Math.ceil(due / perJob); place += 1)
        await tx.enqueue(workDueJob, { place }, { key: `billing-due-${place}`, priority });
    });
  },
});

/** Payments whose process died in the middle are asked for again, under the same key. */
export const sweepJob = defineJob({
  name: "billing.sweep_payments",
  schema: z.object({}),
  maxAttempts: 3,
  run: async (ctx) => {
    const before = new Date((await billingNow(ctx)).getTime() - 10 * 60_000);
    for (const id of await listStalePayments(ctx.db, before, 200)) {
      try {
        await runPayment(ctx, id, { cause: "clock", isPersonPresent: false });
      } catch (error) {
        ctx.log.warn({ err: error, paymentId: id }, "A payment's outcome isn't known yet");
      }
    }
    await deleteOldKeys(ctx.db, 30);
  },
});

const mostDays = 400;
const advanceMs = 8_000;

/** Moves billing's time ahead, day by day, and does what each day brings. Staff alone, and only where no money moves. */
export async function advanceTestClock(ctx: Ctx, days: number): Promise<Date> {
  requireViewer(ctx);
  requireStaff(ctx);
  if (!hasTestClock(ctx)) throw new ProviderUnavailable();
  if (!Number.isInteger(days) || days < 1 || days > mostDays)
    throw new BadInput("days", `The clock moves 1 to ${mostDays} days ahead at a time.`);
  await ctx.transact((tx) =>
    recordStaffAct(tx, { action: "billing.test_clock_advanced", subject: "test_clock", details: { days } }),
  );
  const end = performance.now() + advanceMs;
  for (let day = 0; day < days; day += 1) {
    await ctx.transact((tx) => moveTestClock(tx.db, 24 * 60 * 60 * 1000));
    await settleDay(ctx, end);
  }
  // What one call couldn't end, the workers do.
  await ctx.transact((tx) => tx.enqueue(findDueJob, {}));
  return billingNow(ctx);
}

/** Waits until the day's work is done, whoever does it, as long as there is time. */
async function settleDay(ctx: Ctx, end: number): Promise<void> {
  while (performance.now() < end) {
    await runDue(ctx, { untilMs: Math.max(0, end - performance.now()) });
    const now = await billingNow(ctx);
    if ((await countDue(ctx.db, now, 1)) === 0) return;
    await sleep(20);
  }
}
