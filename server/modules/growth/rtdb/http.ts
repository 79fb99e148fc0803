import type { FastifyReply, FastifyRequest } from "fastify";
import type { Ctx } from "../../../ctx.ts";
import { DomainError, RateLimited, Unauthenticated, Unavailable } from "../../../platform/errors.ts";
import type { HttpRoutes } from "../../../platform/module.ts";
import { Listeners } from "./listeners.ts";
import { EtagMismatch, etagOf, patchNode, pushNode, readNode, shallow, writeNode } from "./nodes.ts";
import { narrow } from "./narrowing.ts";
import type { Bound, Narrowing } from "./narrowing.ts";
import { createRealtimeQuota } from "./quota.ts";
import type { RealtimeQuota } from "./quota.ts";
import { PermissionDenied, mayRead } from "./rules.ts";
import { Streams } from "./stream.ts";
import { keysOfAddress } from "./tree.ts";
import { inEnglish } from "../../../platform/i18n/messages.ts";

const maxBodyBytes = 256 * 1024;
type Query = Readonly<Record<string, string | undefined>>;

/**
 * Subset of the Firebase Realtime Database's REST protocol that our clients use, under /rtdb.
 * Source: https://firebase.google.com/docs/reference/rest/database
 */
export async function registerRealtimeDatabase({ server, ctxOf, ctx }: HttpRoutes): Promise<void> {
  const listeners = new Listeners(ctx);
  const streams = new Streams(listeners, ctxOf);
  const quota = createRealtimeQuota();
  // A stream ends only when its listener disconnects: a server that shuts down must not wait for that.
  server.addHook("preClose", async () => listeners.end());
  await server.register(async (scope) => {
    // curl and other clients send JSON with any content type.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string" }, scope.getDefaultJsonParser("error", "error"));
    scope.setErrorHandler((error, _request, reply) => sendFault(error, reply, ctx));
    scope.route({
      method: ["GET", "PUT", "POST", "PATCH", "DELETE"],
      url: "/rtdb/*",
      bodyLimit: maxBodyBytes,
      handler: async (request, reply) => {
        const query = request.query as Query;
        const token = query["auth"] ?? query["access_token"];
        if (token) request.headers["x-auth-token"] = `Bearer ${token}`;
        else if (request.headers.authorization)
          request.headers["x-auth-token"] = request.headers.authorization;
        // The router decodes its parameter as a whole: keys with %25 and with % would be the same.
        const [path = ""] = request.raw.url!.slice("/rtdb/".length).split("?", 1);
        if (!path.endsWith(".json"))
          throw new DomainError("NOT_FOUND", inEnglish("Paths must end in .json."), { status: 404 });
        const keys = keysOfAddress(path);
        const own = await ctxOf(request);
        await quota.request(own);
        if (!mayRead(own, keys)) throw new PermissionDenied();
        reply.header("cache-control", "no-cache");
        const method = methodOf(request, query);
        if (method !== "GET") return write(own, quota, method, request, reply, keys, query);
        if (String(request.headers.accept).includes("text/event-stream"))
          return streams.begin(request, reply, {
            ctx: own,
            keys,
            narrowing: narrowingOf(query),
          });
        return read(own, request, reply, keys, query);
      },
    });
  });
}

/** The effective method: clients that can only POST override it. */
function methodOf(request: FastifyRequest, query: Query): string {
  const said = request.headers["x-http-method-override"] ?? query["x-http-method-override"];
  const method = request.method === "POST" && said ? String(said).toUpperCase() : request.method;
  if (!["GET", "PUT", "POST", "PATCH", "DELETE"].includes(method))
    throw new DomainError("BAD_INPUT", inEnglish("Use GET, PUT, POST, PATCH, or DELETE."), { status: 405 });
  return method;
}

async function read(ctx: Ctx, request: FastifyRequest, reply: FastifyReply, keys: string[], query: Query) {
  const value = await readNode(ctx, keys);
  if (wantsEtag(request)) reply.header("etag", etagOf(value));
  const narrowing = narrowingOf(query);
  if (query["shallow"] === "true") {
    if (narrowing) throw new DomainError("BAD_INPUT", inEnglish("shallow can't be mixed with orderBy."));
    return send(reply, shallow(value), query);
  }
  return send(reply, narrowing ? narrow(value, narrowing) : value, query);
}

const wantsEtag = (request: FastifyRequest) => request.headers["x-firebase-etag"] === "true";
const bounds = ["startAt", "startAfter", "endAt", "endBefore", "equalTo"] as const;

