import type { FastifyInstance } from "fastify";
import { timingSafeEqual, createHash } from "node:crypto";
import { z } from "zod";
import type { Ctx } from "../../../../ctx.ts";
import { BadInput, DomainError } from "../../../../platform/errors.ts";
import { inEnglish } from "../../../../platform/i18n/messages.ts";
import { receiveEvent } from "../../payments/webhooks.ts";
import type { ChargebeeSettings } from "./client.ts";

const maxEventBytes = 512 * 1024;

/** The webhook's user name or password doesn't fit. */
class WebhookUnauthorized extends DomainError {
  constructor() {
    super("UNAUTHENTICATED", inEnglish("The webhook's user name or password doesn't fit."), { status: 401 });
  }
}

/** Only the id is believed: everything else is read from Chargebee. */
const eventShape = z.object({
  id: z.string().regex(/^[\w-]{1,100}$/),
  event_type: z.string().regex(/^\w{1,100}$/),
});

const digestOf = (text: string) => createHash("sha256").update(text).digest();

/** Whether a request has the user name with one of the passwords, compared in constant time. */
function isAuthorized(
  given: string | undefined,
  { webhookUser, webhookPasswords }: ChargebeeSettings,
): boolean {
  const [, encoded = ""] = /^Basic ([\w+/]+=*)$/i.exec(given ?? "") ?? [];
  const shown = digestOf(Buffer.from(encoded, "base64").toString());
  return webhookPasswords
    .map((password) => timingSafeEqual(shown, digestOf(`${webhookUser}:${password}`)))
    .includes(true);
}

/** The webhook at /webhooks/chargebee. Chargebee doesn't sign, so news is only an occasion to read. */
export async function registerChargebeeWebhook(
  server: FastifyInstance,
  ctx: Ctx,
  settings: ChargebeeSettings,
): Promise<void> {
  await server.register(async (scope) => {
    scope.addHook("onRequest", async (request) => {
      if (!isAuthorized(request.headers.authorization, settings)) throw new WebhookUnauthorized();
    });
    scope.post("/webhooks/chargebee", { bodyLimit: maxEventBytes }, async (request, reply) => {
      const event = eventShape.safeParse(request.body);
      if (!event.success)
        throw new BadInput("id", inEnglish("This isn't an event that the server can read."));
      await ctx.transact((tx) =>
        receiveEvent(tx, {
          provider: "chargebee",
          eventId: event.data.id,
          type: event.data.event_type,
          kind: "other",
          ref: null,
          key: null,
        }),
      );
      return reply.code(200).send({ received: true });
    });
  });
}
