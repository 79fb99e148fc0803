import { z } from "zod";
import type { Ctx } from "../../../ctx.ts";
import { NotFound } from "../../../platform/errors.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import { billingNow } from "../clock.ts";
import { IllegalTransition, InProgress, PaymentMethodInUse, PaymentRefused } from "../errors.ts";
import { lockAccount } from "../accounts/store.ts";
import { hasExpired } from "../rules/cards.ts";
import { attemptsBy } from "../rules/dunning.ts";
import { updateState } from "../subscriptions/state.ts";
import { lockSubscription } from "../subscriptions/store.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";
import { ownSubscription, requirePayer } from "../subscriptions/subscriptions.ts";
import { clearOpen } from "./payments.ts";
import {
  findDetachableMethod,
  listDetachableMethods,
  listStoredMethods,
  markMethodDetached,
  removeStoredMethod,
} from "./store-methods.ts";
import type { DetachableMethod, StoredMethodRow } from "./store-methods.ts";
import { listOpenPayments } from "./store.ts";

/** The viewer's payment methods, the default first. */
export const storedMethods = (ctx: Ctx): Promise<StoredMethodRow[]> =>
  listStoredMethods(ctx.db, requirePayer(ctx).accountId);

async function ownMethod(ctx: Pick<Ctx, "db">, accountId: string, id: string): Promise<StoredMethodRow> {
  const found = (await listStoredMethods(ctx.db, accountId)).find((one) => one.id === id);
  if (!found) throw new NotFound("payment method");
  return found;
}

/**
 * Makes a stored payment method the one that a subscription is paid by from its next charge on. An open payment is
 * tried again with it. Idempotent.
 * @throws IllegalTransition, InProgress, NotFound, PaymentRefused for an expired card
 */
export async function makeDefault(ctx: Ctx, id: string, methodId: string): Promise<SubscriptionRow> {
  const own = await ownSubscription(ctx, id);
  const method = await ownMethod(ctx, own.accountId, methodId);
  if (method.isDefault && own.paymentMethodId === method.id) return own;
  if (own.nextBillingAt === null || own.status === "pending" || method.provider !== own.provider)
    throw new IllegalTransition(own.status, "change_the_payment_method");
  if (hasExpired(method, await billingNow(ctx))) throw new PaymentRefused("CARD_EXPIRED");
  await clearOpen(ctx, own);
  return ctx.transact(async (tx) => {
    await lockAccount(tx.db, own.accountId);
    const found = await lockSubscription(tx.db, id);
    if (!found || (await listOpenPayments(tx.db, id)).length > 0) throw new InProgress();
    // It may have been removed before the lock.
    await ownMethod(tx, own.accountId, methodId);
    const now = await billingNow(tx);
    return updateState(tx, found, {
      paymentMethodId: method.id,
      // Later taxes follow the billing address of the method.
      region: method.region ?? found.region,
      ...(found.dunningStatus === "in_progress"
        ? { retryAt: now, dunningAttempts: attemptsBy(found.dunningSince ?? now, now) }
        : {}),
    });
  });
}

async function detach(ctx: Ctx, { id, provider, providerRef }: DetachableMethod): Promise<void> {
  await ctx.ports.gateways.of(provider).detach(ctx, providerRef);
  const now = await billingNow(ctx);
  await ctx.transact((tx) => markMethodDetached(tx.db, id, now));
}

/** Removes a payment method at the provider too. Retried until it answers. */
export const detachMethodJob = defineJob({
  name: "billing.detach_method",
  schema: z.object({ methodId: z.uuid() }),
  maxAttempts: 20,
  run: async (ctx, { methodId }) => {
    const method = await findDetachableMethod(ctx.db, methodId);
    if (method) await detach(ctx, method);
  },
});

const methodsPerSweep = 100;

/** Detaches removed payment methods that were still being paid with when their job ran. */
export async function sweepMethods(ctx: Ctx): Promise<void> {
  const providers = ctx.ports.gateways.all.map(({ provider }) => provider);
  for (const method of await listDetachableMethods(ctx.db, { providers, max: methodsPerSweep })) {
    try {
      await detach(ctx, method);
    } catch (error) {
      ctx.log.warn({ err: error, methodId: method.id }, "A payment method could not be detached yet");
    }
  }
}

/**
 * Removes a stored payment method, here and at the provider. The one that a running subscription is paid by can't be removed.
 * @throws NotFound, PaymentMethodInUse
 */
export async function removeMethod(ctx: Ctx, methodId: string): Promise<StoredMethodRow[]> {
  const { accountId } = requirePayer(ctx);
  await ctx.transact(async (tx) => {
    await lockAccount(tx.db, accountId);
    const found = (await listStoredMethods(tx.db, accountId)).find(({ id }) => id === methodId);
    if (!found) throw new NotFound("payment method");
    if (found.isDefault) throw new PaymentMethodInUse();
    const removed = await removeStoredMethod(tx.db, methodId, await billingNow(tx));
    for (const id of removed) await tx.enqueue(detachMethodJob, { methodId: id });
  });
  return listStoredMethods(ctx.db, accountId);
}
