import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClass as createPublished, createLibrary } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { makeSample } from "../../../testing/media-samples.ts";
import { create, patch } from "../../../testing/tus.ts";
import type { FileTicket } from "../../../testing/tus.ts";
import { purgeAbandoned } from "../../media/uploads/uploads.ts";

let server: TestServer;
let folder: string;
let editor: TestPerson;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "eightcount-editing-"));
  server = await startTestServer({ roles: "api,worker" });
  await createLibrary(server.pool);
  editor = await server.member({ role: "editor", username: "demo.editor" });
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const input = {
  title: "Rock the corner",
  description: "Four eights, and a turn.",
  level: "beginner",
  type: "choreography",
  accessType: "free",
  isExplicit: false,
  energy: "steady",
  space: "steps",
  usesFloor: false,
  style: "house",
  instructor: "demo-kofi",
  section: "learn",
  categories: ["grooves"],
  parts: [] as object[],
};
interface SourceVideo {
  id: string;
  angle: string;
  state: string;
  errorReason: string | null;
}
interface Edited {
  id: string;
  classId: string;
  title: string;
  revision: number;
  publishedAt: string | null;
  durationInMs: number | null;
  thumbnailImageUrl: string | null;
  parts: { title: string; startMs: number; endMs: number }[];
  categories: string[];
  sourceVideos: SourceVideo[];
  captions: { language: string; label: string }[];
  isAvailable: boolean;
  encodingPercent: number | null;
  errorReason: string | null;
  lacks: string[];
}
const selection = `{ id classId title revision publishedAt durationInMs thumbnailImageUrl parts { title startMs endMs } categories
  sourceVideos { id angle state errorReason } captions { language label }
  isAvailable encodingPercent errorReason lacks }`;
const ofAngle = ({ sourceVideos }: Edited, wanted: string) =>
  sourceVideos.find(({ angle }) => angle === wanted);
const call = async <Data>(query: string, variables: object, as = editor) => {
  const { data, errors } = await server.graphql<Data>(query, { ...variables }, { as });
  return { data: data as Data, codes: errors.map(({ extensions }) => extensions.code), errors };
};
const draft = async (more: object = {}, key = crypto.randomUUID()) =>
  (
    await call<{ createClass: Edited }>(
      `mutation ($input: ClassInput!, $key: String!) { createClass(input: $input, idempotencyKey: $key) ${selection} }`,
      { input: { ...input, ...more }, key },
    )
  ).data.createClass;
const read = async (classId: string) =>
  (
    await call<{ editedClass: Edited }>(
      `query ($classId: ID!) { editedClass(classId: $classId) ${selection} }`,
      { classId },
    )
  ).data.editedClass;
const save = (found: Edited, more: object, revision = found.revision) =>
  call<{ changeClass: Edited }>(
    `mutation ($id: ID!, $input: ClassInput!, $revision: Int!) { changeClass(classId: $id, input: $input, revision: $revision) ${selection} }`,
    { id: found.id, input: { ...input, ...more }, revision },
  );
const mutate = (mutation: "publishClass" | "unpublishClass", classId: string) =>
  call<Record<string, Edited>>(`mutation ($classId: ID!) { ${mutation}(classId: $classId) ${selection} }`, {
    classId,
  });
const remove = (classId: string, angle: string) =>
  call(
    `mutation ($classId: ID!, $angle: CameraAngle!) { removeClassSourceVideo(classId: $classId, angle: $angle) { id } }`,
    { classId, angle },
  );
const startUpload = async (classId: string, angle: string, sizeInBytes: number) =>
  call<{ startClassSourceVideo: FileTicket & { sourceVideoId: string } }>(
    `mutation ($classId: ID!, $angle: CameraAngle!, $sizeInBytes: Float!) {
      startClassSourceVideo(classId: $classId, angle: $angle, fileName: "lesson.mp4", sizeInBytes: $sizeInBytes) { sourceVideoId tusUrl ticket } }`,
    { classId, angle, sizeInBytes },
  );
const send = async (classId: string, angle: string, content: Uint8Array): Promise<string> => {
  const { data } = await startUpload(classId, angle, content.length);
  const location = (await create(data.startClassSourceVideo, editor, content.length)).headers.get(
    "location",
  )!;
  expect((await patch(location, editor, 0, content)).status).toBe(204);
  return data.startClassSourceVideo.sourceVideoId;
};
const waitUntil = (classId: string, condition: (found: Edited) => boolean) =>
  expect.poll(async () => condition(await read(classId)), { timeout: 120_000, interval: 200 }).toBe(true);
