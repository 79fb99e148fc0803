import type { FastifyReply } from "fastify";
import { LRUCache } from "lru-cache";
import { NotFound } from "../../platform/errors.ts";
import type { HttpRoutes } from "../../platform/module.ts";
import { artEdition, badgeSvg, challengeSvg, motifOf, renderPng, shareSvg } from "./art.ts";
import { sharedBadge, sharedChallenge } from "./sharing.ts";

const widths = { badge: 512, challenge: 1200 } as const;
const cache = new LRUCache<string, Buffer>({
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: (png) => png.length,
});

/**
 * Images of badges and challenges, drawn from the URL:
 * /art/badge/{slug}-{amount}-{active|inactive}.{edition}.{svg|png}. Share images:
 * /share/{badge|challenge}/{slug}.{edition}.png.
 */
export async function registerArt({ server, ctx }: HttpRoutes): Promise<void> {
  server.get<{ Params: { kind: string; file: string } }>("/share/:kind/:file", async (request, reply) => {
    const { kind, file } = request.params;
    const [, slug, edition] = /^([a-z0-9-]{1,80})\.(\w+)\.png$/.exec(file) ?? [];
    if (!slug || edition !== artEdition) throw new NotFound("picture");
    const shared =
      kind === "badge"
        ? await sharedBadge(ctx, slug)
        : kind === "challenge"
          ? await sharedChallenge(ctx, slug)
          : null;
    if (!shared) throw new NotFound("picture");
    const { title, amount } = shared;
    const studioName = ctx.studio.name;
    const name = `share/${kind}/${slug}/${amount}/${title}/${studioName}`;
    let png = cache.get(name);
    if (!png)
      cache.set(name, (png = await renderPng(shareSvg(motifOf(slug, amount), title, studioName), 1200)));
    // Its texts may change: cached for a day, not forever.
    return send(reply.header("cache-control", "public, max-age=86400"), "image/png", png);
  });

  server.get<{ Params: { kind: string; file: string } }>("/art/:kind/:file", async (request, reply) => {
    const { kind, file } = request.params;
    const [, slug, amount, state, edition, format] =
      /^([a-z0-9-]{1,80})-(\d{1,5})-(active|inactive)\.(\w+)\.(svg|png)$/.exec(file) ?? [];
    if ((kind !== "badge" && kind !== "challenge") || !slug || Number(amount) < 1 || edition !== artEdition)
      throw new NotFound("picture");
    const motif = motifOf(slug, Number(amount));
    const svg = kind === "badge" ? badgeSvg(motif, state === "active") : challengeSvg(motif);
    if (format === "svg") return send(reply, "image/svg+xml", svg);
    const name = `${kind}/${file}`;
    let png = cache.get(name);
    if (!png) cache.set(name, (png = await renderPng(svg, widths[kind])));
    return send(reply, "image/png", png);
  });
}

function send(reply: FastifyReply, type: string, body: string | Buffer): FastifyReply {
  if (!reply.hasHeader("cache-control")) reply.header("cache-control", "public, max-age=31536000, immutable");
  return reply
    .type(type)
    .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .send(body);
}
