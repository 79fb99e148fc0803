import { Readable } from "node:stream";
import type { HttpRoutes } from "../../platform/module.ts";
import { filterOfQuery } from "./people/filter.ts";
import { peopleCsv } from "./people/people.ts";

interface CsvRequest {
  Querystring: Readonly<Record<string, unknown>>;
}

/** Registers the list of people as a file. */
export async function registerStudio({ server, ctxOf }: HttpRoutes): Promise<void> {
  server.get<CsvRequest>("/api/studio/people.csv", async (request, reply) => {
    const lines = await peopleCsv(await ctxOf(request), filterOfQuery(request.query));
    return reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", 'attachment; filename="people.csv"')
      .header("cache-control", "private, no-store")
      .send(Readable.from(lines));
  });
}
