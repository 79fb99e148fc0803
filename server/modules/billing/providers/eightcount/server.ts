import { randomBytes } from "node:crypto";
import Fastify from "fastify";
import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import type { Ctx } from "../../../../ctx.ts";
import { networkKeys } from "../../../../platform/ip-address.ts";
import { withoutDatabase, tryConsume } from "../../../../platform/rate-limit.ts";
import { formatMoney } from "../../../../../contract/formats/numbers.ts";
import { receiveEvent } from "../../payments/webhooks.ts";
import { isLocale, requestedLocale } from "../../../../../contract/locales.ts";
import { msg, translate } from "../../../../platform/i18n/messages.ts";
import { readCard } from "./cards.ts";
import type { TestGateway } from "./gateway.ts";
import { cardFieldPage, cardFieldScript, confirmPage, gatewayStyles } from "./pages.ts";
import { findPayment, insertToken, settlePayment } from "./store.ts";

/** The billing address. */
const addressShape = z.object({
  countryCode: z.string().regex(/^[A-Z]{2}$/),
  postcode: z.string().max(12).nullable(),
});
const cardShape = z.object({
  address: addressShape.optional(),
  number: z.string().max(40),
  expMonth: z.coerce.number(),
  expYear: z.coerce.number(),
  cvc: z.string().max(8),
});
const walletShape = z.object({
  address: addressShape.optional(),
  wallet: z.enum(["apple_pay", "google_pay", "paypal_express_checkout"]),
});
const addressColumns = (address: z.infer<typeof addressShape> | undefined) => ({
  addressCountry: address?.countryCode ?? null,
  postcode: address?.postcode ?? null,
});
const walletNames = { apple_pay: "apple pay", google_pay: "google pay", paypal_express_checkout: "paypal" };

/**
 * Starts the gateway's own server on a separate origin: card fields for an iframe, tokens, and the bank's
 * page. It neither logs nor stores card numbers, and only returns tokens.
 */
