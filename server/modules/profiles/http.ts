import { NotFound } from "../../platform/errors.ts";
import type { HttpRoutes } from "../../platform/module.ts";
import { changePhoto, maxPhotoBytes, photoKey, removePhoto } from "./photo.ts";

/** Profile photos: public to read, changed by their owner only. */
export async function registerPhotoRoutes({ server, ctx, ctxOf }: HttpRoutes): Promise<void> {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: maxPhotoBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.post("/me/photo", async (request, reply) => {
      const content = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const photoURL = await changePhoto(await ctxOf(request), content);
      return reply.header("cache-control", "no-store").send({ photoURL });
    });
    scope.delete("/me/photo", async (request, reply) => {
      await removePhoto(await ctxOf(request));
      return reply.header("cache-control", "no-store").send({ photoURL: null });
    });
  });
  server.get<{ Params: { personId: string; name: string } }>(
    "/photos/:personId/:name",
    async (request, reply) => {
      const { personId, name } = request.params;
      if (!/^[0-9a-f-]{36}$/.test(personId) || !/^[0-9a-f]{32}\.webp$/.test(name)) throw new NotFound("file");
      const found = await ctx.ports.storage.get(photoKey(personId, name));
      if (!found) throw new NotFound("file");
      return reply
        .type("image/webp")
        .headers({ "cache-control": "public, max-age=604800", "content-length": found.object.size })
        .send(found.content);
    },
  );
}
