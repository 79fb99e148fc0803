import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { createClass as createPublished } from "../../../testing/factories.ts";
import type { TestPerson } from "../../../testing/harness.ts";
import { makeSample } from "../../../testing/media-samples.ts";
import {
  server,
  folder,
  editor,
  input,
  selection,
  ofAngle,
  call,
  draft,
  read,
  save,
  remove,
  startUpload,
  send,
  waitUntil,
  found,
  startEditing,
} from "./testing.ts";
import type { Edited } from "./testing.ts";

startEditing();

const mutate = (mutation: "publishClass" | "unpublishClass", classId: string) =>
  call<Record<string, Edited>>(`mutation ($classId: ID!) { ${mutation}(classId: $classId) ${selection} }`, {
    classId,
  });

const playback = async (classId: string) =>
  (
    await server.graphql<{
      studioClass: {
        video: {
          durationInMs: number;
          hasBackView: boolean;
          angles: { key: string; label: string }[];
          playback: {
            hlsUrl: string;
            backHlsUrl: string | null;
            angles: { key: string; label: string; hlsUrl: string }[];
            captions: { language: string; url: string }[];
          };
        };
      } | null;
    }>(
      `query ($id: ID!) { studioClass(id: $id) { video { durationInMs hasBackView angles { key label }
        playback { hlsUrl backHlsUrl angles { key label hlsUrl } captions { language url } } } } }`,
      { id: classId },
      { as: await server.anonymous() },
    )
  ).data!.studioClass;

const caption = async (classId: string, language: string, content: string, as: TestPerson | null = editor) =>
  (
    await server.fetch(`/studio/classes/${classId}/captions/${language}`, {
      method: "PUT",
      headers: {
        "content-type": "text/vtt",
        ...(as ? { "x-auth-token": `Bearer ${await as.token()}` } : {}),
      },
      body: content,
    })
  ).status;

