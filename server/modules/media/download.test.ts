import { createServer } from "node:http";
import type { Server } from "node:http";
import { mkdtemp, open, readFile, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createS3Storage } from "../../platform/storage-s3.ts";
import { StorageUnavailable } from "../../platform/storage.ts";
import type { Storage } from "../../platform/storage.ts";
import { downloadObject, receive } from "./download.ts";

const content = Buffer.from("0123456789");
/** How the store answers a range: keys name it. */
const answers: Record<
  string,
  (start: number, end: number) => { status: number; body: Buffer; has?: string }
> = {
  whole: (start, end) => ({ status: 206, body: content.subarray(start, end + 1) }),
  ignored: () => ({ status: 200, body: content }),
  short: (start, end) => ({ status: 206, body: content.subarray(start, end) }),
  empty: () => ({ status: 206, body: Buffer.alloc(0) }),
  long: (start) => ({ status: 206, body: content.subarray(start) }),
  elsewhere: (start, end) => ({
    status: 206,
    body: content.subarray(0, end - start + 1),
    has: `bytes 0-${end - start}/10`,
  }),
  halves: (start, end) => ({ status: 206, body: content.subarray(start, Math.min(end + 1, start + 5)) }),
};
let server: Server;
let storage: Storage;
let folder: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    const [start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range!)!.slice(1).map(Number);
    const { status, body, has } = answers[request.url!.split("/").at(-1)!]!(start!, end!);
    response
      .writeHead(status, { "content-length": body.length, ...(has ? { "content-range": has } : {}) })
      .end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = { bucket: "media", region: "eu-test-1", accessKeyId: "key", secretAccessKey: "secret" };
  storage = createS3Storage({ endpoint, ...credentials });
  folder = await mkdtemp(join(tmpdir(), "download-"));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  await rm(folder, { recursive: true, force: true });
});

const objectOf = (key: string) => ({ key, size: content.length, etag: "", modifiedAt: new Date() });
const read = async (key: string, start: number, end: number) => {
  const path = join(folder, `${key}-part`);
  await using file = await open(path, "w");
  await receive(storage, objectOf(key), { start, end }, file, new AbortController().signal);
  return (await readFile(path)).toString();
};
const download = async (key: string, path = join(folder, key)) => {
  await downloadObject(storage, objectOf(key), path, new AbortController().signal);
  return (await readFile(path)).toString();
};

test("a range has the bytes that were asked for, at their place in the file", async () => {
  expect(await read("whole", 2, 6)).toBe("\0\x0023456");
});

test.each(["ignored", "short", "empty", "long", "elsewhere"])(
  "a range that the store answers %s is refused",
  async (key) => {
    await expect(read(key, 2, 6)).rejects.toThrow(StorageUnavailable);
  },
);

test("a whole object may be answered without a range", async () => {
  expect(await download("ignored")).toBe("0123456789");
});

test("a download goes on after an answer that ended early, and ends at one without a byte", async () => {
  expect(await download("halves")).toBe("0123456789");
  await expect(download("empty")).rejects.toThrow(StorageUnavailable);
});

test("a file that can't be created fails the download, and isn't taken for an outage of the store", async () => {
  const failure: unknown = await download("whole", join(folder, "missing", "file")).catch(
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ code: "ENOENT", syscall: "open" });
});
