import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ffmpeg, makeSample } from "../../../testing/media-samples.ts";
import { create, patch } from "../../../testing/tus.ts";
import { assetLoader, playbackOf } from "../../media/index.ts";
import { purgeAbandoned } from "../../media/uploads/uploads.ts";
import {
  call,
  server,
  folder,
  editor,
  ofAngle,
  draft,
  read,
  remove,
  startUpload,
  send,
  waitUntil,
  startEditing,
} from "./testing.ts";

startEditing();

test("keeps parts that a shorter video has no room for, and brings them back with the former one", async () => {
  const made = await draft({
    title: "Twice filmed",
    parts: [
      { title: "One", kind: "slow", startMs: 0, endMs: 2000 },
      { title: "Two", kind: "full_out", startMs: 2000, endMs: 5000 },
      { title: "Three", kind: "cool_down", startMs: 5000, endMs: 6000 },
    ],
  });
  const first = await send(
    made.id,
    "front",
    await readFile(await makeSample(folder, "long.mp4", { seconds: 6 })),
  );
  await waitUntil(made.id, ({ durationInMs }) => durationInMs !== null);
  const [, , three] = (await read(made.id)).parts;
  await send(made.id, "front", await readFile(await makeSample(folder, "short.mp4", { seconds: 3 })));
  await waitUntil(made.id, ({ durationInMs }) => Math.abs(durationInMs! - 3000) < 100);
  const after = await read(made.id);
  expect(ofAngle(after, "front")!.id).not.toBe(first);
  expect(after.parts.map(({ title }) => title)).toEqual(["One", "Two"]);
  expect(after.parts[1]!.endMs).toBe(after.durationInMs);
  expect(after.shortenedParts).toEqual([
    { key: after.parts[1]!.key, cutAtStartInMs: 0, cutAtEndInMs: 5000 - after.durationInMs! },
  ]);
  expect(after.unplacedParts).toEqual([
    { key: three!.key, title: "Three", kind: "cool_down", startMs: 5000, endMs: 6000 },
  ]);
  expect(after.lacks).toEqual([]);

  await call(
    `mutation ($classId: ID!, $sourceVideoId: ID!) {
      restoreClassSourceVideo(classId: $classId, sourceVideoId: $sourceVideoId) { id } }`,
    { classId: made.id, sourceVideoId: first },
  );
  await waitUntil(made.id, ({ durationInMs }) => Math.abs(durationInMs! - 6000) < 100);
  const restored = await read(made.id);
  expect(restored.parts.map(({ title, startMs, endMs }) => [title, startMs, endMs])).toEqual([
    ["One", 0, 2000],
    ["Two", 2000, 5000],
    ["Three", 5000, Math.min(6000, restored.durationInMs!)],
  ]);
  expect(restored.parts[2]!.key).toBe(three!.key);
  expect(restored.unplacedParts).toEqual([]);
});

test("reports why a source video was rejected and accepts another upload", async () => {
  const made = await draft({ title: "Not a film" });
  await send(made.id, "front", Buffer.from("#EXTM3U\n#EXT-X-VERSION:3\nfile:///etc/passwd\n"));
  await waitUntil(made.id, (now) => ofAngle(now, "front")?.state === "refused");
  expect(ofAngle(await read(made.id), "front")!.errorReason).toEqual(expect.any(String));
  await send(made.id, "front", await readFile(await makeSample(folder, "real.mp4", { seconds: 2 })));
  await waitUntil(made.id, ({ isAvailable }) => isAvailable);
});

test("reports source videos of different lengths and keeps the published video playable", async () => {
  const made = await draft({ title: "Apart" });
  await send(made.id, "front", await readFile(await makeSample(folder, "a.mp4", { seconds: 4 })));
  await waitUntil(made.id, ({ isAvailable }) => isAvailable);
  await send(made.id, "back", await readFile(await makeSample(folder, "b.mp4", { seconds: 2 })));
  await waitUntil(made.id, ({ errorReason }) => errorReason !== null);
  expect(await read(made.id)).toMatchObject({ isAvailable: true, encodingPercent: null });
  await remove(made.id, "back");
  await waitUntil(made.id, ({ errorReason, isAvailable }) => errorReason === null && isAvailable);
});

