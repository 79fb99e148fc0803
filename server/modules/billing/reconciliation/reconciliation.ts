import { z } from "zod";
import type { Ctx } from "../../../ctx.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import { billingNow } from "../clock.ts";
import type { Gateway, HeldPayment } from "../ports.ts";
import { bookRefunded, creditMissing } from "../invoices/credit-notes.ts";
import { applyDispute, syncDispute } from "../payments/disputes.ts";
import { listOpenDisputes } from "../payments/store-disputes.ts";
import { addDays } from "../rules/calendar.ts";
import {
  findReconciledUntil,
  insertDifference,
  listBooked,
  listBookedBetween,
  saveReconciledUntil,
} from "./store.ts";
import type { NewDifference } from "./store.ts";
import type { PaymentRow } from "../payments/store.ts";

const page = 200;
/** Each run begins this long before the end of the last complete one, so that late payments are seen again. */
const overlapDays = 3;
/** Younger payments are skipped, since one side may not have them yet. In milliseconds. */
const settleMs = 60 * 60 * 1000;

/**
 * Compares the provider's payments with ours, in both directions.
 * @returns the number of new discrepancies
 */
export async function reconcile(ctx: Ctx, gateway: Gateway, from: Date, to: Date): Promise<number> {
  const now = await billingNow(ctx);
  let found = 0;
  const say = async (kind: string, subject: string, details: NewDifference["details"]) => {
    const difference = { provider: gateway.provider, kind, subject, details };
    if (await ctx.transact((tx) => insertDifference(tx.db, difference, now, { isState: true }))) found += 1;
  };
  const seen = new Set<string>();
  const compare = async (held: readonly HeldPayment[]) => {
    const booked = new Map(
      (
        await listBooked(
          ctx.db,
          gateway.provider,
          held.map(({ ref }) => ref),
        )
      ).map((row) => [row.providerRef, row]),
    );
    for (const payment of held) {
      seen.add(payment.ref);
      const ours = booked.get(payment.ref);
      if (!ours)
        await say("unknown_payment", payment.ref, { amount: payment.amount, currency: payment.currencyCode });
      else if (ours.amount !== payment.amount || ours.currencyCode !== payment.currencyCode)
        await say("other_amount", payment.ref, { theirs: payment.amount, ours: ours.amount });
      else if (payment.refunded > ours.refunded) {
        // Refunded in the provider's own pages: the books follow, and staff see it.
        if (ours.invoiceId) await bookRefunded(ctx, ours.invoiceId, payment.refunded);
        await say("refund_found", payment.ref, {
          amount: payment.refunded - ours.refunded,
          refunded: payment.refunded,
          currency: payment.currencyCode,
        });
      } else if (payment.refunded < ours.refunded - ours.underWay)
        await say("other_refund", payment.ref, {
          amount: ours.refunded - payment.refunded,
          currency: payment.currencyCode,
        });
    }
  };
  const compareAll = async (payments: AsyncIterable<HeldPayment>) => {
    let held: HeldPayment[] = [];
    for await (const payment of payments) {
      held.push(payment);
      if (held.length < page) continue;
      await compare(held);
      held = [];
    }
    await compare(held);
  };
  await compareAll(gateway.listPayments(ctx, from, to));
  // A refund may be much younger than its payment.
  if (gateway.listRefunded) await compareAll(gateway.listRefunded(ctx, from, to));
  await reconcileDisputes(ctx, gateway, { from, to }, say);

  for (let afterId: string | null = null; ;) {
    const ours = await listBookedBetween(ctx.db, {
      provider: gateway.provider,
      from,
      to,
      afterId,
      most: page,
    });
    for (const payment of ours)
      if (!seen.has(payment.providerRef) && !(await existsAtProvider(ctx, gateway, payment.providerRef)))
        await say("missing_payment", payment.providerRef, {
          amount: payment.amount,
          currency: payment.currencyCode,
        });
    if (ours.length < page) return found;
    afterId = ours.at(-1)!.id;
  }
}

/** Applies disputes whose news was lost: new ones, and decisions about open ones. */
async function reconcileDisputes(
  ctx: Ctx,
  gateway: Gateway,
  { from, to }: { from: Date; to: Date },
  say: (kind: string, subject: string, details: NewDifference["details"]) => Promise<void>,
): Promise<void> {
  if (!gateway.listDisputes) return;
  for await (const dispute of gateway.listDisputes(ctx, from, to))
    if (!(await applyDispute(ctx, gateway.provider, dispute)))
      await say("unknown_dispute", dispute.ref, { amount: dispute.amount, currency: dispute.currencyCode });
  for (const ref of await listOpenDisputes(ctx.db, gateway.provider))
    await syncDispute(ctx, gateway.provider, ref);
}

/** Whether the provider has a payment, asked by reference; for payments at the edge of the time range. */
async function existsAtProvider(ctx: Ctx, gateway: Gateway, ref: string): Promise<boolean> {
  try {
    return (await gateway.retrievePayment(ctx, ref)).kind === "succeeded";
  } catch (error) {
    ctx.log.warn({ err: error, provider: gateway.provider }, "A payment couldn't be retrieved");
    return false;
  }
}

/** Runs every night for each provider, over everything since its last complete run. */
export const reconcileJob = defineJob({
  name: "billing.reconcile",
  schema: z.object({}),
  maxAttempts: 5,
  run: async (ctx) => {
    const to = new Date(ctx.clock.now().getTime() - settleMs);
    for (const gateway of ctx.ports.gateways.all) {
      const { provider } = gateway;
      const last = await findReconciledUntil(ctx.db, provider);
      const found = await reconcile(ctx, gateway, addDays(last && last < to ? last : to, -overlapDays), to);
      await saveReconciledUntil(ctx.db, provider, to);
      if (found > 0) ctx.log.error({ provider, differences: found }, "The provider's books differ from ours");
    }
    await creditMissing(ctx);
  },
});

/** Records a failed refund that isn't ours as a discrepancy, for staff to review. */
export async function recordFailure(ctx: Ctx, payment: PaymentRow, kind: "refund_failed"): Promise<void> {
  const difference = {
    provider: payment.provider,
    kind,
    subject: payment.providerRef ?? payment.id,
    details: { amount: payment.amount, currency: payment.currencyCode },
  };
  const now = await billingNow(ctx);
  await ctx.transact((tx) => insertDifference(tx.db, difference, now));
}
