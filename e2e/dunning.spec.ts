import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { webDir } from "../server/app/start.ts";
import { cards, cardToken } from "../server/modules/billing/testing.ts";
import { startTestServer } from "../server/testing/harness.ts";
import type { TestPerson, TestServer } from "../server/testing/harness.ts";
import { expect, expectAccessible, test } from "./test.ts";

/** A server of its own: its billing's time is moved. */
let server: TestServer;
let admin: TestPerson;
test.beforeAll(async () => {
  server = await startTestServer({ webDir });
  admin = await server.member({ role: "admin" });
});
test.afterAll(() => server?.stop());

const advance = async (days: number) => {
  const { errors } = await server.graphql(
    "mutation ($days: Int!) { advanceTestClock(days: $days) }",
    { days },
    { as: admin },
  );
  expect(errors).toEqual([]);
};

/** Begins a trial for whoever uses the page, with a card that is refused when it is charged. */
async function beginTrial(page: Page): Promise<void> {
  await page.goto(`${server.url}/terms`);
  await page.waitForFunction(() => localStorage.getItem("eightcount.session-known") !== null);
  const token = await page.evaluate(
    async () => ((await (await fetch("/api/auth/token")).json()) as { token: string }).token,
  );
  const { data } = await server.graphql<{ subscriptionCreateV2: { status: string } }>(
    `mutation ($token: String!, $key: String!) { subscriptionCreateV2(planInfo: { planId: "premium-monthly" },
      gateway: { provider: eightcount, token: $token }, paymentMethodType: card, idempotencyKey: $key) { status } }`,
    { token: await cardToken(server, cards.failsLater), key: randomUUID() },
    { headers: { "x-auth-token": `Bearer ${token}` } },
  );
  expect(data?.subscriptionCreateV2.status).toBe("in_trial");
}

test("a card that is refused at the trial's end is tried again, then everything closes and nothing is owed", async ({
  page,
}) => {
  await beginTrial(page);
  await page.goto(`${server.url}/account/subscription`);
  await expect(page.getByText(/^Premium, monthly\. Your first payment is \$14\.99 on /)).toBeVisible();
  await advance(15);
  await page.reload();
  await expect(page.getByText("Premium, monthly. Your payment of $14.99 didn’t go through.")).toBeVisible();
  await expect(page.getByText(/^We try again on /)).toBeVisible();
  await expectAccessible(page);
  await advance(8);
  await page.reload();
  await expect(page.getByText(/^Premium ended on .*\. You dance for free\.$/)).toBeVisible();
  await expectAccessible(page);
});
