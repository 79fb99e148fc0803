import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, rm, mkdtemp } from "node:fs/promises";
import { request } from "node:http";
import type { ClientRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { ffmpeg } from "../../../testing/media-samples.ts";
import { startS3Server } from "../../../testing/s3-server.ts";
import { create, offsetOf, patch } from "../../../testing/tus.ts";
import { purgeAbandoned } from "../../media/uploads/uploads.ts";
import { open, read, settled } from "./testing.ts";

const bucket = { bucket: "media", region: "eu-test-1", accessKeyId: "key", secretAccessKey: "secret" };
const secret = "of every server, with at least 32 characters";
let s3: Awaited<ReturnType<typeof startS3Server>>;
let database: { connection: pg.PoolConfig; drop(): Promise<void> };
let folder: string;
let env: Record<string, string>;
let now = Date.now();
/** One server with both roles, and an api in a process of its own; each with a folder of its own. */
let server: TestServer;
let other: { url: string; child: ChildProcess };
let author: TestPerson;
beforeAll(async () => {
  s3 = await startS3Server(bucket);
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "eightcount-across-"));
  env = {
    AUTH_SECRET: secret,
    MEDIA_SECRET: secret,
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: bucket.bucket,
    S3_REGION: bucket.region,
    S3_ACCESS_KEY_ID: bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  };
  server = await startTestServer({
    database: database.connection,
    dataDir: join(folder, "one"),
    clock: { now: () => new Date(now) },
    env,
  });
  author = await server.member();
  const child = spawn(process.execPath, [join(import.meta.dirname, "../../../testing/api-process.ts")], {
    env: {
      ...process.env,
      DATA_DIR: join(folder, "two"),
      CONNECTION: JSON.stringify(database.connection),
      SETTINGS: JSON.stringify(env),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [port] = (await once(createInterface(child.stdout), "line")) as [string];
  other = { url: `http://127.0.0.1:${port}`, child };
});
afterAll(async () => {
  other?.child.kill("SIGKILL");
  await server?.stop();
  await database?.drop();
  await s3?.close();
  await rm(folder, { recursive: true, force: true });
});

const at = (base: string, location: string) => base + new URL(location).pathname;
/** Begins a request for a piece, and sends its first bytes alone. */
const sendHalf = async (url: string, offset: number, piece: Uint8Array): Promise<ClientRequest> => {
  const sending = request(url, {
    method: "PATCH",
    headers: {
      "tus-resumable": "1.0.0",
      "x-auth-token": `Bearer ${await author.token()}`,
      "content-type": "application/offset+octet-stream",
      "upload-offset": String(offset),
      "content-length": String(piece.length),
    },
  });
  sending.on("error", () => {});
  sending.write(piece.subarray(0, piece.length / 2));
  return sending;
};
const isLocked = async () =>
  (await server.pool.query("select from media.uploads where locked_until > now()")).rowCount === 1;

test("receives an upload by turns at two servers without a shared folder, one of which is killed, and publishes it", async () => {
  const path = join(folder, "noise.mp4");
  await ffmpeg(
    ..."-f lavfi -i testsrc2=s=640x360:r=30:d=3,noise=alls=100:allf=t -c:v libx264 -preset ultrafast -qp 4".split(
      " ",
    ),
    path,
  );
  const content = await readFile(path);
  const pieceBytes = 3_000_000;
  expect(content.length).toBeGreaterThan(5 * pieceBytes);
  const { ticket } = await open(server, author, content.length);
  const { id } = ticket!.videoUpload;
  const location = (await create(ticket!, author, content.length)).headers.get("location")!;
  const bases = [server.url, other.url];
  const pieceAt = (offset: number) => content.subarray(offset, offset + pieceBytes);
  let offset = 0;
  for (let turn = 0; offset < 4 * pieceBytes; turn += 1) {
    const url = at(bases[turn % 2]!, location);
    expect(await offsetOf(url, author)).toBe(offset);
    expect((await patch(url, author, offset, pieceAt(offset))).status).toBe(204);
    offset += pieceBytes;
  }

  // The one that writes is alone: the same piece at the other server is refused.
  const held = await sendHalf(at(other.url, location), offset, pieceAt(offset));
  await expect.poll(isLocked).toBe(true);
  expect((await patch(at(server.url, location), author, offset, pieceAt(offset))).status).toBe(423);
  held.destroy();
  // What had arrived of a piece that was cut is stored.
  await expect.poll(isLocked).toBe(false);
  offset = await offsetOf(at(server.url, location), author);
  expect(offset).toBeGreaterThan(4 * pieceBytes);
  expect(offset).toBeLessThanOrEqual(4.5 * pieceBytes);

  await sendHalf(at(other.url, location), offset, pieceAt(offset));
  await expect.poll(isLocked).toBe(true);
  other.child.kill("SIGKILL");
  expect(await offsetOf(at(server.url, location), author)).toBe(offset);
  expect((await patch(at(server.url, location), author, offset, content.subarray(offset))).status).toBe(204);

  const stored = s3.objects.get(`uploads/${id}/source`)!;
  expect(stored.content.equals(content)).toBe(true);
  expect(await settled(server, id, author)).toMatchObject({ availability: "available", errorReason: null });
  const left = () => [...s3.objects.keys()].filter((key) => key.startsWith("uploads/"));
  await expect.poll(left, { timeout: 60_000 }).toEqual([]);
  for (const name of ["sources", "parts", "work"])
    await expect.poll(() => readdir(join(folder, "one", name))).toEqual([]);
}, 300_000);

test("deletes what the store has of an upload after a day without a byte, and of one that no upload names", async () => {
  const { ticket } = await open(server, author, 100);
  const location = (await create(ticket!, author, 100)).headers.get("location")!;
  await patch(location, author, 0, new Uint8Array(10));
  const orphan = await server.ctx().ports.storage.multipart!.begin("uploads/none/source", "video/mp4");
  await purgeAbandoned(server.ctx());
  expect([...s3.unfinished.keys()]).toContain(orphan);
  expect(s3.unfinished.size).toBe(2);
  now += 25 * 60 * 60 * 1000;
  await purgeAbandoned(server.ctx());
  await expect.poll(() => read(server, ticket!.videoUpload.id, author), { timeout: 60_000 }).toBeNull();
  await expect.poll(() => s3.unfinished.size, { timeout: 60_000 }).toBe(0);
  const left = () => [...s3.objects.keys()].filter((key) => key.startsWith("uploads/"));
  await expect.poll(left, { timeout: 60_000 }).toEqual([]);
});
