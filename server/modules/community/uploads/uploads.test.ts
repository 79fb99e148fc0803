import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { Upload } from "tus-js-client";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startCuttingProxy } from "../../../testing/cutting-proxy.ts";
import { createTestDatabase, startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { makeSample } from "../../../testing/media-samples.ts";
import { create, offsetOf, patch, tus } from "../../../testing/tus.ts";
import { purgeAbandoned } from "../../media/uploads/uploads.ts";
import { open, read, settled } from "./testing.ts";

let database: { connection: pg.PoolConfig; drop(): Promise<void> };
let folder: string;
let now = Date.now();
const servers: TestServer[] = [];
const start = async (roles: "api" | "api,worker") => {
  const server = await startTestServer({
    roles,
    database: database.connection,
    dataDir: join(folder, "data"),
    clock: { now: () => new Date(now) },
  });
  servers.push(server);
  return server;
};
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "eightcount-uploads-"));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});
afterAll(async () => {
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

/** The same person's session at another server. */
const sessionAt = (server: TestServer, person: TestPerson): TestPerson => ({
  ...person,
  token: async () => {
    const answer = await server.fetch("/api/auth/token", {
      headers: { cookie: person.cookie, origin: server.url },
    });
    return ((await answer.json()) as { token: string }).token;
  },
});

test("resumes an upload after cuts and a restart, hides it until moderated and deletes all its files", async () => {
  const content = await readFile(await makeSample(folder, "whole.mp4", { seconds: 4 }));
  let server = await start("api");
  let author = await server.member({ username: "sender.one" });
  let other = await server.member();
  const { ticket } = await open(server, author, content.length, { trimStartMs: 1000, trimEndMs: 3000 });
  expect(ticket!.videoUpload).toMatchObject({
    availability: "requested",
    isHeld: true,
    moderationStatus: "pending_review",
  });
  const { id } = ticket!.videoUpload;
  const created = await create(ticket!, author, content.length);
  expect(created.status).toBe(201);
  // A repeated creation request, after a lost response, gets the same response.
  expect((await create(ticket!, author, content.length)).headers.get("location")).toBe(
    created.headers.get("location"),
  );
  const path = new URL(created.headers.get("location")!).pathname;
  const third = Math.floor(content.length / 3);
  expect((await patch(server.url + path, author, 0, content.subarray(0, third))).status).toBe(204);
  expect((await patch(server.url + path, author, 0, content.subarray(0, third))).status).toBe(409);
  await server.stop();
  servers.pop();

  server = await start("api");
  [author, other] = [sessionAt(server, author), sessionAt(server, other)];
  expect(await offsetOf(server.url + path, author)).toBe(third);
  await patch(server.url + path, author, third, content.subarray(third, 2 * third));
  expect((await tus(server.url + path, "HEAD", other)).status).toBe(404);
  await patch(server.url + path, author, 2 * third, content.subarray(2 * third));
  const stored = await readFile(join(folder, "data/uploads", id));
  const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
  expect(digest(stored)).toBe(digest(content));
  expect(await read(server, id, author)).toMatchObject({
    availability: "uploaded",
    encodingStatus: "queued",
    playback: null,
  });
  await server.stop();
  servers.pop();

  server = await start("api,worker");
  [author, other] = [sessionAt(server, author), sessionAt(server, other)];
  const ready = await settled(server, id, author);
  expect(ready).toMatchObject({ availability: "available", encodingStatus: "available", errorReason: null });
  expect(Math.abs(ready.durationInMs! - 2000)).toBeLessThan(200);
  expect((await fetch(ready.playback!.hlsUrl)).status).toBe(200);
  expect(await read(server, id, other)).toBeNull();
  await server.pool.query(`update community.content set is_held = false where id = $1`, [id]);
  expect((await read(server, id, other))?.playback).not.toBeNull();
  const total = async (as: TestPerson) =>
    (
      await server.graphql<{ userProfileGetByUsername: { videoUploads: { total: number } } }>(
        `{ userProfileGetByUsername(username: "sender.one") { videoUploads { total } } }`,
        {},
        { as },
      )
    ).data!.userProfileGetByUsername.videoUploads.total;
  expect(await total(other)).toBe(1);

  const remove = async (as: TestPerson) =>
    (
      await server.graphql<{ deleteVideoUpload: boolean }>(
        `mutation ($id: ID!) { deleteVideoUpload(id: $id) }`,
        { id },
        { as },
      )
    ).data?.deleteVideoUpload;
  expect(await remove(other)).toBe(false);
  expect(await read(server, id, author)).not.toBeNull();
  expect(await remove(author)).toBe(true);
  expect(await remove(author)).toBe(false);
  expect(await read(server, id, author)).toBeNull();
  await expect.poll(() => existsSync(join(folder, "data/uploads", id)), { timeout: 60_000 }).toBe(false);
  await expect
    .poll(
      async () =>
        (await readdir(join(folder, "data"), { recursive: true })).filter((name) =>
          name.includes(`assets/${id}/`),
        ),
      {
        timeout: 60_000,
      },
    )
    .toEqual([]);
  expect((await fetch(ready.playback!.hlsUrl)).status).toBe(404);
});

test("requires the ticket, the declared size and the same account", async () => {
  const server = await start("api");
  const author = await server.member();
  const other = await server.member();
  const { ticket } = await open(server, author, 1000);
  expect((await create(ticket!, null, 1000)).status).toBe(401);
  expect((await create(ticket!, other, 1000)).status).toBe(404);
  expect((await create(ticket!, author, 999)).status).toBe(400);
  expect((await create({ ...ticket!, ticket: `${ticket!.ticket}x` }, author, 1000)).status).toBe(400);
  expect((await tus(ticket!.tusUrl, "POST", author, { "upload-length": "1000" })).status).toBe(400);
  expect((await tus(`${server.url}/uploads/..%2F..%2Fetc%2Fpasswd`, "HEAD", author)).status).toBe(404);
  const location = (await create(ticket!, author, 1000)).headers.get("location")!;
  expect((await patch(location, author, 0, new Uint8Array(1001))).status).toBeGreaterThanOrEqual(400);
  expect((await patch(location, other, 0, new Uint8Array(10))).status).toBe(404);
});

test("limits uploads to 4 GB, three at once and ten a day", async () => {
  const server = await start("api");
  const author = await server.member();
  const limits = async (...given: Parameters<typeof open>) =>
    (await open(...given)).errors.map(({ code, limit }) => [code, limit]);
  expect(await limits(server, author, 4 * 1024 ** 3 + 1)).toEqual([["UPLOAD_LIMIT", "size"]]);
  expect((await open(server, author, 0)).errors[0]?.code).toBe("BAD_INPUT");
  expect((await open(server, author, 10.5)).errors[0]?.code).toBe("BAD_INPUT");
  expect((await open(server, author, 10, { trimStartMs: 500, trimEndMs: 400 })).errors[0]?.code).toBe(
    "BAD_INPUT",
  );
  const opened = await Promise.all(Array.from({ length: 6 }, () => open(server, author, 100)));
  expect(opened.filter(({ ticket }) => ticket)).toHaveLength(3);
  const end = () =>
    server.pool.query(`update media.uploads set ended_at = now() where person_id = $1`, [author.id]);
  await end();
  expect(await limits(server, author, 4 * 1024 ** 3)).toEqual([]);
  expect(await limits(server, author, 2 * 1024 ** 3)).toEqual([["UPLOAD_LIMIT", "storage"]]);
  for (let at = 0; at < 6; at += 1) {
    await end();
    expect(await limits(server, author, 100)).toEqual([]);
  }
  await end();
  expect(await limits(server, author, 100)).toEqual([["UPLOAD_LIMIT", "per_day"]]);
});

test("shows a video to its audience only and lets only its owner edit the text", async () => {
  const server = await start("api");
  const author = await server.member();
  const other = await server.member();
  const { ticket } = await open(server, author, 100, { audience: "crew" });
  const { id } = ticket!.videoUpload;
  await server.pool.query(
    `update media.assets set availability = 'available', version = gen_random_uuid() where id = $1`,
    [id],
  );
  await server.pool.query(`update community.content set is_held = false where id = $1`, [id]);
  expect(await read(server, id, other)).toBeNull();
  const change = async (as: TestPerson) =>
    server.graphql(
      `mutation ($id: ID!) { changeVideoUpload(id: $id, audience: members, description: "Fourth try") { description } }`,
      { id },
      { as },
    );
  expect((await change(other)).errors[0]?.extensions.code).toBe("NOT_FOUND");
  expect((await change(author)).data).toEqual({ changeVideoUpload: { description: "Fourth try" } });
  expect(await read(server, id, other)).not.toBeNull();
  expect(await read(server, id, await server.anonymous())).toBeNull();
  // A paused account can't edit texts either.
  await server.pool.query(
    `update community.standing set paused_until = now() + interval '400 days' where person_id = $1`,
    [author.id],
  );
  expect((await change(author)).errors[0]?.extensions.code).toBe("FORBIDDEN");
});

test("deletes an upload and its data after a day without a byte", async () => {
  const server = await start("api,worker");
  const author = await server.member();
  const { ticket } = await open(server, author, 100);
  const { id } = ticket!.videoUpload;
  const location = (await create(ticket!, author, 100)).headers.get("location")!;
  await patch(location, author, 0, new Uint8Array(10));
  await purgeAbandoned(server.ctx());
  expect(await read(server, id, author)).not.toBeNull();
  now += 25 * 60 * 60 * 1000;
  await purgeAbandoned(server.ctx());
  await expect.poll(() => read(server, id, author), { timeout: 60_000 }).toBeNull();
  await expect.poll(() => existsSync(join(folder, "data/uploads", id)), { timeout: 60_000 }).toBe(false);
});

test("returns 507 on a full disk and resumes once there is room", async () => {
  const server = await start("api");
  const author = await server.member();
  const content = randomBytes(300_000);
  const { ticket } = await open(server, author, content.length);
  const location = (await create(ticket!, author, content.length)).headers.get("location")!;
  expect((await patch(location, author, 0, content.subarray(0, 100_000))).status).toBe(204);

  // Replaces the file with /dev/full, which has no room for a byte.
  const file = join(folder, "data/uploads", ticket!.videoUpload.id);
  await rename(file, `${file}.kept`);
  await symlink("/dev/full", file);
  const refused = await patch(location, author, 0, content);
  expect(refused.status).toBe(507);
  expect(await refused.text()).toContain("Storage is full");
  expect(await read(server, ticket!.videoUpload.id, author)).toMatchObject({ availability: "requested" });

  await rename(`${file}.kept`, file);
  expect(await offsetOf(location, author)).toBe(100_000);
  expect((await patch(location, author, 100_000, content.subarray(100_000))).status).toBe(204);
  expect(await readFile(file)).toEqual(content);
});

test("completes over a network with three cuts, resending at most one chunk per cut", async () => {
  const server = await start("api");
  const author = await server.member();
  const pieceBytes = 1024 * 1024;
  const content = randomBytes(12 * pieceBytes + 12_345);
  const { ticket } = await open(server, author, content.length);
  const proxy = await startCuttingProxy(server.url, 3.4 * pieceBytes, 3);
  let lastSent = 0;
  try {
    await new Promise<void>((resolve, reject) => {
      const upload = new Upload(content, {
        endpoint: `${proxy.url}/uploads`,
        metadata: { ticket: ticket!.ticket },
        chunkSize: pieceBytes,
        retryDelays: [0, 50, 50, 50],
        onBeforeRequest: async (request) =>
          request.setHeader("x-auth-token", `Bearer ${await author.token()}`),
        onProgress: (bytes) => {
          lastSent = bytes;
        },
        onSuccess: () => resolve(),
        onError: reject,
      });
      upload.start();
    });
    expect(proxy.cuts()).toBe(3);
    expect(lastSent).toBe(content.length);
    // Beyond the chunks, only request headers were sent.
    expect(proxy.sent()).toBeLessThan(content.length + 3 * pieceBytes + 100_000);
  } finally {
    await proxy.stop();
  }
  const { id } = ticket!.videoUpload;
  const stored = await readFile(join(folder, "data/uploads", id));
  const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
  expect(digest(stored)).toBe(digest(content));
  expect(await read(server, id, author)).toMatchObject({ availability: "uploaded", playback: null });
});
