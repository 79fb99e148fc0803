import { randomUUID } from "node:crypto";
import type { Ctx } from "../../../ctx.ts";
import { rejectCardNumbers } from "../../../platform/card-numbers.ts";
import { BadInput } from "../../../platform/errors.ts";
import { inEnglish, msg } from "../../../platform/i18n/messages.ts";
import { billingNow } from "../clock.ts";
import { checkAmount, IllegalTransition, ManagedElsewhere, PaymentRefused } from "../errors.ts";
import type { HeldRef, OwnerCommands, Reading, SubscriptionOwner } from "../owner-ports.ts";
import { countRefusal, limitRefusals } from "../payments/decline-limits.ts";
import type { PlanRow } from "../plans/store.ts";
import { periodsAfter } from "../rules/calendar.ts";
import { findSubscription } from "../subscriptions/store.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";
import type { PlanChange } from "../subscriptions/plan-changes.ts";
import { project } from "./project.ts";
import { invoiceEstimateOf } from "./sales.ts";
import { listOwnedOf } from "./store.ts";

/** An owner that can carry out a command. */
type Able<Command extends keyof OwnerCommands> = SubscriptionOwner & Required<Pick<OwnerCommands, Command>>;

/**
 * The owner of a subscription and what it knows the subscription by.
 * @throws ManagedElsewhere, with the address of the provider's own page, if it can't do this
 */
export async function ownerOf<Command extends keyof OwnerCommands>(
  ctx: Ctx,
  own: SubscriptionRow,
  command: Command,
): Promise<{ owner: Able<Command>; of: HeldRef }> {
  const [row] = await listOwnedOf(ctx.db, [own.id]);
  const owner = ctx.ports.owners.find(own.provider);
  if (!row || !owner?.[command]) throw new ManagedElsewhere(row?.managementUrl ?? null);
  return { owner: owner as Able<Command>, of: { ref: row.ref, customer: row.customer } };
}

/** Carries out an act at the provider, and writes what it made of the subscription. */
async function carryOut(
  ctx: Ctx,
  own: SubscriptionRow,
  owner: SubscriptionOwner,
  act: () => Promise<Reading>,
): Promise<SubscriptionRow> {
  const asOf = await billingNow(ctx);
  const reading = await act().catch(async (error: unknown) => {
    if (error instanceof PaymentRefused) await countRefusal(ctx);
    throw error;
  });
  await ctx.transact((tx) => project(tx, owner.provider, reading, asOf));
  return (await findSubscription(ctx.db, own.id)) ?? own;
}

/** Cancels at the end of the term or at once. What isn't paid for yet ends at once. */
export async function cancelOwned(
  ctx: Ctx,
  own: SubscriptionRow,
  { atPeriodEnd }: { atPeriodEnd: boolean },
): Promise<SubscriptionRow> {
  if (own.status === "non_renewing" && atPeriodEnd) return own;
  const isNow = !atPeriodEnd || own.status === "paused" || own.status === "future";
  const key = randomUUID();
  if (isNow) {
    const { owner, of } = await ownerOf(ctx, own, "cancelNow");
    return carryOut(ctx, own, owner, () => owner.cancelNow(ctx, of, { key }));
  }
  const { owner, of } = await ownerOf(ctx, own, "cancelAtEnd");
  return carryOut(ctx, own, owner, () => owner.cancelAtEnd(ctx, of, { key }));
}

export async function undoOwnedCancel(ctx: Ctx, own: SubscriptionRow): Promise<SubscriptionRow> {
  const { owner, of } = await ownerOf(ctx, own, "undoCancel");
  if (own.status !== "non_renewing") throw new IllegalTransition(own.status, "undo_cancel");
  return carryOut(ctx, own, owner, () => owner.undoCancel(ctx, of, { key: randomUUID() }));
}

