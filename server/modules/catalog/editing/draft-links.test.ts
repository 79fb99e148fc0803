import { afterAll, beforeAll, expect, test } from "vitest";
import { createClass, createLibrary } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { input } from "./testing.ts";

const dayMs = 24 * 60 * 60 * 1000;
let now = Date.now();
let server: TestServer;
let editor: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ roles: "api", clock: { now: () => new Date(now) } });
  await createLibrary(server.pool);
  editor = await server.member({ role: "editor", username: "demo.editor" });
});
afterAll(() => server?.stop());

const draft = async () =>
  (await createClass(server.pool, { publishedAt: null, isPlayable: true, title: "Friday at six" })).id;
const share = async (classId: string, as = editor) =>
  server.graphql<{ createDraftLink: { url: string; expiresAt: string } }>(
    "mutation ($classId: ID!) { createDraftLink(classId: $classId) { url expiresAt } }",
    { classId },
    { as },
  );
const tokenOf = async (classId: string) =>
  new URL((await share(classId)).data!.createDraftLink.url).pathname.replace("/draft/", "");
interface Shared {
  classId: string | null;
  title: string;
  instructor: string;
  playback: { hlsUrl: string; isPreview: boolean } | null;
}
const open = async (token: string) =>
  (
    await server.graphql<{ sharedDraft: Shared | null }>(
      "query ($token: String!) { sharedDraft(token: $token) { classId title instructor playback { hlsUrl isPreview } } }",
      { token },
    )
  ).data!.sharedDraft;

test("shows a draft whole to a visitor for seven days", async () => {
  const id = await draft();
  const token = await tokenOf(id);
  expect(await open(token)).toMatchObject({
    classId: null,
    title: "Friday at six",
    instructor: "Demo Ana",
    playback: { isPreview: false },
  });
  now += 7 * dayMs - 1000;
  expect(await open(token)).not.toBeNull();
  now += 2000;
  expect(await open(token)).toBeNull();
});

test("leads to the library once the class is published, and plays nothing there", async () => {
  const id = await draft();
  const token = await tokenOf(id);
  await server.pool.query(
    "update catalog.classes set published_at = now(), first_published_at = now() where id = $1",
    [id],
  );
  expect(await open(token)).toMatchObject({
    classId: expect.stringMatching(/^class-/) as unknown,
    playback: null,
  });
});

test("stops links for good when a published class leaves the library, and not when a release is taken back", async () => {
  const id = await draft();
  const token = await tokenOf(id);
  const act = async (name: string) => {
    const { errors } = await server.graphql(
      `mutation ($classId: ID!) { ${name}(classId: $classId) { id } }`,
      { classId: id },
      { as: editor },
    );
    expect(errors).toEqual([]);
  };
  await act("unpublishClass");
  expect((await open(token))?.playback).not.toBeNull();
  await act("publishClass");
  expect(await open(token)).toMatchObject({ playback: null });
  const ofPublished = await tokenOf(id);
  await act("unpublishClass");
  expect(await open(token)).toBeNull();
  expect(await open(ofPublished)).toBeNull();
  expect((await open(await tokenOf(id)))?.playback).not.toBeNull();
});

test("stops all links to a draft when they are withdrawn, and makes new ones that work", async () => {
  const [id, other] = [await draft(), await draft()];
  const [token, others] = [await tokenOf(id), await tokenOf(other)];
  await server.graphql(
    "mutation ($classId: ID!) { withdrawDraftLinks(classId: $classId) }",
    { classId: id },
    { as: editor },
  );
  expect(await open(token)).toBeNull();
  expect(await open(others)).not.toBeNull();
  expect(await open(await tokenOf(id))).not.toBeNull();
});

test("refuses a damaged link, a link to a class without a video, and members", async () => {
  const token = await tokenOf(await draft());
  const [body, signature] = token.split(".") as [string, string];
  const forged = Buffer.from(
    Buffer.from(body, "base64url")
      .toString()
      .replace(/"expiresAt":\d/, '"expiresAt":9'),
  ).toString("base64url");
  for (const damaged of ["", "a.b", `${forged}.${signature}`, token.slice(0, -2)])
    expect(await open(damaged)).toBeNull();
  const empty = await createClass(server.pool, { publishedAt: null });
  expect((await share(empty.id)).errors[0]?.extensions.code).toBe("NOT_READY");
  expect((await share(await draft(), await server.member({}))).errors[0]?.extensions.code).toBe("NOT_FOUND");
});

test("lets editors watch and count a draft before it is published", async () => {
  const id = await draft();
  const { data } = await server.graphql<{
    editedClass: { playback: { isPreview: boolean }; beatGrid: { bpm: number }[] };
  }>(
    "query ($id: ID!) { editedClass(classId: $id) { playback { isPreview } beatGrid { bpm } } }",
    { id },
    { as: editor },
  );
  expect(data!.editedClass).toEqual({ playback: { isPreview: false }, beatGrid: [{ bpm: 96 }] });
  const count = (spans: object[]) =>
    server.graphql<{ setDraftBeatGrid: { beatGrid: { bpm: number }[]; parts: { eights: number }[] } }>(
      `mutation ($id: ID!, $spans: [TempoSpanInput!]!) {
        setDraftBeatGrid(classId: $id, spans: $spans) { beatGrid { bpm } parts { eights } } }`,
      { id, spans },
      { as: editor },
    );
  const span = { startMs: 0, endMs: 600_000, bpm: 120, firstBeatMs: 500 };
  expect((await count([span])).data!.setDraftBeatGrid).toEqual({
    beatGrid: [{ bpm: 120 }],
    parts: [{ eights: 50 }, { eights: 100 }],
  });
  expect((await count([{ ...span, endMs: 600_001 }])).errors[0]?.extensions.code).toBe("BAD_INPUT");
});

test("stops links when a draft gets another instructor, and when its instructor's page gets another account", async () => {
  const [id, other] = [await draft(), await draft()];
  const [token, others] = [await tokenOf(id), await tokenOf(other)];
  const { errors } = await server.graphql(
    `mutation ($id: ID!, $input: ClassInput!) { changeClass(classId: $id, input: $input, revision: 1) { id } }`,
    { id, input: { ...input, instructor: "demo-kofi" } },
    { as: editor },
  );
  expect(errors).toEqual([]);
  expect(await open(token)).toBeNull();
  expect(await open(others)).not.toBeNull();

  for (const username of ["first.ana", "second.ana"]) await server.member({ username });
  const give = (username: string) =>
    server.graphql(
      `mutation ($username: String!) { changeInstructor(slug: "demo-ana", input: { name: "Demo Ana", username: $username }) { slug } }`,
      { username },
      { as: editor },
    );
  await give("first.ana");
  expect(await open(others)).not.toBeNull();
  await give("second.ana");
  expect(await open(others)).toBeNull();
  expect(await open(await tokenOf(other))).not.toBeNull();
});
