import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { migrationsDir } from "../../../platform/migrations/backfill.ts";
import { makeSourceVideo, soundOfClass } from "../../../testing/class-sounds.ts";
import { ffmpeg, readLuma } from "../../../testing/media-samples.ts";
import { findFingerprint } from "../../media/alignment/store.ts";
import { dropUploadJob, purgeAbandoned } from "../../media/uploads/uploads.ts";
import { onTranscodeCompleted } from "./source-videos.ts";
import {
  call,
  draft,
  editor,
  folder,
  linksOf,
  read,
  save,
  selection,
  send,
  sendTogether,
  server,
  startEditing,
  startUpload,
  waitUntil,
} from "./testing.ts";
import type { Edited } from "./testing.ts";

startEditing();

const sound = soundOfClass("house", 120, 70, 3);

const sourceVideo = async (name: string, fromSeconds: number, seconds: number, size?: string) =>
  readFile(await makeSourceVideo(folder, name, sound, { fromSeconds, seconds, ...(size && { size }) }));

interface View {
  angle: string;
  durationInMs: number | null;
  alignment: { offsetInMs: number; confidence: number | null; isSure: boolean } | null;
}
const viewsOf = async (classId: string) =>
  (
    await call<{ editedClass: { sourceVideos: View[]; uprightSourceVideos: View[] } }>(
      `query ($classId: ID!) { editedClass(classId: $classId) {
        sourceVideos { angle durationInMs alignment { offsetInMs confidence isSure } }
        uprightSourceVideos { angle durationInMs alignment { offsetInMs confidence isSure } } } }`,
      { classId },
    )
  ).data.editedClass;
/** When each published view flashes, in frames of 50 ms. */
async function flashesOf(made: Edited): Promise<Record<string, number>> {
  const links = await linksOf(made);
  const found: Record<string, number> = {};
  for (const { key, hlsUrl, uprightHlsUrl } of links!.angles) {
    found[key] = (await readLuma(hlsUrl)).findIndex((luma) => luma > 128);
    if (uprightHlsUrl)
      found[`${key} upright`] = (await readLuma(uprightHlsUrl)).findIndex((luma) => luma > 128);
  }
  return found;
}
const align = (classId: string, angle: string, offsetInMs: number | null) =>
  call(
    `mutation ($classId: ID!, $angle: CameraAngle!, $offsetInMs: Int) {
      alignClassSourceVideo(classId: $classId, angle: $angle, offsetInMs: $offsetInMs) { id } }`,
    { classId, angle, offsetInMs },
  );
const trim = (classId: string, fromMs: number | null, toMs: number | null) =>
  call<{ trimClass: Edited }>(
    `mutation ($classId: ID!, $fromMs: Int, $toMs: Int) {
      trimClass(classId: $classId, fromMs: $fromMs, toMs: $toMs) ${selection} }`,
    { classId, fromMs, toMs },
  );
interface Cut {
  cutFromInMs: number | null;
  trim: { fromMs: number | null; toMs: number | null };
}
const cutOf = async (classId: string) =>
  (
    await call<{ editedClass: Cut }>(
      "query ($classId: ID!) { editedClass(classId: $classId) { cutFromInMs trim { fromMs toMs } } }",
      { classId },
    )
  ).data.editedClass;
const lasts = (made: Edited, seconds: number) =>
  waitUntil(
    made.id,
    ({ durationInMs, isAvailable }) =>
      isAvailable && durationInMs !== null && Math.abs(durationInMs - seconds * 1000) < 300,
  );
const near = (frame: number) => ({ asymmetricMatch: (given: number) => Math.abs(given - frame) <= 1 });

test("plays views that started at different times in step, for as long as all of them last", async () => {
  const made = await draft({ title: "Two cameras" });
  await send(made.id, "front", await sourceVideo("front", 10, 40));
  await lasts(made, 40);
  await send(made.id, "back", await sourceVideo("back", 14, 50));
  await lasts(made, 36);
  const back = (await viewsOf(made.id)).sourceVideos.find(({ angle }) => angle === "back")!;
  expect(back).toMatchObject({ durationInMs: 50_000, alignment: { isSure: true } });
  expect(Math.abs(back.alignment!.offsetInMs - 4000)).toBeLessThan(33);
  expect(await flashesOf(made)).toEqual({ front: near(320), back: near(320) });

  await sendTogether(made.id, [
    ["close", await sourceVideo("close", 12, 40)],
    ["front", await sourceVideo("upright", 15, 40, "90x160"), true],
  ]);
  await lasts(made, 35);
  const names = ["front", "front upright", "back", "close"];
  expect(await flashesOf(made)).toEqual(Object.fromEntries(names.map((name) => [name, near(300)])));
});

