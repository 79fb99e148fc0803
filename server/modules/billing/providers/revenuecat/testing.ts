import { afterAll, beforeAll, expect } from "vitest";
import { startTestServer } from "../../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../../testing/harness.ts";
import {
  deliverStoreEvent,
  revenueCatSettings,
  startRevenueCatServer,
  storeSignature,
  storeWebhookOf,
} from "../../../../testing/revenuecat-server.ts";
import type {
  RevenueCatServer,
  StoreDisturbance,
  StoreEvent,
} from "../../../../testing/revenuecat-server.ts";
import { applyProviderEvent } from "../../payments/provider-events.ts";
import type { OwnerStand } from "../owner-contract.ts";

export let revenueCat: RevenueCatServer;
export let server: TestServer;
let aheadMs = 0;

/** Lets time pass, here and in the stores. */
export const pass = (hours: number): void => {
  aheadMs += hours * 3_600_000;
};

/** Starts a server on a strict stand-in for RevenueCat, and ends both after the tests of a file. */
export function startWithRevenueCat(env: Record<string, string> = {}): void {
  beforeAll(async () => {
    const clock = { now: () => new Date(Date.now() + aheadMs) };
    revenueCat = await startRevenueCatServer(clock);
    server = await startTestServer({
      roles: "api",
      clock,
      env: { ...revenueCatSettings(revenueCat.url), ...env },
    });
  });
  afterAll(async () => {
    await server?.stop();
    await revenueCat?.stop();
    expect(revenueCat?.faults ?? []).toEqual([]);
  });
}

/** Delivers an event, and applies it as the worker does. */
export async function deliver(event: StoreEvent): Promise<void> {
  const answer = await deliverStoreEvent(server.url, event);
  expect(answer.status).toBe(200);
  await applyProviderEvent(server.ctx(), { provider: "revenuecat", eventId: event.id });
}

interface StoreRow {
  readonly status: string;
  readonly planId: string;
  readonly store: string | null;
  readonly accessEndsAt: Date | null;
  readonly accessUntil: Date;
  readonly dunningStatus: string | null;
  readonly trialEndsAt: Date | null;
  readonly resumesAt: Date | null;
}
/** The current rows of an account's purchases in stores. */
export const rowsOf = async ({ id }: Pick<TestPerson, "id">): Promise<StoreRow[]> =>
  (
    await server.pool.query<StoreRow>(
      `select status, plan_id as "planId", store, access_ends_at as "accessEndsAt", access_until as "accessUntil",
         dunning_status as "dunningStatus", trial_ends_at as "trialEndsAt", resumes_at as "resumesAt"
       from billing.subscriptions join billing.owned_subscriptions on id = subscription_id
       where person_id = $1 and is_current order by store, created_at, ref`,
      [id],
    )
  ).rows;
export const statusesOf = async (me: Pick<TestPerson, "id">): Promise<string[]> =>
  (await rowsOf(me)).map(({ status }) => status);

/** How long a store lets people go on after a failed payment, in days. */
const storeGraceDays = 16;
const codes = { "429": 429, "500": 500, drop: "drop", hang: "hang", page: "page" } as const;

/** RevenueCat's stand-in for the contract of owners. Every subscription is a monthly one of the App Store. */
export async function startRevenueCatStand(now: () => number): Promise<OwnerStand> {
  const server = await startRevenueCatServer({ now: () => new Date(now()) });
  const { stores } = server;
  const env = revenueCatSettings(server.url);
  const name = "premiumMonthly";
  const customers = new Set<string>();
  const broken = new Set<string>();
  const disturbed = new Map<string, StoreDisturbance>();
  server.disturb((customer) => disturbed.get(customer) ?? null);
  const customerOf = (ref: string): string => ref.split(":")[0]!;
  /** What the store does with a subscription whose term is over. @returns whether there may be more to do */
  const bill = (customer: string, to: Date): boolean => {
    const { expiresAt, graceEndsAt, canceledAt, refundedAt } = server.subscriptionOf(customer, name);
    if (expiresAt > to || refundedAt) return false;
    if (canceledAt) stores.expire(customer, name);
    else if (!broken.has(customer)) stores.renew(customer, name);
    else if (!graceEndsAt) stores.failPayment(customer, name, storeGraceDays);
    else if (graceEndsAt <= to) stores.expire(customer, name);
    return !canceledAt && !broken.has(customer);
  };
  return {
    env,
    faults: server.faults,
    secrets: Object.entries(env)
      .filter(([variable]) => /SECRET|AUTH/.test(variable))
      .flatMap(([, value]) => value.split(",")),
    begin: (customer) => {
      customers.add(customer);
      stores.buy(customer, name);
      const { startedAt, product } = server.subscriptionOf(customer, name);
      return `${customer}:${product.store}:${Math.floor(startedAt.getTime() / 1000) * 1000}`;
    },
    cancel: (ref) => void stores.cancel(customerOf(ref), name),
    undoCancel: (ref) => void stores.uncancel(customerOf(ref), name),
    breakCard: (ref) => void broken.add(customerOf(ref)),
    mendCard: (ref) => void broken.delete(customerOf(ref)),
    end: (ref) => void stores.refund(customerOf(ref), name),
    travel: (to) => {
      for (const customer of customers) while (bill(customer, to));
    },
    takeEvents: () => server.events.splice(0).map(storeWebhookOf),
    forge: (sent) => [
      { ...sent, headers: { ...sent.headers, authorization: "" } },
      { ...sent, headers: { ...sent.headers, authorization: `${sent.headers["authorization"]}x` } },
      {
        ...sent,
        headers: { ...sent.headers, "x-revenuecat-webhook-signature": storeSignature("another body") },
      },
      { ...sent, body: `${sent.body} ` },
    ],
    disturb: (one) => {
      if (one) disturbed.set(customerOf(one.ref), codes[one.kind]);
      else disturbed.clear();
    },
    knows: server.has,
    stop: server.stop,
  };
}
