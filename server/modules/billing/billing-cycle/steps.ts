import type { Ctx, Tx } from "../../../ctx.ts";
import { InProgress } from "../errors.ts";
import { trialEnding } from "../events.ts";
import { addUp, issueInvoice } from "../invoices/invoices.ts";
import { transition, updateState } from "../subscriptions/state.ts";
import {
  mailPassReminder,
  mailPriceEnded,
  mailPriceUnaccepted,
  mailRenewalReminder,
  mailResumeReminder,
  mailTrialReminder,
  mailYearlyReminder,
} from "../emails/send.ts";
import { canBuyAgain } from "../passes/passes.ts";
import { chargedAmount } from "../payments/charged-amount.ts";
import { cancelPayment, openPayment, runPayment } from "../payments/payments.ts";
import { currentTerm, periodsAfter } from "../rules/calendar.ts";
import { nextDue } from "../rules/due.ts";
import type { Due } from "../rules/due.ts";
import { exhaust, noMoreAttempts, undoCheckout } from "../payments/failures.ts";
import type { InvoiceKind } from "../invoices/store.ts";
import { findLatestPayment, findOpenOnes, listOpenPayments } from "../payments/store.ts";
import type { OpenOnes, PaymentRow } from "../payments/store.ts";
import { planOfTerm } from "../price-changes/term-price.ts";
import { insertDifference } from "../reconciliation/store.ts";
import { postpone } from "../subscriptions/store-due.ts";
import { findSubscription, lockSubscription } from "../subscriptions/store.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";

/** How long a subscription is postponed after a failure or without a payment result, in milliseconds. */
export const postponeMs = 600_000;
/** The maximum number of steps in a row for one subscription: years of monthly terms after a long outage. */
const maxSteps = 60;

/**
 * Applies the due steps of one subscription until nothing is due.
 * @param known the subscription as last read; each step reads the current state before acting
 */
export async function processSubscription(ctx: Ctx, known: SubscriptionRow, now: Date): Promise<void> {
  let before = "";
  let found: SubscriptionRow | null = known;
  for (let step = 0; step < maxSteps; step += 1) {
    const due: Due | null = found && nextDue(found);
    if (!found || !due || due.at > now) return;
    const here = `${due.kind} ${due.at.toISOString()}`;
    // The provider has not decided yet: a webhook or a later run continues from here.
    if (here === before) return postpone(ctx.db, known.id, postponeMs);
    before = here;
    found = (await applyStep(ctx, found, due, now)) ?? (await findSubscription(ctx.db, known.id));
  }
}

/** @returns the subscription after the step, or null if it must be read again */
async function applyStep(
  ctx: Ctx,
  found: SubscriptionRow,
  due: Due,
  now: Date,
): Promise<SubscriptionRow | null> {
  const cause = "clock";
  switch (due.kind) {
    case "expire_pending": {
      const payment = await findLatestPayment(ctx.db, found.id);
      if (payment?.status === "action_required" || payment?.status === "started")
        await cancelPayment(ctx, payment, cause);
      else if (payment)
        await runIfDue(ctx, found, due, (tx, same) =>
          undoCheckout(tx, same, payment, { trigger: "expire", cause, now }),
        );
      return null;
    }
    case "start": {
      if (!found.trialEndsAt) return issueAndCollect(ctx, found, due, "first", now);
      return runIfDue(ctx, found, due, (tx, same) =>
        transition(tx, same, {
          trigger: "start_trial",
          cause,
          now,
          changes: { nextBillingAt: same.trialEndsAt, remindedAt: now },
        }),
      );
    }
    case "end_trial": {
      if (found.paymentMethodId) return issueAndCollect(ctx, found, due, "first", now);
      return runIfDue(ctx, found, due, (tx, same) =>
        transition(tx, same, {
          trigger: "end_trial_without_method",
          cause,
          now,
          changes: { accessEndsAt: due.at, canceledAt: now },
        }),
      );
    }
    case "renew":
    case "resume": {
      const ended = await endWithoutConsent(ctx, found, due, now);
      return ended ?? issueAndCollect(ctx, found, due, due.kind === "renew" ? "renewal" : "resume", now);
    }
    case "retry_payment":
      return retry(ctx, found, due, now);
    case "end_term":
      return runIfDue(ctx, found, due, (tx, same) =>
        transition(tx, same, { trigger: "end_term", cause, now, changes: { accessEndsAt: due.at } }),
      );
    case "remind_pass":
      return runIfDue(ctx, found, due, async (tx, same) => {
        const next = await updateState(tx, same, { remindedAt: due.at });
        if (same.termEndsAt && same.termEndsAt > now)
          await mailPassReminder(tx, same, same.termEndsAt, await canBuyAgain(tx, same, now));
        return next;
      });
    case "remind_trial":
    case "remind_renewal":
    case "remind_yearly":
    case "remind_resume":
      return runIfDue(ctx, found, due, (tx, same) => remind(ctx, tx, same, due, now));
  }
}

