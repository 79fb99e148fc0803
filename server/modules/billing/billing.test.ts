import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";
import { seedCoupon } from "./index.ts";

let server: TestServer;
let me: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  me = await server.anonymous();
  await server.ctx().transact((tx) =>
    seedCoupon(tx, {
      id: "TENTH",
      discountType: "percentage",
      basisPoints: 1000,
      amounts: {},
      duration: "one_time",
      durationMonths: null,
      appliesTo: "invoice",
      state: "active",
      planIds: ["premium-yearly"],
      redeemBy: null,
      redemptionsLeft: null,
    }),
  );
});
afterAll(() => server?.stop());

interface OfferAnswer {
  readonly plans: readonly {
    id: string;
    priceInCents: number;
    currencyCode: string;
    canTrial: boolean;
    monthlyCostInCents: number;
    monthlySavingsInPercent: number | null;
    annualSavingsInCents: number | null;
    invoiceEstimate: { amountDue: number; total: number; taxTotal: number; dueAt: string };
  }[];
}
const offers = async (countryCode: string | null, as?: TestPerson) =>
  (
    await server.graphql<OfferAnswer>(
      `query ($countryCode: String) { plans(countryCode: $countryCode) { id priceInCents currencyCode canTrial monthlyCostInCents
        monthlySavingsInPercent annualSavingsInCents invoiceEstimate { amountDue total taxTotal dueAt } } }`,
      { countryCode },
      as ? { as } : {},
    )
  ).data!.plans;

describe("plans", () => {
  test("have a price per country, in yen without a minor unit, and begin with a trial of fourteen days", async () => {
    const [dollars, euros, yen] = await Promise.all([offers(null), offers("de"), offers("JP", me)]);
    expect(dollars.map(({ id }) => id)).toEqual([
      "basic-monthly",
      "basic-yearly",
      "standard-monthly",
      "standard-yearly",
      "premium-monthly",
      "premium-yearly",
      "premium-family-yearly",
    ]);
    const premium = (list: typeof dollars) => list.find(({ id }) => id === "premium-yearly")!;
    expect(premium(dollars)).toMatchObject({
      priceInCents: 11_900,
      currencyCode: "USD",
      canTrial: true,
      monthlyCostInCents: 992,
      monthlySavingsInPercent: 33,
      annualSavingsInCents: 12 * 1499 - 11_900,
    });
    expect(premium(euros)).toMatchObject({
      currencyCode: "EUR",
      invoiceEstimate: { amountDue: 0, total: 11_900, taxTotal: 1900 },
    });
    expect(premium(yen)).toMatchObject({ currencyCode: "JPY", priceInCents: 15_000 });
    const days = (Date.parse(premium(yen).invoiceEstimate.dueAt) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(14);
  });

  test("leaves out plans of another provider, and refuses a country that is not a two-letter code", async () => {
    const { data } = await server.graphql<OfferAnswer>("{ plans(providerName: braintree) { id } }");
    expect(data?.plans).toEqual([]);
    const { errors } = await server.graphql(`{ plans(countryCode: "Germany") { id } }`);
    expect(errors[0]?.extensions).toMatchObject({ code: "BAD_INPUT", field: "countryCode" });
  });
});

describe("an estimate", () => {
  const estimate = (planId: string, couponId: string | null, withoutTrial = false) =>
    server.graphql<{ checkoutEstimate: object }>(
      `query ($planInfo: PlanInfo!, $couponId: String, $withoutTrial: Boolean) {
        checkoutEstimate(planInfo: $planInfo, couponId: $couponId, withoutTrial: $withoutTrial) {
          trialEndTime coupon { id discountPercentage } invoiceEstimate { amountDue subTotal discountsTotal taxTotal total creditsApplied } } }`,
      { planInfo: { planId, countryCode: "FR" }, couponId, withoutTrial },
      { as: me },
    );
  test("computes the first payment with coupon and tax", async () => {
    const { data } = await estimate("premium-yearly", " tenth ");
    expect(data?.checkoutEstimate).toMatchObject({
      coupon: { id: "TENTH", discountPercentage: 10 },
      invoiceEstimate: {
        amountDue: 0,
        subTotal: 11_900,
        discountsTotal: 1190,
        taxTotal: 1785,
        total: 10_710,
        creditsApplied: 0,
      },
    });
  });
  test("is due now without a trial", async () => {
    const { data } = await estimate("premium-yearly", null, true);
    expect(data?.checkoutEstimate).toMatchObject({
      trialEndTime: null,
      invoiceEstimate: { amountDue: 11_900 },
    });
  });
  test.each([
    ["premium-yearly", "NOBODYS", "COUPON_UNKNOWN"],
    ["basic-yearly", "TENTH", "COUPON_NOT_APPLICABLE"],
    ["gold-weekly", null, "PLAN_UNKNOWN"],
    ["premium-yearly", "4242 4242 4242 4242", "PAN_REJECTED"],
  ])("of %s with %s is refused: %s", async (planId, couponId, code) => {
    const { errors } = await estimate(planId, couponId);
    expect(errors.map(({ extensions }) => extensions.code)).toEqual([code]);
  });
});

describe("the test gateway's card field", () => {
  const config = async () =>
    (
      await server.graphql<{
        paymentConfig: { provider: string; tokenUrl: string; cardFieldUrl: string; testMode: boolean };
      }>("{ paymentConfig { provider tokenUrl cardFieldUrl testMode } }")
    ).data!.paymentConfig;
  const post = async (body: object) => {
    const response = await fetch((await config()).tokenUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const card = { number: "4242424242424242", expMonth: 12, expYear: 2040, cvc: "123" };

  test("has its own origin, which only its page may frame", async () => {
    const { provider, tokenUrl, cardFieldUrl, testMode } = await config();
    expect([provider, testMode]).toEqual(["eightcount", true]);
    expect(new URL(tokenUrl).origin).not.toBe(new URL(server.url).origin);
    const page = await fetch(`${cardFieldUrl}?origin=${encodeURIComponent(server.url)}`);
    const spanish = await fetch(`${cardFieldUrl}?origin=${encodeURIComponent(server.url)}&locale=es`);
    expect(await spanish.text()).toContain('<html lang="es" dir="ltr">');
    expect(page.headers.get("content-security-policy")).toContain(`frame-ancestors ${server.url}`);
  });

  test("turns a published test number into a token, stores no part of the number, and refuses other numbers", async () => {
    const { status, body } = await post(card);
    expect([status, String(body["token"]).slice(0, 4)]).toEqual([200, "tok_"]);
    expect(await post({ ...card, number: "4012888888881881" })).toMatchObject({
      status: 402,
      body: { error: { code: "CARD_DECLINED" } },
    });
    expect(await post({ ...card, expYear: 2020 })).toMatchObject({
      body: { error: { code: "CARD_EXPIRED" } },
    });
    expect(await post({ ...card, cvc: "1" })).toMatchObject({
      status: 400,
      body: { error: { field: "cvc" } },
    });
    const { rows } = await server.pool.query(
      "select to_jsonb(t)::text as stored from billing.test_tokens as t",
    );
    for (const { stored } of rows as { stored: string }[]) expect(stored).not.toContain("42424242");
  });
});
