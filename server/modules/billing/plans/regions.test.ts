import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { seedCoupon } from "../index.ts";
import { cards, cardToken, subscribeAs, walletToken } from "../testing.ts";

/** IP addresses and their locations. */
const places: Record<string, object> = {
  "198.51.100.1": { countryCode: "US", region: "Washington" },
  "198.51.100.2": { countryCode: "DE", region: "Berlin" },
};
const from = (address: string) => ({ "x-forwarded-for": address });
const seattle = from("198.51.100.1");
const berlin = from("198.51.100.2");

let locator: Server;
let server: TestServer;
beforeAll(async () => {
  locator = createServer((request, response) => {
    const address = Object.keys(places).find((one) => request.url?.includes(one)) ?? "";
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify(places[address] ?? {}));
  });
  await new Promise<void>((resolve) => locator.listen(0, "127.0.0.1", resolve));
  const { port } = locator.address() as AddressInfo;
  server = await startTestServer({ env: { IP_LOCATION_URL: `http://127.0.0.1:${port}/{ip}` } });
});
afterAll(async () => {
  await server?.stop();
  locator?.close();
});

interface Shown {
  total: number;
  taxTotal: number;
  taxName: string;
  taxes: { name: string; percent: number; amount: number }[];
  lines: { kind: string; amount: number }[];
}
const estimate = async (
  as: TestPerson,
  planInfo: { countryCode?: string; postcode?: string } = {},
  headers: Record<string, string> = {},
) => {
  const { data, errors } = await server.graphql<{ checkoutEstimate: { invoiceEstimate: Shown } }>(
    `query ($planInfo: PlanInfo!) { checkoutEstimate(planInfo: $planInfo, withoutTrial: true) {
      invoiceEstimate { total taxTotal taxName taxes { name percent amount } lines { kind amount } } } }`,
    { planInfo: { planId: "premium-monthly", ...planInfo } },
    { as, headers },
  );
  return { shown: data?.checkoutEstimate.invoiceEstimate ?? null, error: errors[0]?.extensions ?? null };
};
const invoiceOf = async (as: TestPerson) => {
  const { data } = await server.graphql<{ invoices: { items: (Shown & { jsonUrl: string })[] } }>(
    "{ invoices { items { total taxTotal taxName taxes { name percent amount } lines { kind amount } jsonUrl } } }",
    {},
    { as },
  );
  return data!.invoices.items[0]!;
};

describe("taxes of a state", () => {
  test("follow the location of the request until an address is given", async () => {
    const me = await server.anonymous();
    expect((await estimate(me, {}, seattle)).shown).toMatchObject({
      total: 1596,
      taxes: [{ name: "Sales tax", percent: 6.5, amount: 97 }],
    });
    expect((await estimate(me, { countryCode: "US", postcode: "97201" }, seattle)).shown).toMatchObject({
      total: 1499,
      taxTotal: 0,
      taxes: [],
    });
    expect((await estimate(me, { countryCode: "US", postcode: "nowhere" })).error).toMatchObject({
      code: "BAD_INPUT",
      field: "planInfo.postcode",
    });
  });

  test("are charged by the billing address as estimated, and appear on the invoice", async () => {
    const me = await server.anonymous();
    const place = { countryCode: "CA", postcode: "H2X 1Y4" };
    const { shown } = await estimate(me, place);
    expect(shown).toMatchObject({ total: 1724, taxTotal: 225, taxName: "GST and QST" });
    const token = await cardToken(server, cards.ofCanada, undefined, place);
    const { data } = await subscribeAs(server, me, { ...place, token, withoutTrial: true });
    expect(data?.subscriptionCreateV2.status).toBe("active");
    const invoice = await invoiceOf(me);
    expect(invoice).toMatchObject({
      total: 1724,
      taxes: [
        { name: "GST", percent: 5, amount: 75 },
        { name: "QST", percent: 9.975, amount: 150 },
      ],
    });
    expect(invoice.lines.filter(({ kind }) => kind === "tax")).toHaveLength(2);
    const receipt = (await (
      await server.fetch(new URL(invoice.jsonUrl).pathname + new URL(invoice.jsonUrl).search)
    ).json()) as object;
    expect(receipt).toMatchObject({ countryCode: "CA", region: "QC", tax: { amount: 225 } });
  });

  test("are never charged if they were not shown", async () => {
    const me = await server.anonymous();
    const washington = { countryCode: "US", postcode: "98101" };
    const token = await cardToken(server, cards.good, undefined, washington);
    const { errors } = await subscribeAs(server, me, { token, countryCode: "US", withoutTrial: true });
    expect(errors[0]?.extensions.code).toBe("AMOUNT_MISMATCH");
    const { data } = await subscribeAs(server, me, { token, ...washington, withoutTrial: true });
    expect(data?.subscriptionCreateV2.status).toBe("active");
  });

  test("follow the billing address of a new payment method from the next payment on", async () => {
    const me = await server.anonymous();
    const { data } = await subscribeAs(server, me, { countryCode: "US", withoutTrial: true });
    const token = await cardToken(server, cards.good, undefined, { countryCode: "US", postcode: "77001" });
    const changed = await server.graphql<{ subscriptionUpdatePaymentMethod: { nextAmount: number } }>(
      `mutation ($id: ID!, $token: String!) { subscriptionUpdatePaymentMethod(id: $id,
        gateway: { provider: eightcount, token: $token }, paymentMethodType: card) { nextAmount } }`,
      { id: data!.subscriptionCreateV2.id, token },
      { as: me },
    );
    expect(changed.data?.subscriptionUpdatePaymentMethod.nextAmount).toBe(1593);
  });
});