const found = async (search: string) =>
  (
    await server.graphql<{ studioClasses: { items: { classId: string }[] } }>(
      `query ($search: String) { studioClasses(filters: { search: $search }) { items { classId } } }`,
      { search },
    )
  ).data!.studioClasses.items.map(({ classId }) => classId);
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

test("replaces a source video with a shorter one and cuts the parts beyond its end", async () => {
  const made = await draft({
    title: "Twice filmed",
    parts: [
      { title: "One", kind: "slow", startMs: 0, endMs: 2000 },
      { title: "Two", kind: "full_out", startMs: 2000, endMs: 5000 },
      { title: "Three", kind: "cool_down", startMs: 5000, endMs: 6000 },
    ],
  });
  await send(made.id, "front", await readFile(await makeSample(folder, "long.mp4", { seconds: 6 })));
  await waitUntil(made.id, ({ durationInMs }) => durationInMs !== null);
  const first = ofAngle(await read(made.id), "front")!.id;
  await send(made.id, "front", await readFile(await makeSample(folder, "short.mp4", { seconds: 3 })));
  await waitUntil(made.id, ({ durationInMs }) => Math.abs(durationInMs! - 3000) < 100);
  const after = await read(made.id);
  expect(ofAngle(after, "front")!.id).not.toBe(first);
  expect(after.parts.map(({ title }) => title)).toEqual(["One", "Two"]);
  expect(after.parts[1]!.endMs).toBe(after.durationInMs);
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
    `update media.uploads set requested_at = now() - interval '25 hours' where asset_id = $1`,
    [data.startClassSourceVideo.sourceVideoId],
  );
  await purgeAbandoned(server.ctx());
  await waitUntil(made.id, (now) => !ofAngle(now, "back") && now.isAvailable);
  expect((await startUpload(made.id, "back", 1000)).codes).toEqual([]);
});

test("deletes the rows and files of a deleted draft", async () => {
  const made = await draft({ title: "Gone soon" });
  const sourceVideoId = await send(
    made.id,
    "front",
    await readFile(await makeSample(folder, "gone.mp4", { seconds: 2 })),
  );
  await waitUntil(made.id, ({ isAvailable }) => isAvailable);
  expect(existsSync(join(server.dataDir, "uploads", sourceVideoId))).toBe(true);
  expect(
    (await call(`mutation ($classId: ID!) { deleteDraft(classId: $classId) }`, { classId: made.id })).codes,
  ).toEqual([]);
  // A file stays for a day, since a transcode may still be reading it.
  await server.pool.query(`update graphile_worker._private_jobs set run_at = now() where run_at > now()`);
  await expect
    .poll(
      async () =>
        (await readdir(server.dataDir, { recursive: true })).filter(
          (name) => name.includes(sourceVideoId) || name.includes(made.id),
        ),
      { timeout: 60_000 },
    )
    .toEqual([]);
  expect(
    (await server.pool.query(`select from media.assets where id = any($1)`, [[made.id, sourceVideoId]]))
      .rowCount,
  ).toBe(0);
});

test("creates one draft per key, unique slugs for equal titles, and pages drafts", async () => {
  const key = crypto.randomUUID();
  const twice = await Promise.all([draft({ title: "Twin" }, key), draft({ title: "Twin" }, key)]);
  expect(twice[0]!.id).toBe(twice[1]!.id);
  const others = await Promise.all(["1", "2", "3"].map(() => draft({ title: "Twin" })));
  expect(new Set([twice[0]!, ...others].map(({ classId }) => classId)).size).toBe(4);
  // Classes from before drafts existed, now unpublished.
  const older = await Promise.all(Array.from({ length: 5 }, () => createPublished(server.pool, {})));
  await server.pool.query(`update catalog.classes set published_at = null where id = any($1)`, [
    older.map(({ id }) => id),
  ]);
  const ids: string[] = [];
  let after: string | null = null;
  do {
    const { data }: { data: { drafts: { items: { id: string }[]; nextCursor: string | null } } } = await call(
      `query ($after: String) { drafts(pagination: { first: 2, after: $after }) { items { id } nextCursor } }`,
      { after },
    );
    ids.push(...data.drafts.items.map(({ id }) => id));
    after = data.drafts.nextCursor;
  } while (after);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining([twice[0]!.id, ...[...others, ...older].map(({ id }) => id)]));
});

