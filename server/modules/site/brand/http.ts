import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { accentOf, accentStyles, isColor } from "../../../../contract/accent.ts";
import { NotFound } from "../../../platform/errors.ts";
import type { HttpRoutes } from "../../../platform/module.ts";
import { changeBrandImage, removeBrandImage } from "./brand.ts";
import type { Brand, BrandImage } from "./files.ts";
import { brandRules, maxBrandBytes } from "./kinds.ts";

interface KindRequest {
  Params: { kind: string };
}

const forever = "public, max-age=31536000, immutable";

const etagOf = ({ content }: BrandImage): string =>
  `"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;

const sendImage = (reply: FastifyReply, image: BrandImage, caching: string): FastifyReply =>
  reply
    .type("image/png")
    .headers({ "cache-control": caching, etag: etagOf(image) })
    .send(image.content);

function imageAt({ logo, icons, share }: Brand, path: string): BrandImage | undefined {
  const images = [...(logo ? [logo.light, logo.dark] : []), ...icons.values(), ...(share ? [share] : [])];
  return images.find((image) => image.path === path);
}

/** Registers the brand's images: public to read, changed by admins only. */
export async function registerBrand({ server, ctx, ctxOf }: HttpRoutes): Promise<void> {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "*",
      { parseAs: "buffer", bodyLimit: maxBrandBytes + 1024 },
      (_request, body, done) => done(null, body),
    );
    scope.post<KindRequest>("/api/studio/brand/:kind", async (request, reply) => {
      const content = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      await changeBrandImage(await ctxOf(request), request.params.kind, content);
      return reply.header("cache-control", "no-store").code(204).send();
    });
    scope.delete<KindRequest>("/api/studio/brand/:kind", async (request, reply) => {
      await removeBrandImage(await ctxOf(request), request.params.kind);
      return reply.header("cache-control", "no-store").code(204).send();
    });
  });
  server.get<{ Params: { hash: string; name: string } }>("/brand/:hash/:name", async (request, reply) => {
    const { hash, name } = request.params;
    const color = `#${hash}`;
    if (name === "accent.css" && isColor(color) && accentOf(color).isReadable)
      return reply
        .type("text/css; charset=utf-8")
        .header("cache-control", "public, max-age=86400")
        .send(accentStyles(color));
    const image = imageAt(ctx.studio.brand, `/brand/${hash}/${name}`);
    if (!image) throw new NotFound("file");
    return sendImage(reply, image, forever);
  });
  // Browsers, push messages and installed apps ask for icons by these addresses, which must stay the same.
  for (const { name } of brandRules.icon.files)
    server.get(`/${name}`, async (request, reply) => {
      const image = ctx.studio.brand.icons.get(name);
      if (!image) return reply.callNotFound();
      if (request.headers["if-none-match"] === etagOf(image)) return reply.code(304).send();
      return sendImage(reply, image, "no-cache");
    });
}
