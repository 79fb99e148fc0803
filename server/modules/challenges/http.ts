import type { FastifyReply } from "fastify";
import { LRUCache } from "lru-cache";
import { NotFound } from "../../platform/errors.ts";
import type { HttpDoor } from "../../platform/module.ts";
import { artEdition, badgeSvg, challengeSvg, motifOf, renderPng } from "./art.ts";

const widths = { badge: 512, challenge: 1200 } as const;
const kept = new LRUCache<string, Buffer>({
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: (png) => png.length,
});

/** Pictures of badges and challenges, drawn from what their address says: /art/badge/{slug}-{amount}-{active|inactive}.{edition}.{svg|png}. */
export async function registerArt({ server }: HttpDoor): Promise<void> {
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
    let png = kept.get(name);
    if (!png) kept.set(name, (png = await renderPng(svg, widths[kind])));
    return send(reply, "image/png", png);
  });
}

function send(reply: FastifyReply, type: string, body: string | Buffer): FastifyReply {
  return reply
    .type(type)
    .header("cache-control", "public, max-age=31536000, immutable")
    .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .send(body);
}
