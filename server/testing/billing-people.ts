import { randomUUID } from "node:crypto";
import type { BillingBatch, BillingStep } from "./billing-steps.ts";
import type { TestServer } from "./harness.ts";

/** Reduces every charge of one month to below the smallest amount. */
export const coupon = "HISTORY97";
/** Ten days of what a standard plan opens. */
export const passId = "history-10-days";

/** A person of a history. */
export interface HistoryPerson {
  readonly id: string;
  readonly steps: readonly BillingStep[];
  isDeleted: boolean;
}

/** Creates the accounts of a batch, the promo code that they use, and the pass that they buy. */
export async function createPeople(server: TestServer, batch: BillingBatch): Promise<HistoryPerson[]> {
  const people = batch.people.map((steps) => ({ id: randomUUID(), steps, isDeleted: false }));
  await server.pool.query(
    `insert into identity."user" (id, name, email, "emailVerified")
     select id, 'Demo Dancer', id || '@example.test', true from unnest($1::uuid[]) as id`,
    [people.map(({ id }) => id)],
  );
  await server.pool.query(
    `insert into billing.coupons (id, discount_type, basis_points, duration) values ($1, 'percentage', 9700, 'one_time')
     on conflict do nothing`,
    [coupon],
  );
  await server.pool.query(
    `with plan as (insert into billing.plans (id, name, access_type, period, period_unit, seats, position, renews)
       values ($1, 'Pass', 'standard', 10, 'day', 1, 90, false) on conflict do nothing returning id)
     insert into billing.price_versions (plan_id, currency_code, country_code, amount, valid_from)
     select id, 'EUR', '', 700, '2020-01-01' from plan`,
    [passId],
  );
  return people;
}
