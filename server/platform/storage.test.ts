import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startS3Server } from "../testing/s3-server.ts";
import { createDiskStorage } from "./storage-disk.ts";
import { createS3Storage } from "./storage-s3.ts";
import { BadKey, NoUnfinishedObject, StorageFull } from "./storage.ts";
import type { MultipartStorage, Storage } from "./storage.ts";

const credentials = {
  bucket: "media",
  region: "eu-test-1",
  accessKeyId: "test-key",
  secretAccessKey: "test-secret",
};

interface Subject {
  storage: Storage;
  close(): Promise<void>;
}
const adapters: Record<string, () => Promise<Subject>> = {
  disk: async () => {
    const root = await mkdtemp(join(tmpdir(), "storage-"));
    return { storage: await createDiskStorage(root), close: () => rm(root, { recursive: true }) };
  },
  S3: async () => {
    const server = await startS3Server(credentials);
    return {
      storage: createS3Storage({ endpoint: server.endpoint, ...credentials }),
      close: () => server.close(),
    };
  },
};

const text = (value: string) => new TextEncoder().encode(value);
const keysOf = async (storage: Storage, prefix: string) => {
  const keys: string[] = [];
  for await (const object of storage.list(prefix)) keys.push(object.key);
  return keys;
};

describe.each(Object.entries(adapters))("storage on %s", (_name, start) => {
  let subject: Subject;
  let storage: Storage;
  let folder: string;
  beforeAll(async () => {
    subject = await start();
    storage = subject.storage;
    folder = await mkdtemp(join(tmpdir(), "storage-source-"));
  });
  afterAll(async () => {
    await subject.close();
    await rm(folder, { recursive: true });
  });

  it("returns a stored object, whole and by range", async () => {
    await storage.put("a/one.m4s", text("0123456789"), "video/iso.segment");
    const whole = await storage.get("a/one.m4s");
    expect((await buffer(whole!.content)).toString()).toBe("0123456789");
    expect(whole!.object).toMatchObject({ key: "a/one.m4s", size: 10 });
    expect(Math.abs(whole!.object.modifiedAt.getTime() - Date.now())).toBeLessThan(60_000);
    const part = await storage.get("a/one.m4s", { start: 3, end: 5 });
    expect((await buffer(part!.content)).toString()).toBe("345");
    expect(part!.object).toEqual(whole!.object);
    expect(await storage.stat("a/one.m4s")).toEqual(whole!.object);
  });

  it("replaces an object and changes its etag", async () => {
    await storage.put("b/x", text("old"), "text/plain");
    const before = await storage.stat("b/x");
    await storage.put("b/x", text("newer"), "text/plain");
    const after = await storage.get("b/x");
    expect((await buffer(after!.content)).toString()).toBe("newer");
    expect(after!.object.etag).not.toBe(before!.etag);
  });

  it("stores a file, also an empty one, and keeps the original unless it may be moved", async () => {
    const path = join(folder, "file");
    await writeFile(path, "from a file");
    await storage.put("c/file", { path }, "text/plain");
    expect(await readFile(path, "utf8")).toBe("from a file");
    await storage.put("c/moved", { path, mayMove: true }, "text/plain");
    expect((await buffer((await storage.get("c/moved"))!.content)).toString()).toBe("from a file");
    await storage.put("c/empty", new Uint8Array(), "text/plain");
    expect((await storage.stat("c/empty"))!.size).toBe(0);
  });

  it("returns null for missing objects", async () => {
    expect(await storage.stat("none/at/all")).toBeNull();
    expect(await storage.get("none/at/all")).toBeNull();
    expect(await keysOf(storage, "none/")).toEqual([]);
    await storage.delete("none/at/all");
    expect(await storage.deletePrefix("none/")).toBe(0);
  });

  it("lists and deletes by prefix across several pages, and nothing else", async () => {
    const keys = Array.from({ length: 8 }, (_unused, index) => `d/v1/${index}.m4s`);
    for (const key of [...keys, "d/v10/other", "d/v1.txt"]) await storage.put(key, text(key), "text/plain");
    expect(await keysOf(storage, "d/v1/")).toEqual(keys);
    expect(await storage.deletePrefix("d/v1/")).toBe(8);
    expect(await keysOf(storage, "d/")).toEqual(["d/v1.txt", "d/v10/other"]);
    await storage.delete("d/v1.txt");
    expect(await storage.stat("d/v1.txt")).toBeNull();
  });

  it("lists in order of the keys, also where folders and files begin alike", async () => {
    const keys = ["e/v1-a", "e/v1.txt", "e/v1/1.m4s", "e/v1/2.m4s", "e/v10/1.m4s", "e/v1a"];
    for (const key of keys.toReversed()) await storage.put(key, text(key), "text/plain");
    expect(await keysOf(storage, "e/")).toEqual(keys);
  });

  it.each([
    "../secret",
    "a/../b",
    "/etc/passwd",
    "a//b",
    ".hidden",
    "a/.drafts",
    "a\\b",
    "a/%2e%2e/b",
    "a b",
    "",
    "ä",
  ])("refuses the key %j", async (key) => {
    await expect(storage.put(key, text("x"), "text/plain")).rejects.toBeInstanceOf(BadKey);
    await expect(storage.get(key)).rejects.toBeInstanceOf(BadKey);
    await expect(storage.stat(key)).rejects.toBeInstanceOf(BadKey);
    await expect(storage.delete(key)).rejects.toBeInstanceOf(BadKey);
    await expect(storage.deletePrefix(key)).rejects.toBeInstanceOf(BadKey);
  });
});

