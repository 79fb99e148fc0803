import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Ctx } from "../../../ctx.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { startStripeServer, stripeMethods, stripeSettings } from "../../../testing/stripe-server.ts";
import type { StripeServer } from "../../../testing/stripe-server.ts";
import type { Gateway, HeldPayment, PaymentMethodType } from "../ports.ts";
import { cards, cardToken, walletToken } from "../testing.ts";

/** What every provider must do, whoever it is. */
describe.each(["eightcount", "stripe"] as const)("the gateway %s", (provider) => {
  let server: TestServer;
  let stripe: StripeServer | null = null;
  let ctx: Ctx;
  let gateway: Gateway;
  let accountId: string;
  beforeAll(async () => {
    if (provider === "stripe") stripe = await startStripeServer();
    server = await startTestServer({ roles: "api", env: stripe ? stripeSettings(stripe.url) : {} });
    ctx = server.ctx();
    gateway = ctx.ports.gateways.current!;
    accountId = (await server.anonymous()).id;
  });
  afterAll(async () => {
    await server?.stop();
    await stripe?.stop();
    expect(stripe?.faults ?? []).toEqual([]);
  });

  /** A token of a method that does something. */
  const tokenOf = async (what: keyof typeof stripeMethods & string): Promise<string> => {
    if (stripe) return `${stripeMethods[what]}_${randomUUID().slice(0, 8)}`;
    if (what === "applePay") return walletToken(server, "apple_pay");
    if (what === "paypal") return walletToken(server, "paypal_express_checkout");
    return cardToken(server, cards[what as keyof typeof cards]);
  };
  const order = (source: string, more: object = {}) => ({
    key: randomUUID(),
    accountId,
    source,
    type: "card" as PaymentMethodType,
    amount: 1499,
    currencyCode: "USD",
    description: "A subscription",
    isPersonPresent: true,
    returnUrl: `${server.url}/checkout`,
    ...more,
  });
  const heldSince = async (from: Date) => {
    const held: HeldPayment[] = [];
    const to = new Date(Date.now() + 60_000);
    for await (const payment of gateway.listPayments(ctx, from, to)) held.push(payment);
    return held;
  };

  test("is the one that is configured", () => expect(gateway.provider).toBe(provider));

  test.each([
    ["good", "card"],
    ["applePay", "apple_pay"],
    ["paypal", "paypal_express_checkout"],
  ] as const)("says what a token of %s stands for: %s", async (what, type) => {
    const method = await gateway.describe(ctx, await tokenOf(what));
    expect(method.type).toBe(type);
    expect(JSON.stringify(method)).not.toMatch(/\d{12}/);
  });

  test("knows no token that it didn't give", async () => {
    await expect(gateway.describe(ctx, "pm")).rejects.toMatchObject({ code: "BAD_INPUT" });
  });

  test("charges once for a key, however often and however many ask at once", async () => {
    const from = new Date(Date.now() - 5_000);
    const one = order(await tokenOf("good"));
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => gateway.collect(ctx, one)));
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ kind: "succeeded", ref: (outcomes[0] as { ref: string }).ref });
    expect((await heldSince(from)).filter(({ key }) => key === one.key)).toEqual([
      expect.objectContaining({ amount: 1499, currencyCode: "USD", refunded: 0 }),
    ]);
    expect(await gateway.find(ctx, one.key)).toMatchObject({ kind: "succeeded" });
    await expect(gateway.collect(ctx, { ...one, amount: 1500 })).rejects.toThrow("key came again");
  });

  test("keeps a method without charging, and charges it later with nobody there", async () => {
    const kept = await gateway.collect(ctx, order(await tokenOf("good"), { amount: 0 }));
    expect(kept.kind).toBe("succeeded");
    const source = (kept as { methodRef: string }).methodRef;
    expect(await gateway.collect(ctx, order(source, { isPersonPresent: false }))).toMatchObject({
      kind: "succeeded",
    });
  });

  test.each([
    ["declined", "CARD_DECLINED"],
    ["poor", "INSUFFICIENT_FUNDS"],
  ] as const)("says why %s is refused: %s", async (what, code) => {
    const one = order(await tokenOf(what));
    expect(await gateway.collect(ctx, one)).toMatchObject({ kind: "failed", code });
    expect(await gateway.collect(ctx, one)).toMatchObject({ kind: "failed", code });
  });

  test("has some methods kept and refused on charge", async () => {
    const token = await tokenOf("failsLater");
    expect(await gateway.collect(ctx, order(token, { amount: 0 }))).toMatchObject({ kind: "succeeded" });
    expect(await gateway.collect(ctx, order(token))).toMatchObject({ kind: "failed", code: "CARD_DECLINED" });
  });

  test("asks the person where the bank does, and refuses where nobody is there", async () => {
    const waiting = await gateway.collect(ctx, order(await tokenOf("confirms")));
    expect(waiting.kind).toBe("action_required");
    expect(await gateway.look(ctx, (waiting as { ref: string }).ref)).toMatchObject({
      kind: "action_required",
    });
    const alone = order(await tokenOf("confirms"), { isPersonPresent: false });
    expect(await gateway.collect(ctx, alone)).toMatchObject({
      kind: "failed",
      code: "PAYMENT_ACTION_REQUIRED",
    });
  });

  test("gives up what waits, and not what succeeded", async () => {
    const waiting = await gateway.collect(ctx, order(await tokenOf("confirms")));
    expect(await gateway.abandon(ctx, (waiting as { ref: string }).ref)).toMatchObject({ kind: "failed" });
    const paid = await gateway.collect(ctx, order(await tokenOf("good")));
    expect(await gateway.abandon(ctx, (paid as { ref: string }).ref)).toMatchObject({ kind: "succeeded" });
  });

  test("pays back once for a key", async () => {
    const from = new Date(Date.now() - 5_000);
    const paid = (await gateway.collect(ctx, order(await tokenOf("good")))) as { ref: string };
    const back = { key: randomUUID(), ref: paid.ref, amount: 499 };
    await gateway.refund(ctx, back);
    await gateway.refund(ctx, back);
    expect((await heldSince(from)).find(({ ref }) => ref === paid.ref)).toMatchObject({ refunded: 499 });
  });
});
