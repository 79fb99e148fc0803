import type { HttpRoutes } from "../../platform/module.ts";
import { NotFound } from "../../platform/errors.ts";
import { exportByLink, exportKey } from "./accounts/exports.ts";

/** Routes that serve data exports by signed links. */
export async function registerFileRoutes({ server, ctx }: HttpRoutes): Promise<void> {
  server.get<{ Params: { id: string; until: string; signature: string } }>(
    "/exports/:id/:until/:signature/eightcount.zip",
    async (request, reply) => {
      const found = await ctx.ports.storage.get(exportKey(await exportByLink(ctx, request.params)));
      if (!found) throw new NotFound("file");
      return reply
        .type("application/zip")
        .headers({
          "cache-control": "no-store",
          "content-length": found.object.size,
          "content-disposition": 'attachment; filename="eightcount.zip"',
          "referrer-policy": "no-referrer",
        })
        .send(found.content);
    },
  );
}
