import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeSample } from "../../../testing/media-samples.ts";
import { probeSource } from "../../media/pipeline/probe.ts";
import { installedTools } from "../../media/pipeline/tools.ts";
import { deleteUnusedTrailerJob, renderTrailerJob } from "../../media/trailers/job.ts";
import type { TestPerson } from "../../../testing/harness.ts";
import { call, draft, folder, send, server, startEditing, waitUntil } from "./testing.ts";

startEditing();

interface Trailer {
  fromMs: number;
  toMs: number;
  state: string;
  url: string | null;
}
const trailerOf = async (classId: string) =>
  (
    await call<{ editedClass: { trailer: Trailer | null } }>(
      "query ($classId: ID!) { editedClass(classId: $classId) { trailer { fromMs toMs state url } } }",
      { classId },
    )
  ).data.editedClass.trailer;
const choose = (classId: string, fromMs: number, toMs: number) =>
  call(
    `mutation ($classId: ID!, $fromMs: Int!, $toMs: Int!) {
      setClassTrailer(classId: $classId, fromMs: $fromMs, toMs: $toMs) { id } }`,
    { classId, fromMs, toMs },
  );
const remove = (classId: string) =>
  call("mutation ($classId: ID!) { removeClassTrailer(classId: $classId) { id } }", { classId });
const untilReady = (classId: string) =>
  expect
    .poll(async () => (await trailerOf(classId))?.state, { timeout: 120_000, interval: 200 })
    .toBe("ready");
const publish = (classId: string, isExplicit = false) =>
  server.pool.query("update catalog.classes set published_at = now(), is_explicit = $2 where id = $1", [
    classId,
    isExplicit,
  ]);
/** Sends a query with a freshly issued token, which carries the profile. */
const ask = async <Data>(as: TestPerson, query: string, variables: object = {}) => {
  const headers = { "x-auth-token": `Bearer ${await as.token()}` };
  const { data, errors } = await server.graphql<Data>(query, variables, { headers });
  expect(errors).toEqual([]);
  return data!;
};
const seen = async (classId: string, as = server.anonymous()) =>
  (
    await ask<{ studioClass: { trailerUrl: string | null } | null }>(
      await as,
      "query ($classId: ID!) { studioClass(id: $classId) { trailerUrl } }",
      { classId },
    )
  ).studioClass;
const secondsOf = async (url: string) => {
  const path = join(folder, `${randomUUID()}.mp4`);
  await writeFile(path, Buffer.from(await (await fetch(url)).arrayBuffer()));
  const limits = { maxBytes: 10_000_000, maxSeconds: 60 };
  const { seconds, audioStream, size } = await probeSource(installedTools(), path, limits);
  return { seconds: Math.round(seconds * 10) / 10, hasSound: audioStream !== null, lines: size.height };
};
const child = async () => {
  const holder = await server.member();
  const { createFamilyMember: family } = await ask<{ createFamilyMember: { members: { id: string }[] } }>(
    holder,
    `mutation { createFamilyMember(name: "Demo Mia", isChild: true, pin: "2468", idempotencyKey: "${randomUUID()}") { members { id } } }`,
  );
  await ask(holder, `mutation { chooseFamilyMember(id: "${family.members[1]!.id}") { activeId } }`);
  return holder;
};

test("shows a chosen stretch of a class to everyone, and another one instead after a change", async () => {
  const { id } = await draft({ title: "Trailed", accessType: "premium" });
  expect((await choose(id, 0, 5_000)).codes).toEqual(["NOT_READY"]);
  await send(id, "front", await readFile(await makeSample(folder, "front.mp4", { rate: "10", seconds: 20 })));
  await waitUntil(id, ({ isAvailable, durationInMs }) => isAvailable && durationInMs !== null);
  expect(await trailerOf(id)).toBeNull();
  for (const [fromMs, toMs] of [
    [0, 2_900],
    [0, 15_100],
    [-1, 5_000],
    [12_000, 21_000],
    [9_000, 4_000],
  ] as const)
    expect((await choose(id, fromMs, toMs)).codes, `${fromMs} to ${toMs}`).toEqual(["BAD_INPUT"]);

  await choose(id, 7_300, 13_300);
  await untilReady(id);
  const first = (await trailerOf(id))!;
  expect(first).toMatchObject({ fromMs: 7_300, toMs: 13_300 });
  expect(await secondsOf(first.url!)).toEqual({ seconds: 6, hasSound: true, lines: 240 });

  // A locked class shows its trailer to guests, once it is in the library.
  expect(await seen(id)).toBeNull();
  await publish(id);
  expect(await seen(id)).toEqual({ trailerUrl: first.url });
  expect(await seen(id, child())).toEqual({ trailerUrl: first.url });
  await publish(id, true);
  expect(await seen(id, child())).toBeNull();

  // The same choice is rendered once; the former file stays until the other one is ready.
  await choose(id, 7_300, 13_300);
  expect((await trailerOf(id))!.state).toBe("ready");
  await choose(id, 0, 4_000);
  expect((await trailerOf(id))!.url).toBe(first.url);
  await untilReady(id);
  const second = (await trailerOf(id))!;
  expect(second.url).not.toBe(first.url);

  // A shorter video: the stretch moves into it.
  await choose(id, 15_000, 20_000);
  await untilReady(id);
  const third = (await trailerOf(id))!;
  await send(
    id,
    "front",
    await readFile(await makeSample(folder, "shorter.mp4", { rate: "10", seconds: 9 })),
  );
  await expect
    .poll(async () => await trailerOf(id), { timeout: 120_000, interval: 200 })
    .toMatchObject({ toMs: 9_000, state: "ready" });
  const moved = (await trailerOf(id))!;
  expect(moved.fromMs).toBe(4_000);
  expect(moved.url).not.toBe(third.url);
  expect((await secondsOf(moved.url!)).seconds).toBe(5);

  await remove(id);
  expect(await trailerOf(id)).toBeNull();
  expect(await seen(id)).toEqual({ trailerUrl: null });
  await server.pool.query(
    "update graphile_worker._private_jobs set run_at = now() where payload ->> 'prefix' like $1",
    [`pictures/trailers/${id}/%`],
  );
  const stored = async () => {
    const keys: string[] = [];
    for await (const { key } of server.ctx().ports.storage.list(`pictures/trailers/${id}/`)) keys.push(key);
    return keys;
  };
  await expect.poll(stored, { timeout: 60_000 }).toEqual([]);
});

