import { randomUUID } from "node:crypto";
import Fastify from "fastify";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
import { isDatabaseUnavailable } from "../db.ts";
import { DomainError, RateLimited, Unavailable } from "../errors.ts";
import type { Log } from "../log.ts";

/** Requests that may be under way at once; the next is told to come back, so that those under way stay quick. */
const mostRequests = 512;

/** Streams that may be open at once. They wait far more than they work, so that they don't count among the requests. */
const mostStreams = 10_000;

declare module "fastify" {
  interface FastifyRequest {
    /** Makes a stream of a request that is under way; see `becomeStream`. */
    countAsStream: (() => void) | null;
  }
}

/**
 * Says that an answer stays open for minutes: from now on it counts as a stream, no longer as a request under way.
 * @throws Unavailable when too many are open
 */
export function becomeStream(request: FastifyRequest): void {
  request.countAsStream?.();
}

/** The HTTP server with what every route needs: request ids, limits on time, safe headers, typed errors, one log line. */
export function createHttpServer(
  config: Config,
  log: Log,
  pool: { readonly waitingCount: number },
): FastifyInstance {
  /** Once so many wait for a connection to the database, the next would wait longer than anybody should; it is told to come back. */
  const mostWaiting = Math.max(64, config.databaseConnections * 4);
  const server = Fastify({
    logger: false,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    genReqId: () => randomUUID(),
    requestTimeout: 30_000,
    keepAliveTimeout: 15_000,
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: 1000 },
    http: { headersTimeout: 8_000, connectionsCheckingInterval: 2_000, maxHeaderSize: 16 * 1024 },
  });

  // These lines hold nothing of the client's but what is listed below; searching each for secrets would cost a tenth of a small request.
  const answers = log.child({}, { redact: [] });

  const open = { request: 0, stream: 0 };
  server.decorateRequest("countAsStream", null);
  server.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
    reply.header("x-content-type-options", "nosniff");
    if (config.publicUrl?.startsWith("https:"))
      reply.header("strict-transport-security", "max-age=31536000; includeSubDomains");
    let kind: keyof typeof open = "request";
    open.request += 1;
    reply.raw.once("close", () => {
      open[kind] -= 1;
    });
    request.countAsStream = () => {
      if (kind === "stream") return;
      if (open.stream >= mostStreams)
        throw new Unavailable("Too many people are listening. Try again in a moment.");
      open.request -= 1;
      open[(kind = "stream")] += 1;
    };
    if ((open.request > mostRequests || pool.waitingCount > mostWaiting) && !isHealthCheck(request))
      throw new Unavailable("Too many people at once. Try again in a moment.");
  });
  server.addHook("onResponse", async (request, reply) => {
    if (isHealthCheck(request)) return;
    answers.info(
      {
        requestId: request.id,
        method: request.method,
        // The pattern, not the URL: URLs hold tokens and people's names.
        route: request.routeOptions.url ?? "unknown",
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      "Answered",
    );
  });
  server.setErrorHandler((error, request, reply) => sendError(error, request, reply, log));
  server.get("/healthz", async (_request, reply) =>
    reply.header("cache-control", "no-store").send({ status: "alive" }),
  );
  return server;
}

function isHealthCheck(request: FastifyRequest): boolean {
  return request.url === "/healthz" || request.url === "/readyz";
}

/** The host that links in an answer begin with: configured, or the one that the request came to. */
export function publicUrlOf(request: FastifyRequest, config: Config): string {
  return config.publicUrl ?? `${request.protocol}://${request.host}`;
}

/** The country that the configured header names, if a trusted proxy set it: null where a client could have written it itself. */
export function countryByProxy(request: FastifyRequest, config: Config): string | null {
  if (!config.ipCountryHeader || (request.ips?.length ?? 0) < 2) return null;
  const code = String(request.headers[config.ipCountryHeader] ?? "").toUpperCase();
  return /^[A-Z]{2}$/.test(code) ? code : null;
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): FastifyReply {
  const status = (error as { statusCode?: unknown }).statusCode;
  const shown =
    error instanceof DomainError
      ? error
      : isDatabaseUnavailable(error)
        ? new Unavailable(undefined, error)
        : typeof status === "number" && status >= 400 && status < 500
          ? new DomainError("BAD_INPUT", (error as Error).message, { status })
          : null;
  reply.type("application/json; charset=utf-8").header("cache-control", "no-store");
  if (!shown) {
    log.error({ err: error, requestId: request.id }, "A request failed");
    return reply.code(500).send({
      error: {
        code: "INTERNAL",
        message: "Something failed on our side. Nothing was lost; try again.",
        requestId: request.id,
      },
    });
  }
  if (shown instanceof Unavailable || shown instanceof RateLimited)
    reply.header("retry-after", String(shown.facts["retryAfterSeconds"] ?? 2));
  return reply
    .code(shown.status)
    .send({ error: { code: shown.code, message: shown.message, ...shown.facts } });
}
