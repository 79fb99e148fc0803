import { Readable } from "node:stream";
import type { HttpRoutes } from "../../platform/module.ts";
import type { FastifyReply } from "fastify";
import { registerStudioExport } from "./export/http.ts";
import { registerMemberImport } from "./member-import/http.ts";
import { auditCsv, auditFilterOfQuery } from "./audit/audit.ts";
import { filterOfQuery } from "./people/filter.ts";
import { peopleCsv } from "./people/people.ts";
import { mailingListCsv } from "../site/index.ts";

interface CsvRequest {
  Querystring: Readonly<Record<string, unknown>>;
}

/** A download of lines that are read while they are sent. */
const sendCsv = (reply: FastifyReply, name: string, lines: AsyncGenerator<string>): FastifyReply =>
  reply
    .type("text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${name}"`)
    .header("cache-control", "private, no-store")
    .send(Readable.from(lines));

/** Registers the list of people, the mailing list, the audit log, the export of everything and imports as files. */
export async function registerStudio(routes: HttpRoutes): Promise<void> {
  const { server, ctxOf } = routes;
  await registerStudioExport(routes);
  await registerMemberImport(routes);
  server.get<CsvRequest>("/api/studio/people.csv", async (request, reply) => {
    const lines = await peopleCsv(await ctxOf(request), filterOfQuery(request.query));
    return sendCsv(reply, "people.csv", lines);
  });
  server.get("/api/studio/mailing-list.csv", async (request, reply) =>
    sendCsv(reply, "mailing-list.csv", await mailingListCsv(await ctxOf(request))),
  );
  server.get<CsvRequest>("/api/studio/audit.csv", async (request, reply) => {
    const lines = await auditCsv(await ctxOf(request), auditFilterOfQuery(request.query));
    return sendCsv(reply, "audit.csv", lines);
  });
}