describe("tax overrides of the studio", () => {
  const set = (as: TestPerson, variables: object) =>
    server.graphql<{ taxRateSet: object }>(
      `mutation ($countryCode: String!, $region: String, $from: String!, $parts: [OwnTaxPartInput!]!) {
        taxRateSet(countryCode: $countryCode, region: $region, from: $from, parts: $parts) { regionName from parts { name percent } } }`,
      variables,
      { as },
    );
  const today = () => new Date().toISOString().slice(0, 10);

  test("take precedence over the built-in table from their date on, and can be set by admins only", async () => {
    const [admin, me] = [await server.member({ role: "admin" }), await server.anonymous()];
    const maine = { countryCode: "US", region: "me", parts: [{ name: "Service tax", percent: 5.125 }] };
    expect((await set(admin, { ...maine, from: "2099-01-01" })).errors).toEqual([]);
    const place = { countryCode: "US", postcode: "04101" };
    expect((await estimate(me, place)).shown?.taxes).toEqual([
      { name: "Sales tax", percent: 5.5, amount: 82 },
    ]);
    expect((await set(admin, { ...maine, from: today() })).data?.taxRateSet).toMatchObject({
      regionName: "Maine",
      parts: maine.parts,
    });
    expect((await estimate(me, place)).shown?.taxes).toEqual([
      { name: "Service tax", percent: 5.125, amount: 77 },
    ]);
    await set(admin, { ...maine, from: today(), parts: [] });
    expect((await estimate(me, place)).shown?.taxes).toEqual([]);
    expect((await set(me, { ...maine, from: today() })).errors[0]?.extensions.code).toBe("NOT_FOUND");
    const listed = await server.graphql<{ ownTaxRates: object[] }>(
      "{ ownTaxRates { region from parts { name } } }",
      {},
      { as: admin },
    );
    expect(listed.data?.ownTaxRates).toHaveLength(2);
  });

  test.each([
    [{ countryCode: "XX" }, "countryCode"],
    [{ region: "ZZ" }, "region"],
    [{ from: "2020-01-01" }, "from"],
    [{ from: "tomorrow" }, "from"],
    [{ parts: [{ name: "", percent: 5 }] }, "parts"],
    [{ parts: [{ name: "Tax", percent: 51 }] }, "parts"],
  ])("are validated: %j", async (wrong, field) => {
    const admin = await server.member({ role: "admin" });
    const given = { countryCode: "US", region: "WA", from: today(), parts: [], ...wrong };
    expect((await set(admin, given)).errors[0]?.extensions).toMatchObject({ code: "BAD_INPUT", field });
  });
});

