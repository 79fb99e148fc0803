import { z } from "zod";
import type { Ctx } from "../../../ctx.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import { deleteKeysBefore } from "../checkout/store.ts";
import { billingNow } from "../clock.ts";
import { ProviderUnavailable } from "../errors.ts";
import { cancelPayment, resolvePayment, runPayment, syncPayment } from "../payments/payments.ts";
import { sweepGiftPayment } from "../gift-cards/purchase.ts";
import { sweepIntents } from "../payments/intents.ts";
import { sweepMethods } from "../payments/methods.ts";
import { deleteEventsBefore } from "../payments/store-events.ts";
import { listPaymentsOpenSince, listUnresolved } from "../payments/store-open.ts";
import type { OpenPaymentRow } from "../payments/store-open.ts";
import { findPayment } from "../payments/store.ts";

/** How long a request or a webhook has to settle a payment before the sweep asks, in milliseconds. */
const startedMs = 10 * 60_000;
const waitingMs = 5 * 60_000;
/** How long a payment may stay without a result, in milliseconds: less than a day. */
const maxAgeMs = 23 * 3_600_000;
/** How long the answer to a call with an idempotency key is kept. */
export const keyDays = 30;
/** How long applied webhooks are known, so that one isn't applied twice. Providers repeat theirs for a few days. */
export const webhookDays = 90;
const dayMs = 24 * 3_600_000;
const page = 100;
const concurrency = 4;

/**
 * Asks the provider about every payment without a result: processes die, webhooks get lost. After 23 hours it is
 * given up, so that it blocks no one. Payments given up before are asked about until their result is known.
 */
export async function sweepPayments(ctx: Ctx): Promise<void> {
  const now = await billingNow(ctx);
  for (const [status, ageMs] of [
    ["started", startedMs],
    ["action_required", waitingMs],
  ] as const) {
    const before = new Date(now.getTime() - ageMs);
    for (let after: OpenPaymentRow | null = null; ;) {
      const open: OpenPaymentRow[] = await listPaymentsOpenSince(ctx.db, {
        status,
        before,
        after,
        most: page,
      });
      await each(ctx, open, ({ id, createdAt }) => ask(ctx, id, now.getTime() - createdAt.getTime()));
      if (open.length < page) break;
      after = open.at(-1)!;
    }
  }
  await each(ctx, await listUnresolved(ctx.db, now, page), (unresolved) =>
    resolvePayment(ctx, unresolved, now),
  );
}

/** Runs work for each item, some at a time. A failure is logged and doesn't stop the others. */
async function each<Item>(
  ctx: Ctx,
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const left = [...items];
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let item = left.shift(); item; item = left.shift()) {
        try {
          await work(item);
        } catch (error) {
          const isExpected = error instanceof ProviderUnavailable;
          ctx.log[isExpected ? "warn" : "error"]({ err: error }, "A payment's result is not known yet");
        }
      }
    }),
  );
}

async function ask(ctx: Ctx, id: string, ageMs: number): Promise<void> {
  const payment = await findPayment(ctx.db, id);
  if (payment?.status !== "started" && payment?.status !== "action_required") return;
  if (payment.purpose === "gift_card") return sweepGiftPayment(ctx, payment, ageMs > maxAgeMs);
  if (ageMs > maxAgeMs) await cancelPayment(ctx, payment, "clock");
  else if (payment.status === "started") await runPayment(ctx, payment, { cause: "clock" });
  else await syncPayment(ctx, payment, "clock");
}

/** Sweeps payments without a result, and removed payment methods that the provider still holds. */
export const sweepJob = defineJob({
  name: "billing.sweep_payments",
  schema: z.object({}),
  maxAttempts: 3,
  run: async (ctx) => {
    await sweepPayments(ctx);
    await sweepIntents(ctx, await billingNow(ctx));
    await sweepMethods(ctx);
    const now = ctx.clock.now().getTime();
    await deleteKeysBefore(ctx.db, new Date(now - keyDays * dayMs));
    await deleteEventsBefore(ctx.db, new Date(now - webhookDays * dayMs));
  },
});
