import type { Ctx } from "../../../ctx.ts";
import { NotFound } from "../../../platform/errors.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { mailPlanChanged } from "../emails/send.ts";
import { AmountMismatch, IllegalTransition, PlanUnknown } from "../errors.ts";
import { addUp } from "../invoices/invoices.ts";
import { chargedAmount } from "../payments/charged-amount.ts";
import { contentText } from "../../site/index.ts";
import { monthlyCost } from "../plans/plans.ts";
import { listPlans } from "../plans/store.ts";
import type { PlanRow } from "../plans/store.ts";
import { planOfTerm } from "../price-changes/term-price.ts";
import type { PlanOfTerm } from "../price-changes/term-price.ts";
import { billingNow } from "../clock.ts";
import { isOwing } from "../rules/dunning.ts";
import { isUpgrade, withPlan } from "../subscriptions/plan-changes.ts";
import { transition } from "../subscriptions/state.ts";
import { findLiveSubscription } from "../subscriptions/store.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";
import { changeOnce, requireBillingStaff } from "./once.ts";
import { auditedPlan, lockSeen } from "./plan-acts.ts";
import type { PlanOrder } from "./plan-acts.ts";

/**
 * How staff may change a plan. A change never charges more than the person agreed to: what would is for the person
 * to make.
 */
export const staffChangeKinds = [
  "at_once",
  "at_next_payment",
  "free_until_next_payment",
  "needs_person",
] as const;
type StaffChangeKind = (typeof staffChangeKinds)[number];

/** A plan that staff may change to, with what follows. */
export interface StaffPlanChange {
  readonly plan: PlanRow;
  readonly kind: StaffChangeKind;
  /** The plan of the next payment. */
  readonly nextPlanName: string;
  readonly nextBillingAt: Date;
  /** The next payment with tax, in minor units. */
  readonly nextAmount: number;
  readonly currencyCode: string;
}

/** The total of a plan's next invoice, and what of it is charged. Minor units. */
async function costOf(ctx: Ctx, found: SubscriptionRow, plan: PlanRow | PlanOfTerm, dueAt: Date) {
  const charges = [{ kind: "plan" as const, description: plan.name, amount: plan.amount }];
  const { totals } = await addUp(ctx, found, { charges, planId: plan.id, now: dueAt });
  return { total: totals.total, charged: chargedAmount(ctx, found, totals.amountDue) };
}

/** @throws IllegalTransition unless the plan runs and is paid, or is in its trial */
async function changesOf(ctx: Ctx, found: SubscriptionRow, plans: readonly PlanRow[]) {
  const { status, nextBillingAt, planId, nextPlanId, currencyCode } = found;
  if ((status !== "active" && status !== "in_trial") || !nextBillingAt || isOwing(found))
    throw new IllegalTransition(status, "change_plan");
  const agreed = await planOfTerm(ctx, found, nextBillingAt);
  const agreedCost = await costOf(ctx, found, agreed, nextBillingAt);
  return Promise.all(
    plans
      .filter(({ id, isOffered, renews }) => isOffered && renews && id !== planId && id !== nextPlanId)
      .map(async (plan): Promise<StaffPlanChange & { agreed: PlanOfTerm }> => {
        const cost = await costOf(ctx, found, plan, nextBillingAt);
        const costsMore = cost.total > agreedCost.total || monthlyCost(plan) > monthlyCost(agreed);
        const isSameTerm = plan.period === found.period && plan.periodUnit === found.periodUnit;
        const kind =
          agreed.unaccepted !== null
            ? "needs_person"
            : status === "active" && isSameTerm && isUpgrade(found, plan)
              ? "free_until_next_payment"
              : costsMore
                ? "needs_person"
                : status === "active"
                  ? "at_next_payment"
                  : "at_once";
        const isFree = kind === "free_until_next_payment";
        return {
          plan,
          kind,
          agreed,
          nextPlanName: isFree ? agreed.name : plan.name,
          nextBillingAt,
          nextAmount: (isFree ? agreedCost : cost).charged,
          currencyCode,
        };
      }),
  );
}

/**
 * The plans that a person's plan can change to, with what each charges and when; none while it can't change. For
 * staff.
 * @throws NotFound
 */
export async function planChangesFor(ctx: Ctx, accountId: string): Promise<StaffPlanChange[]> {
  await requireBillingStaff(ctx, "managePlans", accountId);
  if (!isUuid(accountId)) throw new NotFound("person");
  const found = await findLiveSubscription(ctx.db, accountId);
  if (!found || (found.status !== "active" && found.status !== "in_trial") || isOwing(found)) return [];
  return changesOf(ctx, found, await listPlans(ctx.db, found, await billingNow(ctx)));
}

/**
 * Changes a person's plan without a charge now: a cheaper one with the next payment, or at once in a trial; one that
 * opens more at once and free, until the next payment brings back the present one. They are emailed.
 * @param order `nextAmount`: the next payment as shown, in minor units
 * @throws AmountMismatch, ChangedMeanwhile, ConfirmationNeeded, IllegalTransition for a change that only the person
 * may make, InProgress, NotFound, PlanUnknown
 */
export async function changePlanForPerson(
  ctx: Ctx,
  order: PlanOrder & { readonly planId: string; readonly nextAmount: number },
): Promise<void> {
  const { subscriptionId, planId, nextAmount } = order;
  await changeOnce(
    ctx,
    "managePlans",
    order,
    { subscriptionId, planId, nextAmount },
    async (tx, { now, cause }) => {
      const found = await lockSeen(tx, order);
      const plans = await listPlans(tx.db, found, now);
      const inTx = { ...ctx, db: tx.db };
      const change = (await changesOf(inTx, found, plans)).find((one) => one.plan.id === planId);
      if (!change) throw new PlanUnknown();
      const { plan, kind, agreed } = change;
      if (kind === "needs_person") throw new IllegalTransition(found.status, "change_plan");
      if (change.nextAmount !== nextAmount) throw new AmountMismatch({ amountDue: change.nextAmount });
      const taken = { planId: plan.id, accessType: plan.accessType, priceAmount: plan.amount };
      const changes =
        kind === "at_next_payment"
          ? { nextPlanId: plan.id, nextPriceAmount: plan.amount }
          : kind === "at_once"
            ? { ...taken, nextPlanId: null, nextPriceAmount: null }
            : { ...taken, nextPlanId: agreed.id, nextPriceAmount: agreed.amount };
      const from = kind === "at_next_payment" ? found : withPlan(found, plan);
      const changed = await transition(tx, from, { trigger: "change_plan", cause, now, changes });
      const nameOf = ({ id, name }: { id: string; name: string }) =>
        contentText(tx.studio, "plan", id, "name", name);
      await mailPlanChanged(tx, found, {
        ...change,
        kind,
        planName: nameOf(plan),
        nextPlanName: nameOf(kind === "free_until_next_payment" ? agreed : plan),
      });
      return {
        action: "billing.plan_changed",
        details: {
          plan: plan.name,
          kind,
          before: { ...auditedPlan(found), plan: found.planName },
          after: { ...auditedPlan(changed), plan: changed.planName },
        },
      };
    },
  );
}
