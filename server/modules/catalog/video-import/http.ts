import { buffer } from "node:stream/consumers";
import type { FastifyRequest } from "fastify";
import { maxTableBytes } from "../../../platform/csv-table.ts";
import { BadInput } from "../../../platform/errors.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import type { HttpRoutes } from "../../../platform/module.ts";
import { videoImport } from "./imports.ts";
import { readVideoMetadata } from "./metadata.ts";

type MetadataRequest = {
  Params: { id: string };
  /** `columns`: meanings joined by commas; `dates`: `day_first` or `month_first`. Without `apply=1` nothing changes. */
  Querystring: { columns?: string; dates?: string; replace?: string; apply?: string };
};

/** Receives tables of videos as CSV files, which exceed the size of a GraphQL request; for editors and teachers. */
export async function registerVideoImport({ server, ctxOf }: HttpRoutes): Promise<void> {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The body isn't read before the request is authorized.
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    scope.post<MetadataRequest>(
      "/api/studio/video-imports/:id/metadata",
      async (request: FastifyRequest<MetadataRequest>, reply) => {
        try {
          const ctx = await ctxOf(request);
          const { id } = await videoImport(ctx, request.params.id);
          // Node reads no more than Content-Length; a body without one counts as too large.
          const bytes = Number(request.headers["content-length"] ?? Number.NaN);
          if (!(bytes <= maxTableBytes)) throw new BadInput("file", msg("The file can be up to 20 MB."));
          const { columns, dates, replace, apply } = request.query;
          const result = await readVideoMetadata(ctx, id, {
            content: await buffer(request.raw),
            columns: columns === undefined ? null : String(columns).split(","),
            dates: dates === undefined ? null : String(dates),
            isReplacing: replace === "1",
            isDryRun: apply !== "1",
          });
          return await reply.header("cache-control", "no-store").send(result);
        } finally {
          // Drains an unread body, so that a client that is still sending receives the response.
          request.raw.resume();
        }
      },
    );
  });
}
