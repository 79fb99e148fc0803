import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { networkKeys } from "../../../platform/ip-address.ts";
import { DomainError } from "../../../platform/errors.ts";
import { countryByProxy } from "../../../platform/http/server.ts";
import { checkNesting } from "../../../platform/text.ts";
import type { HttpRoutes } from "../../../platform/module.ts";
import { consume, withoutDatabase, tryConsume } from "../../../platform/rate-limit.ts";
import { locate } from "../ip-location/location.ts";
import { eventsInClickHouse } from "./clickhouse/event-store.ts";
import { eventsInPostgres } from "./event-store.ts";
import { checkWriteKey, limits, readCall, trackingCalls } from "./protocol.ts";
import type { TrackingCall } from "./protocol.ts";
import { EventWriter } from "./writer.ts";
import { inEnglish } from "../../../platform/i18n/messages.ts";

/** One-letter call names of Segment's browser library. */
const shortNames: Readonly<Record<string, TrackingCall | "batch">> = {
  p: "page",
  s: "screen",
  t: "track",
  i: "identify",
  g: "group",
  a: "alias",
  b: "batch",
  import: "batch",
};
/** Maximum wait of an event for its country, in milliseconds. */
const locationMs = 100;
/** Rate limit windows in seconds. One IP address may be a whole school whose classes start at the same time. */
const addressSeconds = 60;
const totalSeconds = 10;
const message = inEnglish("Too many events. Wait a moment and try again.");

/** Event collector: Segment's HTTP tracking protocol under /v1. */
export async function registerCollector({ server, ctx }: HttpRoutes): Promise<void> {
  const { clickHouse } = ctx.ports;
  const inPostgres = eventsInPostgres(ctx.db);
  const writer = new EventWriter(
    clickHouse ? eventsInClickHouse(clickHouse, inPostgres, ctx.log) : inPostgres,
  );
  const { perIp, inAll } = ctx.config.collectorLimits;
  // One point is a kilobyte; few events are longer.
  const addressLimit = withoutDatabase({
    name: "collector",
    points: perIp * addressSeconds,
    seconds: addressSeconds,
  });
  const totalLimit = withoutDatabase({
    name: "collector, total",
    points: inAll * totalSeconds,
    seconds: totalSeconds,
  });
  await server.register(async (scope) => {
    // sendBeacon uses text/plain, because it can't send a CORS preflight.
    scope.addContentTypeParser(
      "text/plain",
      { parseAs: "string" },
      scope.getDefaultJsonParser("error", "error"),
    );
    scope.addHook("preParsing", unzip);
    // Cross-origin requests are allowed: nothing here is authorized by cookies.
    scope.addHook("onRequest", async (request, reply) => {
      reply.header("access-control-allow-origin", "*").header("access-control-expose-headers", "retry-after");
      // Runs before the body is read, so that refusing is cheap.
      if (request.method === "POST") await consume(ctx, addressLimit, networkKeys(request.ip), { message });
    });
    scope.options("/v1/*", async (_request, reply) =>
      reply
        .header("access-control-allow-methods", "POST")
        .header("access-control-allow-headers", "authorization, content-type, content-encoding")
        .header("access-control-max-age", "86400")
        .code(204)
        .send(),
    );
    const calls: Readonly<Record<string, TrackingCall | "batch">> = {
      ...shortNames,
      batch: "batch",
      ...Object.fromEntries(trackingCalls.map((call) => [call, call])),
    };
    for (const [path, call] of Object.entries(calls)) {
      // One invalid message must not fail the others of a batch.
      const options = { bodyLimit: limits.request, config: { checksOwnBody: true } };
      scope.post(`/v1/${path}`, options, async (request: FastifyRequest) => {
        const { body } = request;
        checkNesting(body);
        const { writeKey } = (body ?? {}) as { writeKey?: unknown };
        checkWriteKey(request.headers.authorization, writeKey, ctx.config.collectorWriteKey);
        const { "content-length": length } = request.headers;
        // A compressed body's Content-Length is not its real size.
        const bytes = length === undefined ? (JSON.stringify(body) ?? "").length : Number(length);
        const kilobytes = Math.ceil(bytes / 1024);
        await consume(ctx, totalLimit, "all", { points: kilobytes, message });
        // The first kilobyte was counted before; the last body of a window may exceed the limit.
        await tryConsume(ctx, addressLimit, networkKeys(request.ip), kilobytes - 1);
        const receivedAt = ctx.clock.now();
        const { countryCode } = await locate(
          ctx,
          { address: request.ip, countryByProxy: countryByProxy(request, ctx.config) },
          locationMs,
        );
        await writer.add(readCall(call, body, { receivedAt, countryCode, bytes }));
        return { success: true };
      });
    }
  });
}

/** Decompresses a body, and aborts if it exceeds the request limit. */
async function unzip(
  request: FastifyRequest,
  _reply: FastifyReply,
  payload: NodeJS.ReadableStream,
): Promise<NodeJS.ReadableStream> {
  const encoding = request.headers["content-encoding"];
  if (!encoding || encoding === "identity") return payload;
  const unpackers = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress } as const;
  const make = unpackers[encoding as keyof typeof unpackers];
  if (!make)
    throw new DomainError("BAD_INPUT", inEnglish("Use gzip, deflate, or br as content encoding."), {
      status: 415,
    });
  delete request.headers["content-length"];
  const unpacked = payload.pipe(make());
  payload.once("error", (error) => unpacked.destroy(error));
  unpacked.once("error", (error: Error & { statusCode?: number }) => {
    error.statusCode ??= 400;
  });
  return Object.assign(unpacked, { receivedEncodedLength: 0 });
}
