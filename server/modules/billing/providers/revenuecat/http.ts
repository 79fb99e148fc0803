import { createHmac } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Ctx } from "../../../../ctx.ts";
import { BadInput, DomainError } from "../../../../platform/errors.ts";
import { inEnglish } from "../../../../platform/i18n/messages.ts";
import { isSameText } from "../../../../platform/signature.ts";
import { faultOf } from "../../../../platform/text.ts";
import { isUuid } from "../../../../platform/uuid.ts";
import { receiveEvent } from "../../payments/webhooks.ts";
import type { SubscriptionProvider } from "../../ports.ts";

/** Tolerated difference between the signature's timestamp and our clock, in seconds, in both directions. */
const toleranceSeconds = 300;
const maxEventBytes = 256 * 1024;
/** Customers of one event. More than a few happen only if someone shares a device with many. */
const maxCustomers = 50;

export interface WebhookSettings {
  readonly provider: SubscriptionProvider;
  /** Accepted values of the Authorization header: more than one during a rotation. */
  readonly webhookAuthorizations: readonly string[];
  /** Secrets that sign webhooks; empty where the webhook isn't signed. */
  readonly signingSecrets: readonly string[];
  readonly allowsSandbox: boolean;
}

/** The authorization value or the signature is missing, wrong or too old. */
class WebhookUnauthorized extends DomainError {
  constructor() {
    super("UNAUTHENTICATED", inEnglish("The authorization doesn’t fit."), { status: 401 });
  }
}

const text = z
  .string()
  .max(500)
  .refine((value) => faultOf(value) === null);
const texts = z
  .array(text)
  .nullish()
  .transform((list) => list ?? []);
/** What is read of an event: whom it is about. What happened is read from RevenueCat. */
const bodyShape = z.object({
  event: z.object({
    id: text,
    type: text,
    environment: z.string().nullish(),
    app_user_id: text.nullish(),
    original_app_user_id: text.nullish(),
    aliases: texts,
    transferred_from: texts,
    transferred_to: texts,
  }),
});
type Event = z.output<typeof bodyShape>["event"];

/** Events about what people see, own besides, or are charged by: no one's access changes. */
const isAboutAccess = ({ type }: Event): boolean =>
  !/^(PAYWALL_.*|EXPERIMENT_ENROLLMENT|INVOICE_ISSUANCE|VIRTUAL_CURRENCY_TRANSACTION)$/.test(type);

/** Sent by the dashboard's button, about a customer who doesn't exist. */
const isTest = ({ type }: Event): boolean => type === "TEST";

/**
 * The customers of an event that can be accounts of ours: ids of the app are account ids. RevenueCat's own anonymous ids are
 * aliases of one of these, or of no one yet.
 */
const customersOf = (event: Event): string[] =>
  isTest(event)
    ? []
    : [
        ...new Set(
          [
            event.app_user_id,
            event.original_app_user_id,
            ...event.aliases,
            ...event.transferred_from,
            ...event.transferred_to,
          ]
            .filter(isUuid)
            .map((id) => id.toLowerCase()),
        ),
      ].slice(0, maxCustomers);

/**
 * Registers RevenueCat's webhook: checks who sends it, stores the event once, and lets the worker read what the customers
 * hold.
 */
export async function registerRevenueCatWebhooks(
  server: FastifyInstance,
  ctx: Ctx,
  settings: WebhookSettings,
): Promise<void> {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: maxEventBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.post("/webhooks/revenuecat", { bodyLimit: maxEventBytes }, async (request, reply) => {
      const body = String(request.body ?? "");
      verify(settings, {
        body,
        authorization: String(request.headers.authorization ?? ""),
        signature: String(request.headers["x-revenuecat-webhook-signature"] ?? ""),
      });
      const event = eventIn(body);
      const isSandbox = event.environment?.toUpperCase() === "SANDBOX";
      if (isAboutAccess(event) && (!isSandbox || settings.allowsSandbox || isTest(event)))
        await ctx.transact((tx) =>
          receiveEvent(tx, {
            provider: settings.provider,
            eventId: event.id,
            type: event.type,
            kind: "other",
            ref: null,
            key: null,
            customers: customersOf(event),
          }),
        );
      return reply.code(200).send({ received: true });
    });
  });
}

/** @throws BadInput for a body that is no event */
function eventIn(body: string): Event {
  try {
    return bodyShape.parse(JSON.parse(body)).event;
  } catch {
    throw new BadInput("event", inEnglish("This isn’t an event that the server can read."));
  }
}

const digestOf = (secret: string, content: string): string =>
  createHmac("sha256", secret).update(content).digest("hex");

/** Compares keyed hashes of equal length, so that the time tells neither content nor length. */
const isOneOf = (given: string, known: readonly string[]): boolean =>
  known.map((one) => isSameText(digestOf(one, given), digestOf(one, one))).includes(true);

/** @throws WebhookUnauthorized */
function verify(
  { webhookAuthorizations, signingSecrets }: WebhookSettings,
  { body, authorization, signature }: { body: string; authorization: string; signature: string },
): void {
  if (!isOneOf(authorization, webhookAuthorizations)) throw new WebhookUnauthorized();
  if (signingSecrets.length === 0) return;
  // `t=<seconds>,v1=<hex>`, with a second v1 while RevenueCat rotates the secret.
  const at = /(?:^|,)\s*t=(\d{1,12})(?:,|$)/.exec(signature)?.[1] ?? "";
  if (!(Math.abs(Date.now() / 1000 - Number(at || NaN)) <= toleranceSeconds)) throw new WebhookUnauthorized();
  const given = [...signature.matchAll(/(?:^|,)\s*v1=([0-9a-f]{64})(?=,|$)/g)].map(([, hex]) => hex ?? "");
  const isSigned = signingSecrets.some((secret) => {
    const expected = digestOf(secret, `${at}.${body}`);
    return given.some((hex) => isSameText(hex, expected));
  });
  if (!isSigned) throw new WebhookUnauthorized();
}
