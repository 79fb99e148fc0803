import type { HttpRoutes } from "../../platform/module.ts";
import { registerCaptionRoutes } from "./captions/http.ts";
import { calendarEntryOf } from "./upcoming/calendar.ts";

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
