import { openAsBlob } from "node:fs";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { AwsClient } from "aws4fetch";
import { createS3Multipart } from "./storage-s3-multipart.ts";
import { S3Failed, tag } from "./storage-s3-requests.ts";
import type { S3PutBody, S3Send } from "./storage-s3-requests.ts";
import { checkKey, checkPrefix, StorageFull, StorageUnavailable } from "./storage.ts";
import type { ByteRange, Storage, StoredObject } from "./storage.ts";

export interface S3Settings {
  /** Scheme and host, without the bucket. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Timeout until a response starts; milliseconds. */
const answerMs = 30_000;
/** Timeout of a whole upload; milliseconds. */
const uploadMs = 15 * 60_000;
const deletedAtOnce = 16;

/** Storage in a bucket of S3 or a compatible store. Uses path-style URLs, which most of the latter require. */
export function createS3Storage(settings: S3Settings): Storage {
  const client = new AwsClient({
    accessKeyId: settings.accessKeyId,
    secretAccessKey: settings.secretAccessKey,
    region: settings.region,
    service: "s3",
    retries: 3,
    initRetryMs: 100,
  });
  const bucketUrl = `${settings.endpoint}/${settings.bucket}`;
  const urlOf = (key: string) => `${bucketUrl}/${key}`;

  /** Sends a request. @throws StorageUnavailable for a store that is away, overloaded or broken */
  const send: S3Send = async (operation, { method = "GET", url, ...init }) => {
    const what = `${operation} in ${bucketUrl}`;
    let answer: Response;
    try {
      answer = await client.fetch(url, { ...init, method });
    } catch (cause) {
      throw new StorageUnavailable(new Error(`S3 ${what} got no answer`, { cause }));
    }
    if (answer.status !== 429 && (answer.status < 500 || answer.status === 507)) return answer;
    throw new StorageUnavailable(new S3Failed(what, answer.status, await answer.text()));
  };
  const failed = (operation: string, answer: Response, body = "") =>
    new S3Failed(`${operation} in ${bucketUrl}`, answer.status, body);

  const remove = async (key: string) => {
    const operation = `DELETE of ${key}`;
    const answer = await send(operation, {
      method: "DELETE",
      url: urlOf(key),
      signal: AbortSignal.timeout(answerMs),
    });
    await discard(answer);
    if (answer.status !== 404 && !answer.ok) throw failed(operation, answer);
  };

  /** @throws StorageFull, S3Failed */
  const putBody: S3PutBody = async (operation, url, source, contentType) => {
    // A Blob has a known size without being read into memory: S3 refuses an upload of unknown length.
    const body =
      source instanceof Uint8Array ? new Blob([new Uint8Array(source)]) : await openAsBlob(source.path);
    const answer = await send(operation, {
      method: "PUT",
      url,
      body,
      headers: {
        ...(contentType === null ? {} : { "content-type": contentType }),
        "x-amz-content-sha256": "UNSIGNED-PAYLOAD",
      },
      signal: AbortSignal.timeout(uploadMs),
    });
    const text = await answer.text();
    if (answer.status === 507 || /<Code>(?:XMinioStorageFull|QuotaExceeded|InsufficientStorage)/.test(text))
      throw new StorageFull();
    if (!answer.ok) throw failed(operation, answer, text);
  };

  async function* list(prefix: string): AsyncGenerator<StoredObject> {
    let token: string | null = null;
    do {
      const query = new URLSearchParams({
        "list-type": "2",
        prefix,
        ...(token === null ? {} : { "continuation-token": token }),
      });
      const operation = `LIST of ${prefix}`;
      const answer = await send(operation, {
        url: `${bucketUrl}?${query}`,
        signal: AbortSignal.timeout(answerMs),
      });
      const body = await answer.text();
      if (!answer.ok) throw failed(operation, answer, body);
      for (const [, entry] of body.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
        yield {
          key: tag(entry!, "Key")!,
          size: Number(tag(entry!, "Size")),
          etag: bareEtag(tag(entry!, "ETag")),
          modifiedAt: new Date(tag(entry!, "LastModified")!),
        };
      }
      token = tag(body, "IsTruncated") === "true" ? tag(body, "NextContinuationToken") : null;
    } while (token !== null);
  }

  const stat = async (key: string): Promise<StoredObject | null> => {
    checkKey(key);
    const operation = `HEAD of ${key}`;
    const answer = await send(operation, {
      method: "HEAD",
      url: urlOf(key),
      signal: AbortSignal.timeout(answerMs),
    });
    if (answer.status === 404) return null;
    if (!answer.ok) throw failed(operation, answer);
    return attributesOf(key, answer, Number(answer.headers.get("content-length")));
  };

  return {
    put: async (key, source, contentType) => {
      checkKey(key);
      await putBody(`PUT of ${key}`, urlOf(key), source, contentType);
    },
    stat,
    get: async (key, range) => {
      checkKey(key);
      // A player may read the body slowly, so the timeout applies only to the start of the response.
      const wait = new AbortController();
      const timer = setTimeout(() => wait.abort(), answerMs);
      try {
        const operation = `GET of ${key}`;
        const answer = await send(operation, {
          url: urlOf(key),
          signal: wait.signal,
          ...(range ? { headers: { range: `bytes=${range.start}-${range.end}` } } : {}),
        });
        if (answer.status === 404) {
          await discard(answer);
          return null;
        }
        if (!answer.ok || !answer.body) throw failed(operation, answer, await answer.text());
        if (range && !isRange(answer, range)) {
          await discard(answer);
          throw new StorageUnavailable(failed(`${operation}, of a range,`, answer));
        }
        const whole =
          /\/(\d+)$/.exec(answer.headers.get("content-range") ?? "")?.[1] ??
          answer.headers.get("content-length");
        return {
          object: attributesOf(key, answer, Number(whole)),
          content: Readable.fromWeb(answer.body as ReadableStream),
        };
      } finally {
        clearTimeout(timer);
      }
    },
    list: (prefix) => {
      checkPrefix(prefix, { mayBeEmpty: true });
      return list(prefix);
    },
    delete: async (key) => {
      checkKey(key);
      await remove(key);
    },
    deletePrefix: async (prefix) => {
      checkPrefix(prefix, { mayBeEmpty: false });
      const keys: string[] = [];
      for await (const { key } of list(prefix)) keys.push(key);
      // One by one: DeleteObjects needs Content-MD5, which stores implement differently.
      for (let start = 0; start < keys.length; start += deletedAtOnce)
        await Promise.all(keys.slice(start, start + deletedAtOnce).map(remove));
      return keys.length;
    },
    multipart: createS3Multipart({ bucketUrl, send, putBody, stat }),
  };
}

/** Whether an answer is the range that was asked for. Some stores answer 200 to a range that is the whole object. */
function isRange(answer: Response, { start, end }: ByteRange): boolean {
  const answered = answer.headers.get("content-range");
  if (answer.status === 206) return answered === null || answered.startsWith(`bytes ${start}-${end}/`);
  return start === 0 && Number(answer.headers.get("content-length")) === end + 1;
}

function attributesOf(key: string, answer: Response, size: number): StoredObject {
  return {
    key,
    size,
    etag: bareEtag(answer.headers.get("etag")),
    modifiedAt: new Date(answer.headers.get("last-modified") ?? 0),
  };
}

function bareEtag(etag: string | null): string {
  return (etag ?? "").replaceAll("&quot;", '"').replace(/^W\//, "").replaceAll('"', "");
}

async function discard(answer: Response): Promise<void> {
  await answer.body?.cancel();
}