describe("S3", () => {
  it("rejects a wrong secret", async () => {
    const server = await startS3Server(credentials);
    const storage = createS3Storage({
      endpoint: server.endpoint,
      ...credentials,
      secretAccessKey: "another",
    });
    await expect(storage.put("x", text("x"), "text/plain")).rejects.toThrow("403 (SignatureDoesNotMatch)");
    await server.close();
  });

  it("reports a full store, and keeps the content type", async () => {
    const server = await startS3Server({ ...credentials, capacity: 10 });
    const storage = createS3Storage({ endpoint: server.endpoint, ...credentials });
    await storage.put("x/a", text("12345"), "video/mp4");
    await expect(storage.put("x/b", text("123456789"), "video/mp4")).rejects.toBeInstanceOf(StorageFull);
    expect(server.objects.get("x/a")!.contentType).toBe("video/mp4");
    expect(server.objects.has("x/b")).toBe(false);
    await server.close();
  });
});

describe("objects in parts", () => {
  const part = (fill: string) => Buffer.alloc(5 * 1024 * 1024, fill);
  let server: Awaited<ReturnType<typeof startS3Server>>;
  let parts: MultipartStorage;
  let storage: Storage;
  beforeAll(async () => {
    server = await startS3Server(credentials);
    storage = createS3Storage({ endpoint: server.endpoint, ...credentials });
    parts = storage.multipart!;
  });
  afterAll(() => server?.close());

  it("joins parts of any order and number to one object, once", async () => {
    const id = await parts.begin("p/one", "video/mp4");
    const sent = [part("a"), part("b"), part("c"), part("d"), text("end")];
    for (const index of [3, 0, 4, 2, 1]) await parts.putPart("p/one", id, index + 1, sent[index]!);
    expect(await storage.stat("p/one")).toBeNull();
    const size = 20 * 1024 * 1024 + 3;
    await parts.finish("p/one", id, size);
    await parts.finish("p/one", id, size);
    expect(server.objects.get("p/one")!.contentType).toBe("video/mp4");
    expect((await buffer((await storage.get("p/one"))!.content)).equals(Buffer.concat(sent))).toBe(true);
  });

  it("doesn't join an object of which a part is missing", async () => {
    const id = await parts.begin("p/two", "video/mp4");
    await parts.putPart("p/two", id, 1, part("a"));
    await expect(parts.finish("p/two", id, 1)).rejects.toBeInstanceOf(NoUnfinishedObject);
    expect(await storage.stat("p/two")).toBeNull();
    await parts.abort("p/two", id);
  });

  it("lists unfinished objects across pages, and aborts one for good", async () => {
    const begun = await Promise.all(
      Array.from({ length: 5 }, async (_unused, index) => parts.begin(`q/${index}`, "video/mp4")),
    );
    const listed = async () => {
      const found: string[] = [];
      for await (const one of parts.list("q/")) found.push(one.key);
      return found.sort();
    };
    expect(await listed()).toEqual(["q/0", "q/1", "q/2", "q/3", "q/4"]);
    await parts.abort("q/1", begun[1]!);
    await parts.abort("q/1", begun[1]!);
    expect(await listed()).toEqual(["q/0", "q/2", "q/3", "q/4"]);
    await expect(parts.putPart("q/1", begun[1]!, 1, text("late"))).rejects.toBeInstanceOf(NoUnfinishedObject);
  });
});

describe("disk", () => {
  it("deletes drafts of ended processes", async () => {
    const root = await mkdtemp(join(tmpdir(), "storage-"));
    await createDiskStorage(root);
    const draft = join(root, ".drafts", "left");
    await writeFile(draft, "half");
    const { utimes } = await import("node:fs/promises");
    await utimes(draft, new Date(0), new Date(0));
    await createDiskStorage(root);
    await expect(stat(draft)).rejects.toThrow("ENOENT");
    await rm(root, { recursive: true });
  });
});
