import type { FastifyReply, FastifyRequest } from "fastify";
import parseRange from "range-parser";
import type { ByteRange } from "../storage.ts";

/**
 * Writes the status and the headers of a body of known bytes, by the range that the request wants (RFC 9110).
 * @param body.etag without quotation marks
 * @returns what to send of the body; null for nothing, after HEAD or an unsatisfiable range
 */
export function acceptRange(
  request: FastifyRequest,
  reply: FastifyReply,
  { size, etag }: { readonly size: number; readonly etag: string },
): ByteRange | "all" | null {
  reply.header("accept-ranges", "bytes").header("etag", `"${etag}"`);
  // If-Range: a range of a changed body must not be joined to the client's older part.
  const isSame = [undefined, `"${etag}"`].includes(request.headers["if-range"] as string | undefined);
  const wanted =
    request.headers.range && request.method === "GET" && isSame
      ? parseRange(size, request.headers.range)
      : -2;
  if (wanted === -1) {
    reply.code(416).header("content-range", `bytes */${size}`);
    return null;
  }
  // Several ranges in one request get the whole body, as RFC 9110 allows.
  const range = Array.isArray(wanted) && wanted.length === 1 ? wanted[0] : undefined;
  reply.header("content-length", range ? range.end - range.start + 1 : size);
  if (range) reply.code(206).header("content-range", `bytes ${range.start}-${range.end}/${size}`);
  return request.method === "HEAD" ? null : (range ?? "all");
}
