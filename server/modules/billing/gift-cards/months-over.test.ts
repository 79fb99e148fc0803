import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { cardToken, subscribeAs } from "../testing.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
});
afterAll(() => server?.stop());

test("a plan follows months of a gift card that are over, even before a worker has ended them", async () => {
  const [buyer, dancer] = [await server.member(), await server.member()];
  const offer = await server.graphql<{
    giftCardOffer: { months: { planId: string; months: number; amount: number }[] };
  }>(`{ giftCardOffer(countryCode: "US") { months { planId months amount } } }`);
  const { planId, months, amount } = offer.data!.giftCardOffer.months[0]!;
  const bought = await server.graphql<{ giftCardBuy: { code: string } }>(
    `mutation ($input: GiftCardInput!, $gateway: Gateway!, $key: String!) {
      giftCardBuy(input: $input, gateway: $gateway, paymentMethodType: card, idempotencyKey: $key) { code } }`,
    {
      input: {
        amount,
        currencyCode: "USD",
        countryCode: "US",
        planId,
        months,
        gift: { senderName: "Demo Ana", message: "Have fun", recipientLocale: "en" },
      },
      gateway: { provider: "eightcount", token: await cardToken(server) },
      key: randomUUID(),
    },
    { as: buyer },
  );
  const redeemed = await server.graphql<{ giftCardRedeem: { planUntil: string } }>(
    "mutation ($code: String!) { giftCardRedeem(code: $code) { planUntil } }",
    { code: bought.data!.giftCardBuy.code },
    { as: dancer },
  );
  const until = Date.parse(redeemed.data!.giftCardRedeem.planUntil);
  const aheadMs = Math.round(until - Date.now() + 60_000);
  await server.pool.query("update billing.test_clock set ahead_ms = $1", [aheadMs]);
  const { data, errors } = await subscribeAs(server, dancer, { countryCode: "US" });
  expect(errors).toEqual([]);
  expect(data!.subscriptionCreateV2.status).toBe("in_trial");
});
