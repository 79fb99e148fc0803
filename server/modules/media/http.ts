import type { FastifyReply, FastifyRequest } from "fastify";
import type { Ctx } from "../../ctx.ts";
import { Forbidden, NotFound } from "../../platform/errors.ts";
import { acceptRange } from "../../platform/http/ranges.ts";
import { inEnglish } from "../../platform/i18n/messages.ts";
import type { HttpRoutes } from "../../platform/module.ts";
import { isSameText } from "../../platform/signature.ts";
import { BadKey } from "../../platform/storage.ts";
import type { Client } from "./delivery/client.ts";
import { cdnUrlOf, isFetchedByCdn } from "./delivery/cdn.ts";
import { deliver, leave } from "./delivery/deliver.ts";
import { TooManyStreams } from "./delivery/streams.ts";
import { contentTypeOf } from "./publish.ts";

/** Routes for signed media, and for public images whose names change with their content. */
export async function registerMediaRoutes({ server, ctx }: HttpRoutes): Promise<void> {
  // A Cast receiver is a page of another origin. It may read what the path alone authorizes; cookies have no effect
  // here.
  const allowedOrigin = ctx.config.castAppId ? "*" : ctx.config.mediaUrl ? ctx.config.publicUrl : null;
  const media = async (request: FastifyRequest, reply: FastifyReply) => {
    const {
      token,
      assetId,
      version,
      "*": path,
    } = request.params as { token: string; assetId: string; version: string; "*": string };
    if (allowedOrigin) {
      reply
        .header("access-control-allow-origin", allowedOrigin)
        .header("access-control-expose-headers", "content-length, content-range, retry-after");
      if (allowedOrigin !== "*") reply.header("vary", "origin");
    }
    reply.header("cross-origin-resource-policy", allowedOrigin ? "cross-origin" : "same-origin");
    const client = clientFrom(request);
    const delivery = await deliver(ctx, { token, assetId, version, path, client }).catch((error: unknown) => {
      if (error instanceof TooManyStreams)
        reply.header("retry-after", String(error.details["retryAfterSeconds"]));
      throw error;
    });
    // The path carries the person's authorization: shared caches must not store it.
    reply.header("cache-control", "private, max-age=14400, immutable");
    if (delivery.kind === "text") return reply.type(contentTypeOf(path)).send(delivery.text);
    const cdnUrl = await cdnUrlOf(ctx, delivery.key, path);
    if (cdnUrl === null) return sendStored(ctx, delivery.key, request, reply);
    // Asked again soon: screens are counted by these requests, and revoked links end with them.
    return reply.header("cache-control", "private, max-age=20").redirect(cdnUrl, 302);
  };
  server.route({ method: ["GET", "HEAD"], url: "/media/:token/:assetId/:version/*", handler: media });
  if (ctx.config.castAppId)
    // Older Cast receivers send a preflight before a range request.
    server.options("/media/:token/:assetId/:version/*", async (_request, reply) =>
      reply
        .code(204)
        .header("access-control-allow-origin", "*")
        .header("access-control-allow-methods", "GET, HEAD")
        .header("access-control-allow-headers", "range")
        .header("access-control-max-age", "86400")
        .send(),
    );
  // A closing page ends its stream with a beacon, whose body is text.
  server.route({
    method: "POST",
    url: "/media/:token/:assetId/:version/leave",
    bodyLimit: 1024,
    handler: async (request, reply) => {
      const grant = request.params as { token: string; assetId: string; version: string };
      await leave(ctx, { ...grant, client: clientFrom(request) });
      return reply.code(204).send();
    },
  });
  const originKey = ctx.config.mediaCdn?.originKey;
  if (originKey)
    server.route({
      method: ["GET", "HEAD"],
      url: "/media/origin/*",
      handler: async (request, reply) => {
        const { "*": key } = request.params as { "*": string };
        reply.header("cache-control", "no-store");
        if (!isSameText(String(request.headers["x-origin-key"] ?? ""), originKey))
          throw new Forbidden(inEnglish("Only the studio’s CDN may fetch this."));
        if (!isFetchedByCdn(key)) throw new NotFound("file");
        reply
          .header("cache-control", "public, max-age=31536000, immutable")
          .header("access-control-allow-origin", "*")
          .header("cross-origin-resource-policy", "cross-origin");
        return sendStored(ctx, key, request, reply);
      },
    });
  server.route({
    method: ["GET", "HEAD"],
    url: "/pictures/*",
    handler: async (request, reply) => {
      const { "*": path } = request.params as { "*": string };
      reply
        .header("cache-control", "public, max-age=31536000, immutable")
        .header("cross-origin-resource-policy", "cross-origin");
      return sendStored(ctx, `pictures/${path}`, request, reply);
    },
  });
}

const clientFrom = (request: FastifyRequest): Client => ({
  address: request.ip,
  userAgent: request.headers["user-agent"] ?? "",
});

async function sendStored(
  ctx: Ctx,
  key: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { storage } = ctx.ports;
  try {
    const object = await storage.stat(key);
    if (!object) throw new NotFound("file");
    reply.type(contentTypeOf(key)).header("accept-ranges", "bytes").header("etag", `"${object.etag}"`);
    if (request.headers["if-none-match"] === `"${object.etag}"`) return reply.code(304).send();
    const range = acceptRange(request, reply, object);
    if (!range) return reply.send();
    const found = await storage.get(key, range === "all" ? undefined : range);
    if (!found) throw new NotFound("file");
    return reply.send(found.content);
  } catch (error) {
    if (error instanceof BadKey || error instanceof NotFound) {
      reply.header("cache-control", "no-store");
      throw new NotFound("file");
    }
    // They describe the file, which the error isn't.
    for (const header of ["content-length", "content-range", "etag", "accept-ranges"])
      reply.removeHeader(header);
    reply.header("cache-control", "no-store");
    throw error;
  }
}
