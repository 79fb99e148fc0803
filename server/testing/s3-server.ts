import { createHash, createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface S3ServerSettings {
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Total bytes; a PUT beyond it is answered 507. */
  readonly capacity?: number;
}

interface StoredEntry {
  readonly content: Buffer;
  readonly contentType: string;
  readonly modifiedAt: Date;
}

const pageSize = 3;

/**
 * A small S3 for tests, with the strict checks of real ones: the signature (SigV4, recomputed from the raw request), its age,
 * Content-Length, the bucket. Lists have pages of three, so that paging is exercised.
 */
export async function startS3Server(settings: S3ServerSettings): Promise<{
  endpoint: string;
  objects: ReadonlyMap<string, { contentType: string }>;
  /** While it is away, each request is answered 503. */
  setAway(isAway: boolean): void;
  /** How many requests found it away. */
  refused(): number;
  close(): Promise<void>;
}> {
  const objects = new Map<string, StoredEntry>();
  let isAway = false;
  let refused = 0;
  const server = createServer((request, response) => {
    if (isAway) {
      refused += 1;
      request.resume();
      fail(response, 503, "SlowDown");
      return;
    }
    answer(request, response, objects, settings).catch((error: unknown) =>
      fail(response, 500, String(error)),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    setAway: (value) => {
      isAway = value;
    },
    refused: () => refused,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  objects: Map<string, StoredEntry>,
  settings: S3ServerSettings,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const fault = signatureFault(request, body, settings);
  if (fault) return fail(response, 403, fault);
  const url = new URL(request.url!, "http://s3");
  const [, bucket, ...rest] = decodeURIComponent(url.pathname).split("/");
  if (bucket !== settings.bucket) return fail(response, 404, "NoSuchBucket");
  const key = rest.join("/");
  if (key === "") return list(response, url, objects);
  switch (request.method) {
    case "PUT": {
      if (request.headers["content-length"] === undefined) return fail(response, 411, "MissingContentLength");
      const used = [...objects.values()].reduce((sum, one) => sum + one.content.length, 0);
      if (used + body.length > (settings.capacity ?? Infinity))
        return fail(response, 507, "XMinioStorageFull");
      objects.set(key, {
        content: body,
        contentType: request.headers["content-type"] ?? "",
        modifiedAt: new Date(),
      });
      response.writeHead(200, { etag: etagOf(body) }).end();
      return;
    }
    case "DELETE":
      objects.delete(key);
      response.writeHead(204).end();
      return;
    case "GET":
    case "HEAD":
      return read(request, response, objects.get(key));
    default:
      return fail(response, 405, "MethodNotAllowed");
  }
}

function read(request: IncomingMessage, response: ServerResponse, stored: StoredEntry | undefined): void {
  if (!stored) return fail(response, 404, "NoSuchKey");
  const size = stored.content.length;
  const headers = {
    etag: etagOf(stored.content),
    "last-modified": stored.modifiedAt.toUTCString(),
    "content-type": stored.contentType,
  };
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
  if (!range) {
    response
      .writeHead(200, { ...headers, "content-length": size })
      .end(request.method === "HEAD" ? undefined : stored.content);
    return;
  }
  const [start, end] = [Number(range[1]), Math.min(Number(range[2]), size - 1)];
  if (start >= size || end < start) return fail(response, 416, "InvalidRange");
  response
    .writeHead(206, {
      ...headers,
      "content-length": end - start + 1,
      "content-range": `bytes ${start}-${end}/${size}`,
    })
    .end(stored.content.subarray(start, end + 1));
}

function list(response: ServerResponse, url: URL, objects: Map<string, StoredEntry>): void {
  const prefix = url.searchParams.get("prefix") ?? "";
  const after = url.searchParams.get("continuation-token") ?? "";
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, pageSize);
  const more = keys.length > page.length;
  const contents = page.map((key) => {
    const stored = objects.get(key)!;
    const etag = etagOf(stored.content).replaceAll('"', "&quot;");
    return `<Contents><Key>${key}</Key><LastModified>${stored.modifiedAt.toISOString()}</LastModified><ETag>${etag}</ETag><Size>${stored.content.length}</Size></Contents>`;
  });
  const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
  response
    .writeHead(200, { "content-type": "application/xml" })
    .end(
      `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents.join("")}</ListBucketResult>`,
    );
}

/** Recomputes AWS Signature Version 4 by its specification. Null when it is valid. */
function signatureFault(request: IncomingMessage, body: Buffer, settings: S3ServerSettings): string | null {
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? "",
    );
  if (!found) return "AccessDenied";
  const [, keyId, day, region, signedNames, signature] = found as unknown as string[];
  if (keyId !== settings.accessKeyId) return "InvalidAccessKeyId";
  if (region !== settings.region) return "AuthorizationHeaderMalformed";
  const stamp = String(request.headers["x-amz-date"]);
  const at = Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (!stamp.startsWith(day!) || !(Math.abs(Date.now() - at) < 15 * 60_000)) return "RequestTimeTooSkewed";
  const names = signedNames!.split(";");
  if (
    !names.includes("host") ||
    Object.keys(request.headers).some((name) => name.startsWith("x-amz-") && !names.includes(name))
  )
    return "AccessDenied";
  const payloadHash = String(request.headers["x-amz-content-sha256"]);
  if (payloadHash !== "UNSIGNED-PAYLOAD" && payloadHash !== sha256(body)) return "XAmzContentSHA256Mismatch";
  const url = new URL(request.url!, "http://s3");
  const query = [...url.searchParams]
    .map(([name, value]) => `${escape(name)}=${escape(value)}`)
    .sort()
    .join("&");
  const canonical = [
    request.method,
    url.pathname,
    query,
    ...names.map((name) => `${name}:${String(request.headers[name]).trim()}`),
    "",
    signedNames,
    payloadHash,
  ].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = [day!, region!, "s3", "aws4_request"].reduce<Buffer>(
    (secret, text) => hmac(secret, text),
    Buffer.from(`AWS4${settings.secretAccessKey}`),
  );
  const expected = hmac(key, ["AWS4-HMAC-SHA256", stamp, scope, sha256(canonical)].join("\n"));
  return timingSafeEqual(expected, Buffer.from(signature!, "hex")) ? null : "SignatureDoesNotMatch";
}

function escape(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(data: string | Buffer): string {
  return createHash("sha256").update(data).digest("hex");
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

function etagOf(content: Buffer): string {
  return `"${createHash("md5").update(content).digest("hex")}"`;
}

function fail(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { "content-type": "application/xml", "x-request-id": randomUUID() })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
}
