import { createHash, createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer as bodyOf } from "node:stream/consumers";
import type { AddressInfo } from "node:net";

export interface S3ServerSettings {
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Total bytes; a PUT beyond it is answered 507. */
  readonly capacity?: number;
  /** Hears of each request that reads an object, and of its header Range. */
  readonly onGet?: (key: string, range: string | undefined) => void;
}

interface StoredEntry {
  readonly content: Buffer;
  readonly contentType: string;
  readonly modifiedAt: Date;
}

/** Parts of an unfinished object, and when it was begun. */
interface Unfinished {
  readonly key: string;
  readonly contentType: string;
  readonly begunAt: Date;
  readonly parts: Map<number, Buffer>;
}

const pageSize = 3;
const minPartBytes = 5 * 1024 * 1024; // of all parts but the last, as S3 has it

/**
 * A small S3 for tests, with the strict checks of real ones: the signature (SigV4, recomputed from the raw request), its age,
 * Content-Length, the bucket, the size of parts. Lists have pages of three, so that paging is exercised.
 */
export async function startS3Server(settings: S3ServerSettings): Promise<{
  endpoint: string;
  objects: ReadonlyMap<string, { content: Buffer; contentType: string }>;
  /** Unfinished objects by their ids. A test may change when one was begun. */
  unfinished: ReadonlyMap<string, { key: string; begunAt: Date }>;
  /** While it is away, each request is answered 503. */
  setAway(isAway: boolean): void;
  /** While it is full, each object or part that is sent is answered 507. */
  setFull(isFull: boolean): void;
  /** How many requests found it away. */
  refused(): number;
  close(): Promise<void>;
}> {
  const objects = new Map<string, StoredEntry>();
  const unfinished = new Map<string, Unfinished>();
  let isAway = false;
  let isFull = false;
  let refused = 0;
  const server = createServer((request, response) => {
    if (isFull && request.method === "PUT") {
      request.resume();
      fail(response, 507, "XMinioStorageFull");
      return;
    }
    if (isAway) {
      refused += 1;
      request.resume();
      fail(response, 503, "SlowDown");
      return;
    }
    answer(request, response, { objects, unfinished }, settings).catch((error: unknown) =>
      fail(response, 500, String(error)),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    unfinished,
    setAway: (value) => {
      isAway = value;
    },
    setFull: (value) => {
      isFull = value;
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
  stored: { objects: Map<string, StoredEntry>; unfinished: Map<string, Unfinished> },
  settings: S3ServerSettings,
): Promise<void> {
  const { objects, unfinished } = stored;
  const body = await bodyOf(request);
  const fault = signatureFault(request, body, settings);
  if (fault) return fail(response, 403, fault);
  const url = new URL(request.url!, "http://s3");
  const [, bucket, ...rest] = decodeURIComponent(url.pathname).split("/");
  if (bucket !== settings.bucket) return fail(response, 404, "NoSuchBucket");
  const key = rest.join("/");
  if (key === "" && url.searchParams.has("uploads")) return listUnfinished(response, url, unfinished);
  if (key === "") return list(response, url, objects);
  const uploadId = url.searchParams.get("uploadId");
  if (url.searchParams.has("uploads") && request.method === "POST") {
    const id = randomUUID();
    const contentType = request.headers["content-type"] ?? "";
    unfinished.set(id, { key, contentType, begunAt: new Date(), parts: new Map() });
    return answerXml(
      response,
      `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    );
  }
  if (uploadId !== null) {
    const found = unfinished.get(uploadId);
    if (found?.key !== key) return fail(response, 404, "NoSuchUpload");
    return answerParts(request, response, { url, body, id: uploadId, found }, stored);
  }
  if (request.method === "GET") settings.onGet?.(key, request.headers.range);
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

/** Requests about an unfinished object. */
function answerParts(
  request: IncomingMessage,
  response: ServerResponse,
  asked: { url: URL; body: Buffer; id: string; found: Unfinished },
  { objects, unfinished }: { objects: Map<string, StoredEntry>; unfinished: Map<string, Unfinished> },
): void {
  const { url, body, id, found } = asked;
  const { key, parts } = found;
  if (request.method === "PUT") {
    const part = Number(url.searchParams.get("partNumber"));
    if (!(part >= 1 && part <= 10_000)) return fail(response, 400, "InvalidArgument");
    if (request.headers["content-length"] === undefined) return fail(response, 411, "MissingContentLength");
    parts.set(part, body);
    response.writeHead(200, { etag: etagOf(body) }).end();
    return;
  }
  if (request.method === "DELETE") {
    unfinished.delete(id);
    response.writeHead(204).end();
    return;
  }
  if (request.method === "GET") {
    const marker = Number(url.searchParams.get("part-number-marker") ?? 0);
    const rest = [...parts].filter(([part]) => part > marker).sort(([a], [b]) => a - b);
    const page = rest.slice(0, pageSize);
    const entries = page.map(
      ([part, content]) =>
        `<Part><PartNumber>${part}</PartNumber><ETag>${etagOf(content).replaceAll('"', "&quot;")}</ETag><Size>${content.length}</Size></Part>`,
    );
    return answerXml(
      response,
      `<ListPartsResult>${entries.join("")}<NextPartNumberMarker>${page.at(-1)?.[0] ?? marker}</NextPartNumberMarker><IsTruncated>${rest.length > page.length}</IsTruncated></ListPartsResult>`,
    );
  }
  if (request.method !== "POST") return fail(response, 405, "MethodNotAllowed");
  const named = [
    ...body
      .toString()
      .matchAll(/<Part><PartNumber>(\d+)<\/PartNumber><ETag>("[0-9a-f]{32}")<\/ETag><\/Part>/g),
  ].map(([, part, etag]) => ({ content: parts.get(Number(part)), etag }));
  // As S3 does: an error after a response that began with 200.
  if (named.length === 0 || named.some(({ content, etag }) => !content || etagOf(content) !== etag))
    return answerXml(response, "<Error><Code>InvalidPart</Code></Error>");
  if (named.slice(0, -1).some(({ content }) => content!.length < minPartBytes))
    return answerXml(response, "<Error><Code>EntityTooSmall</Code></Error>");
  const content = Buffer.concat(named.map((part) => part.content!));
  objects.set(key, { content, contentType: found.contentType, modifiedAt: new Date() });
  unfinished.delete(id);
  answerXml(response, "<CompleteMultipartUploadResult></CompleteMultipartUploadResult>");
}

function listUnfinished(response: ServerResponse, url: URL, unfinished: Map<string, Unfinished>): void {
  const prefix = url.searchParams.get("prefix") ?? "";
  const after = [url.searchParams.get("key-marker"), url.searchParams.get("upload-id-marker")].join(" ");
  const rest = [...unfinished]
    .filter(([id, { key }]) => key.startsWith(prefix) && `${key} ${id}` > after)
    .sort(([a, one], [b, other]) => (`${one.key} ${a}` < `${other.key} ${b}` ? -1 : 1));
  const page = rest.slice(0, pageSize);
  const entries = page.map(
    ([id, { key, begunAt }]) =>
      `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begunAt.toISOString()}</Initiated></Upload>`,
  );
  const last = page.at(-1);
  const next =
    rest.length > page.length
      ? `<NextKeyMarker>${last![1].key}</NextKeyMarker><NextUploadIdMarker>${last![0]}</NextUploadIdMarker>`
      : "";
  answerXml(
    response,
    `<ListMultipartUploadsResult><IsTruncated>${rest.length > page.length}</IsTruncated>${next}${entries.join("")}</ListMultipartUploadsResult>`,
  );
}

function answerXml(response: ServerResponse, xml: string): void {
  response.writeHead(200, { "content-type": "application/xml" }).end(`<?xml version="1.0"?>${xml}`);
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
  answerXml(
    response,
    `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents.join("")}</ListBucketResult>`,
  );
}

/** Recomputes AWS Signature Version 4 by its specification. Null when it is valid. */
function signatureFault(request: IncomingMessage, body: Buffer, settings: S3ServerSettings): string | null {
  const url = new URL(request.url!, "http://s3");
  const signed = url.searchParams;
  const isPresigned = signed.has("X-Amz-Signature");
  const authorization = isPresigned
    ? `${signed.get("X-Amz-Algorithm")} Credential=${signed.get("X-Amz-Credential")}, SignedHeaders=${signed.get("X-Amz-SignedHeaders")}, Signature=${signed.get("X-Amz-Signature")}`
    : request.headers.authorization;
  signed.delete("X-Amz-Signature");
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization ?? "",
    );
  if (!found) return "AccessDenied";
  const [, keyId, day, region, signedNames, signature] = found as unknown as string[];
  if (keyId !== settings.accessKeyId) return "InvalidAccessKeyId";
  if (region !== settings.region) return "AuthorizationHeaderMalformed";
  const stamp = isPresigned ? signed.get("X-Amz-Date")! : String(request.headers["x-amz-date"]);
  const at = Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  const lastsMs = isPresigned ? Number(signed.get("X-Amz-Expires")) * 1000 : 15 * 60_000;
  if (!stamp.startsWith(day!) || !(Math.abs(Date.now() - at) < lastsMs)) return "RequestTimeTooSkewed";
  const names = signedNames!.split(";");
  if (
    !names.includes("host") ||
    Object.keys(request.headers).some((name) => name.startsWith("x-amz-") && !names.includes(name))
  )
    return "AccessDenied";
  const payloadHash = isPresigned ? "UNSIGNED-PAYLOAD" : String(request.headers["x-amz-content-sha256"]);
  if (payloadHash !== "UNSIGNED-PAYLOAD" && payloadHash !== sha256(body)) return "XAmzContentSHA256Mismatch";
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
