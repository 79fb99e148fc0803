import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { fromDecimal, toDecimal } from "../../../../../contract/formats/numbers.ts";
import { braintreeMerchant } from "../../../../testing/braintree-objects.ts";
import type { BraintreeDisturbance } from "../../../../testing/braintree-server.ts";
import { captureLog } from "../../../../testing/log.ts";
import type { ChargeOrder } from "../../ports.ts";
import { chargeOrder, paymentsSeenByStaff, subscribeAs, subscriptionOf } from "../../testing.ts";
import { failureOf } from "./results.ts";
import { begin, braintree, ctx, gateway, nonce, saleOf, server, startWithBraintree } from "./testing.ts";

const logged = captureLog();
startWithBraintree({ roles: "api", env: { LOG_LEVEL: "debug" } });
afterEach(() => braintree.disturb(null));

const order = (accountId: string, source: string, more: Partial<ChargeOrder> = {}) =>
  chargeOrder(server, { accountId, source, ...more });
const salesOf = (accountId: string) =>
  [...braintree.sales.values()].filter(({ customer, type }) => customer === accountId && type === "sale");

describe("checkout through Braintree", () => {
  test("stores a card for a trial, charges it without one, and reports why it is declined", async () => {
    const trial = await begin("good", { withoutTrial: false });
    expect(trial.answer.data?.subscriptionCreateV2.status).toBe("in_trial");
    expect(salesOf(trial.me.id)).toEqual([]);
    const paid = await begin("good");
    expect(paid.answer.data?.subscriptionCreateV2).toMatchObject({
      status: "active",
      provider: { id: "braintree" },
    });
    const ref = await saleOf(paid.me);
    expect(await paymentsSeenByStaff(server, paid.me)).toEqual([
      {
        providerName: "Braintree",
        ref,
        dashboardUrl: `https://sandbox.braintreegateway.com/merchants/${braintreeMerchant.id}/transactions/${ref}`,
      },
    ]);
    const poor = await begin("poor");
    expect(poor.answer.errors[0]?.extensions.code).toBe("INSUFFICIENT_FUNDS");
  });

  test.each([
    ["applePay", "apple_pay"],
    ["googlePay", "google_pay"],
    ["paypal", "paypal_express_checkout"],
  ] as const)("is paid with %s", async (what, type) => {
    const { answer } = await begin(what, { type });
    expect(answer.data?.subscriptionCreateV2.status).toBe("active");
  });

  test("takes a European card only after its bank was asked, and one whose bank said no never", async () => {
    expect((await begin("european")).answer.errors[0]?.extensions.code).toBe("PAYMENT_ACTION_REQUIRED");
    expect((await begin("unconfirmed")).answer.errors[0]?.extensions.code).toBe("PAYMENT_ACTION_REQUIRED");
    const { id } = await server.anonymous();
    expect(await gateway.retrieveMethod(ctx, nonce("confirmed"), id)).toMatchObject({ countryCode: "DE" });
    expect(await gateway.charge(ctx, order(id, nonce("confirmed")))).toMatchObject({ kind: "succeeded" });
  });

  test("taxes by the address that comes with the nonce, and refuses a token that is none", async () => {
    const { id } = await server.anonymous();
    const token = nonce("good");
    expect(await gateway.retrieveMethod(ctx, `${token}|US|97201`, id)).toMatchObject({
      ref: token,
      address: { countryCode: "US", postcode: "97201" },
    });
    for (const bad of ["stored:abc", `${token}|us|1`, `${token}|US`, "a/../b", `${"a".repeat(250)}`])
      await expect(gateway.retrieveMethod(ctx, bad, id)).rejects.toMatchObject({ code: "BAD_INPUT" });
  });

  test("gives the page a key for its currency, and asks for it once", async () => {
    const tokenFor = async (currencyCode: string | null) =>
      (
        await server.graphql<{ paymentConfig: { clientToken: string } }>(
          "query ($currencyCode: String) { paymentConfig { provider clientToken(currencyCode: $currencyCode) } }",
          { currencyCode },
        )
      ).data?.paymentConfig.clientToken;
    braintree.disturb((call) => (call === "POST client_token" ? "page" : null));
    expect(await tokenFor("USD")).toBeFalsy();
    braintree.disturb(null);
    const before = braintree.requests.length;
    const [dollars, again] = [await tokenFor("USD"), await tokenFor("USD")];
    expect(dollars).toMatch(/^[A-Za-z0-9+/]+=*$/);
    expect(again).toBe(dollars);
    expect(await tokenFor(null)).toBe(dollars);
    expect(braintree.requests.slice(before)).toEqual(["POST client_token"]);
    expect(await tokenFor("GBP")).toBeFalsy();
  });

  test("gives the same card one trial, however often it is entered", async () => {
    const token = nonce("good");
    const [one, other] = [await server.anonymous(), await server.anonymous()];
    const [first, second] = await Promise.all(
      [one, other].map(({ id }) => gateway.retrieveMethod(ctx, token, id)),
    );
    expect(first!.fingerprint).toBe(second!.fingerprint);
    expect(first!.fingerprint).not.toMatch(/\d{12}/);
  });
});

