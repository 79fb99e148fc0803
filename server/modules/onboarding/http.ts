import type { FastifyRequest } from "fastify";
import type { HttpRoutes } from "../../platform/module.ts";
import { changeOptionVideo, removeOptionVideo } from "./option-videos.ts";
import type { OptionName } from "./option-videos.ts";

type OfOption = { Params: OptionName };

/** The films of the questions' options, sent by the studio's editors. */
export async function registerOptionVideoRoutes({ server, ctxOf }: HttpRoutes): Promise<void> {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Nothing of the body is read before it is known who sends it.
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    const path = "/studio/questions/:question/:slug/film";
    scope.post<OfOption>(path, async (request: FastifyRequest<OfOption>, reply) => {
      const content = request.raw;
      try {
        // Node takes no more of a body than its length says; one that says none counts as too large.
        const bytes = Number(request.headers["content-length"] ?? Number.NaN);
        const previewUrl = await changeOptionVideo(await ctxOf(request), request.params, { content, bytes });
        return await reply.header("cache-control", "no-store").send({ previewUrl });
      } finally {
        // What isn't read is passed over, so that whoever still sends hears the answer.
        content.resume();
      }
    });
    scope.delete<OfOption>(path, async (request: FastifyRequest<OfOption>, reply) => {
      await removeOptionVideo(await ctxOf(request), request.params);
      return reply.header("cache-control", "no-store").send({ previewUrl: null });
    });
  });
}
