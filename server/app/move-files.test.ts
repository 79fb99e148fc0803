import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { open, settled } from "../modules/community/uploads/testing.ts";
import { createTestDatabase, startTestServer } from "../testing/harness.ts";
import type { TestServer } from "../testing/harness.ts";
import { makeSample } from "../testing/media-samples.ts";
import { startProgram, urlOfDatabase } from "../testing/program.ts";
import { startS3Server } from "../testing/s3-server.ts";
import { create, offsetOf, patch } from "../testing/tus.ts";

const bucket = { bucket: "media", region: "eu-test-1", accessKeyId: "key", secretAccessKey: "secret" };
const secrets = {
  AUTH_SECRET: "of both servers, with at least 32 characters",
  MEDIA_SECRET: "of both servers, with at least 32 characters",
};
let s3: Awaited<ReturnType<typeof startS3Server>>;
let database: { connection: pg.PoolConfig; drop(): Promise<void> };
let folder: string;
let env: Record<string, string>;
let server: TestServer;
beforeAll(async () => {
  s3 = await startS3Server(bucket);
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "eightcount-move-files-"));
  env = {
    ...secrets,
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: bucket.bucket,
    S3_REGION: bucket.region,
    S3_ACCESS_KEY_ID: bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  };
});
afterAll(async () => {
  await server?.stop();
  await database?.drop();
  await s3?.close();
  await rm(folder, { recursive: true, force: true });
});

const dataDir = () => join(folder, "data");
const move = (settings: Record<string, string>, ...args: string[]) =>
  startProgram(
    { ...settings, DATABASE_URL: urlOfDatabase(database.connection), DATA_DIR: dataDir() },
    args,
    undefined,
    "server/app/move-files.ts",
  ).ended;

test("moves a studio's files from the disk to a store, where a waiting upload is published and a begun one starts over", async () => {
  server = await startTestServer({
    database: database.connection,
    dataDir: dataDir(),
    roles: "api",
    env: secrets,
  });
  const author = await server.member();
  const video = await readFile(await makeSample(folder, "two.mp4", { size: "320x180", seconds: 2 }));
  const begin = async () => {
    const { ticket } = await open(server, author, video.length);
    const location = (await create(ticket!, author, video.length)).headers.get("location")!;
    return { ticket: ticket!, path: new URL(location).pathname };
  };
  const whole = await begin();
  expect((await patch(server.url + whole.path, author, 0, video)).status).toBe(204);
  const half = await begin();
  expect((await patch(server.url + half.path, author, 0, video.subarray(0, 1000))).status).toBe(204);
  const segments = `assets/${randomUUID()}/${randomUUID()}/front/v360/`;
  const large = randomBytes(17 * 1024 * 1024 + 1);
  const { storage } = server.ctx().ports;
  await storage.put(`${segments}00001.m4s`, large, "video/iso.segment");
  await storage.put("pictures/one.jpg", Buffer.from("first"), "image/jpeg");

  expect(await move(secrets)).toMatchObject({
    code: 1,
    complained: "Set S3_ENDPOINT and the other S3 settings to the new store first.\n",
  });
  const first = await move(env);
  expect(first).toMatchObject({ code: 0, complained: "" });
  expect(first.said).toMatch(/^Copied 3 files \(\d+\.\d MB\)\. 0 were there already\.\n/);
  expect(Buffer.compare(s3.objects.get(`${segments}00001.m4s`)!.content, large)).toBe(0);
  expect(await move(env, "--finish")).toMatchObject({
    code: 1,
    complained: "Servers are running on this database. Stop all of them first.\n",
  });

  await storage.put("pictures/two.jpg", Buffer.from("second"), "image/jpeg");
  // The next server accepts the token, but has another address.
  const token = await author.token();
  const later = { ...author, token: async () => token };
  await server.stop();
  const last = await move(env, "--finish");
  expect(last).toMatchObject({ code: 0, complained: "" });
  expect(last.said).toMatch(
    /^Copied 1 file \(0\.0 MB\)\. 3 were there already\.\nAll files are in the store\./,
  );
  expect(s3.objects.get("pictures/two.jpg")).toMatchObject({ contentType: "image/jpeg" });

  server = await startTestServer({
    database: database.connection,
    dataDir: join(folder, "another machine"),
    env,
  });
  expect(await settled(server, whole.ticket.videoUpload.id, later)).toMatchObject({
    availability: "available",
  });
  const again = { ...half.ticket, tusUrl: server.url + new URL(half.ticket.tusUrl).pathname };
  expect((await create(again, later, video.length)).status).toBe(201);
  expect(await offsetOf(server.url + half.path, later)).toBe(0);
  expect((await patch(server.url + half.path, later, 0, video)).status).toBe(204);
  expect(await settled(server, half.ticket.videoUpload.id, later)).toMatchObject({
    availability: "available",
  });
});
