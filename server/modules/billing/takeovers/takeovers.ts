import { randomUUID } from "node:crypto";
import type { Ctx, Tx } from "../../../ctx.ts";
import { BadInput } from "../../../platform/errors.ts";
import { inEnglish } from "../../../platform/i18n/messages.ts";
import { contentText } from "../../site/index.ts";
import { lockAccount } from "../accounts/store.ts";
import { billedRegionOf } from "../buyers/parties.ts";
import { billingNow } from "../clock.ts";
import { CustomerTaken, IllegalTransition, PlanUnknown, ProviderUnavailable } from "../errors.ts";
import type { HeldFault, HeldRefs, HeldSubscription, HeldSubscriptions } from "../held-ports.ts";
import { insertMethod } from "../payments/store.ts";
import { billingRegionOf, regionOf } from "../plans/regions.ts";
import type { BillingRegion } from "../plans/regions.ts";
import { listPlans } from "../plans/store.ts";
import type { PlanRow } from "../plans/store.ts";
import type { Gateway, SubscriptionProvider } from "../ports.ts";
import { withTax } from "../rules/tax.ts";
import { insertFreeCustomer } from "../staff/store.ts";
import { transition, updateState } from "../subscriptions/state.ts";
import { findSubscription, lockSubscription } from "../subscriptions/store.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";
import { insertWithoutCheckout } from "../subscriptions/without-checkout.ts";
import {
  deleteTakeover,
  findTakeover,
  insertTakeover,
  isCustomerTaken,
  saveTakeoverBegun,
  saveTakeoverTerms,
} from "./store.ts";
import type { TakeoverRow } from "./store.ts";
import { anchorOf, priceWithin } from "./terms.ts";

/** Why a running subscription can't become ours. */
export type TakeoverFault =
  | HeldFault
  /** Its customer belongs to an account here. */
  | "customer_taken"
  /** Its price isn't the one that was checked. */
  | "changed";

type Holder = Gateway & { readonly heldSubscriptions: HeldSubscriptions };
const isHolder = (gateway: Gateway): gateway is Holder => gateway.heldSubscriptions !== undefined;
const holderOf = (ctx: Pick<Ctx, "ports">): Holder | null => ctx.ports.gateways.all.find(isHolder) ?? null;

/** The configured provider whose own subscriptions can be taken over; null if there is none. */
export function takeoverProvider(
  ctx: Pick<Ctx, "ports">,
): { readonly provider: SubscriptionProvider; readonly name: string } | null {
  return holderOf(ctx);
}

/**
 * A running subscription as its provider has it; null for a customer without one.
 * @throws ProviderUnavailable
 */
export async function readHeldSubscription(
  ctx: Ctx,
  refs: HeldRefs,
): Promise<HeldSubscription | TakeoverFault | null> {
  const holder = holderOf(ctx);
  if (!holder) return "not_found";
  const { provider, heldSubscriptions } = holder;
  if (await isCustomerTaken(ctx.db, provider, refs)) return "customer_taken";
  const found = await heldSubscriptions.find(refs, await billingNow(ctx));
  if (!found || typeof found === "string") return found;
  const { customer } = found;
  const isTaken =
    customer !== refs.customer && (await isCustomerTaken(ctx.db, provider, { customer, subscription: null }));
  return isTaken ? "customer_taken" : found;
}

/** Where someone is billed: at their payment method's address, else at the customer's, else where the card was issued. */
async function placeOf(
  ctx: Pick<Ctx, "db" | "studio">,
  held: HeldSubscription,
  now: Date,
): Promise<BillingRegion> {
  const { method } = held;
  const countryCode =
    method.address?.countryCode ?? held.countryCode ?? method.countryCode ?? ctx.studio.countryCode;
  const region = (code: string): string => {
    try {
      return regionOf(method, code) ?? "";
    } catch (error) {
      // A postal code that no one checked when it was typed.
      if (error instanceof BadInput) return "";
      throw error;
    }
  };
  const place = countryCode ? { countryCode, region: region(countryCode) } : null;
  return { ...(await billingRegionOf(ctx, place, now)), currencyCode: held.currencyCode };
}

