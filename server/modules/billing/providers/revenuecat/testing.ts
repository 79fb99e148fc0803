import { afterAll, beforeAll, expect } from "vitest";
import { startTestServer } from "../../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../../testing/harness.ts";
import {
  deliverStoreEvent,
  revenueCatSettings,
  startRevenueCatServer,
} from "../../../../testing/revenuecat-server.ts";
import type { RevenueCatServer, StoreEvent } from "../../../../testing/revenuecat-server.ts";
import { applyProviderEvent } from "../../payments/provider-events.ts";

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