test("adds an upright version of a view, and refuses one that isn't upright or as long as its view", async () => {
  const made = await draft({ title: "Upright too" });
  const sample = async (name: string, size: string, seconds: number) =>
    readFile(await makeSample(folder, name, { size, rate: "10", seconds }));
  const { rows } = await server.pool.query<{ id: string }>(
    "select asset_id as id from catalog.classes where slug = $1",
    [made.classId],
  );
  const asset = { assetId: rows[0]!.id, personId: crypto.randomUUID(), scope: "full" as const };
  const uprightLink = async () => (await playbackOf(server.ctx(), asset))?.angles[0]?.uprightHlsUrl;
  const upright = async () => (await read(made.id)).uprightSourceVideos[0] ?? null;
  expect((await startUpload(made.id, "front", 1000, true)).codes).toEqual(["BAD_INPUT"]);
  await send(made.id, "front", await sample("wide.mp4", "320x180", 2));
  await waitUntil(made.id, ({ isAvailable }) => isAvailable);

  await send(made.id, "front", await sample("wide-too.mp4", "320x180", 2), true);
  await expect
    .poll(upright, { timeout: 30_000 })
    .toMatchObject({ angle: "front", state: "refused", errorReason: "not_upright" });
  await send(made.id, "front", await sample("longer.mp4", "180x320", 4), true);
  await waitUntil(made.id, ({ errorReason }) => errorReason === "upright_differs");
  expect(await read(made.id)).toMatchObject({
    isAvailable: true,
    sourceVideos: [{ angle: "front", state: "ready" }],
  });

  await send(made.id, "front", await sample("upright.mp4", "180x320", 2), true);
  await expect.poll(uprightLink, { timeout: 60_000 }).toMatch(/front-upright/);
  expect(await upright()).toMatchObject({ state: "ready", errorReason: null });

  await remove(made.id, "front", true);
  expect(await upright()).toBeNull();
  await expect.poll(uprightLink, { timeout: 60_000 }).toBeNull();
  expect(ofAngle(await read(made.id), "front")).toMatchObject({ state: "ready" });
});

test("publishes captions that were added while the video was being processed", async () => {
  const made = await draft({ title: "Captioned meantime" });
  const path = await makeSample(folder, "long.mp4", { size: "640x360", seconds: 12 });
  await send(made.id, "front", await readFile(path));
  const { rows } = await server.pool.query<{ id: string }>(
    "select asset_id as id from catalog.classes where slug = $1",
    [made.classId],
  );
  const { id } = rows[0]!;
  const isRunning = async () =>
    (await server.pool.query("select from media.attempts where asset_id = $1 and state = 'running'", [id]))
      .rowCount === 1;
  await expect.poll(isRunning, { timeout: 60_000, interval: 20 }).toBe(true);
  const sent = await server.fetch(`/studio/classes/${made.id}/captions/en`, {
    method: "PUT",
    headers: { "content-type": "text/vtt", "x-auth-token": `Bearer ${await editor.token()}` },
    body: "WEBVTT\n\n00:00.000 --> 00:01.000\nFive, six, seven, eight\n",
  });
  expect(sent.status).toBe(204);
  await expect
    .poll(async () => (await assetLoader(server.ctx()).load(id))?.captions.length, { timeout: 60_000 })
    .toBe(1);
});

test("publishes new captions of a class whose upright version is missing or refused", async () => {
  const made = await draft({ title: "Upright later" });
  const wide = await readFile(
    await makeSample(folder, "wide-only.mp4", { size: "320x180", rate: "10", seconds: 2 }),
  );
  await send(made.id, "front", wide);
  await waitUntil(made.id, ({ isAvailable }) => isAvailable);
  const { rows } = await server.pool.query<{ id: string }>(
    "select asset_id as id from catalog.classes where slug = $1",
    [made.classId],
  );
  const { id } = rows[0]!;
  const playedLanguages = async () =>
    (await assetLoader(server.ctx()).load(id))?.captions.map(({ language }) => language);
  const caption = async (language: string) => {
    const body = "WEBVTT\n\n00:00.000 --> 00:01.000\nFive, six, seven, eight\n";
    const sent = await server.fetch(`/studio/classes/${made.id}/captions/${language}`, {
      method: "PUT",
      headers: { "content-type": "text/vtt", "x-auth-token": `Bearer ${await editor.token()}` },
      body,
    });
    expect(sent.status).toBe(204);
  };
  await startUpload(made.id, "front", 1000, true);
  await caption("en");
  await expect.poll(playedLanguages, { timeout: 60_000 }).toEqual(["en"]);

  await send(made.id, "front", wide, true);
  const upright = async () => (await read(made.id)).uprightSourceVideos[0] ?? null;
  await expect.poll(upright, { timeout: 30_000 }).toMatchObject({ state: "refused" });
  await caption("fr");
  await expect.poll(playedLanguages, { timeout: 60_000 }).toEqual(["en", "fr"]);

  const requestedAt = async () =>
    (await server.pool.query("select requested_at from media.assets where id = $1", [id])).rows[0];
  const before = await requestedAt();
  await remove(made.id, "front", true);
  expect(await upright()).toBeNull();
  expect(await requestedAt()).toEqual(before);
});

