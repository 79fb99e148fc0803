import { z } from "zod";
import type { Ctx } from "../../../ctx.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import { recordOperatorAuditEntry } from "../../identity/index.ts";
import { billingNow } from "../clock.ts";
import type { CouponTerms } from "../coupons/rules.ts";
import { ProviderUnavailable } from "../errors.ts";
import type { SubscriptionOwner } from "../owner-ports.ts";
import { findCoupon } from "../plans/store.ts";
import { insertDifference } from "../reconciliation/store.ts";
import { compareCoupon, comparePlan } from "./compare.ts";
import type { RefFault } from "./compare.ts";
import type { GivenRefs } from "./read.ts";
import { listCouponRefs, listListPrices, listPlanRefs, replaceRefs, saveChecked } from "./store.ts";
import type { CheckedCouponRef, CheckedPlanRef } from "./store.ts";

interface Checked {
  readonly plans: readonly CheckedPlanRef[];
  readonly coupons: readonly CheckedCouponRef[];
  readonly faults: readonly RefFault[];
}

/**
 * Compares references with our prices and, if the provider's can be read, with those.
 * @throws ProviderUnavailable
 */
async function check(ctx: Ctx, owner: SubscriptionOwner, given: GivenRefs): Promise<Checked> {
  const { priceBook } = owner;
  const prices = new Map(
    (await listListPrices(ctx.db, await billingNow(ctx))).map((price) => [
      `${price.planId} ${price.currencyCode}`,
      price,
    ]),
  );
  const ids = [...new Set(given.coupons.map(({ couponId }) => couponId))];
  const coupons = new Map<string, CouponTerms | null>();
  for (const id of ids) coupons.set(id, await findCoupon(ctx.db, id));
  const heldPrices = new Map(
    (
      (await priceBook?.prices(
        ctx,
        given.plans.map(({ ref }) => ref),
      )) ?? []
    ).map((held) => [held.ref, held]),
  );
  const heldCoupons = new Map(
    given.coupons.length === 0
      ? []
      : (
          (await priceBook?.coupons(
            ctx,
            given.coupons.map(({ ref }) => ref),
          )) ?? []
        ).map((held) => [held.ref, held]),
  );
  // Prices that can't be read are taken as they are here.
  const planResults = given.plans.map((one) => {
    const ours = prices.get(`${one.planId} ${one.currencyCode}`);
    const held = priceBook ? heldPrices.get(one.ref) : ours && { ...ours, ref: one.ref };
    return comparePlan(one, ours, held);
  });
  const couponResults = given.coupons.map((one) => {
    const ours = coupons.get(one.couponId) ?? undefined;
    const amount = ours?.amounts[one.currencyCode] ?? null;
    const held = priceBook
      ? heldCoupons.get(one.ref)
      : ours && { ...ours, ref: one.ref, amount, currencyCode: one.currencyCode };
    return compareCoupon(one, ours, held);
  });
  return {
    plans: planResults.map(({ checked }) => checked),
    coupons: couponResults.map(({ checked }) => checked),
    faults: [...planResults, ...couponResults].flatMap(({ fault }) => fault ?? []),
  };
}

/**
 * Replaces the references of a provider's prices and coupons, if each fits. One that doesn't leaves everything as it was.
 * @returns what doesn't fit
 * @throws ProviderUnavailable
 */
export async function importRefs(
  ctx: Ctx,
  owner: SubscriptionOwner,
  given: GivenRefs,
): Promise<readonly RefFault[]> {
  const { plans, coupons, faults } = await check(ctx, owner, given);
  if (faults.length > 0) return faults;
  await ctx.transact(async (tx) => {
    await replaceRefs(tx, owner.provider, { plans, coupons }, await billingNow(tx));
    await recordOperatorAuditEntry(tx, {
      action: "billing.price_refs_imported",
      subject: `provider:${owner.provider}`,
      details: { plans: plans.length, coupons: coupons.length },
    });
  });
  return [];
}

/**
 * Compares the stored references with the provider again. A plan is offered through it only as long as its price is the same.
 * @returns what doesn't fit
 * @throws ProviderUnavailable
 */
export async function checkRefs(ctx: Ctx, owner: SubscriptionOwner): Promise<readonly RefFault[]> {
  const given = {
    plans: await listPlanRefs(ctx.db, owner.provider),
    coupons: await listCouponRefs(ctx.db, owner.provider),
  };
  if (given.plans.length + given.coupons.length === 0) return [];
  const { plans, coupons, faults } = await check(ctx, owner, given);
  await ctx.transact(async (tx) => {
    const now = await billingNow(tx);
    await saveChecked(tx, owner.provider, { plans, coupons }, now);
    for (const { kind, subject, currencyCode, ref, theirs, ours } of faults)
      await insertDifference(
        tx.db,
        {
          provider: owner.provider,
          kind,
          subject,
          details: {
            ref,
            ...(theirs !== undefined && { theirs, amount: theirs }),
            ...(ours !== undefined && { ours }),
            ...(currencyCode && { currency: currencyCode }),
          },
        },
        now,
        { isState: true },
      );
  });
  return faults;
}

/** Every night: compares the prices of each provider that owns prices with ours. */
export const checkRefsJob = defineJob({
  name: "billing.check_price_refs",
  schema: z.object({}),
  maxAttempts: 5,
  run: async (ctx) => {
    let unavailable: unknown = null;
    for (const owner of ctx.ports.owners.all) {
      try {
        const { length } = await checkRefs(ctx, owner);
        if (length > 0)
          ctx.log.error(
            { provider: owner.provider, differences: length },
            "A provider's prices differ from ours",
          );
      } catch (error) {
        // The others are compared nonetheless; the job is retried.
        if (!(error instanceof ProviderUnavailable)) throw error;
        unavailable = error;
      }
    }
    if (unavailable) throw unavailable;
  },
});

/** The plans that can be sold through an owner of subscriptions: those whose price there is the same as here. */
export async function soldThrough<Plan extends { id: string; currencyCode: string; amount: number }>(
  ctx: Pick<Ctx, "db">,
  provider: string,
  plans: readonly Plan[],
): Promise<Plan[]> {
  const refs = await listPlanRefs(ctx.db, provider);
  return plans.filter((plan) =>
    refs.some(
      ({ planId, currencyCode, heldAmount }) =>
        planId === plan.id && currencyCode === plan.currencyCode && heldAmount === plan.amount,
    ),
  );
}