/** Ends the subscription instead of charging it, if its member had to agree to a new price and didn't. */
const endWithoutConsent = (ctx: Ctx, found: SubscriptionRow, due: Due, now: Date) =>
  runIfDue(ctx, found, due, async (tx, same) => {
    const { plan } = await nextTerm(tx, same, due, due.kind === "resume" ? "resume" : "renewal", now);
    if (!plan.unaccepted) return null;
    const changes = { canceledAt: now, accessEndsAt: due.at, nextBillingAt: null };
    const ended = await transition(tx, same, { trigger: "cancel_at_end", cause: "clock", now, changes });
    await mailPriceEnded(tx, ended, plan.unaccepted.newAmount, now);
    return ended;
  });

/** Runs a step if it is still due. The subscription may have been changed or processed concurrently. */
async function runIfDue<Result>(
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

/** Cancels payments that the person began and abandoned, so that they don't block due steps. */
async function cancelAbandoned(ctx: Ctx, id: string): Promise<void> {
  for (const payment of await listOpenPayments(ctx.db, id)) {
    if (payment.status === "action_required") await cancelPayment(ctx, payment, "clock");
    else await runPayment(ctx, payment, { cause: "clock" });
  }
}

/** Collects the payment of a step: the step's open payment, or the one that `open` creates. */
async function collect(
  ctx: Ctx,
  found: SubscriptionRow,
  due: Due,
  now: Date,
  open: (tx: Tx, same: SubscriptionRow, invoice: OpenOnes["invoice"]) => Promise<PaymentRow | null>,
  isSecond = false,
): Promise<SubscriptionRow | null> {
  const purpose = due.kind === "resume" ? "resume" : "renewal";
  const payment = await runIfDue(ctx, found, due, async (tx, same) => {
    const { payment: before, invoice } = await findOpenOnes(tx.db, same.id);
    if (!before) return open(tx, same, invoice);
    return before.purpose === purpose && before.status === "started" ? before.id : "other";
  });
  if (payment === "other") {
    if (isSecond) throw new InProgress();
    await cancelAbandoned(ctx, found.id);
    return collect(ctx, found, due, now, open, true);
  }
  if (!payment) return null;
  return (await runPayment(ctx, payment, { cause: "clock", now })).subscription;
}

/** Issues the invoice of the term that begins, once, and collects it. */
function issueAndCollect(
  ctx: Ctx,
  found: SubscriptionRow,
  due: Due,
  kind: InvoiceKind,
  now: Date,
): Promise<SubscriptionRow | null> {
  const purpose = kind === "resume" ? ("resume" as const) : ("renewal" as const);
  return collect(ctx, found, due, now, async (tx, same, before) => {
    const isDraft = kind === "resume";
    const invoice =
      before ??
      (await issueInvoice(tx, same, { kind, ...(await termOf(tx, same, due, kind, now)), isDraft, now }));
    const { paymentMethodId } = same;
    return openPayment(tx, same, { purpose, invoice, paymentMethodId, isOnSession: false, now });
  });
}

/**
 * The term that a due step begins, and the plan with the price that holds at its start. Counted from the anchor, so that a late
 * worker does not shift terms. Terms that passed while no worker ran are forgiven.
 */
async function nextTerm(
  ctx: Pick<Ctx, "db">,
  found: SubscriptionRow,
  due: Due,
  kind: InvoiceKind,
  now: Date,
) {
  const planThen = await planOfTerm(ctx, found, due.at);
  const keepsInterval = planThen.period === found.period && planThen.periodUnit === found.periodUnit;
  const isCounted = kind === "renewal" && keepsInterval && found.anchorAt !== null;
  const anchorAt = isCounted ? found.anchorAt! : due.at;
  const first = isCounted ? found.termNumber + 1 : 1;
  const number = currentTerm(anchorAt, first, planThen, now);
  const startsAt = number > first ? periodsAfter(anchorAt, number - 1, planThen) : due.at;
  return {
    plan: number > first ? await planOfTerm(ctx, found, startsAt) : planThen,
    term: { startsAt, endsAt: periodsAfter(anchorAt, number, planThen), anchorAt, number },
    forgiven: { terms: number - first, amount: planThen.amount },
  };
}

/** What the invoice of the next term charges. Forgiven terms are reported to the operator. */
async function termOf(tx: Tx, found: SubscriptionRow, due: Due, kind: InvoiceKind, now: Date) {
  const { plan, term, forgiven } = await nextTerm(tx, found, due, kind, now);
  if (forgiven.terms > 0) await reportForgiven(tx, found, forgiven, due, now);
  return {
    plan: { id: plan.id, amount: plan.amount },
    charges: [{ kind: "plan" as const, description: plan.name, amount: plan.amount }],
    term,
  };
}

const reportForgiven = (
  tx: Tx,
  found: SubscriptionRow,
  { terms, amount }: { terms: number; amount: number },
  due: Due,
  now: Date,
) =>
  insertDifference(
    tx.db,
    {
      provider: found.provider,
      kind: "forgiven_terms",
      subject: `${found.id} ${due.at.toISOString().slice(0, 10)}`,
      details: { amount: terms * amount, currency: found.currencyCode },
    },
    now,
  );

/** Retries an open payment, or ends the subscription after the last attempt. */
function retry(ctx: Ctx, found: SubscriptionRow, due: Due, now: Date): Promise<SubscriptionRow | null> {
  return collect(ctx, found, due, now, async (tx, same, invoice) => {
    if (!invoice) {
      await updateState(tx, same, { dunningStatus: "success", retryAt: null });
      return null;
    }
    if (same.dunningAttempts >= noMoreAttempts) {
      await exhaust(tx, same, invoice, { now, cause: "clock" });
      return null;
    }
    return openPayment(tx, same, {
      purpose: "renewal",
      invoice,
      paymentMethodId: same.paymentMethodId,
      isOnSession: false,
      now,
    });
  });
}

/** Sends the reminder before a charge, once. Skips it if the charge is already due. */
async function remind(
  ctx: Ctx,
  tx: Tx,
  found: SubscriptionRow,
  due: Due,
  now: Date,
): Promise<SubscriptionRow> {
  const chargedAt = {
    remind_trial: found.trialEndsAt,
    remind_renewal: found.termEndsAt,
    remind_yearly: found.termEndsAt,
    remind_resume: found.resumesAt,
  }[due.kind as "remind_trial" | "remind_renewal" | "remind_yearly" | "remind_resume"];
  // A yearly reminder that is late counts from now, so that a long outage sends one.
  const remindedAt = due.kind === "remind_yearly" ? now : due.at;
  const next = await updateState(tx, found, { remindedAt });
  if (!chargedAt || chargedAt <= now) return next;
  const plan = await planOfTerm(tx, found, chargedAt);
  if (plan.unaccepted) {
    await mailPriceUnaccepted(tx, found, chargedAt, plan.unaccepted.newAmount);
    return next;
  }
  const { totals } = await addUp(tx, found, {
    charges: [{ kind: "plan", description: plan.name, amount: plan.amount }],
    planId: plan.id,
    now: chargedAt,
  });
  const amount = chargedAmount(ctx, found, totals.amountDue);
  if (due.kind === "remind_yearly") await mailYearlyReminder(tx, found, chargedAt, amount);
  else if (due.kind === "remind_renewal") await mailRenewalReminder(tx, found, chargedAt, amount);
  else if (due.kind === "remind_resume") await mailResumeReminder(tx, found, chargedAt, amount);
  else {
    await tx.publish(trialEnding, {
      accountId: found.accountId,
      subscriptionId: found.id,
      endsAt: chargedAt.toISOString(),
    });
    await mailTrialReminder(tx, found, chargedAt, amount);
  }
  return next;
}
