import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import Fastify from "fastify";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config/index.ts";
import { isDatabaseUnavailable } from "../db.ts";
import { requestedLocale } from "../../../contract/locales.ts";
import { DomainError, RateLimited, Unavailable } from "../errors.ts";
import { inEnglish, msg, translate } from "../i18n/messages.ts";
import type { Log } from "../log.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { release } from "../release.ts";
import { logRefusal } from "../security-events.ts";
import { traceIdOf, traceRequests } from "../tracing/requests.ts";
import { guardRequests } from "./guard.ts";
import { Admission, CountedResponse } from "./admission.ts";
import { clientOf } from "./client.ts";
import { errorPage, errorPageHeaders, isNavigation } from "./error-page.ts";

/**
 * Creates the HTTP server with everything that routes share: request ids, timeouts, security headers, typed errors, one log line
 * per request.
 */
export function createHttpServer(
  config: Config,
  log: Log,
  pool: { readonly waitingCount: number },
  metrics: Metrics | null,
): FastifyInstance {
  const { databaseConnections: always } = config;
  const admission = new Admission({ always, ...config.admission }, pool, log);
  metrics?.watchLoad(() => admission.load);
  const server = Fastify({
    logger: false,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    genReqId: () => randomUUID(),
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: 1000 },
    serverFactory: (handler) =>
      createServer(
        {
          ServerResponse: CountedResponse,
          requestTimeout: 30_000,
          keepAliveTimeout: 15_000,
          headersTimeout: 8_000,
          connectionsCheckingInterval: 2_000,
          maxHeaderSize: 16 * 1024,
        },
        admission.before(handler),
      ),
  });

  traceRequests(server);
  // These lines contain only the client data listed below. Redacting each would cost a tenth of a small request.
  const answers = log.child({}, { redact: [] });

  server.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
    reply.header("x-content-type-options", "nosniff");
    if (config.publicUrl?.startsWith("https:"))
      reply.header("strict-transport-security", "max-age=31536000; includeSubDomains");
  });
  guardRequests(server);

  server.addHook("onResponse", async (request, reply) => {
    if (isHealthCheck(request)) return;
    // The route pattern, not the URL: URLs contain tokens and people's names.
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? "unknown";
    metrics?.recordRequest({ method, route, status: reply.statusCode, ms: reply.elapsedTime });
    answers.info(
      {
        requestId: request.id,
        method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        client: clientOf(request.headers),
        traceId: traceIdOf(request),
      },
      "Answered",
    );
  });
  server.setErrorHandler((error, request, reply) => sendError(error, request, reply, log));
  server.get("/healthz", async (_request, reply) =>
    reply.header("cache-control", "no-store").send({ status: "alive", release }),
  );
  return server;
}

function isHealthCheck(request: FastifyRequest): boolean {
  return request.url === "/healthz" || request.url === "/readyz";
}

/** The base URL of links in a response: configured, or from the request's Host. */
export function publicUrlOf(request: FastifyRequest, config: Config): string {
  return config.publicUrl ?? `${request.protocol}://${request.host}`;
}

/** The country in the configured header if a trusted proxy set it. Null where the client could have set it itself. */
export function countryByProxy(request: FastifyRequest, config: Config): string | null {
  if (!config.ipCountryHeader || (request.ips?.length ?? 0) < 2) return null;
  const code = String(request.headers[config.ipCountryHeader] ?? "").toUpperCase();
  return /^[A-Z]{2}$/.test(code) ? code : null;
}

/** Codes of errors that libraries throw with a status. */
const codes: Readonly<Record<number, string>> = {
  401: "UNAUTHENTICATED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  429: "RATE_LIMITED",
};

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): FastifyReply {
  const locale = requestedLocale(request.headers);
  const status = (error as { statusCode?: unknown }).statusCode;
  const shown =
    error instanceof DomainError
      ? error
      : isDatabaseUnavailable(error)
        ? new Unavailable(undefined, error)
        : typeof status === "number" && status >= 400 && status < 500
          ? new DomainError(codes[status] ?? "BAD_INPUT", inEnglish((error as Error).message), { status })
          : null;
  reply.type("application/json; charset=utf-8").header("cache-control", "no-store");
  const isPage = isNavigation(request);
  if (isPage) reply.headers(errorPageHeaders);
  if (!shown) {
    log.error({ err: error, requestId: request.id }, "A request failed");
    if (isPage) return reply.code(500).send(errorPage(request, null));
    return reply.code(500).send({
      error: {
        code: "INTERNAL",
        message: translate(msg("Something went wrong on our end. Try again."), locale),
        requestId: request.id,
      },
    });
  }
  logRefusal(log, shown, {
    accountId: null,
    operation: request.routeOptions.url ?? "unknown",
    requestId: request.id,
  });
  if (shown instanceof Unavailable || shown instanceof RateLimited)
    reply.header("retry-after", String(shown.details["retryAfterSeconds"] ?? 2));
  if (isPage) return reply.code(shown.status).send(errorPage(request, shown));
  return reply
    .code(shown.status)
    .send({ error: { code: shown.code, message: translate(shown.text, locale), ...shown.details } });
}