describe("a charge", () => {
  test("goes to the merchant account of its currency, in its own digits", async () => {
    const { id } = await server.anonymous();
    const yen = order(id, nonce("good"), { currencyCode: "JPY", amount: 1900 });
    expect(await gateway.charge(ctx, yen)).toMatchObject({
      kind: "succeeded",
      amount: 1900,
      currencyCode: "JPY",
    });
    expect(salesOf(id)).toMatchObject([{ amount: "1900", currency: "JPY" }]);
    expect(await gateway.charge(ctx, order(id, nonce("good"), { currencyCode: "GBP" }))).toMatchObject({
      kind: "refused",
      providerCode: "no_merchant_account",
      providerMessage: expect.stringContaining("GBP"),
    });
  });

  test.each([
    [1499, "USD", "14.99"],
    [5, "USD", "0.05"],
    [110, "EUR", "1.10"],
    [1900, "JPY", "1900"],
  ])("of %i %s is sent as %s", (minor, currency, decimal) => {
    expect(toDecimal(minor, currency)).toBe(decimal);
    expect(fromDecimal(decimal, currency)).toBe(minor);
  });

  test("is unknown after an empty answer, and is made once in the end", async () => {
    const { id } = await server.anonymous();
    const one = order(id, nonce("good"));
    braintree.disturb((call) => (call === "POST transactions" ? "empty" : null));
    expect(await gateway.charge(ctx, one)).toMatchObject({ kind: "unknown", ref: null });
    braintree.disturb(null);
    expect(await gateway.charge(ctx, one)).toMatchObject({ kind: "succeeded" });
    expect(salesOf(id)).toHaveLength(1);
  });

  test.each<BraintreeDisturbance>(["drop", "empty", "page"])(
    "isn't looked for in vain after %s: the result is unknown",
    async (disturbance) => {
      braintree.disturb(() => disturbance);
      expect(await gateway.find(ctx, { key: randomUUID(), accountId: "" })).toMatchObject({
        kind: "unknown",
      });
      expect(await gateway.retrievePayment(ctx, "abc")).toMatchObject({ kind: "unknown" });
      await expect(gateway.retrieveMethod(ctx, nonce("good"), "")).rejects.toMatchObject({
        code: "PROVIDER_UNAVAILABLE",
      });
    },
  );

  test("continues a checkout whose answer was lost, and charges once", async () => {
    braintree.disturb((call) => (call === "POST transactions" ? "lose answer" : null));
    const { me, given, answer } = await begin("good");
    expect(answer.errors[0]?.extensions.code).toBe("PROVIDER_UNAVAILABLE");
    braintree.disturb(null);
    expect((await subscribeAs(server, me, given)).data?.subscriptionCreateV2.status).toBe("active");
    expect(salesOf(me.id)).toHaveLength(1);
  });

  test("finds a payment method whose answer was lost, and stores it once", async () => {
    const { id } = await server.anonymous();
    const one = order(id, nonce("good"), { amount: 0 });
    braintree.disturb((call) => (call === "POST payment_methods" ? "lose answer" : null));
    expect(await gateway.charge(ctx, one)).toMatchObject({ kind: "unknown" });
    braintree.disturb(null);
    const stored = await gateway.charge(ctx, one);
    expect(stored).toMatchObject({ kind: "succeeded", ref: one.key });
    expect(await gateway.find(ctx, one)).toEqual(stored);
    expect(await gateway.retrievePayment(ctx, one.key)).toEqual(stored);
  });

  test("of a removed method or a deleted customer is refused, and the next one makes a customer", async () => {
    const { id } = await server.anonymous();
    const paid = (await gateway.charge(ctx, order(id, nonce("good")))) as { methodRef: string };
    await gateway.detach(ctx, paid.methodRef);
    await gateway.detach(ctx, paid.methodRef);
    await gateway.detach(ctx, nonce("good"));
    expect(await gateway.charge(ctx, order(id, paid.methodRef, { isPersonPresent: false }))).toMatchObject({
      kind: "refused",
      providerCode: "91518",
    });
    await gateway.deleteCustomer!(ctx, id);
    await gateway.deleteCustomer!(ctx, id);
    expect(await gateway.charge(ctx, order(id, nonce("good")))).toMatchObject({ providerCode: "91510" });
    expect(await gateway.charge(ctx, order(id, nonce("good")))).toMatchObject({ kind: "succeeded" });
  });

  test("that PayPal is still waiting for has a reference, and is asked about", async () => {
    const { me, answer } = await begin("pending", { type: "paypal_express_checkout" });
    expect(answer.data?.subscriptionCreateV2.status).toBe("pending");
    const ref = await saleOf(me);
    expect(await gateway.retrievePayment(ctx, ref)).toEqual({ kind: "unknown", ref });
    braintree.settle();
    expect(await gateway.retrievePayment(ctx, ref)).toMatchObject({ kind: "succeeded", ref });
    expect((await subscriptionOf(server, me))?.status).toBe("pending");
  });

  test.each([
    ["2001", "INSUFFICIENT_FUNDS"],
    ["2004", "CARD_EXPIRED"],
    ["2010", "CARD_CVC_WRONG"],
    ["2099", "PAYMENT_ACTION_REQUIRED"],
    ["2046", "CARD_DECLINED"],
  ])("maps the processor's response %s to %s", (code, failure) => expect(failureOf(code)).toBe(failure));
});

