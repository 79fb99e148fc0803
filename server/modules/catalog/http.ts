import { buffer } from "node:stream/consumers";
import type { FastifyRequest } from "fastify";
import { BadInput } from "../../platform/errors.ts";
import type { HttpRoutes } from "../../platform/module.ts";
import { requireEditor } from "./editing/classes.ts";
import { addCaptions, maxCaptionBytes } from "./editing/source-videos.ts";

type OfClass = { Params: { classId: string; language: string } };

/** Captions of classes, which are longer than a GraphQL call may be, sent by the studio's editors. */
export async function registerCaptionRoutes({ server, ctxOf }: HttpRoutes): Promise<void> {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Nothing of the body is read before it is known who sends it.
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    scope.put<OfClass>(
      "/studio/classes/:classId/captions/:language",
      async (request: FastifyRequest<OfClass>, reply) => {
        const content = request.raw;
        try {
          const ctx = await ctxOf(request);
          requireEditor(ctx);
          // Node takes no more of a body than its length says; one that says none counts as too large.
          const bytes = Number(request.headers["content-length"] ?? Number.NaN);
          if (!(bytes <= maxCaptionBytes)) throw new BadInput("content", "Captions have 2 MB at most.");
          const { classId, language } = request.params;
          await addCaptions(ctx, classId, { language, content: (await buffer(content)).toString("utf8") });
          return await reply.code(204).header("cache-control", "no-store").send();
        } finally {
          // What isn't read is passed over, so that whoever still sends hears the answer.
          content.resume();
        }
      },
    );
  });
}
