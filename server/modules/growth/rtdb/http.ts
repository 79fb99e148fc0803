import type { FastifyReply, FastifyRequest } from "fastify";
import type { Ctx } from "../../../ctx.ts";
import { DomainError, Unauthenticated } from "../../../platform/errors.ts";
import { becomeStream } from "../../../platform/http/server.ts";
import type { HttpDoor } from "../../../platform/module.ts";
import { Listeners } from "./listeners.ts";
import {
  EtagMismatch,
  etagOf,
  mayTouch,
  narrow,
  patchNode,
  pushNode,
  readNode,
  shallow,
  writeNode,
} from "./nodes.ts";
import { keysOfAddress } from "./tree.ts";

const largestBody = 256 * 1024;
type Query = Readonly<Record<string, string | undefined>>;

/**
 * The part of the Firebase Realtime Database's REST protocol that clients of ours use, under /rtdb.
 * Source: https://firebase.google.com/docs/reference/rest/database
 */
export async function registerRealtimeDatabase({ server, ctxOf, ctx }: HttpDoor): Promise<void> {
  const listeners = new Listeners(ctx);
  // A stream ends by itself only when its listener leaves: a server that shuts down must not wait for that.
  server.addHook("preClose", async () => listeners.end());
  await server.register(async (scope) => {
    scope.setErrorHandler((error, _request, reply) => sendFault(error, reply, ctx));
    scope.route({
      method: ["GET", "PUT", "POST", "PATCH", "DELETE"],
      url: "/rtdb/*",
      bodyLimit: largestBody,
      handler: async (request, reply) => {
        const query = request.query as Query;
        if (query["auth"]) request.headers["x-auth-token"] = `Bearer ${query["auth"]}`;
        // The router's own parameter is unescaped as a whole: a key that holds %25 couldn't be told from one that holds %.
        const [path = ""] = request.raw.url!.slice("/rtdb/".length).split("?", 1);
        if (!path.endsWith(".json"))
          throw new DomainError("NOT_FOUND", "Paths end in .json.", { status: 404 });
        const keys = keysOfAddress(path);
        const own = await ctxOf(request);
        if (!mayTouch(own, keys)) throw new DomainError("FORBIDDEN", "Permission denied", { status: 401 });
        reply.header("cache-control", "no-cache");
        if (request.method !== "GET") return write(own, request, reply, keys, query);
        if (String(request.headers.accept).includes("text/event-stream"))
          return listen(listeners, request, reply, keys);
        return read(own, request, reply, keys, query);
      },
    });
  });
}

async function read(ctx: Ctx, request: FastifyRequest, reply: FastifyReply, keys: string[], query: Query) {
  const value = await readNode(ctx, keys);
  if (request.headers["x-firebase-etag"] === "true") reply.header("etag", etagOf(value));
  if (query["shallow"] === "true") return send(reply, shallow(value), query);
  if (query["orderBy"] === undefined) {
    if (
      ["limitToFirst", "limitToLast", "startAt", "endAt", "equalTo"].some((name) => query[name] !== undefined)
    )
      throw new DomainError("BAD_INPUT", "orderBy must be defined when other query parameters are defined");
    return send(reply, value, query);
  }
  if (query["orderBy"] !== '"$key"')
    throw new DomainError("BAD_INPUT", 'Index not defined: this database orders by "$key".');
  const text = (name: string) => (query[name] === undefined ? null : String(parse(query[name])));
  const count = (name: string) => {
    if (query[name] === undefined) return null;
    const number = Number(query[name]);
    if (!Number.isInteger(number) || number < 1)
      throw new DomainError("BAD_INPUT", `${name} must be a whole number above 0`);
    return number;
  };
  const equal = text("equalTo");
  return send(
    reply,
    narrow(value, {
      limitToFirst: count("limitToFirst"),
      limitToLast: count("limitToLast"),
      startAt: equal ?? text("startAt"),
      endAt: equal ?? text("endAt"),
    }),
    query,
  );
}

async function write(ctx: Ctx, request: FastifyRequest, reply: FastifyReply, keys: string[], query: Query) {
  const ifMatch = request.headers["if-match"] ?? null;
  const { method, body } = request;
  if (method === "POST") return send(reply, { name: await pushNode(ctx, keys, body) }, query);
  if (method === "PATCH") await patchNode(ctx, keys, body);
  else await writeNode(ctx, keys, method === "DELETE" ? null : body, ifMatch);
  return send(reply, method === "DELETE" ? null : body, query);
}

/** A stream lasts as long as an access token does: whoever listens on shows a new one. Milliseconds. */
const longestStreamMs = 5 * 60 * 1000;

async function listen(
  listeners: Listeners,
  request: FastifyRequest,
  reply: FastifyReply,
  keys: string[],
): Promise<FastifyReply> {
  becomeStream(request);
  const { raw } = reply;
  const listening = listeners.listen(keys, {
    send: (event, data) => raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    end: () => raw.end(),
  });
  // Before anything is waited for: who leaves meanwhile is forgotten all the same.
  raw.once("close", () => listening.stop());
  try {
    const value = await listening.first;
    if (raw.destroyed) return reply.hijack();
    reply.hijack();
    raw.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
    listening.begin(value);
  } catch (error) {
    // The answer hasn't begun: it is a fault like any other's.
    listening.stop();
    throw error;
  }
  const revoke = setTimeout(
    () => raw.end("event: auth_revoked\ndata: credential is no longer valid\n\n"),
    longestStreamMs,
  ).unref();
  raw.once("close", () => clearTimeout(revoke));
  return reply;
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
    throw new DomainError("BAD_INPUT", "Query parameters are JSON: put text in quotes.");
  }
}

/** Faults in Firebase's shape: {"error": "…"}. */
function sendFault(error: unknown, reply: FastifyReply, ctx: Ctx) {
  if (error instanceof EtagMismatch)
    return reply.code(412).header("etag", etagOf(error.current)).send(JSON.stringify(error.current));
  if (error instanceof Unauthenticated)
    return reply.code(401).send({ error: "Auth token is invalid or expired" });
  if (error instanceof DomainError) return reply.code(error.status).send({ error: error.message });
  const status = (error as { statusCode?: number }).statusCode;
  if (status && status < 500)
    return reply.code(status).send({ error: "Invalid data; couldn't parse JSON object." });
  ctx.log.error({ err: error, requestId: reply.request.id }, "The realtime database failed");
  return reply.code(500).send({ error: "Internal server error." });
}