export async function pauseOwned(ctx: Ctx, own: SubscriptionRow, months: number): Promise<SubscriptionRow> {
  const { owner, of } = await ownerOf(ctx, own, "pause");
  if (own.status !== "active") throw new IllegalTransition(own.status, "pause");
  const until = periodsAfter(await billingNow(ctx), months, { period: 1, periodUnit: "month" });
  return carryOut(ctx, own, owner, () => owner.pause(ctx, of, { key: randomUUID(), until }));
}

export async function resumeOwned(ctx: Ctx, own: SubscriptionRow): Promise<SubscriptionRow> {
  const { owner, of } = await ownerOf(ctx, own, "resume");
  if (own.status !== "paused") throw new IllegalTransition(own.status, "resume");
  await limitRefusals(ctx, own.accountId, ctx.clientIp);
  return carryOut(ctx, own, owner, () => owner.resume(ctx, of, { key: randomUUID() }));
}

/** Replaces the way to pay by one that was confirmed in the page. An open payment is collected with it. */
export async function updateOwnedMethod(
  ctx: Ctx,
  own: SubscriptionRow,
  { provider, token }: { provider: string; token: string | null },
): Promise<SubscriptionRow> {
  rejectCardNumbers(token, "gateway.token");
  if (!token) throw new BadInput("gateway.token", inEnglish("Provide a token from the payment provider."));
  if (provider !== own.provider)
    throw new BadInput(
      "gateway.provider",
      msg("This subscription uses another payment provider. Use that one."),
    );
  const { owner, of } = await ownerOf(ctx, own, "updateMethod");
  await limitRefusals(ctx, own.accountId, ctx.clientIp);
  return carryOut(ctx, own, owner, () => owner.updateMethod(ctx, of, { key: randomUUID(), token }));
}

/** What another plan costs by the provider's arithmetic, and when it takes over. */
export async function previewOwnedChange(
  ctx: Ctx,
  own: SubscriptionRow,
  { plan, isUpgrade }: { plan: PlanRow; isUpgrade: boolean },
): Promise<PlanChange> {
  const { owner, of } = await ownerOf(ctx, own, "previewChange");
  const isInTrial = own.status === "in_trial" || own.status === "future";
  if (!isInTrial && (own.status !== "active" || own.dunningStatus === "in_progress"))
    throw new IllegalTransition(own.status, "change_plan");
  const now = await billingNow(ctx);
  const isImmediate = isInTrial || isUpgrade;
  const found = await owner.previewChange(ctx, of, {
    planId: plan.id,
    currencyCode: own.currencyCode,
    isImmediate,
    now,
  });
  return {
    plan,
    isImmediate,
    effectiveAt: isImmediate ? now : (own.termEndsAt ?? now),
    nextBillingAt: found.nextBillingAt,
    prorationTime: null,
    estimate: invoiceEstimateOf(found),
  };
}

/**
 * Changes the plan at the provider, for the amount that was shown.
 * @throws AmountMismatch, PaymentRefused
 */
export async function changeOwnedPlan(
  ctx: Ctx,
  own: SubscriptionRow,
  change: { plan: PlanRow; isUpgrade: boolean; amountDue: number | null },
): Promise<SubscriptionRow> {
  const { plan } = change;
  const key = randomUUID();
  // Back to the current plan: the change that waits is dropped.
  if (own.planId === plan.id) {
    const { owner, of } = await ownerOf(ctx, own, "keepPlan");
    return carryOut(ctx, own, owner, () => owner.keepPlan(ctx, of, { key }));
  }
  const { owner, of } = await ownerOf(ctx, own, "changePlan");
  await limitRefusals(ctx, own.accountId, ctx.clientIp);
  const { isImmediate, estimate } = await previewOwnedChange(ctx, own, change);
  checkAmount(change.amountDue, estimate.amountDue);
  const order = { planId: plan.id, currencyCode: own.currencyCode, isImmediate, now: await billingNow(ctx) };
  return carryOut(ctx, own, owner, () => owner.changePlan(ctx, of, { ...order, key }));
}
