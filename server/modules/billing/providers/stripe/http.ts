import type { FastifyInstance } from "fastify";
import Stripe from "stripe";
import { z } from "zod";
import type { Ctx } from "../../../../ctx.ts";
import { BadInput, DomainError } from "../../../../platform/errors.ts";
import { faultOf } from "../../../../platform/text.ts";
import { isUuid } from "../../../../platform/uuid.ts";
import { receiveEvent } from "../../payments/webhooks.ts";
import type { ProviderEvent, ProviderEventKind } from "../../ports.ts";
import type { StripeGateway } from "./gateway.ts";
import { inEnglish } from "../../../../platform/i18n/messages.ts";

/** Tolerated difference between the signature's timestamp and our clock, in seconds, in both directions. */
const toleranceSeconds = 300;
const maxEventBytes = 256 * 1024;

/** The signature is invalid or its timestamp is out of range. */
class SignatureInvalid extends DomainError {
  constructor() {
    super("BAD_INPUT", inEnglish("The signature doesn't fit."), { status: 400 });
  }
}

const text = z
  .string()
  .max(500)
  .refine((value) => faultOf(value) === null);
/** What is read of an event. Objects of kinds that we don't handle have fields of other types. */
const eventShape = z.object({
  id: text,
  type: text,
  data: z.object({
    object: z.object({
      object: text,
      id: text.nullish(),
      payment_intent: z.union([text, z.object({ id: text })]).nullish(),
      metadata: z.record(z.string(), z.unknown()).nullish().catch(null),
      amount_refunded: z.int32().min(0).optional(),
      status: z.string().nullish().catch(null),
    }),
  }),
});
type Event = z.infer<typeof eventShape>;

/** What an event is about, by Stripe's names. */
function kindOf({ type, data }: Event): ProviderEventKind {
  const [object = "", what = ""] = type.split(/\.(?=[^.]+$)/);
  if (object === "charge.dispute")
    return what === "created" ? "dispute_opened" : what === "closed" ? "dispute_closed" : "dispute_updated";
  if (type === "radar.early_fraud_warning.created") return "fraud_warning";
  if (type === "charge.refunded") return "refund_updated";
  if (object === "refund" || object === "charge.refund")
    return data.object.status === "failed" ? "refund_failed" : "refund_updated";
  if (type === "payment_method.detached") return "method_detached";
  if (object !== "payment_intent" && object !== "setup_intent") return "other";
  if (what === "succeeded") return "payment_succeeded";
  return what === "payment_failed" || what === "setup_failed" ? "payment_failed" : "payment_changed";
}

/** The stored part of an event: references and amounts, no personal or card data. */
function summaryOf(
  event: Event,
): Pick<ProviderEvent, "kind" | "ref" | "key" | "refunded" | "refundKey" | "disputeRef"> {
  const { object } = event.data;
  const kind = kindOf(event);
  const given = object.metadata?.["key"];
  // Other programs of the same Stripe account write metadata of their own.
  const key = isUuid(given) ? given : null;
  if (object.object === "payment_intent" || object.object === "setup_intent")
    return { kind, ref: object.id ?? null, key };
  const intent = object.payment_intent;
  const ref = typeof intent === "string" ? intent : (intent?.id ?? null);
  if (object.object === "charge") return { kind, ref, key, refunded: object.amount_refunded ?? 0 };
  if (object.object === "dispute" && object.id) return { kind, ref, key, disputeRef: object.id };
  const refund = text.safeParse(object.metadata?.["refund"]);
  return { kind, ref, key, ...(refund.data ? { refundKey: refund.data } : {}) };
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

/** @throws SignatureInvalid, BadInput for a signed body that is no event */
function verify(gateway: StripeGateway, body: string, signature: string): Event {
  // Stripe's own check accepts timestamps in the future.
  const at = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);
  if (!(Math.abs(Date.now() / 1000 - at) <= toleranceSeconds)) throw new SignatureInvalid();
  for (const secret of gateway.webhookSecrets) {
    try {
      const event = eventShape.safeParse(
        gateway.stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds),
      );
      if (!event.success)
        throw new BadInput("data", inEnglish("This isn't an event that the server can read."));
      return event.data;
    } catch (error) {
      if (error instanceof BadInput) throw error;
      // Try the next secret: two are valid while one is being rotated.
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw new SignatureInvalid();
    }
  }
  throw new SignatureInvalid();
}
