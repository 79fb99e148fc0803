import { S3Failed, tag } from "./storage-s3-requests.ts";
import type { S3PutBody, S3Send } from "./storage-s3-requests.ts";
import { checkKey, checkPrefix, NoUnfinishedObject } from "./storage.ts";
import type { MultipartStorage, Storage, UnfinishedObject } from "./storage.ts";

/** Timeout of a response; joining thousands of parts takes some stores a minute. Milliseconds. */
const answerMs = 30_000;
const finishMs = 5 * 60_000;

interface Part {
  readonly number: number;
  readonly etag: string;
  readonly size: number;
}

/** Multipart uploads of S3. */
export function createS3Multipart(bucket: {
  /** Endpoint and bucket. */
  readonly bucketUrl: string;
  readonly send: S3Send;
  readonly putBody: S3PutBody;
  readonly stat: Storage["stat"];
}): MultipartStorage {
  const { bucketUrl, send, putBody, stat } = bucket;
  const urlOf = (key: string, query: Record<string, string>) =>
    `${bucketUrl}/${key}?${new URLSearchParams(query)}`;

  /** Sends a request. @returns its body. @throws S3Failed, NoUnfinishedObject */
  const ask = async (operation: string, method: string, url: string, body?: string): Promise<string> => {
    const answer = await send(operation, {
      method,
      url,
      ...(body === undefined ? {} : { body, headers: { "content-type": "application/xml" } }),
      signal: AbortSignal.timeout(body ? finishMs : answerMs),
    });
    const text = await answer.text();
    const failure = new S3Failed(`${operation} in ${bucketUrl}`, answer.status, text);
    if (failure.code === "NoSuchUpload" || answer.status === 404) throw new NoUnfinishedObject(failure);
    // Joining begins its response before it is done, and may report an error with the status 200.
    if (!answer.ok || failure.code) throw failure;
    return text;
  };

  const listParts = async (key: string, multipartId: string): Promise<Part[]> => {
    const parts: Part[] = [];
    for (let marker: string | null = "0"; marker !== null;) {
      const query = { uploadId: multipartId, "part-number-marker": marker };
      const text = await ask(`list of parts of ${key}`, "GET", urlOf(key, query));
      for (const [, entry] of text.matchAll(/<Part>([\s\S]*?)<\/Part>/g))
        parts.push({
          number: Number(tag(entry!, "PartNumber")),
          etag: tag(entry!, "ETag")!,
          size: Number(tag(entry!, "Size")),
        });
      marker = tag(text, "IsTruncated") === "true" ? tag(text, "NextPartNumberMarker") : null;
    }
    return parts;
  };

  async function* list(prefix: string): AsyncGenerator<UnfinishedObject> {
    let markers: Record<string, string> | null = {};
    while (markers) {
      const query = new URLSearchParams({ uploads: "", prefix, ...markers });
      const text: string = await ask(`list of unfinished ${prefix}`, "GET", `${bucketUrl}?${query}`);
      for (const [, entry] of text.matchAll(/<Upload>([\s\S]*?)<\/Upload>/g))
        yield {
          key: tag(entry!, "Key")!,
          multipartId: tag(entry!, "UploadId")!,
          begunAt: new Date(tag(entry!, "Initiated")!),
        };
      markers =
        tag(text, "IsTruncated") === "true"
          ? {
              "key-marker": tag(text, "NextKeyMarker") ?? "",
              "upload-id-marker": tag(text, "NextUploadIdMarker") ?? "",
            }
          : null;
    }
  }

  return {
    begin: async (key, contentType) => {
      checkKey(key);
      const operation = `begin of ${key}`;
      const answer = await send(operation, {
        method: "POST",
        url: urlOf(key, { uploads: "" }),
        headers: { "content-type": contentType },
        signal: AbortSignal.timeout(answerMs),
      });
      const text = await answer.text();
      const id = tag(text, "UploadId");
      if (!answer.ok || !id) throw new S3Failed(`${operation} in ${bucketUrl}`, answer.status, text);
      return id;
    },
    putPart: async (key, multipartId, part, source) => {
      checkKey(key);
      const url = urlOf(key, { partNumber: String(part), uploadId: multipartId });
      try {
        await putBody(`PUT of part ${part} of ${key}`, url, source, null);
      } catch (error) {
        if (error instanceof S3Failed && error.code === "NoSuchUpload") throw new NoUnfinishedObject(error);
        throw error;
      }
    },
    finish: async (key, multipartId, size) => {
      checkKey(key);
      try {
        const parts = await listParts(key, multipartId);
        const stored = parts.reduce((sum, part) => sum + part.size, 0);
        if (stored !== size) throw new NoUnfinishedObject(new Error(`${stored} of ${size} bytes are stored`));
        const names = parts.map(
          ({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`,
        );
        await ask(
          `join of ${key}`,
          "POST",
          urlOf(key, { uploadId: multipartId }),
          `<CompleteMultipartUpload>${names.join("")}</CompleteMultipartUpload>`,
        );
      } catch (error) {
        // The answer of an earlier call was lost: the object is there.
        if (error instanceof NoUnfinishedObject && (await stat(key))?.size === size) return;
        throw error;
      }
    },
    abort: async (key, multipartId) => {
      checkKey(key);
      try {
        await ask(`abort of ${key}`, "DELETE", urlOf(key, { uploadId: multipartId }));
      } catch (error) {
        if (!(error instanceof NoUnfinishedObject)) throw error;
      }
    },
    list: (prefix) => {
      checkPrefix(prefix, { mayBeEmpty: false });
      return list(prefix);
    },
  };
}