describe("a refund", () => {
  const pay = async () => {
    const { id } = await server.anonymous();
    return (await gateway.charge(ctx, order(id, nonce("good")))) as { ref: string };
  };
  const refundedOf = async (ref: string) => {
    for await (const held of gateway.listPayments(
      ctx,
      new Date(Date.now() - 60_000),
      new Date(Date.now() + 60_000),
    ))
      if (held.ref === ref) return held.refunded;
    return null;
  };

  test("of everything before the settlement voids the payment, once", async () => {
    const { ref } = await pay();
    const back = { key: randomUUID(), ref, amount: 1499 };
    braintree.disturb((call) => (call.endsWith("/void") ? "lose answer" : null));
    await expect(gateway.refund(ctx, back)).rejects.toMatchObject({ code: "PROVIDER_UNAVAILABLE" });
    braintree.disturb(null);
    await gateway.refund(ctx, back);
    expect(braintree.saleOf(ref).status).toBe("voided");
    expect(await refundedOf(ref)).toBe(1499);
  });

  test("of a part waits for the settlement, and is made once", async () => {
    const { ref } = await pay();
    const back = { key: randomUUID(), ref, amount: 500 };
    await expect(gateway.refund(ctx, back)).rejects.toMatchObject({ code: "PROVIDER_UNAVAILABLE" });
    braintree.settle();
    braintree.disturb((call) => (call.endsWith("/refund") ? "lose answer" : null));
    await expect(gateway.refund(ctx, back)).rejects.toMatchObject({ code: "PROVIDER_UNAVAILABLE" });
    braintree.disturb(null);
    await gateway.refund(ctx, back);
    expect(await refundedOf(ref)).toBe(500);
  });

  test("of too much, or of an unknown payment, is refused", async () => {
    const { ref } = await pay();
    braintree.settle();
    await gateway.refund(ctx, { key: randomUUID(), ref, amount: 1000 });
    await expect(gateway.refund(ctx, { key: randomUUID(), ref, amount: 500 })).rejects.toMatchObject({
      code: "REFUND_REFUSED",
    });
    await expect(gateway.refund(ctx, { key: randomUUID(), ref: "unknown", amount: 1 })).rejects.toMatchObject(
      {
        code: "REFUND_REFUSED",
      },
    );
  });
});

test("no key and no nonce is in the log", async () => {
  braintree.disturb((call) => (call === "POST transactions" ? "drop" : null));
  expect((await begin("good")).answer.errors[0]?.extensions.code).toBe("PROVIDER_UNAVAILABLE");
  const text = logged();
  const { id, publicKey, privateKey } = braintreeMerchant;
  expect(text).toContain("/graphql");
  const basic = Buffer.from(`${publicKey}:${privateKey}`).toString("base64");
  for (const secret of [id, privateKey, basic, "nonce_", "@example"]) expect(text).not.toContain(secret);
});
