import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type pg from "pg";
import { stopEncoder } from "../../../../testing/encoders.ts";
import { createTestDatabase, startTestServer } from "../../../../testing/harness.ts";
import type { TestServer } from "../../../../testing/harness.ts";
import { ffmpeg } from "../../../../testing/media-samples.ts";
import { startS3Server } from "../../../../testing/s3-server.ts";
import { startWorkerProcess } from "../../../../testing/worker-processes.ts";
import type { WorkerProcess } from "../../../../testing/worker-processes.ts";
import { requestTranscode } from "../../index.ts";
import { listAssets } from "../../store.ts";
import { sourceKey } from "../../uploads/source-files.ts";

const bucket = { bucket: "media", region: "eu-test-1", accessKeyId: "key", secretAccessKey: "secret" };
let database: { connection: pg.PoolConfig; drop(): Promise<void> };
let server: TestServer;
let s3: Awaited<ReturnType<typeof startS3Server>>;
let folder: string;
let env: Record<string, string>;
/** Bytes of sources that were read from the store. */
let bytesRead = 0;
const workers: WorkerProcess[] = [];
beforeAll(async () => {
  const onGet = (key: string, range: string | undefined) => {
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [];
    if (key.startsWith("uploads/")) bytesRead += end ? Number(end) - Number(start) + 1 : Infinity;
  };
  s3 = await startS3Server({ ...bucket, onGet });
  env = {
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: bucket.bucket,
    S3_REGION: bucket.region,
    S3_ACCESS_KEY_ID: bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  };
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "stretch-spans-"));
  const dataDir = join(folder, "api");
  server = await startTestServer({ roles: "api", database: database.connection, dataDir, env });
});
afterAll(async () => {
  for (const worker of workers) await worker.kill();
  await server?.stop();
  await s3?.close();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

it("a worker that helps reads only the part of the source that its stretch needs", async () => {
  const path = join(folder, "minutes.mp4");
  await ffmpeg(
    ..."-f lavfi -i testsrc2=s=160x120:r=10:d=400,noise=alls=40:allf=t".split(" "),
    ..."-c:v libx264 -preset ultrafast -g 30 -qp 12 -pix_fmt yuv420p".split(" "),
    path,
  );
  const content = await readFile(path);
  const id = randomUUID();
  await server.ctx().ports.storage.put(sourceKey(id), { path }, "video/mp4");
  const { id: personId } = await server.member();
  await server.pool.query(
    `insert into media.uploads (asset_id, purpose, person_id, file_name, size_bytes, in_store, requested_at, active_at, received_at)
     values ($1, 'video', $2, 'minutes.mp4', $3, true, now(), now(), now())`,
    [id, personId, content.length],
  );
  await server.ctx().transact((tx) =>
    requestTranscode(tx, {
      assetId: id,
      angles: [{ key: "front", source: { kind: "upload", uploadId: id } }],
      captions: [],
      origin: "upload",
    }),
  );
  const start = async (name: string) => {
    const worker = await startWorkerProcess(database.connection, join(folder, name), env);
    workers.push(worker);
    return worker;
  };
  const begun = async () =>
    (await server.pool.query("select from media.stretches where is_begun and claimed_until > now()"))
      .rowCount;

  await start("owner");
  await expect.poll(begun, { timeout: 120_000 }).toBe(1);
  const own = await stopEncoder(id);
  expect(bytesRead).toBe(content.length);
  bytesRead = 0;
  const helper = await start("helper");
  await expect.poll(begun, { timeout: 120_000 }).toBe(2);
  expect(bytesRead).toBeGreaterThan(0);
  expect(bytesRead).toBeLessThan(content.length * 0.5);
  const stored = async () =>
    (await server.pool.query("select from media.stretches where is_stored")).rowCount;
  // All but the owner's.
  await expect.poll(stored, { timeout: 120_000 }).toBe(5);
  expect(helper.logged()).toContain("Encoded a stretch for another worker");
  // Stretches that are neighbors share what they have in common.
  expect(bytesRead).toBeLessThanOrEqual(content.length);
  process.kill(own, "SIGCONT");
  const asset = async () => (await listAssets(server.ctx().db, [id]))[0];
  await expect.poll(async () => (await asset())?.availability, { timeout: 120_000 }).toBe("available");
  expect((await asset())!.durationMs).toBe(400_000);
}, 400_000);