test("keeps parts and counts on the same moments when a class is trimmed, untrimmed or filmed again", async () => {
  const made = await draft({ title: "Shorter" });
  await send(made.id, "front", await sourceVideo("whole", 5, 50));
  await lasts(made, 50);
  const part = { title: "Chorus", kind: "full_out", startMs: 24_000, endMs: 30_000 };
  expect((await save(await read(made.id), { title: "Shorter", parts: [part] })).codes).toEqual([]);
  const grid = [{ startMs: 10_000, endMs: 48_000, bpm: 120, firstBeatMs: 10_000 }];
  const { rows } = await server.pool.query<{ id: string }>(
    "update catalog.classes set beat_grid = $2 where slug = $1 returning id",
    [made.classId, JSON.stringify(grid)],
  );
  const beatGrid = async () =>
    (
      await server.pool.query<{ grid: unknown }>(
        "select beat_grid as grid from catalog.classes where id = $1",
        [rows[0]!.id],
      )
    ).rows[0]!.grid;

  expect((await trim(made.id, 20_000, 45_000)).codes).toEqual([]);
  await lasts(made, 25);
  expect((await read(made.id)).parts).toMatchObject([{ startMs: 4000, endMs: 10_000 }]);
  // The first beat before the start is a multiple of eight beats, 4 s, later.
  expect(await beatGrid()).toEqual([{ startMs: 0, endMs: 25_000, bpm: 120, firstBeatMs: -2000 }]);
  expect(await flashesOf(made)).toEqual({ front: near(100) });

  await send(made.id, "front", await sourceVideo("again", 8, 52));
  await expect
    .poll(async () => (await cutOf(made.id)).cutFromInMs, { timeout: 60_000 })
    .toEqual(expect.any(Number));
  expect(await flashesOf(made)).toEqual({ front: near(100) });
  expect((await read(made.id)).parts[0]!.startMs).toBeGreaterThan(3900);
  expect((await read(made.id)).parts[0]!.startMs).toBeLessThan(4100);
  // What is transcoded next, such as with captions, is trimmed alike.
  const { trim: next } = await cutOf(made.id);
  expect(Math.abs(next.fromMs! - 17_000)).toBeLessThan(50);
  expect(Math.abs(next.toMs! - 42_000)).toBeLessThan(50);

  await trim(made.id, null, null);
  await lasts(made, 52);
  const about = (ms: number) => ({ asymmetricMatch: (given: number) => Math.abs(given - ms) < 100 });
  expect((await read(made.id)).parts).toMatchObject([{ startMs: about(21_000) }]);
  // The counts that the trim cut off are back, too.
  expect(await beatGrid()).toMatchObject([{ startMs: about(7000), endMs: about(45_000) }]);
});

test("asks an editor where a view starts if its sound doesn't say, and uses what they set", async () => {
  const made = await draft({ title: "Silent back" });
  await send(made.id, "front", await sourceVideo("loud", 10, 30));
  await lasts(made, 30);
  const path = join(folder, "silent.mp4");
  await ffmpeg(
    ..."-f lavfi -i color=black:s=160x90:r=20:d=34".split(" "),
    "-vf",
    "drawbox=color=white:t=fill:enable='between(t,23,23.1)'",
    ..."-c:v libx264 -preset ultrafast -pix_fmt yuv420p".split(" "),
    path,
  );
  await send(made.id, "back", await readFile(path));
  await waitUntil(made.id, ({ errorReason }) => errorReason === "angles_differ");
  expect((await viewsOf(made.id)).sourceVideos).toContainEqual({
    angle: "back",
    durationInMs: 34_000,
    alignment: { offsetInMs: 0, confidence: 0, isSure: false },
  });

  expect((await align(made.id, "front", 100)).codes).toEqual(["BAD_INPUT"]);
  expect((await align(made.id, "feet", 100)).codes).toEqual(["NOT_FOUND"]);
  expect((await align(made.id, "back", 700_000)).codes).toEqual(["BAD_INPUT"]);
  expect((await align(made.id, "back", -3000)).codes).toEqual([]);
  await waitUntil(made.id, ({ errorReason, isAvailable }) => errorReason === null && isAvailable);
  await expect
    .poll(() => flashesOf(made), { timeout: 60_000 })
    .toEqual({ front: near(400), back: near(400) });

  await align(made.id, "back", null);
  await waitUntil(made.id, ({ errorReason }) => errorReason === "angles_differ");
});

