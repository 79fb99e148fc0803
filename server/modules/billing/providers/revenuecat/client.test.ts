import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { revenueCatSettings, startRevenueCatServer } from "../../../../testing/revenuecat-server.ts";
import type { RevenueCatServer, StoreDisturbance } from "../../../../testing/revenuecat-server.ts";
import { RevenueCatClient } from "./client.ts";

let server: RevenueCatServer;
beforeAll(async () => {
  server = await startRevenueCatServer();
});
afterAll(async () => {
  await server?.stop();
  expect(server?.faults ?? []).toEqual([]);
});

const secretKey = revenueCatSettings("")["REVENUECAT_SECRET_KEY"]!;
/** A client that doesn't rest from an earlier test. */
const client = () => new RevenueCatClient({ secretKey, apiUrl: server.url, callMs: 1_000 });
const customer = () => {
  const id = randomUUID();
  server.stores.buy(id, "premiumMonthly");
  return id;
};
/** Runs calls while the first `times` requests are disturbed. @returns the number of requests */
async function disturbed(
  what: StoreDisturbance,
  times: number,
  run: () => Promise<unknown>,
): Promise<number> {
  const before = server.requests();
  let left = times;
  server.disturb(() => (left-- > 0 ? what : null));
  await run().finally(() => server.disturb(null));
  return server.requests() - before;
}

test.each([500, "page", "page as answer", "drop", 429] as const)("asks again after %s", async (what) => {
  const id = customer();
  const requests = await disturbed(what, 1, async () => {
    const { subscriber } = await client().subscriber(id);
    expect(Object.keys(subscriber.subscriptions)).toEqual(["com.example.premium.monthly"]);
  });
  expect(requests).toBe(2);
});

test.each([
  [500, 3],
  ["page", 3],
  ["page as answer", 3],
  ["drop", 3],
  // Another try would wait as long.
  ["hang", 1],
] as const)("gives up when RevenueCat only answers by %s, and reveals no secret", async (what, most) => {
  const one = client();
  let thrown: unknown;
  const requests = await disturbed(what, 100, async () => {
    thrown = await one.subscriber(customer()).catch((error: unknown) => error);
  });
  expect(thrown).toMatchObject({ code: "PROVIDER_UNAVAILABLE", cause: { name: "RevenueCatNoAnswer" } });
  expect(requests).toBe(most);
  const { message, cause, stack } = thrown as Error;
  expect([message, stack, String(cause), (cause as Error).stack].join()).not.toContain(secretKey);
});

test("leaves RevenueCat alone until a limit is over", async () => {
  const one = client();
  server.limit(2);
  const before = server.requests();
  for (let call = 0; call < 10; call += 1)
    await one
      .subscriber(customer())
      .catch((error: unknown) => expect(error).toMatchObject({ code: "PROVIDER_UNAVAILABLE" }));
  server.limit(null);
  // Those within the limit at most, and one that learned of it.
  expect(server.requests() - before).toBeLessThanOrEqual(3);
});

test("deletes a customer once, and one that is gone is no error", async () => {
  const id = customer();
  for (const _ of [1, 2]) await client().deleteSubscriber(id);
  expect(server.has(id)).toBe(false);
});