export async function startTestGatewayServer(ctx: Ctx, gateway: TestGateway): Promise<FastifyInstance> {
  const server = Fastify({
    logger: false,
    bodyLimit: 4096,
    requestTimeout: 10_000,
    forceCloseConnections: true,
    trustProxy: ctx.config.trustedProxies.length > 0 ? [...ctx.config.trustedProxies] : false,
  });
  const refuse = (reply: FastifyReply, status: number, code: string, field?: string) =>
    reply.code(status).send({
      error: { code, message: messages[code] ?? "This card can't be taken.", ...(field ? { field } : {}) },
    });

  server.setErrorHandler(async (error, _request, reply) => {
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    // The error message may quote the body.
    if (status >= 500) ctx.log.error({ type: (error as Error).name }, "The test gateway failed");
    return refuse(reply, status, status < 500 ? "BAD_INPUT" : "PROVIDER_UNAVAILABLE");
  });
  server.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  server.addHook("onSend", async (_request, reply) => {
    reply.header("x-content-type-options", "nosniff").header("referrer-policy", "no-referrer");
    if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
  });

  const tokenLimit = withoutDatabase({ name: "card token", points: 3000, seconds: 60 });

  // The page requests wallet tokens itself; card tokens come from the iframe, which has this origin.
  server.options("/tokens", async (_request, reply) =>
    reply
      .headers({
        "access-control-allow-origin": "*",
        "access-control-allow-headers": "*",
        "access-control-max-age": "86400",
      })
      .code(204)
      .send(),
  );
  server.post("/tokens", async (request, reply) => {
    reply.header("access-control-allow-origin", "*");
    const wait = await tryConsume(ctx, tokenLimit, networkKeys(request.ip));
    if (wait !== null) return refuse(reply.header("retry-after", String(wait)), 429, "RATE_LIMITED");
    const token = `tok_${randomBytes(18).toString("base64url")}`;
    const wallet = walletShape.safeParse(request.body);
    if (wallet.success) {
      const type = wallet.data.wallet;
      const noCardDetails = {
        last4: null,
        expMonth: null,
        expYear: null,
        fingerprint: null,
        countryCode: null,
      };
      const method = { behaviour: "succeeds", brand: walletNames[type], ...noCardDetails } as const;
      await insertToken(ctx.db, { token, type, ...method, ...addressColumns(wallet.data.address) });
      return { token };
    }
    const typed = cardShape.safeParse(request.body);
    if (!typed.success) return refuse(reply, 400, "BAD_INPUT", String(typed.error.issues[0]?.path[0] ?? ""));
    const card = readCard(typed.data, ctx.config.authSecret, ctx.clock.now());
    if ("refused" in card)
      return refuse(reply, card.refused === "BAD_INPUT" ? 400 : 402, card.refused, card.field);
    await insertToken(ctx.db, { token, type: "card", ...card, ...addressColumns(typed.data.address) });
    return { token };
  });

  const html = (reply: FastifyReply, policy: string, body: string) =>
    reply
      .type("text/html; charset=utf-8")
      .header(
        "content-security-policy",
        `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; ${policy}`,
      )
      .send(body);
  server.get<{ Querystring: { origin?: string; locale?: string } }>("/card-field", async (request, reply) => {
    const { origin = "", locale } = request.query;
    const framer = /^https?:\/\/[\w.:[\]-]+$/.test(origin) ? origin : "'none'";
    return html(
      reply,
      `form-action 'self'; font-src ${framer}; frame-ancestors ${framer}`,
      cardFieldPage(isLocale(locale) ? locale : requestedLocale(request.headers)),
    );
  });
  server.get("/card-field.js", async (_request, reply) =>
    reply.type("text/javascript; charset=utf-8").send(cardFieldScript),
  );
  server.get("/gateway.css", async (_request, reply) =>
    reply.type("text/css; charset=utf-8").send(gatewayStyles),
  );

  server.get<{ Params: { ref: string } }>("/confirm/:ref", async (request, reply) => {
    const payment = await findPayment(ctx.db, request.params.ref);
    if (!payment) return refuse(reply, 404, "NOT_FOUND");
    const locale = requestedLocale(request.headers);
    const amount =
      payment.amount === 0
        ? translate(msg("Nothing is charged now"), locale)
        : formatMoney(payment.amount, payment.currencyCode, { locale });
    // Browsers apply the form-action directive to the redirect after a form, too.
    return html(
      reply,
      `form-action 'self' ${new URL(payment.returnUrl).origin}; frame-ancestors 'none'`,
      confirmPage(
        {
          ref: payment.ref,
          what: payment.description,
          amount,
          isOpen: payment.status === "action_required",
        },
        locale,
      ),
    );
  });
  server.post<{ Params: { ref: string }; Body: { answer?: string } | null }>(
    "/confirm/:ref",
    async (request, reply) => {
      const payment = await findPayment(ctx.db, request.params.ref);
      if (!payment) return refuse(reply, 404, "NOT_FOUND");
      const isApproved = request.body?.answer === "approve";
      await ctx.transact(async (tx) => {
        const settled = isApproved
          ? await settlePayment(tx.db, payment.ref, "succeeded", null)
          : await settlePayment(tx.db, payment.ref, "failed", "PAYMENT_ACTION_REQUIRED");
        if (settled)
          await receiveEvent(tx, {
            provider: gateway.provider,
            eventId: `confirm-${payment.ref}`,
            type: isApproved ? "payment.succeeded" : "payment.failed",
            kind: isApproved ? "payment_succeeded" : "payment_failed",
            ref: payment.ref,
            key: payment.key,
          });
      });
      return reply.redirect(payment.returnUrl, 303);
    },
  );

  const { testGateway, host } = ctx.config;
  await server.listen({ port: testGateway?.port ?? 0, host }).catch(async (error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    // The port is in use. Any other works, since clients receive the URL.
    await server.listen({ port: 0, host });
  });
  const address = server.server.address();
  if (typeof address === "object" && address) gateway.listensAt(address.port);
  return server;
}

const messages: Record<string, string> = {
  BAD_INPUT: "Send {number, expMonth, expYear, cvc, address} of a published test card, or {wallet, address}.",
  CARD_DECLINED: "Only published test numbers are taken here.",
  CARD_EXPIRED: "This card has expired.",
  RATE_LIMITED: "Too many cards. Wait a minute.",
  NOT_FOUND: "There is no such payment.",
};
