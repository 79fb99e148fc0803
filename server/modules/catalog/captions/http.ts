import { buffer } from "node:stream/consumers";
import type { FastifyRequest } from "fastify";
import { maxCaptionBytes } from "../../../../contract/captions.ts";
import { BadInput } from "../../../platform/errors.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import type { HttpRoutes } from "../../../platform/module.ts";
import { requireClassEditor } from "../editing/classes.ts";
import { addCaptions, captionsOf } from "./captions.ts";

type OfClass = { Params: { classId: string; language: string } };
const path = "/studio/classes/:classId/captions/:language";

/** Endpoints for captions, which exceed the size of a GraphQL request; for editors and teachers. */
export async function registerCaptionRoutes({ server, ctxOf }: HttpRoutes): Promise<void> {
  server.get<OfClass>(path, async (request, reply) => {
    const { classId, language } = request.params;
    const { content, revision } = await captionsOf(await ctxOf(request), classId, language);
    return reply
      .type("text/vtt; charset=utf-8")
      .header("etag", `"${revision}"`)
      .header("cache-control", "no-store")
      .send(content);
  });
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The body isn't read before the request is authenticated.
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    scope.put<OfClass>(path, async (request: FastifyRequest<OfClass>, reply) => {
      const content = request.raw;
      try {
        const ctx = await ctxOf(request);
        await requireClassEditor(ctx);
        // Node reads no more than Content-Length; a body without one counts as too large.
        const bytes = Number(request.headers["content-length"] ?? Number.NaN);
        if (!(bytes <= maxCaptionBytes)) throw new BadInput("content", msg("Captions can be up to 2 MB."));
        const { classId, language } = request.params;
        const expected = expectedOf(request.headers);
        const given = { language, content: await buffer(content), ...expected };
        const revision = await addCaptions(ctx, classId, given);
        return await reply
          .code(204)
          .header("etag", `"${revision}"`)
          .header("cache-control", "no-store")
          .send();
      } finally {
        // Drains an unread body, so that a client that is still sending receives the response.
        content.resume();
      }
    });
  });
}

/** What must be there before: captions of a revision, or none. Without either header, anything is replaced. */
function expectedOf(headers: FastifyRequest["headers"]): { expected?: string | null } {
  if (headers["if-none-match"] === "*") return { expected: null };
  const match = headers["if-match"];
  return match === undefined ? {} : { expected: match.replace(/^(?:W\/)?"|"$/g, "") };
}
