import { z } from "zod";
import { defineEvent } from "../../platform/events.ts";
import { subscriptionStatuses } from "./rules/states.ts";

/** A subscription's status changed. */
export const subscriptionChanged = defineEvent(
  "billing.subscription_changed",
  z.object({
    accountId: z.uuid(),
    subscriptionId: z.uuid(),
    status: z.enum(subscriptionStatuses),
    previousStatus: z.enum(subscriptionStatuses),
    /** The course or class that was bought alone. */
    opensId: z.uuid().nullish(),
  }),
);

/** A payment of a running subscription was declined. Retried at `retryAt`, or not retried if null. */
export const paymentFailed = defineEvent(
  "billing.payment_failed",
  z.object({
    accountId: z.uuid(),
    subscriptionId: z.uuid(),
    invoiceId: z.uuid(),
    code: z.string(),
    retryAt: z.iso.datetime().nullable(),
  }),
);

/** A trial ends soon, and its first charge follows. */
export const trialEnding = defineEvent(
  "billing.trial_ending",
  z.object({ accountId: z.uuid(), subscriptionId: z.uuid(), endsAt: z.iso.datetime() }),
);
