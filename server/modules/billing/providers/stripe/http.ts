import type { FastifyInstance } from "fastify";
import Stripe from "stripe";
import type { Ctx } from "../../../../ctx.ts";
import { DomainError } from "../../../../platform/errors.ts";
import { receiveEvent } from "../../payments/webhooks.ts";
import type { ProviderEvent, ProviderEventKind } from "../../ports.ts";
import type { StripeGateway } from "./gateway.ts";

/** Tolerated difference between the signature's timestamp and our clock, in seconds, in both directions. */
const toleranceSeconds = 300;
const maxEventBytes = 256 * 1024;

/** The signature is invalid or its timestamp is out of range. */
class SignatureInvalid extends DomainError {
  constructor() {
    super("BAD_INPUT", "The signature doesn't fit.", { status: 400 });
  }
}

/** What an event is about, by Stripe's names. */
function kindOf(event: Stripe.Event, status: string | null): ProviderEventKind {
  const [object = "", what = ""] = event.type.split(/\.(?=[^.]+$)/);
  if (object === "charge.dispute")
    return what === "created" ? "dispute_opened" : what === "closed" ? "dispute_closed" : "dispute_updated";
  if (event.type === "charge.refunded") return "refund_updated";
  if (object === "refund" || object === "charge.refund")
    return status === "failed" ? "refund_failed" : "refund_updated";
  if (event.type === "payment_method.detached") return "method_detached";
  if (object !== "payment_intent" && object !== "setup_intent") return "other";
  if (what === "succeeded") return "payment_succeeded";
  return what === "payment_failed" || what === "setup_failed" ? "payment_failed" : "payment_changed";
}

/** The stored part of an event: references and amounts, no personal or card data. */
function summaryOf(
  event: Stripe.Event,
): Pick<ProviderEvent, "kind" | "ref" | "key" | "refunded" | "refundKey" | "disputeRef"> {
  const object = event.data.object as {
    object: string;
    id?: string;
    payment_intent?: string | { id: string } | null;
    metadata?: Record<string, string> | null;
    amount_refunded?: number;
    status?: string | null;
  };
  const kind = kindOf(event, object.status ?? null);
  const key = object.metadata?.["key"] ?? null;
  if (object.object === "payment_intent" || object.object === "setup_intent")
    return { kind, ref: object.id ?? null, key };
  const intent = object.payment_intent;
  const ref = typeof intent === "string" ? intent : (intent?.id ?? null);
  if (object.object === "charge") return { kind, ref, key, refunded: object.amount_refunded ?? 0 };
  if (object.object === "dispute" && object.id) return { kind, ref, key, disputeRef: object.id };
  const refundKey = object.metadata?.["refund"];
  return { kind, ref, key, ...(refundKey ? { refundKey } : {}) };
}

/**
 * Registers Stripe's webhook: verifies the signature of the raw body, stores the event once, and lets the
 * worker apply it.
 */
export async function registerStripeWebhooks(
  server: FastifyInstance,
  ctx: Ctx,
  gateway: StripeGateway,
): Promise<void> {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: maxEventBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.post("/webhooks/stripe", { bodyLimit: maxEventBytes }, async (request, reply) => {
      const event = verify(
        gateway,
        String(request.body ?? ""),
        String(request.headers["stripe-signature"] ?? ""),
      );
      await ctx.transact((tx) =>
        receiveEvent(tx, {
          provider: gateway.provider,
          eventId: event.id,
          type: event.type,
          ...summaryOf(event),
        }),
      );
      return reply.code(200).send({ received: true });
    });
  });
}

function verify(gateway: StripeGateway, body: string, signature: string): Stripe.Event {
  // Stripe's own check accepts timestamps in the future.
  const at = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);
  if (!(Math.abs(Date.now() / 1000 - at) <= toleranceSeconds)) throw new SignatureInvalid();
  for (const secret of gateway.webhookSecrets) {
    try {
      return gateway.stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds);
    } catch (error) {
      // Try the next secret: two are valid while one is being rotated.
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw new SignatureInvalid();
    }
  }
  throw new SignatureInvalid();
}
