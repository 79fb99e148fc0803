import { z } from "zod";
import type { Ctx } from "../../../ctx.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import { mailPerson } from "../../identity/index.ts";
import { billingNow } from "../clock.ts";
import { cardExpiringEmail } from "../emails/payments.ts";
import { addDays } from "../rules/calendar.ts";
import { insertCardNotice, listExpiringCards } from "./store-cards.ts";
import type { ExpiringCard } from "./store-cards.ts";

/** Days before a card's end on which its owner is emailed. */
const early = 30;
const late = 7;
const most = 100;

/** Emails members whose card ends while their subscription renews, once 30 and once 7 days before. */
export const cardNoticesJob = defineJob({
  name: "billing.card_notices",
  schema: z.object({}),
  maxAttempts: 3,
  run: (ctx) => sendCardNotices(ctx),
});

/** Sends the notices that are due. Idempotent. */
export async function sendCardNotices(ctx: Ctx): Promise<void> {
  const now = await billingNow(ctx);
  for (;;) {
    const cards = await listExpiringCards(ctx.db, { now, early, late, most });
    for (const card of cards) await notify(ctx, card, now);
    if (cards.length < most) return;
  }
}

const notify = (ctx: Ctx, card: ExpiringCard, now: Date): Promise<void> =>
  ctx.transact(async (tx) => {
    const { paymentMethodId, days, accountId, brand, last4, endsAt, nextBillingAt } = card;
    if (!(await insertCardNotice(tx.db, { paymentMethodId, days, now }))) return;
    await mailPerson(tx, {
      personId: accountId,
      email: cardExpiringEmail({ brand, last4, lastDay: addDays(endsAt, -1), nextBillingAt }),
      isBulk: true,
    });
  });
