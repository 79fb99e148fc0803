import { buffer } from "node:stream/consumers";
import type { FastifyRequest } from "fastify";
import { maxTableBytes } from "../../../platform/csv-table.ts";
import { BadInput } from "../../../platform/errors.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import type { HttpRoutes } from "../../../platform/module.ts";
import { requireStaff } from "../../identity/index.ts";
import { receiveMemberList } from "./imports.ts";

type ListRequest = { Querystring: { name?: string } };

/** Receives lists of members as CSV files, which exceed the size of a GraphQL request; for admins. */
export async function registerMemberImport({ server, ctxOf }: HttpRoutes): Promise<void> {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The body isn't read before the request is authenticated.
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    scope.post<ListRequest>(
      "/api/studio/member-imports",
      async (request: FastifyRequest<ListRequest>, reply) => {
        try {
          const ctx = await ctxOf(request);
          requireStaff(ctx);
          // Node reads no more than Content-Length; a body without one counts as too large.
          const bytes = Number(request.headers["content-length"] ?? Number.NaN);
          if (!(bytes <= maxTableBytes)) throw new BadInput("file", msg("The file can be up to 20 MB."));
          const content = await buffer(request.raw);
          const id = await receiveMemberList(ctx, { name: String(request.query.name ?? ""), content });
          return await reply.code(201).header("cache-control", "no-store").send({ id });
        } finally {
          // Drains an unread body, so that a client that is still sending receives the response.
          request.raw.resume();
        }
      },
    );
  });
}