/**
 * Parses the query of a list; null if it has none.
 * @throws DomainError in Firebase's format
 */
function narrowingOf(query: Query): Narrowing | null {
  const orderBy = query["orderBy"] === undefined ? null : parse(query["orderBy"]);
  if (orderBy === null) {
    if ([...bounds, "limitToFirst", "limitToLast"].some((name) => query[name] !== undefined))
      throw new DomainError(
        "BAD_INPUT",
        inEnglish("orderBy must be defined when other query parameters are defined"),
      );
    return null;
  }
  if (typeof orderBy !== "string")
    throw new DomainError("BAD_INPUT", inEnglish("orderBy must be a valid JSON encoded path"));
  const bound = (name: (typeof bounds)[number], isInclusive: boolean): Bound | null => {
    if (query[name] === undefined) return null;
    // A value, or a value and a key: "a","b" are the elements of an array.
    const [value, key = null] = parse(`[${query[name]}]`) as unknown[];
    if (value !== null && !["string", "number", "boolean"].includes(typeof value))
      throw new DomainError(
        "BAD_INPUT",
        inEnglish(`Constraint ${name} must be a text, a number, true, false or null`),
      );
    return { value, key: key === null ? null : String(key), isInclusive };
  };
  const count = (name: string) => {
    if (query[name] === undefined) return null;
    const number = Number(query[name]);
    if (!Number.isInteger(number) || number < 1)
      throw new DomainError("BAD_INPUT", inEnglish(`${name} must be a whole number above 0`));
    return number;
  };
  const [limitToFirst, limitToLast] = [count("limitToFirst"), count("limitToLast")];
  if (limitToFirst !== null && limitToLast !== null)
    throw new DomainError(
      "BAD_INPUT",
      inEnglish("Only one of limitToFirst and limitToLast can be specified"),
    );
  const equal = bound("equalTo", true);
  return {
    orderBy,
    limitToFirst,
    limitToLast,
    start: equal ?? bound("startAt", true) ?? bound("startAfter", false),
    end: equal ?? bound("endAt", true) ?? bound("endBefore", false),
  };
}

async function write(
  ctx: Ctx,
  quota: RealtimeQuota,
  method: string,
  request: FastifyRequest,
  reply: FastifyReply,
  keys: string[],
  query: Query,
) {
  const ifMatch = request.headers["if-match"] ?? null;
  const { body } = request;
  if (method !== "DELETE" && body === undefined)
    throw new DomainError(
      "BAD_INPUT",
      inEnglish("Invalid data; couldn't parse JSON object, array, or value."),
    );
  if (ifMatch !== null && (method === "POST" || method === "PATCH"))
    throw new DomainError("BAD_INPUT", inEnglish(`Conditional requests aren't supported for ${method}.`));
  await quota.write(ctx, keys, body ?? null);
  if (method === "POST") return send(reply, { name: await pushNode(ctx, keys, body) }, query);
  const put =
    method === "PATCH"
      ? await patchNode(ctx, keys, body)
      : await writeNode(ctx, keys, method === "DELETE" ? null : body, ifMatch);
  if (wantsEtag(request)) reply.header("etag", etagOf(await readNode(ctx, keys)));
  return send(reply, put, query);
}

function send(reply: FastifyReply, value: unknown, query: Query) {
  if (query["print"] === "silent") return reply.code(204).send();
  return reply
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(value ?? null, null, query["print"] === "pretty" ? 2 : 0));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new DomainError("BAD_INPUT", inEnglish("Constraint index field must be a JSON primitive"));
  }
}

/** Formats errors like Firebase: {"error": "…"}. */
function sendFault(error: unknown, reply: FastifyReply, ctx: Ctx) {
  if (error instanceof EtagMismatch)
    return reply.code(412).header("etag", etagOf(error.current)).send(JSON.stringify(error.current));
  if (error instanceof Unauthenticated)
    return reply.code(401).send({ error: "Auth token is invalid or expired" });
  if (error instanceof RateLimited || error instanceof Unavailable)
    reply.header("retry-after", String(error.details["retryAfterSeconds"]));
  if (error instanceof DomainError) return reply.code(error.status).send({ error: error.message });
  const status = (error as { statusCode?: number }).statusCode;
  if (status === 413) return reply.code(400).send({ error: "Data to write exceeds the maximum size." });
  if (status && status < 500)
    return reply.code(status).send({ error: "Invalid data; couldn't parse JSON object." });
  ctx.log.error({ err: error, requestId: reply.request.id }, "A realtime database request failed");
  return reply.code(500).send({ error: "Internal server error." });
}
