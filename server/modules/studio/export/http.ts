import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import parseRange from "range-parser";
import { areasOf } from "../../../platform/backup/areas.ts";
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
    const etag = `"${createHash("sha256").update(`${id} ${size}`).digest("base64url")}"`;
    reply.headers({
      "accept-ranges": "bytes",
      "cache-control": "private, no-store",
      "content-disposition": 'attachment; filename="studio.tar"',
      "referrer-policy": "no-referrer",
      etag,
    });
    const isSame = [undefined, etag].includes(request.headers["if-range"] as string | undefined);
    const wanted =
      request.headers.range && request.method === "GET" && isSame
        ? parseRange(size, request.headers.range)
        : -2;
    // Several ranges in one request get the whole, as RFC 9110 allows.
    if (wanted === -1) return reply.code(416).header("content-range", `bytes */${size}`).send();
    const part = Array.isArray(wanted) && wanted.length === 1 ? wanted[0] : undefined;
    const range = part ?? { start: 0, end: size - 1 };
    reply.type("application/x-tar").header("content-length", range.end - range.start + 1);
    if (part) reply.code(206).header("content-range", `bytes ${range.start}-${range.end}/${size}`);
    return request.method === "HEAD" ? reply.send() : reply.send(Readable.from(tarBytes(files, range, read)));
  });
}
