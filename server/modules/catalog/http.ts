import { buffer } from "node:stream/consumers";
import type { FastifyRequest } from "fastify";
import { BadInput } from "../../platform/errors.ts";
import type { HttpRoutes } from "../../platform/module.ts";
import { requireClassEditor } from "./editing/classes.ts";
import { addCaptions, maxCaptionBytes } from "./editing/source-videos.ts";
import { calendarEntryOf } from "./upcoming/calendar.ts";
import { msg } from "../../platform/i18n/messages.ts";

type OfClass = { Params: { classId: string; language: string } };

/** Endpoint for captions; and for calendar entries of upcoming classes. */
export async function registerCatalogRoutes(routes: HttpRoutes): Promise<void> {
  await registerCaptionRoutes(routes);
  const { server, ctxOf } = routes;
  server.get<{ Params: { id: string } }>("/coming-up/:id.ics", async (request, reply) =>
    reply
      .type("text/calendar; charset=utf-8")
      .header("content-disposition", 'attachment; filename="class.ics"')
      .header("cache-control", "no-store")
      .send(await calendarEntryOf(await ctxOf(request), request.params.id)),
  );
}

/** Endpoint for captions, which exceed the size of a GraphQL request; for editors and teachers. */
async function registerCaptionRoutes({ server, ctxOf }: HttpRoutes): Promise<void> {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The body isn't read before the request is authenticated.
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    scope.put<OfClass>(
      "/studio/classes/:classId/captions/:language",
      async (request: FastifyRequest<OfClass>, reply) => {
        const content = request.raw;
        try {
          const ctx = await ctxOf(request);
          await requireClassEditor(ctx);
          // Node reads no more than Content-Length; a body without one counts as too large.
          const bytes = Number(request.headers["content-length"] ?? Number.NaN);
          if (!(bytes <= maxCaptionBytes)) throw new BadInput("content", msg("Captions can be up to 2 MB."));
          const { classId, language } = request.params;
          await addCaptions(ctx, classId, { language, content: (await buffer(content)).toString("utf8") });
          return await reply.code(204).header("cache-control", "no-store").send();
        } finally {
          // Drains an unread body, so that a client that is still sending receives the response.
          content.resume();
        }
      },
    );
  });
}
