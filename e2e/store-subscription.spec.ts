import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { webDir } from "../server/app/start.ts";
import { startTestServer } from "../server/testing/harness.ts";
import type { TestServer } from "../server/testing/harness.ts";
import {
  deliverStoreEvent,
  revenueCatSettings,
  startRevenueCatServer,
} from "../server/testing/revenuecat-server.ts";
import type { RevenueCatServer, StoreEvent } from "../server/testing/revenuecat-server.ts";
import { expect, expectAccessible, test } from "./test.ts";

let stores: RevenueCatServer;
let server: TestServer;
test.beforeAll(async () => {
  stores = await startRevenueCatServer();
  server = await startTestServer({ webDir, env: revenueCatSettings(stores.url) });
});
test.afterAll(async () => {
  await server?.stop();
  await stores?.stop();
});
test.afterEach(() => expect(stores.faults).toEqual([]));

/** Registers a member. @returns their account's id, which the app sends to the stores */
async function register(page: Page): Promise<string> {
  await page.goto(`${server.url}/register?next=/account/subscription`);
  await page.getByLabel("Name").fill("Demo Dee");
  await page.getByLabel("Email").fill(`${randomUUID()}@example.test`);
  await page.getByLabel("Password", { exact: true }).fill("tango on a tin roof");
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page).toHaveURL(/^[^?]*\/account\/subscription$/);
  return page.evaluate(async () => {
    const { token } = (await (await fetch("/api/auth/token")).json()) as { token: string };
    const answer = await fetch("/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", "x-auth-token": `Bearer ${token}` },
      body: JSON.stringify({ query: "{ me { id } }" }),
    });
    return ((await answer.json()) as { data: { me: { id: string } } }).data.me.id;
  });
}
/** Delivers an event, and waits until the worker has applied it. */
async function deliver(event: StoreEvent): Promise<void> {
  expect((await deliverStoreEvent(server.url, event)).status).toBe(200);
  await expect
    .poll(async () => {
      const { rows } = await server.pool.query<{ isApplied: boolean }>(
        `select applied_at is not null as "isApplied" from billing.webhook_events where event_id = $1`,
        [event.id],
      );
      return rows[0]?.isApplied;
    })
    .toBe(true);
}

test("who bought in two stores sees who bills what and where to manage it, and can’t pay twice", async ({
  page,
}) => {
  const me = await register(page);
  await expect(page.getByText("You’re on the free plan.")).toBeVisible();
  await deliver(stores.stores.buy(me, "premiumMonthly"));
  await page.reload();
  await expect(page.getByText(/^Premium, .*: renews /)).toBeVisible();
  await expect(page.getByText("Billed by App Store.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Manage in App Store" })).toHaveAttribute(
    "href",
    "https://apps.apple.com/account/subscriptions",
  );
  for (const name of ["Cancel subscription", "Change plan", "Pause", "Update payment method"])
    await expect(page.getByRole("button", { name })).toBeHidden();
  await deliver(stores.stores.buy(me, "playPremium"));
  await deliver(stores.stores.cancel(me, "premiumMonthly"));
  await page.reload();
  await expect(page.getByText(/^Premium, .*: ends /)).toBeVisible();
  await expect(page.getByRole("link", { name: "Manage in Google Play" })).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${server.url}/checkout`);
  await expect(page.getByText("You already have Premium")).toBeVisible();
  await expect(page.getByText(/bills it. To buy a plan here, cancel that one first./)).toBeVisible();

  await page.goto(`${server.url}/account/settings#privacy`);
  await expect(page.getByText("Google Play goes on billing your subscription after that.")).toBeVisible();
});
