import { z } from "zod";
import type { Ctx } from "../../../ctx.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import { billingNow } from "../clock.ts";
import type { Gateway, HeldPayment } from "../ports.ts";
import { addDays } from "../rules/calendar.ts";
import { insertDifference, listBooked, listBookedBetween } from "./store.ts";
import type { NewDifference } from "./store.ts";
import type { PaymentRow } from "../payments/store.ts";

const page = 200;
/** How many days each night compares. They overlap, so that late payments are seen again. */
const lookBackDays = 3;
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
    if (await ctx.transact((tx) => insertDifference(tx.db, difference, now))) found += 1;
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
      else if (ours.refunded !== payment.refunded)
        await say("other_refund", payment.ref, { theirs: payment.refunded, ours: ours.refunded });
    }
  };
  let held: HeldPayment[] = [];
  for await (const payment of gateway.listPayments(ctx, from, to)) {
    held.push(payment);
    if (held.length < page) continue;
    await compare(held);
    held = [];
  }
  await compare(held);

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

/** Whether the provider has a payment, asked by reference; for payments at the edge of the time range. */
async function existsAtProvider(ctx: Ctx, gateway: Gateway, ref: string): Promise<boolean> {
  try {
    return (await gateway.look(ctx, ref)).kind === "succeeded";
  } catch (error) {
    ctx.log.warn({ err: error, provider: gateway.provider }, "A payment couldn't be retrieved");
    return false;
  }
}

/** Runs every night for each provider. */
export const reconcileJob = defineJob({
  name: "billing.reconcile",
  schema: z.object({}),
  maxAttempts: 5,
  run: async (ctx) => {
    const to = new Date(ctx.clock.now().getTime() - settleMs);
    for (const gateway of ctx.ports.gateways.all) {
      const found = await reconcile(ctx, gateway, addDays(to, -lookBackDays), to);
      if (found > 0)
        ctx.log.error(
          { provider: gateway.provider, differences: found },
          "The provider's books differ from ours",
        );
    }
  },
});

/** Records a dispute or a failed refund as a discrepancy, for staff to review. */
export async function recordFailure(
  ctx: Ctx,
  payment: PaymentRow,
  kind: "dispute" | "refund_failed",
): Promise<void> {
  const difference = {
    provider: payment.provider,
    kind,
    subject: payment.providerRef ?? payment.id,
    details: { amount: payment.amount, currency: payment.currencyCode },
  };
  const now = await billingNow(ctx);
  await ctx.transact((tx) => insertDifference(tx.db, difference, now));
}