test("says that a trailer couldn’t be rendered, and renders it again", async () => {
  const { id } = await draft({ title: "Damaged" });
  await send(
    id,
    "front",
    await readFile(await makeSample(folder, "silent.mp4", { seconds: 6, sound: false })),
  );
  await waitUntil(id, ({ isAvailable, durationInMs }) => isAvailable && durationInMs !== null);
  const { storage } = server.ctx().ports;
  const keys: string[] = [];
  for await (const { key } of storage.list(`assets/${id}/`)) if (key.endsWith("init.mp4")) keys.push(key);
  const contents = await Promise.all(keys.map(async (key) => [key, await bytesOf(key)] as const));
  for (const key of keys) await storage.delete(key);
  // The worker's own attempts fail as well, at a later time.
  await choose(id, 0, 4_000);
  const run = (isLastAttempt: boolean, signal = new AbortController().signal) =>
    renderTrailerJob.run(server.ctx(), { assetId: id }, { signal, attempt: 1, isLastAttempt });
  await expect(run(false)).rejects.toThrow("isn't in the storage");
  await expect(run(true, AbortSignal.abort())).rejects.toThrow();
  expect((await trailerOf(id))!.state).toBe("rendering");
  await expect(run(true)).rejects.toThrow("isn't in the storage");
  expect(await trailerOf(id)).toMatchObject({ state: "failed", url: null });

  for (const [key, content] of contents) await storage.put(key, content, "video/mp4");
  await choose(id, 0, 4_000);
  await untilReady(id);
  expect(await secondsOf((await trailerOf(id))!.url!)).toMatchObject({ seconds: 4 });

  // As a worker leaves it that was killed at its last attempt.
  await server.pool.query("update media.assets set trailer_state = 'rendering' where id = $1", [id]);
  await choose(id, 0, 4_000);
  await untilReady(id);
});

test("leaves no file behind when a trailer couldn’t be saved", async () => {
  const { id } = await draft({ title: "Refused" });
  await send(id, "front", await readFile(await makeSample(folder, "refused.mp4", { seconds: 6 })));
  await waitUntil(id, ({ isAvailable, durationInMs }) => isAvailable && durationInMs !== null);
  await server.pool.query(`create function refuse_trailer() returns trigger language plpgsql as $$
      begin raise exception 'The trailer is refused'; end $$;
    create trigger refuse_trailer before update of trailer on media.assets for each row execute function refuse_trailer()`);
  await choose(id, 0, 4_000);
  const run = { signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
  await expect(renderTrailerJob.run(server.ctx(), { assetId: id }, run)).rejects.toThrow(
    "The trailer is refused",
  );
  await server.pool.query("drop trigger refuse_trailer on media.assets");
  await choose(id, 0, 5_000);
  await untilReady(id);
  const { rows } = await server.pool.query<{ payload: { assetId: string; name: string } }>(
    `select payload from graphile_worker._private_jobs as job
      join graphile_worker._private_tasks as task on task.id = job.task_id
      where task.identifier = 'media.delete_unused_trailer'`,
  );
  for (const { payload } of rows) await deleteUnusedTrailerJob.run(server.ctx(), payload, run);
  const left: string[] = [];
  for await (const { key } of server.ctx().ports.storage.list(`pictures/trailers/${id}/`)) left.push(key);
  expect(left).toHaveLength(1);
  expect((await fetch((await trailerOf(id))!.url!)).status).toBe(200);
});

async function bytesOf(key: string): Promise<Uint8Array> {
  const found = await server.ctx().ports.storage.get(key);
  const pieces: Uint8Array[] = [];
  for await (const piece of found!.content) pieces.push(piece as Uint8Array);
  return Buffer.concat(pieces);
}
