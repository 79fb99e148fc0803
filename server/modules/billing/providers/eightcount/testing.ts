import { randomUUID } from "node:crypto";
import type { Ctx } from "../../../../ctx.ts";
import { receiveEvent } from "../../payments/webhooks.ts";
import type { ProviderEvent } from "../../ports.ts";
import { cards, cardToken, walletToken } from "../../testing.ts";
import type { GatewayStand, Webhook } from "../gateway-stand.ts";
import { saveTestDispute } from "./disputes.ts";
import { insertRefund } from "./store.ts";

/** The test gateway for the contract of gateways. It is part of the server, so that nothing lies between them. */
export async function startTestStand(): Promise<GatewayStand> {
  const waiting: Webhook[] = [];
  const send = (about: Partial<ProviderEvent>): void => {
    const event = { provider: "eightcount", eventId: randomUUID(), type: "test", kind: "other" } as const;
    waiting.push(async (server) => {
      await server.ctx().transact((tx) => receiveEvent(tx, { ref: null, key: null, ...event, ...about }));
      return 200;
    });
  };
  const dispute = async (ctx: Ctx, paymentRef: string, status: "open" | "won" | "lost"): Promise<void> => {
    const ref = `dispute_${paymentRef}`;
    const dueAt = new Date(ctx.clock.now().getTime() + 7 * 86_400_000);
    await saveTestDispute(ctx.db, {
      ref,
      paymentRef,
      reason: "fraudulent",
      status,
      dueAt,
      now: ctx.clock.now(),
    });
    send({ disputeRef: ref });
  };
  return {
    env: {},
    secrets: [],
    faults: [],
    asksInPage: false,
    token: async (server, behavior) => {
      if (behavior === "applePay") return walletToken(server, "apple_pay");
      if (behavior === "paypal") return walletToken(server, "paypal_express_checkout");
      return cardToken(server, cards[behavior === "waits" ? "confirms" : behavior]);
    },
    settle: () => {},
    dispute,
    failLater: (ctx, ref) => dispute(ctx, ref, "lost"),
    failRefund: async (ref, refundKey) => send({ kind: "refund_failed", ref, refundKey }),
    refundThere: async (ctx, ref, amount) => {
      await insertRefund(ctx.db, { key: randomUUID(), ref, amount, now: ctx.clock.now() });
    },
    takeWebhooks: () => waiting.splice(0),
    strangeWebhooks: null,
    stop: async () => {},
  };
}
