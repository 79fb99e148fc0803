import type { FastifyRequest } from "fastify";
import type { HttpRoutes } from "../../platform/module.ts";
import { calendarOf } from "./plan/calendar.ts";

/** Calendar feed of a person's plan, authorized by its secret URL alone. */
export async function openPracticeHttp({ server, ctxOf }: HttpRoutes): Promise<void> {
  server.get("/calendar/:secret.ics", async (request: FastifyRequest, reply) => {
    const { secret = "" } = request.params as { secret?: string };
    return reply
      .header("cache-control", "private, no-cache")
      .header("x-robots-tag", "noindex")
      .type("text/calendar; charset=utf-8")
      .send(await calendarOf(await ctxOf(request), secret));
  });
}