test("creates a class from scratch: source videos, parts, captions, publication, playback", async () => {
  const front = await readFile(await makeSample(folder, "front.mp4", { seconds: 6 }));
  const back = await readFile(await makeSample(folder, "back.mp4", { seconds: 6, sound: false }));
  const made = await draft();
  expect(made).toMatchObject({ classId: "rock-the-corner", lacks: ["film", "transcode", "parts"] });
  expect((await mutate("publishClass", made.id)).codes).toEqual(["NOT_READY"]);
  expect((await startUpload(made.id, "back", 10)).codes).toEqual(["BAD_INPUT"]);

  await send(made.id, "front", front);
  await waitUntil(made.id, ({ isAvailable }) => isAvailable);
  await waitUntil(made.id, ({ durationInMs }) => durationInMs !== null);
  await send(made.id, "back", back);
  await send(made.id, "feet", back);
  await waitUntil(
    made.id,
    (now) =>
      ["back", "feet"].every((angle) => ofAngle(now, angle)?.state === "ready") &&
      now.encodingPercent === null,
  );
  const captions = "WEBVTT\n\n00:00.000 --> 00:01.000\nFive, six, seven, eight\n";
  expect(await caption(made.id, "EN", captions)).toBe(204);

  const filmed = await read(made.id);
  expect(Math.abs(filmed.durationInMs! - 6000)).toBeLessThan(100);
  expect((await fetch(filmed.thumbnailImageUrl!)).headers.get("content-type")).toBe("image/webp");
  expect(filmed.captions).toEqual([{ language: "en", label: "English" }]);
  const parts = [{ title: "Warm up", kind: "warm_up", startMs: 0, endMs: 3000 }];
  expect((await save(filmed, { parts: [{ ...parts[0], endMs: 9000 }] })).codes).toEqual(["BAD_INPUT"]);
  expect((await save(filmed, { parts })).data.changeClass.lacks).toEqual([]);
  expect(await found("corner")).toEqual([]);
  expect(await playback("rock-the-corner")).toBeNull();

  expect((await mutate("publishClass", made.id)).data["publishClass"]!.publishedAt).not.toBeNull();
  expect(await found("corner")).toEqual(["rock-the-corner"]);
  await expect
    .poll(async () => (await playback("rock-the-corner"))!.video.playback.captions.length, {
      timeout: 120_000,
    })
    .toBe(1);
  const { video } = (await playback("rock-the-corner"))!;
  expect(video.hasBackView).toBe(true);
  expect(video.angles).toEqual([
    { key: "front", label: "Front" },
    { key: "back", label: "Back" },
    { key: "feet", label: "Feet" },
  ]);
  const { hlsUrl, backHlsUrl, angles } = video.playback;
  expect(angles.slice(0, 2).map((angle) => angle.hlsUrl)).toEqual([hlsUrl, backHlsUrl]);
  for (const angle of angles) expect((await fetch(angle.hlsUrl)).status, angle.key).toBe(200);
  expect(await (await fetch(video.playback.captions[0]!.url)).text()).toBe(captions);

  // The instructor and the section have no images of their own yet.
  const { data: pictured } = await server.graphql<{
    instructorBySlugPublic: { photoURL: string };
    categories: { previewThumbnailUrl: string }[];
  }>(
    `{ instructorBySlugPublic(slug: "demo-kofi") { photoURL } categories(slugs: ["grooves"]) { previewThumbnailUrl } }`,
  );
  expect(pictured!.instructorBySlugPublic.photoURL).toBe(filmed.thumbnailImageUrl);
  expect(pictured!.categories[0]!.previewThumbnailUrl).toBe(filmed.thumbnailImageUrl);

  // An unpublished class can't be found; published again, it keeps its first publication date.
  const { publishedAt } = await read(made.id);
  await mutate("unpublishClass", made.id);
  expect(await playback("rock-the-corner")).toBeNull();
  expect(
    (await call(`mutation ($classId: ID!) { deleteDraft(classId: $classId) }`, { classId: made.id })).codes,
  ).toEqual(["WAS_PUBLISHED"]);
  expect((await mutate("publishClass", made.id)).data["publishClass"]!.publishedAt).toBe(publishedAt);

  expect((await remove(made.id, "front")).codes).toEqual(["BAD_INPUT"]);
  await remove(made.id, "back");
  await expect
    .poll(async () => (await playback("rock-the-corner"))!.video.angles.map(({ key }) => key), {
      timeout: 120_000,
    })
    .toEqual(["front", "feet"]);
  expect((await playback("rock-the-corner"))!.video.hasBackView).toBe(false);
});

test("shows editors the sound of a class, also of one that was published before it was analyzed", async () => {
  const made = await draft({ title: "Seen by ear" });
  await send(made.id, "front", await readFile(await makeSample(folder, "heard.mp4", { seconds: 6 })));
  const sound = async () =>
    (
      await call<{ editedClass: { sound: { version: string; segments: object[] } | null } }>(
        "query ($id: ID!) { editedClass(classId: $id) { sound { version segments { endMs } } } }",
        { id: made.id },
      )
    ).data.editedClass.sound;
  const waveform = async (headers: Record<string, string> = {}) =>
    server.fetch(`/studio/classes/${made.id}/waveform`, {
      headers: { "x-auth-token": `Bearer ${await editor.token()}`, ...headers },
    });
  await expect.poll(sound, { timeout: 120_000 }).not.toBeNull();
  await server.pool.query("delete from media.sounds where asset_id = $1", [made.id]);
  expect((await waveform()).status).toBe(404);
  const request = "mutation ($id: ID!) { requestClassSound(classId: $id) { id } }";
  expect((await call(request, { id: made.id })).codes).toEqual([]);
  await expect.poll(sound, { timeout: 120_000 }).not.toBeNull();
  expect((await sound())!.segments.at(-1)).toEqual({ endMs: expect.closeTo(6000, -2) as number });
  const answer = await waveform();
  const peaks = new Uint8Array(await answer.arrayBuffer());
  expect(Math.abs(peaks.length - 300)).toBeLessThan(5);
  expect(Math.max(...peaks)).toBeGreaterThan(10);
  expect((await waveform({ "if-none-match": answer.headers.get("etag")! })).status).toBe(304);
});