/** A billing interval in the smaller unit, so that 12 months equal a year. */
function intervalOf({
  period,
  periodUnit,
}: Pick<HeldSubscription["price"], "period" | "periodUnit">): string {
  if (periodUnit === "year") return `${period * 12} month`;
  return periodUnit === "week" ? `${period * 7} day` : `${period} ${periodUnit}`;
}

/** Plans that can go on with a price: those that renew as often, and are sold in its currency. */
export async function plansForPrice(
  ctx: Pick<Ctx, "db" | "clock" | "studio">,
  price: Pick<HeldSubscription, "currencyCode"> & Pick<HeldSubscription["price"], "period" | "periodUnit">,
): Promise<PlanRow[]> {
  const { currencyCode } = price;
  const now = await billingNow(ctx);
  const plans = await listPlans(ctx.db, { currencyCode, countryCode: ctx.studio.countryCode ?? "" }, now);
  return plans.filter((plan) => plan.renews && intervalOf(plan) === intervalOf(price));
}

/**
 * Prepares the subscription of an account that was made a moment ago: all that can fail here is done before the provider's own is
 * ended. It grants nothing and charges nothing until `finishTakeover`.
 * @returns its id
 * @throws CustomerTaken, PlanUnknown
 */
export async function prepareTakeover(
  tx: Tx,
  order: {
    readonly accountId: string;
    readonly provider: SubscriptionProvider;
    readonly planId: string;
    readonly held: HeldSubscription;
    readonly staffId: string;
  },
): Promise<string> {
  const { accountId, provider, planId, held, staffId } = order;
  const now = await billingNow(tx);
  const plan = (await plansForPrice(tx, { ...held.price, currencyCode: held.currencyCode })).find(
    ({ id }) => id === planId,
  );
  if (!plan) throw new PlanUnknown();
  await lockAccount(tx.db, accountId);
  if (!(await insertFreeCustomer(tx.db, { accountId, provider, ref: held.customer })))
    throw new CustomerTaken();
  const place = await placeOf(tx, held, now);
  const paymentMethodId = randomUUID();
  const method = { ...held.method, id: paymentMethodId, accountId, provider, now };
  await insertMethod(tx.db, { ...method, region: place.region || null, trialHash: null });
  const inserted = await insertWithoutCheckout(tx, {
    accountId,
    provider,
    plan,
    currencyCode: held.currencyCode,
    place,
    origin: { priceAmount: priceWithin(held.amount, place.tax) },
    cause: `staff:${staffId}`,
    now,
  });
  // The contract was made at the other service: no new right of withdrawal begins.
  await updateState(tx, inserted, { paymentMethodId, agreedAt: held.startedAt });
  await insertTakeover(tx.db, {
    ...held,
    subscriptionId: inserted.id,
    provider,
    providerRef: held.ref,
    priceRef: held.price.ref,
    paymentMethodId,
  });
  return inserted.id;
}

/** What became of a takeover. */
export type TakeoverResult =
  | {
      readonly planName: ReturnType<typeof contentText>;
      readonly endsAt: Date;
      /** What is charged then; null if it doesn't renew. */
      readonly next: { readonly amount: number; readonly currencyCode: string } | null;
    }
  /** It had ended at the provider without us, and ours never began. */
  | "ended";

/**
 * Ends the provider's own subscription, and begins ours with the rest of its paid term. Idempotent: a process that dies is continued by
 * another call. While the provider's own can't be ended, ours stays pending: no one is told that there is none.
 * @param begun in the transaction of the result; not called again once it was committed
 * @throws ProviderUnavailable, also while the provider's own can't be ended
 */