test("deletes the upright version of a view whose upload never arrived", async () => {
  const made = await draft({ title: "Never sent, upright" });
  await startUpload(made.id, "front", 1000);
  const started = await startUpload(made.id, "back", 1000);
  await startUpload(made.id, "back", 1000, true);
  const abandonedId = started.data.startClassSourceVideo.sourceVideoId;
  const uprightId = (await read(made.id)).uprightSourceVideos[0]!.id;
  await server.pool.query(
    `update media.uploads set requested_at = now() - interval '25 hours', active_at = now() - interval '25 hours' where asset_id = $1`,
    [abandonedId],
  );
  await purgeAbandoned(server.ctx());
  await waitUntil(made.id, (now) => !ofAngle(now, "back"));
  expect((await read(made.id)).uprightSourceVideos).toEqual([]);
  const drop = await server.pool.query("select from graphile_worker.jobs where key = $1", [
    `drop-film-${uprightId}`,
  ]);
  expect(drop.rowCount).toBe(1);
});

test("deletes a source video that never arrived after a day, resumes the waiting transcode and accepts another upload", async () => {
  const made = await draft({ title: "Never sent" });
  const front = await readFile(await makeSample(folder, "alone.mp4", { seconds: 2 }));
  const ticket = (await startUpload(made.id, "front", front.length)).data.startClassSourceVideo;
  const { data } = await startUpload(made.id, "back", 1000);
  const location = (await create(ticket, editor, front.length)).headers.get("location")!;
  await patch(location, editor, 0, front);
  await waitUntil(made.id, (now) => ofAngle(now, "front")?.state === "ready");
  expect(await read(made.id)).toMatchObject({
    sourceVideos: expect.arrayContaining([
      expect.objectContaining({ id: data.startClassSourceVideo.sourceVideoId, state: "sending" }),
    ]) as unknown,
    isAvailable: false,
    encodingPercent: null,
  });
  await server.pool.query(
    `update media.uploads set requested_at = now() - interval '25 hours', active_at = now() - interval '25 hours' where asset_id = $1`,
    [data.startClassSourceVideo.sourceVideoId],
  );
  await purgeAbandoned(server.ctx());
  await waitUntil(made.id, (now) => !ofAngle(now, "back") && now.isAvailable);
  expect((await startUpload(made.id, "back", 1000)).codes).toEqual([]);
});

test("proposes where a phone crops a class, and lets an editor choose and reset it", async () => {
  const made = await draft({ title: "Travels" });
  const path = join(folder, "travels.mp4");
  await ffmpeg(
    ..."-f lavfi -i color=c=navy:s=640x360:r=25:d=40 -f lavfi -i color=c=white:s=20x240:r=25:d=40".split(" "),
    ..."-filter_complex overlay=x=380+20*mod(floor(t/2)\\,3):y=80".split(" "),
    ..."-c:v libx264 -preset ultrafast".split(" "),
    path,
  );
  await send(made.id, "front", await readFile(path));
  await waitUntil(made.id, ({ isAvailable }) => isAvailable);
  const framing = async () =>
    (
      await server.graphql<{ editedClass: { framing: { spread: number; points: { x: number }[] } | null } }>(
        "query ($id: ID!) { editedClass(classId: $id) { framing { spread points { atMs x } } } }",
        { id: made.id },
        { as: editor },
      )
    ).data!.editedClass.framing;
  const choose = (percent: number | null) =>
    server.graphql(
      "mutation ($id: ID!, $percent: Int) { setClassFocus(classId: $id, percent: $percent) { id } }",
      { id: made.id, percent },
      { as: editor },
    );
  const proposed = await framing();
  expect(proposed?.points).toEqual([{ atMs: 0, x: expect.closeTo(410 / 640, 1) }]);
  expect((await choose(20)).errors).toEqual([]);
  expect((await framing())?.points).toEqual([{ atMs: 0, x: 0.2 }]);
  expect((await choose(101)).errors[0]?.extensions.code).toBe("BAD_INPUT");
  await choose(null);
  expect(await framing()).toEqual(proposed);
});