test("brings back a replaced video for 30 days, with parts where they were", async () => {
  const made = await draft({ title: "Second thoughts" });
  const first = await send(made.id, "front", await sourceVideo("first", 5, 50));
  await lasts(made, 50);
  const part = (title: string, startMs: number, endMs: number) => ({ title, kind: "slow", startMs, endMs });
  const parts = [part("Intro", 0, 4000), part("Walk", 4000, 8000), part("Chorus", 20_000, 48_000)];
  await save(await read(made.id), { title: "Second thoughts", parts });
  const keys = (await read(made.id)).parts.map(({ key }) => key);
  const second = await send(made.id, "front", await sourceVideo("second", 10, 40));
  await lasts(made, 40);
  const shorter = await read(made.id);
  expect(shorter.parts.map(({ title }) => title)).toEqual(["Walk", "Chorus"]);
  expect(shorter.unplacedParts).toEqual([{ key: keys[0], ...part("Intro", 0, 4000) }]);
  const cutOff = (ms: number) => Math.round(ms / 100) * 100;
  expect(
    shorter.shortenedParts.map((one) => [one.key, cutOff(one.cutAtStartInMs), cutOff(one.cutAtEndInMs)]),
  ).toEqual([
    [keys[1], 1000, 0],
    [keys[2], 0, 3000],
  ]);
  const restore = (sourceVideoId: string) =>
    call<{ restoreClassSourceVideo: Edited }>(
      `mutation ($classId: ID!, $sourceVideoId: ID!) {
        restoreClassSourceVideo(classId: $classId, sourceVideoId: $sourceVideoId) ${selection} }`,
      { classId: made.id, sourceVideoId },
    );
  const replaced = async () =>
    (
      await call<{ editedClass: { replacedSourceVideos: { id: string; angle: string }[] } }>(
        "query ($classId: ID!) { editedClass(classId: $classId) { replacedSourceVideos { id angle } } }",
        { classId: made.id },
      )
    ).data.editedClass.replacedSourceVideos;
  expect(await replaced()).toEqual([{ id: first, angle: "front" }]);
  expect((await restore(crypto.randomUUID())).codes).toEqual(["NOT_FOUND"]);
  expect((await restore(first)).codes).toEqual([]);
  expect((await restore(first)).codes).toEqual([]);
  await lasts(made, 50);
  expect(await replaced()).toEqual([{ id: second, angle: "front" }]);
  await expect.poll(async () => (await read(made.id)).parts.length, { timeout: 60_000 }).toBe(3);
  const restored = await read(made.id);
  expect(restored.parts.map(({ key }) => key)).toEqual(keys);
  expect(restored.parts.map(({ startMs, endMs }) => [cutOff(startMs), cutOff(endMs)])).toEqual(
    parts.map(({ startMs, endMs }) => [startMs, endMs]),
  );
  expect([...restored.unplacedParts, ...restored.shortenedParts]).toEqual([]);

  // The job that would have deleted the first file finds it in use; the second one is deleted after 30 days.
  const dropped = async (id: string) =>
    dropUploadJob.run(
      server.ctx(),
      { assetId: id },
      { signal: AbortSignal.timeout(10_000), attempt: 1, isLastAttempt: false },
    );
  const isStored = async (id: string) => (await findFingerprint(server.ctx().db, id)) !== null;
  await dropped(first);
  await dropped(second);
  expect([await isStored(first), await isStored(second)]).toEqual([true, false]);
});