export async function finishTakeover(
  ctx: Ctx,
  subscriptionId: string,
  { staffId, begun }: { staffId: string; begun: (tx: Tx, result: TakeoverResult) => Promise<void> },
): Promise<void> {
  const found = await findTakeover(ctx.db, subscriptionId);
  const ours = await findSubscription(ctx.db, subscriptionId);
  if (!found || found.begunAt || !ours) return;
  // The provider's own isn't ended for nothing.
  if (ours.status !== "pending") throw new IllegalTransition(ours.status, "take_over");
  const cause = `staff:${staffId}` as const;
  const ended = await endAtProvider(ctx, found);
  await ctx.transact(async (tx) => {
    const pending = await lockSubscription(tx.db, subscriptionId);
    if (!pending) return;
    const now = await billingNow(tx);
    if (ended === "ended") {
      await deleteTakeover(tx.db, subscriptionId);
      await transition(tx, pending, { trigger: "abort", cause, now });
      return begun(tx, ended);
    }
    if (!(await saveTakeoverBegun(tx.db, subscriptionId, now))) return;
    const begins = await begin(tx, pending, ended, { cause, now });
    const { planId, currencyCode, priceAmount } = begins;
    const { billingRegion } = await billedRegionOf(tx, begins, now);
    const amount = withTax(priceAmount, billingRegion.tax);
    await begun(tx, {
      planName: contentText(tx.studio, "plan", planId, "name", begins.planName),
      endsAt: ended.termEndsAt,
      next: ended.renews ? { amount, currencyCode } : null,
    });
  });
}

/** @returns the terms that ours begins with; "ended" if it had ended without us */
async function endAtProvider(ctx: Ctx, found: TakeoverRow): Promise<TakeoverRow | "ended"> {
  const { subscriptionId, provider, providerRef } = found;
  const { heldSubscriptions } = ctx.ports.gateways.of(provider);
  if (!heldSubscriptions) throw new ProviderUnavailable();
  const held = await heldSubscriptions.find(
    { subscription: providerRef, customer: null },
    await billingNow(ctx),
  );
  let terms = found;
  if (held && typeof held === "object") {
    const isSame = held.price.ref === found.priceRef && held.amount === found.amount;
    if (!isSame) throw stays("changed");
    await ctx.transact((tx) => saveTakeoverTerms(tx.db, subscriptionId, held));
    const { renews, isTrial, termStartsAt, termEndsAt, anchorAt } = held;
    terms = { ...found, renews, isTrial, termStartsAt, termEndsAt, anchorAt };
  } else if (held !== "ended") throw stays(held ?? "not_found");
  // Of two answers of "ended" only one is ours.
  const ended = await heldSubscriptions.end(providerRef, `Taken over as ${subscriptionId}`);
  return ended === "ended" ? ended : { ...terms, ...ended };
}

/** The provider's own goes on and charges, for example until its renewal is paid: it is asked again. */
const stays = (fault: TakeoverFault): ProviderUnavailable =>
  new ProviderUnavailable(
    undefined,
    inEnglish(`The subscription at the provider goes on, and can't be ended now: ${fault}.`),
  );

/** Begins a pending subscription with the rest of a term that was paid at the provider, or of a trial. */
async function begin(
  tx: Tx,
  pending: SubscriptionRow,
  { isTrial, renews, termStartsAt, termEndsAt, anchorAt }: TakeoverRow,
  context: { cause: `staff:${string}`; now: Date },
): Promise<SubscriptionRow> {
  const { now } = context;
  const begun = isTrial
    ? await transition(tx, pending, {
        ...context,
        trigger: "confirm_trial",
        changes: { trialEndsAt: termEndsAt, nextBillingAt: termEndsAt, accessEndsAt: null, remindedAt: now },
      })
    : await transition(tx, pending, {
        ...context,
        trigger: "take_over",
        changes: {
          termStartsAt,
          termEndsAt,
          ...anchorOf({ anchorAt, termEndsAt }, pending),
          // What is unused of it was paid, though not here.
          termValue: pending.priceAmount,
          nextBillingAt: termEndsAt,
        },
      });
  if (renews) return begun;
  return transition(tx, begun, {
    ...context,
    trigger: "cancel_at_end",
    changes: { canceledAt: now, accessEndsAt: termEndsAt, nextBillingAt: null },
  });
}
