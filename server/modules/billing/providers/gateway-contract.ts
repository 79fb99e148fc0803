/** The contract that every payment provider fulfills, against a strict stand-in of its API. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Ctx } from "../../../ctx.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { captureLog } from "../../../testing/log.ts";
import type { ChargeOrder, Gateway, HeldPayment } from "../ports.ts";
import { chargeOrder } from "../testing.ts";
import { testWebhooks } from "./gateway-webhook-contract.ts";
import { disturbances } from "./gateway-stand.ts";
import type { Behavior, GatewayFixture, GatewayStand } from "./gateway-stand.ts";
import { findCustomer } from "./store.ts";

const minuteMs = 60_000;

export function testGateway(provider: string, start: () => Promise<GatewayStand>): void {
  describe(`the gateway ${provider}`, () => {
    let server: TestServer;
    let stand: GatewayStand;
    let ctx: Ctx;
    let gateway: Gateway;
    const fixture = {} as GatewayFixture;
    let accountId: string;
    const logged = captureLog();
    beforeAll(async () => {
      stand = await start();
      server = await startTestServer({ roles: "api", env: { ...stand.env, LOG_LEVEL: "debug" } });
      ctx = server.ctx();
      gateway = ctx.ports.gateways.current!;
      accountId = (await server.anonymous()).id;
      Object.assign(fixture, { server, stand, ctx, gateway });
    });
    afterAll(async () => {
      await server?.stop();
      await stand?.stop();
      expect(stand?.faults ?? []).toEqual([]);
      const text = logged();
      for (const secret of stand?.secrets ?? []) expect(text).not.toContain(secret);
    });

    const tokenOf = (behavior: Behavior) => stand.token(server, behavior);
    const order = (source: string, more: Partial<ChargeOrder> = {}) =>
      chargeOrder(server, { accountId, source, ...more });
    const heldSince = async (from: Date) => {
      const held: HeldPayment[] = [];
      const to = new Date(Date.now() + minuteMs);
      for await (const payment of gateway.listPayments(ctx, from, to)) held.push(payment);
      return held;
    };

    test("is the configured one", () => expect(gateway.provider).toBe(provider));

    test.each([
      ["good", "card"],
      ["applePay", "apple_pay"],
      ["paypal", "paypal_express_checkout"],
    ] as const)("describes the payment method of a token %s: %s", async (what, type) => {
      const method = await gateway.retrieveMethod(ctx, await tokenOf(what), accountId);
      expect(method.type).toBe(type);
      expect(JSON.stringify(method)).not.toMatch(/\d{12}/);
    });

    test("rejects an unknown token", async () => {
      await expect(gateway.retrieveMethod(ctx, "pm", accountId)).rejects.toMatchObject({ code: "BAD_INPUT" });
    });

    test("charges once per key, even for concurrent calls", async () => {
      const from = new Date(Date.now() - 5_000);
      const one = order(await tokenOf("good"));
      const outcomes = await Promise.all(Array.from({ length: 10 }, () => gateway.charge(ctx, one)));
      for (const outcome of outcomes)
        expect(outcome).toMatchObject({ kind: "succeeded", ref: (outcomes[0] as { ref: string }).ref });
      expect((await heldSince(from)).filter(({ key }) => key === one.key)).toEqual([
        expect.objectContaining({ amount: 1499, currencyCode: "USD", refunded: 0 }),
      ]);
      expect(await gateway.find(ctx, one)).toMatchObject({ kind: "succeeded" });
      await expect(gateway.charge(ctx, { ...one, amount: 1500 })).rejects.toThrow(
        "idempotency key was reused",
      );
    });

    test("stores a payment method without a charge, and charges it off-session later", async () => {
      const stored = await gateway.charge(ctx, order(await tokenOf("good"), { amount: 0 }));
      expect(stored.kind).toBe("succeeded");
      const source = (stored as { methodRef: string }).methodRef;
      expect(await gateway.charge(ctx, order(source, { isPersonPresent: false }))).toMatchObject({
        kind: "succeeded",
      });
    });

    test.each([
      ["declined", "CARD_DECLINED"],
      ["poor", "INSUFFICIENT_FUNDS"],
    ] as const)("reports why %s is declined: %s", async (what, code) => {
      const one = order(await tokenOf(what));
      expect(await gateway.charge(ctx, one)).toMatchObject({ kind: "declined", code, isRetryable: true });
      expect(await gateway.charge(ctx, one)).toMatchObject({ kind: "declined", code, isRetryable: true });
    });

    test("reports a definitive refusal that is no decline, with the provider's code and words", async () => {
      const refused = await gateway.charge(ctx, order("pm"));
      expect(refused).toEqual({
        kind: "refused",
        ref: null,
        providerCode: expect.any(String),
        providerMessage: expect.any(String),
      });
      expect(await gateway.retrievePayment(ctx, "pi_unknown")).toMatchObject({ kind: "refused" });
    });

    test("stores some methods that are declined when charged", async () => {
      const token = await tokenOf("failsLater");
      const stored = await gateway.charge(ctx, order(token, { amount: 0 }));
      expect(stored.kind).toBe("succeeded");
      expect(await gateway.charge(ctx, order((stored as { methodRef: string }).methodRef))).toMatchObject({
        kind: "declined",
        code: "CARD_DECLINED",
      });
    });

    test("asks for 3-D Secure if the bank requires it, and declines off-session", async () => {
      const waiting = await gateway.charge(ctx, order(await tokenOf("confirms")));
      if (stand.asksInPage)
        expect(waiting).toMatchObject({
          kind: "declined",
          code: "PAYMENT_ACTION_REQUIRED",
          isRetryable: false,
        });
      else {
        expect(waiting.kind).toBe("action_required");
        expect(await gateway.retrievePayment(ctx, (waiting as { ref: string }).ref)).toMatchObject({
          kind: "action_required",
        });
      }
      const alone = order(await tokenOf("confirms"), { isPersonPresent: false });
      expect(await gateway.charge(ctx, alone)).toMatchObject({
        kind: "declined",
        code: "PAYMENT_ACTION_REQUIRED",
        isRetryable: false,
      });
    });

    test("cancels a pending payment, but not a succeeded one", async () => {
      const waiting = await gateway.charge(ctx, order(await tokenOf("waits")));
      expect(await gateway.cancelPayment(ctx, (waiting as { ref: string }).ref)).toMatchObject({
        kind: "declined",
      });
      const paid = await gateway.charge(ctx, order(await tokenOf("good")));
      expect(await gateway.cancelPayment(ctx, (paid as { ref: string }).ref)).toMatchObject({
        kind: "succeeded",
      });
    });

    test("refunds once per key", async () => {
      const from = new Date(Date.now() - 5_000);
      const paid = (await gateway.charge(ctx, order(await tokenOf("good")))) as { ref: string };
      // A part of a payment can't go back before the banks have settled.
      stand.settle();
      const back = { key: randomUUID(), ref: paid.ref, amount: 499 };
      await gateway.refund(ctx, back);
      await gateway.refund(ctx, back);
      expect((await heldSince(from)).find(({ ref }) => ref === paid.ref)).toMatchObject({ refunded: 499 });
    });

    test("pays everything back before the banks have settled, once", async () => {
      const from = new Date(Date.now() - 5_000);
      const paid = (await gateway.charge(ctx, order(await tokenOf("good")))) as { ref: string };
      const back = { key: randomUUID(), ref: paid.ref, amount: 1_499 };
      await gateway.refund(ctx, back);
      await gateway.refund(ctx, back);
      expect((await heldSince(from)).find(({ ref }) => ref === paid.ref)).toMatchObject({ refunded: 1_499 });
    });

    test("takes the smallest amount of a currency, and amounts without minor units", async () => {
      const from = new Date(Date.now() - 5_000);
      const smallest = order(await tokenOf("good"), { amount: gateway.minCharge("USD") });
      expect(await gateway.charge(ctx, smallest)).toMatchObject({ kind: "succeeded" });
      const yen = order(await tokenOf("good"), { amount: 1900, currencyCode: "JPY" });
      expect(await gateway.charge(ctx, yen)).toMatchObject({ kind: "succeeded" });
      expect((await heldSince(from)).find(({ key }) => key === yen.key)).toMatchObject({
        amount: 1900,
        currencyCode: "JPY",
      });
    });

    test("refunds what is left of a payment, and refuses more", async () => {
      const from = new Date(Date.now() - 5_000);
      const paid = (await gateway.charge(ctx, order(await tokenOf("good")))) as { ref: string };
      stand.settle();
      const refund = (ref: string, amount: number) => gateway.refund(ctx, { key: randomUUID(), ref, amount });
      await refund(paid.ref, 1_000);
      await expect(refund(paid.ref, 500)).rejects.toMatchObject({ code: "REFUND_REFUSED" });
      await refund(paid.ref, 499);
      await expect(refund(paid.ref, 1)).rejects.toMatchObject({ code: "REFUND_REFUSED" });
      await expect(refund("unknown", 1)).rejects.toMatchObject({ code: "REFUND_REFUSED" });
      expect((await heldSince(from)).find(({ ref }) => ref === paid.ref)).toMatchObject({ refunded: 1499 });
    });

    test("takes nothing by a detached payment method, and detaching it again is no error", async () => {
      const stored = await gateway.charge(ctx, order(await tokenOf("good"), { amount: 0 }));
      const source = (stored as { methodRef: string }).methodRef;
      await gateway.detach(ctx, source);
      await gateway.detach(ctx, source);
      const outcome = await gateway.charge(ctx, order(source, { isPersonPresent: false }));
      expect(["declined", "refused"]).toContain(outcome.kind);
    });

    test("finds no payment for a key that was never used", async () => {
      expect(await gateway.find(ctx, { key: randomUUID(), accountId })).toBeNull();
    });

    test("after its customer was deleted takes nothing by what was stored, and the next payment makes another", async () => {
      if (!gateway.deleteCustomer) return;
      const me = await server.anonymous();
      const of = (source: string, more = {}) => order(source, { accountId: me.id, ...more });
      const stored = (await gateway.charge(ctx, of(await tokenOf("good")))) as { methodRef: string };
      const customer = (await findCustomer(ctx.db, me.id, gateway.provider))!;
      await gateway.deleteCustomer(ctx, customer);
      await gateway.deleteCustomer(ctx, customer);
      const outcome = await gateway.charge(ctx, of(stored.methodRef, { isPersonPresent: false }));
      expect(["declined", "refused"]).toContain(outcome.kind);
      await gateway.charge(ctx, of(await tokenOf("good")));
      expect(await gateway.charge(ctx, of(await tokenOf("good")))).toMatchObject({ kind: "succeeded" });
    });

    test.each(disturbances)(
      "reports an unknown result after %s, and charges once in the end",
      { timeout: minuteMs },
      async (disturbance) => {
        if (!stand.disturb) return;
        const from = new Date(Date.now() - 5_000);
        const one = order(await tokenOf("good"));
        stand.disturb(disturbance);
        expect(await gateway.charge(ctx, one)).toMatchObject({ kind: "unknown", ref: null });
        stand.disturb(null);
        expect(await gateway.charge(ctx, one)).toMatchObject({ kind: "succeeded" });
        expect(await gateway.find(ctx, one)).toMatchObject({ kind: "succeeded" });
        expect((await heldSince(from)).filter(({ key }) => key === one.key)).toHaveLength(1);
      },
    );

    testWebhooks(fixture);
  });
}
