import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../../../../testing/harness.ts";
import type { TestServer } from "../../../../testing/harness.ts";
import { startStripeServer, stripeSettings } from "../../../../testing/stripe-server.ts";
import type { StripeServer } from "../../../../testing/stripe-server.ts";
import { subscribeAs } from "../../testing.ts";
import { createStripe } from "./client.ts";

let stripe: StripeServer;
let server: TestServer;
beforeAll(async () => {
  stripe = await startStripeServer();
  server = await startTestServer({ roles: "api", env: stripeSettings(stripe.url), maxOperationMs: 1_000 });
});
afterAll(async () => {
  await server?.stop();
  await stripe?.stop();
  expect(stripe?.faults).toEqual([]);
});

test("a checkout that Stripe leaves hanging isn’t said to have changed nothing, and charges once when repeated", async () => {
  const me = await server.anonymous();
  const given = { provider: "stripe", token: "pm_good_hanging", key: randomUUID(), withoutTrial: true };
  const charged = () => stripe.charges.filter(({ metadata }) => metadata["accountId"] === me.id);
  // Stripe does the work, and doesn't answer.
  stripe.disturb((path) => (path === "/v1/payment_intents" ? "hang" : null));
  const { errors } = await subscribeAs(server, me, given);
  expect(errors[0]).toMatchObject({ extensions: { code: "OUTCOME_UNKNOWN" } });
  expect(errors[0]!.message).toContain("may still go through");
  expect(charged()).toHaveLength(1);
  stripe.disturb(null);
  stripe.dropHanging();
  const again = async () => (await subscribeAs(server, me, given)).data?.subscriptionCreateV2.status;
  await expect.poll(again, { timeout: 30_000 }).toBe("active");
  expect(charged()).toHaveLength(1);
});

test("a silent call isn’t repeated, and a quick failure is", async () => {
  const settings = { secretKey: stripeSettings(stripe.url)["STRIPE_SECRET_KEY"]!, apiUrl: stripe.url };
  const client = createStripe(settings, { callMs: 150, quickMs: 100, repeats: 2 });
  const make = () => client.customers.create({ metadata: {} }, { idempotencyKey: randomUUID() });
  let asked = 0;
  stripe.disturb(() => {
    asked += 1;
    return "hang";
  });
  await expect(make()).rejects.toMatchObject({ type: "StripeAPIError", statusCode: 504 });
  expect(asked).toBe(1);
  stripe.disturb(() => {
    asked += 1;
    return asked < 4 ? 500 : null;
  });
  expect((await make()).id).toMatch(/^cus_/);
  expect(asked).toBe(4);
  stripe.disturb(null);
});