test("rejects an edit based on an old revision without losing data", async () => {
  const made = await draft({ title: "Two hands" });
  expect((await save(made, { title: "First hand" })).codes).toEqual([]);
  expect((await save(made, { title: "Second hand" })).codes).toEqual(["CHANGED_MEANWHILE"]);
  expect((await read(made.id)).title).toBe("First hand");
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

test("adds instructors, styles and categories with unique names", async () => {
  const instructor = (name: string, username: string | null) =>
    call<{ createInstructor: { slug: string; hasAccount: boolean } }>(
      `mutation ($input: InstructorInput!) { createInstructor(input: $input) { slug hasAccount } }`,
      { input: { name, bio: "Teaches on Mondays.", username } },
    );
  expect((await instructor("Demo Noa", null)).data.createInstructor).toEqual({
    slug: "demo-noa",
    hasAccount: false,
  });
  expect((await instructor("Demo Noa", null)).codes).toEqual(["NAME_TAKEN"]);
  expect((await instructor("Demo Two", "nobody.here")).codes).toEqual(["BAD_INPUT"]);
  const style = () => call(`mutation { createStyle(name: "Tap dance") { slug } }`, {});
  expect((await style()).data).toEqual({ createStyle: { slug: "tap-dance" } });
  expect((await style()).codes).toEqual(["NAME_TAKEN"]);
  const category = (section: string) =>
    call(
      `mutation ($section: String!) { createCategory(name: "Rhythm tap", section: $section) { slug section classCount } }`,
      { section },
    );
  expect((await category("nowhere")).codes).toEqual(["BAD_INPUT"]);
  expect((await category("learn")).data).toEqual({
    createCategory: { slug: "rhythm-tap", section: "learn", classCount: 0 },
  });
  const made = await draft({
    title: "Shuffle",
    style: "tap-dance",
    instructor: "demo-noa",
    categories: ["rhythm-tap"],
  });
  expect(made.categories).toEqual(["rhythm-tap"]);
});

test("sets the goals of a category, which filter the category list", async () => {
  const create = (name: string, goals?: string[]) =>
    call(
      `mutation ($name: String!, $goals: [String!]) {
        createCategory(name: $name, section: "learn", goals: $goals) { slug goals } }`,
      { name, goals },
    );
  const set = (slug: string, goals: string[], as?: TestPerson) =>
    call(
      `mutation ($slug: String!, $goals: [String!]!) { setCategoryGoals(slug: $slug, goals: $goals) { slug goals } }`,
      { slug, goals },
      as,
    );
  const serving = async (goal: string) => {
    const { data } = await server.graphql<{ categories: { slug: string }[] }>(
      `query ($goal: String) { categories(goal: $goal) { slug } }`,
      { goal },
    );
    return data!.categories.map(({ slug }) => slug);
  };
  expect((await create("Stage work", ["perform", "audition", "perform"])).data).toEqual({
    createCategory: { slug: "stage-work", goals: ["audition", "perform"] },
  });
  expect(await serving("audition")).toContain("stage-work");
  expect((await create("No goal yet")).data).toEqual({
    createCategory: { slug: "no-goal-yet", goals: [] },
  });
  expect((await create("Odd", ["zzz"])).codes).toEqual(["BAD_INPUT"]);
  expect((await set("stage-work", ["together"])).data).toEqual({
    setCategoryGoals: { slug: "stage-work", goals: ["together"] },
  });
  expect(await serving("audition")).not.toContain("stage-work");
  expect(await serving("together")).toContain("stage-work");
  expect((await set("stage-work", [])).data).toEqual({ setCategoryGoals: { slug: "stage-work", goals: [] } });
  expect((await set("stage-work", ["zzz"])).codes).toEqual(["BAD_INPUT"]);
  expect((await set("nowhere", ["joy"])).codes).toEqual(["NOT_FOUND"]);
  expect((await set("stage-work", ["joy"], await server.member())).codes).toEqual(["NOT_FOUND"]);
});
