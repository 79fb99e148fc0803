import { z } from "zod";

const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const maybeMoment = moment.nullish().transform((value) => value ?? null);
const maybeText = z
  .string()
  .nullish()
  .transform((value) => value ?? null);
const price = z
  .object({ amount: z.number(), currency: z.string() })
  .nullish()
  .transform((value) => value ?? null);

/** A subscription of a store. `period_type` and `store` get new values over time. */
const subscription = z.object({
  store: z.string(),
  is_sandbox: z.boolean(),
  period_type: z.string(),
  ownership_type: maybeText,
  product_plan_identifier: maybeText,
  original_purchase_date: maybeMoment,
  purchase_date: moment,
  expires_date: maybeMoment,
  grace_period_expires_date: maybeMoment,
  unsubscribe_detected_at: maybeMoment,
  billing_issues_detected_at: maybeMoment,
  refunded_at: maybeMoment,
  auto_resume_date: maybeMoment,
  price,
  management_url: maybeText,
});

/** A purchase that doesn't renew: for life, or for a time that only its entitlement tells. */
const purchase = z.object({
  id: z.string(),
  store: z.string(),
  is_sandbox: z.boolean(),
  purchase_date: moment,
  price,
});

/** What a customer may use, and the product that unlocks it: one of several, if they bought in two stores. */
const entitlement = z.object({
  product_identifier: z.string(),
  product_plan_identifier: maybeText,
  purchase_date: maybeMoment,
  expires_date: maybeMoment,
});

/** What is read of the answer to `GET /v1/subscribers/{app_user_id}`. Subscriptions are listed by product. */
export const subscriberAnswer = z.object({
  request_date_ms: z.int().positive(),
  subscriber: z.object({
    entitlements: z.record(z.string(), entitlement),
    subscriptions: z.record(z.string(), subscription),
    non_subscriptions: z.record(z.string(), z.array(purchase)),
    management_url: maybeText,
  }),
});

export type SubscriberAnswer = z.output<typeof subscriberAnswer>;
export type StoreSubscription = z.output<typeof subscription>;
export type StoreEntitlement = z.output<typeof entitlement>;
