import type { FastifyRequest } from "fastify";
import type { HttpRoutes } from "../../platform/module.ts";
import { changeOptionVideo, removeOptionVideo } from "./option-videos.ts";
import type { OptionName } from "./option-videos.ts";

type OfOption = { Params: OptionName };

/** Endpoint for preview clips of options; for the studio's editors. */
export async function registerOptionVideoRoutes({ server, ctxOf }: HttpRoutes): Promise<void> {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The body isn't read before the request is authenticated.
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    const path = "/studio/questions/:question/:slug/film";
    scope.post<OfOption>(path, async (request: FastifyRequest<OfOption>, reply) => {
      const content = request.raw;
      try {
        // Node reads no more than Content-Length; a body without one counts as too large.
        const bytes = Number(request.headers["content-length"] ?? Number.NaN);
        const previewUrl = await changeOptionVideo(await ctxOf(request), request.params, { content, bytes });
        return await reply.header("cache-control", "no-store").send({ previewUrl });
      } finally {
        // Drains an unread body, so that a client that is still sending receives the response.
        content.resume();
      }
    });
    scope.delete<OfOption>(path, async (request: FastifyRequest<OfOption>, reply) => {
      await removeOptionVideo(await ctxOf(request), request.params);
      return reply.header("cache-control", "no-store").send({ previewUrl: null });
    });
  });
}