test("rejects publishing a class whose length isn't saved yet", async () => {
  const made = await draft({
    title: "A moment early",
    parts: [{ title: "One", kind: "slow", startMs: 0, endMs: 1000 }],
  });
  await server.pool.query(
    `insert into media.assets (id, availability, percent, version) values ($1, 'available', 100, gen_random_uuid())`,
    [made.id],
  );
  expect((await read(made.id)).lacks).toEqual(["film", "transcode"]);
  expect((await mutate("publishClass", made.id)).codes).toEqual(["NOT_READY"]);
});

test("accepts captions of two hours and rejects other content and other accounts", async () => {
  const made = await draft({ title: "Spoken" });
  const cue = (at: number) =>
    `00:${String(Math.floor(at / 60) % 60).padStart(2, "0")}:${String(at % 60).padStart(2, "0")}.000 --> 01:59:59.000\nFive, six, seven, eight\n\n`;
  const long = `WEBVTT\n\n${Array.from({ length: 3600 }, (_, at) => cue(at)).join("")}`;
  expect(await caption(made.id, "en", long)).toBe(400);
  await send(made.id, "front", await readFile(await makeSample(folder, "spoken.mp4", { seconds: 2 })));
  expect(await caption(made.id, "en", long)).toBe(204);
  expect(await caption(made.id, "pt-br", "WEBVTT\n")).toBe(204);
  expect(await caption(made.id, "en", "Five, six")).toBe(400);
  expect(await caption(made.id, "en", `WEBVTT\n${"x".repeat(2 * 1024 * 1024)}`)).toBe(400);
  expect(await caption(made.id, "English", "WEBVTT\n")).toBe(400);
  expect(await caption(made.id, "en", "WEBVTT\n", await server.member())).toBe(404);
  expect(await caption(made.id, "en", "WEBVTT\n", null)).toBe(401);
  expect((await read(made.id)).captions.map(({ label }) => label)).toEqual(["English", "Português (Brasil)"]);
  await call(`mutation ($classId: ID!) { removeCaptions(classId: $classId, language: "pt-BR") { id } }`, {
    classId: made.id,
  });
  expect((await read(made.id)).captions.map(({ language }) => language)).toEqual(["en"]);
  await waitUntil(made.id, ({ isAvailable, encodingPercent }) => isAvailable && encodingPercent === null);
});

test.each([
  ["an unknown style", { style: "polka" }],
  ["an unknown instructor", { instructor: "nobody" }],
  ["an unknown category", { categories: ["nothing"] }],
  ["an invalid level", { level: "expert" }],
  ["an empty title", { title: "  " }],
])("rejects %s and names its field", async (_, more) => {
  const { codes, errors } = await call(
    `mutation ($input: ClassInput!) { createClass(input: $input, idempotencyKey: "x") { id } }`,
    { input: { ...input, ...more } },
  );
  expect(codes).toEqual(["BAD_INPUT"]);
  expect(errors[0]!.extensions["field"]).toBe(Object.keys(more)[0]);
});

test("hides the editing API from instructors and members", async () => {
  const made = await draft({ title: "Not yours" });
  const other = await createPublished(server.pool, { instructor: "demo-kofi" });
  const teacher = await server.member({ username: "demo.teacher" });
  await call(
    `mutation { changeInstructor(slug: "demo-kofi", input: { name: "Demo Kofi", username: "@demo.teacher" }) { slug } }`,
    {},
  );
  for (const id of [made.id, other.id]) {
    const { codes } = await call(`query ($id: ID!) { editedClass(classId: $id) { id } }`, { id }, teacher);
    expect(codes).toEqual(["NOT_FOUND"]);
  }
  // Instructors can still set the beat grid of their own classes.
  const { data } = await call<{ instructorClasses: { items: { id: string }[] } }>(
    `{ instructorClasses { items { id } } }`,
    {},
    teacher,
  );
  expect(data.instructorClasses.items.map(({ id }) => id)).toContain(other.id);
});