test("brings back the front video after the upload that should replace it was given up", async () => {
  const made = await draft({ title: "Never arrived" });
  const first = await send(made.id, "front", await sourceVideo("arrived", 10, 20));
  await lasts(made, 20);
  const upright = await send(made.id, "front", await sourceVideo("tall", 10, 20, "90x160"), true);
  await waitUntil(made.id, ({ uprightSourceVideos }) => uprightSourceVideos[0]?.state === "ready");
  const started = await startUpload(made.id, "front", 5000);
  await server.pool.query(
    "update media.uploads set active_at = now() - interval '25 hours' where asset_id = $1",
    [started.data.startClassSourceVideo.sourceVideoId],
  );
  await purgeAbandoned(server.ctx());
  await waitUntil(made.id, ({ sourceVideos }) => sourceVideos.length === 0);
  const restore = (sourceVideoId: string) =>
    call(
      `mutation ($classId: ID!, $sourceVideoId: ID!) {
        restoreClassSourceVideo(classId: $classId, sourceVideoId: $sourceVideoId) { id } }`,
      { classId: made.id, sourceVideoId },
    );
  expect((await restore(upright)).codes).toEqual(["BAD_INPUT"]);
  expect((await restore(first)).codes).toEqual([]);
  expect((await restore(upright)).codes).toEqual([]);
  const { sourceVideos, uprightSourceVideos } = await read(made.id);
  expect([...sourceVideos, ...uprightSourceVideos].map(({ id }) => id)).toEqual([first, upright]);
});

test("moves parts and captions of a class that an earlier release published, and gives captions back", async () => {
  const made = await draft({ title: "From before" });
  await send(made.id, "front", await sourceVideo("before", 10, 40));
  await lasts(made, 40);
  const part = { title: "Chorus", kind: "full_out", startMs: 20_000, endMs: 30_000 };
  await save(await read(made.id), { title: "From before", parts: [part] });
  const captions =
    "WEBVTT\n\n00:02.000 --> 00:04.000\nHello\n\n00:20.000 --> 00:21.000\nFive, six, seven, eight\n";
  const sent = await server.fetch(`/studio/classes/${made.id}/captions/en`, {
    method: "PUT",
    headers: { "content-type": "text/vtt", "x-auth-token": `Bearer ${await editor.token()}` },
    body: captions,
  });
  expect(sent.status).toBe(204);
  const publishedCaptions = async () => {
    const { captions: tracks } = (await linksOf(made))!;
    return tracks[0] ? (await fetch(tracks[0].url)).text() : null;
  };
  await expect.poll(publishedCaptions, { timeout: 60_000 }).toBe(captions);
  await server.pool.query("update catalog.classes set cut_of = null where slug = $1", [made.classId]);
  await server.pool.query("update catalog.class_captions set cut_of = null, cut_from_ms = 0");
  const backfill = join(migrationsDir, "202611260631-catalog-earlier-cuts.sql");
  expect((await server.pool.query(await readFile(backfill, "utf8"))).rowCount).toBe(1);

  await trim(made.id, 15_000, 38_000);
  await lasts(made, 23);
  expect((await read(made.id)).parts).toMatchObject([{ startMs: 5000, endMs: 15_000 }]);
  expect(await publishedCaptions()).toBe(
    "WEBVTT\n\n00:00:05.000 --> 00:00:06.000\nFive, six, seven, eight\n",
  );
  await trim(made.id, null, null);
  await lasts(made, 40);
  expect(await publishedCaptions()).toBe(captions);
});

test("ignores a version that another one has replaced when it is told late", async () => {
  const made = await draft({ title: "Told late" });
  const front = await send(made.id, "front", await sourceVideo("late", 10, 30));
  await lasts(made, 30);
  const part = { title: "Chorus", kind: "full_out", startMs: 12_000, endMs: 20_000 };
  await save(await read(made.id), { title: "Told late", parts: [part] });
  await trim(made.id, 5000, 25_000);
  await lasts(made, 20);
  const late = { durationMs: 30_000, cut: { sourceVideoId: front, fromMs: 0 }, version: crypto.randomUUID() };
  await onTranscodeCompleted(server.ctx(), made.id, late);
  expect(await read(made.id)).toMatchObject({
    durationInMs: 20_000,
    parts: [{ startMs: 7000, endMs: 15_000 }],
  });
});

test("refuses a trim that leaves nothing or lies outside of the video", async () => {
  const made = await draft({ title: "Untrimmed" });
  expect((await trim(made.id, 1000, null)).codes).toEqual(["BAD_INPUT"]);
  await send(made.id, "front", await sourceVideo("short", 10, 20));
  await lasts(made, 20);
  const part = { title: "Chorus", kind: "full_out", startMs: 12_000, endMs: 18_000 };
  await save(await read(made.id), { title: "Untrimmed", parts: [part] });
  for (const [fromMs, toMs] of [
    [-1, null],
    [3000, 7000],
    [null, 0],
    [2_000_000_000, null],
    // Every part would be cut off.
    [null, 12_000],
  ] as const)
    expect((await trim(made.id, fromMs, toMs)).codes).toEqual(["BAD_INPUT"]);
});
