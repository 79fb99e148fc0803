import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { areasOf } from "../../../platform/backup/areas.ts";
import { acceptRange } from "../../../platform/http/ranges.ts";
import type { HttpRoutes } from "../../../platform/module.ts";
import type { ByteRange } from "../../../platform/storage.ts";
import { tarBytes } from "../../../platform/tar.ts";
import { studioExportOfLink } from "./export.ts";
import type { ExportedFile } from "./export.ts";

interface ExportRequest {
  Params: { id: string; until: string; signature: string };
}

/**
 * Registers the download of an export by a signed link. The archive is written while it is sent, from the files where they are, and
 * always has the same bytes: a download that broke off goes on with a range.
 */
export async function registerStudioExport({ server, ctx }: HttpRoutes): Promise<void> {
  const areas = await areasOf(ctx);
  const read = async ({ area, key, etag, path }: ExportedFile, range: ByteRange): Promise<Readable> => {
    const found = await areas[area].get(key, range);
    if (found?.object.etag === etag) return found.content;
    found?.content.destroy();
    throw new Error(`${path} changed or was deleted after the export was made: request another one.`);
  };
  server.get<ExportRequest>("/studio-exports/:id/:until/:signature/studio.tar", async (request, reply) => {
    const { id, size, files } = await studioExportOfLink(ctx, request.params);
    reply.type("application/x-tar").headers({
      "cache-control": "private, no-store",
      "content-disposition": 'attachment; filename="studio.tar"',
      "referrer-policy": "no-referrer",
    });
    const etag = createHash("sha256").update(`${id} ${size}`).digest("base64url");
    const range = acceptRange(request, reply, { size, etag });
    if (!range) return reply.send();
    const bytes = tarBytes(files, range === "all" ? { start: 0, end: size - 1 } : range, read);
    return reply.send(Readable.from(bytes));
  });
}