describe("a stated country other than the request's", () => {
  const pay = async (given: Parameters<typeof subscribeAs>[2]) => {
    const answer = await subscribeAs(server, await server.anonymous(), { withoutTrial: true, ...given });
    return answer.errors[0]?.extensions ?? answer.data?.subscriptionCreateV2.status;
  };

  test("is accepted if the card matches, and else refused with the country that can be charged", async () => {
    const token = () => cardToken(server, cards.ofUsa);
    expect(await pay({ countryCode: "US", headers: berlin, token: await token() })).toBe("active");
    expect(await pay({ countryCode: "DE", headers: berlin, token: await token() })).toMatchObject({
      code: "AMOUNT_MISMATCH",
      countryCode: "US",
    });
    expect(await pay({ countryCode: "US", headers: berlin })).toMatchObject({
      code: "AMOUNT_MISMATCH",
      countryCode: "DE",
    });
  });

  test("is accepted without a matching card if the price is the same", async () => {
    const token = await cardToken(server, cards.ofFrance);
    expect(await pay({ countryCode: "DE", headers: berlin, token })).toBe("active");
  });

  test("is refused with that country if one of the countries doesn't sell the plan", async () => {
    await server.pool.query(
      `update billing.price_versions set country_code = 'DE'
       where plan_id = 'basic-yearly' and currency_code = 'EUR' and country_code = ''`,
    );
    const order = { planId: "basic-yearly", countryCode: "DE", headers: berlin };
    expect(await pay({ ...order, token: await cardToken(server, cards.ofFrance) })).toMatchObject({
      code: "AMOUNT_MISMATCH",
      countryCode: "FR",
    });
    expect(await pay({ ...order, countryCode: "FR" })).toMatchObject({
      code: "AMOUNT_MISMATCH",
      countryCode: "DE",
    });
    expect(await pay(order)).toBe("active");
  });

  test("is accepted if neither request nor card has a country", async () => {
    expect(await pay({ countryCode: "JP" })).toBe("active");
    const token = await walletToken(server, "google_pay");
    expect(await pay({ countryCode: "GB", token, type: "google_pay" })).toBe("active");
  });

  test("is ignored in the client's own IP information", async () => {
    expect(await pay({ ipInfo: { countryCode: "JP", region: "Tokyo" }, headers: berlin })).toBe("active");
    const { rows } = await server.pool.query(
      "select country_code as country from billing.subscriptions order by created_at desc limit 1",
    );
    expect(rows).toEqual([{ country: "DE" }]);
  });
});

test("tells the page its country and the list of countries", async () => {
  const { data } = await server.graphql<{ paymentConfig: { locatedIn: string; countries: string[] } }>(
    "{ paymentConfig { locatedIn countries } }",
    {},
    { headers: seattle },
  );
  expect(data?.paymentConfig.locatedIn).toBe("US");
  expect(data?.paymentConfig.countries).toEqual(expect.arrayContaining(["CA", "DE", "GB", "JP", "US"]));
});

test("shows the total with tax after a limited coupon ends, and keeps a forever coupon applied", async () => {
  for (const [id, duration] of [
    ["ONCE", "one_time"],
    ["ALWAYS", "forever"],
  ] as const)
    await server.ctx().transact((tx) =>
      seedCoupon(tx, {
        id,
        discountType: "percentage",
        basisPoints: 5000,
        amounts: {},
        duration,
        durationMonths: null,
        appliesTo: "invoice",
        state: "active",
        planIds: null,
        redeemBy: null,
        redemptionsLeft: null,
      }),
    );
  const me = await server.anonymous();
  const renewal = async (couponId: string) => {
    const { data } = await server.graphql<{ checkoutEstimate: { renewalTotal: number } }>(
      `query ($couponId: String) { checkoutEstimate(couponId: $couponId,
        planInfo: { planId: "premium-monthly", countryCode: "US", postcode: "98101" }) { renewalTotal } }`,
      { couponId },
      { as: me },
    );
    return data?.checkoutEstimate.renewalTotal;
  };
  expect([await renewal("ONCE"), await renewal("ALWAYS")]).toEqual([1596, 798]);
});
