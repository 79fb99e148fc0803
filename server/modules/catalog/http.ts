import type { HttpRoutes } from "../../platform/module.ts";
import { registerCaptionRoutes } from "./captions/http.ts";
import { uploadOwnImage } from "./editing/entry-images.ts";
import { uploadClassPoster } from "./editing/poster.ts";
import { classWaveform } from "./editing/sound.ts";
import { registerImageRoute } from "./own-images.ts";
import { registerVideoImport } from "./video-import/http.ts";
import { calendarEntryOf } from "./upcoming/calendar.ts";

/** Endpoints for captions, images and waveforms of classes; for tables of imported videos; and for calendar entries of upcoming ones. */
export async function registerCatalogRoutes(routes: HttpRoutes): Promise<void> {
  await registerCaptionRoutes(routes);
  await registerImageRoute(routes, "/studio/classes/:id/poster", uploadClassPoster);
  await registerImageRoute(routes, "/studio/styles/:id/image", (ctx, slug, content) =>
    uploadOwnImage(ctx, "style", slug, content),
  );
  await registerImageRoute(routes, "/studio/categories/:id/image", (ctx, slug, content) =>
    uploadOwnImage(ctx, "category", slug, content),
  );
  await registerImageRoute(routes, "/studio/instructors/:id/image", (ctx, slug, content) =>
    uploadOwnImage(ctx, "instructor", slug, content),
  );
  await registerVideoImport(routes);
  registerWaveformRoute(routes);
  const { server, ctxOf } = routes;
  server.get<{ Params: { id: string } }>("/coming-up/:id.ics", async (request, reply) =>
    reply
      .type("text/calendar; charset=utf-8")
      .header("content-disposition", 'attachment; filename="class.ics"')
      .header("cache-control", "no-store")
      .send(await calendarEntryOf(await ctxOf(request), request.params.id)),
  );
}

/** Endpoint for the waveform of a class; for editors and teachers. */
function registerWaveformRoute({ server, ctxOf }: HttpRoutes): void {
  server.get<{ Params: { classId: string } }>("/studio/classes/:classId/waveform", async (request, reply) => {
    const { version, peaks } = await classWaveform(await ctxOf(request), request.params.classId);
    const etag = `"${version}"`;
    reply.header("etag", etag).header("cache-control", "private, no-cache");
    if (request.headers["if-none-match"] === etag) return reply.code(304).send();
    return reply.type("application/octet-stream").send(peaks);
  });
}
