import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Ctx } from "../../../../ctx.ts";
import { BadInput, DomainError } from "../../../../platform/errors.ts";
import { inEnglish } from "../../../../platform/i18n/messages.ts";
import { isUuid } from "../../../../platform/uuid.ts";
import { receiveEvent } from "../../payments/webhooks.ts";
import type { ProviderEvent, ProviderEventKind } from "../../ports.ts";
import type { BraintreeGateway } from "./gateway.ts";
import { settlementRef } from "./held.ts";

const maxEventBytes = 512 * 1024;
/** Braintree repeats a notification for a day; older ones are replays. In milliseconds. */
const oldestMs = 3 * 86_400_000;
const newestMs = 5 * 60_000;

/** The signature is invalid, or the notification is too old. */
class SignatureInvalid extends DomainError {
  constructor() {
    super("BAD_INPUT", inEnglish("The signature doesn't fit."), { status: 400 });
  }
}

const id = z.string().regex(/^[\w-]{1,100}$/);
/** Other programs of the same merchant number their orders in their own way. */
const orderId = id.nullish().catch(null);
/** What is read of a notification: references. Everything else is asked. */
const notificationShape = z.object({
  kind: z.string().regex(/^\w{1,100}$/),
  timestamp: z.iso.datetime().transform((text) => new Date(text)),
  subject: z.object({
    transaction: z
      .object({
        id,
        type: z.string().nullish().catch(null),
        orderId,
        refundedTransactionId: id.nullish().catch(null),
      })
      .optional(),
    transactionReview: z.object({ transactionId: id }).optional(),
    dispute: z.object({ id, transaction: z.object({ id }).optional() }).optional(),
  }),
});
type Notification = z.infer<typeof notificationShape>;

const disputeKinds: Readonly<Record<string, ProviderEventKind>> = {
  dispute_opened: "dispute_opened",
  dispute_won: "dispute_closed",
  dispute_lost: "dispute_closed",
  dispute_accepted: "dispute_closed",
  dispute_auto_accepted: "dispute_closed",
  dispute_expired: "dispute_closed",
};

type Summary = Pick<ProviderEvent, "kind" | "ref" | "key" | "refundKey" | "disputeRef">;

/** The stored part of a notification: references, no personal or card data. */
function summaryOf({ kind, subject }: Notification): Summary {
  const { transaction, transactionReview, dispute } = subject;
  if (dispute)
    return {
      kind: disputeKinds[kind] ?? "dispute_updated",
      ref: dispute.transaction?.id ?? null,
      key: null,
      disputeRef: dispute.id,
    };
  if (transactionReview) return { kind: "payment_changed", ref: transactionReview.transactionId, key: null };
  if (!transaction)
    return {
      kind: kind === "payment_method_revoked_by_customer" ? "method_detached" : "other",
      ref: null,
      key: null,
    };
  const isDeclined = kind === "transaction_settlement_declined";
  const { refundedTransactionId: refunded } = transaction;
  if (refunded || transaction.type === "credit" || kind === "refund_failed")
    return {
      kind: isDeclined || kind === "refund_failed" ? "refund_failed" : "refund_updated",
      ref: refunded ?? null,
      key: null,
      ...(transaction.orderId ? { refundKey: transaction.orderId } : {}),
    };
  const key = isUuid(transaction.orderId) ? transaction.orderId : null;
  // It had succeeded before: what follows is that of a lost dispute.
  if (isDeclined)
    return { kind: "dispute_closed", ref: transaction.id, key, disputeRef: settlementRef(transaction.id) };
  return {
    kind: kind === "transaction_settled" ? "payment_succeeded" : "payment_changed",
    ref: transaction.id,
    key,
  };
}

/**
 * Registers Braintree's webhook: proves the address to Braintree, verifies signatures, stores each notification once
 * and lets the worker ask for what happened.
 */
export async function registerBraintreeWebhooks(
  server: FastifyInstance,
  ctx: Ctx,
  gateway: BraintreeGateway,
): Promise<void> {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: maxEventBytes }, (_request, body, done) =>
      done(null, body),
    );
    // Braintree's check of the address, when the webhook is entered in its control panel.
    scope.get<{ Querystring: { bt_challenge?: string | string[] } }>(
      "/webhooks/braintree",
      async (request, reply) => {
        const challenge = request.query.bt_challenge;
        if (typeof challenge !== "string" || !/^[a-f0-9]{20,32}$/.test(challenge))
          throw new SignatureInvalid();
        const { webhookNotification } = await gateway.load();
        return reply.type("text/plain").send(webhookNotification.verify(challenge));
      },
    );
    scope.post("/webhooks/braintree", { bodyLimit: maxEventBytes }, async (request, reply) => {
      const form = new URLSearchParams(String(request.body ?? ""));
      const payload = form.get("bt_payload") ?? "";
      const notification = await read(gateway, form.get("bt_signature") ?? "", payload);
      // A notification has no id.
      const eventId = createHash("sha256").update(payload.trim()).digest("hex");
      const { provider } = gateway;
      const event: ProviderEvent = { provider, eventId, type: notification.kind, ...summaryOf(notification) };
      // The control panel's test is about nothing.
      if (event.type !== "check") await ctx.transact((tx) => receiveEvent(tx, event));
      return reply.code(200).send({ received: true });
    });
  });
}

/** @throws SignatureInvalid, BadInput for a signed body that is no notification */
async function read(gateway: BraintreeGateway, signature: string, payload: string): Promise<Notification> {
  const { webhookNotification } = await gateway.load();
  let found: unknown;
  try {
    found = await webhookNotification.parse(signature, payload);
  } catch (error) {
    if (error instanceof Error && error.name === "invalidSignatureError") throw new SignatureInvalid();
    throw unreadable();
  }
  const notification = notificationShape.safeParse(found);
  if (!notification.success) throw unreadable();
  const ageMs = Date.now() - notification.data.timestamp.getTime();
  if (ageMs > oldestMs || ageMs < -newestMs) throw new SignatureInvalid();
  return notification.data;
}

const unreadable = () =>
  new BadInput("bt_payload", inEnglish("This isn't a notification that the server can read."));
