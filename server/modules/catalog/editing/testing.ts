import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { classInput } from "../../../testing/class-input.ts";
import { createLibrary } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { create, patch } from "../../../testing/tus.ts";
import type { FileTicket } from "../../../testing/tus.ts";
import { playbackOf } from "../../media/index.ts";

export let server: TestServer;
export let folder: string;
export let editor: TestPerson;
export const input = {
  ...classInput,
  title: "Rock the corner",
  description: "Four eights, and a turn.",
  categories: ["grooves"],
};
interface SourceVideo {
  id: string;
  angle: string;
  state: string;
  errorReason: string | null;
}
export interface Edited {
  id: string;
  classId: string;
  title: string;
  revision: number;
  publishedAt: string | null;
  durationInMs: number | null;
  thumbnailImageUrl: string | null;
  parts: { key: number; title: string; startMs: number; endMs: number }[];
  unplacedParts: { key: number; title: string; kind: string; startMs: number; endMs: number }[];
  shortenedParts: { key: number; cutAtStartInMs: number; cutAtEndInMs: number }[];
  categories: string[];
  sourceVideos: SourceVideo[];
  uprightSourceVideos: SourceVideo[];
  captions: { language: string; label: string }[];
  isAvailable: boolean;
  encodingPercent: number | null;
  errorReason: string | null;
  lacks: string[];
}
export const selection = `{ id classId title revision publishedAt durationInMs thumbnailImageUrl parts { key title startMs endMs } categories
  unplacedParts { key title kind startMs endMs } shortenedParts { key cutAtStartInMs cutAtEndInMs }
  sourceVideos { id angle state errorReason } uprightSourceVideos { id angle state errorReason } captions { language label }
  isAvailable encodingPercent errorReason lacks }`;
export const ofAngle = ({ sourceVideos }: Edited, wanted: string) =>
  sourceVideos.find(({ angle }) => angle === wanted);
export const call = async <Data>(query: string, variables: object = {}, as = editor) => {
  const { data, errors } = await server.graphql<Data>(query, { ...variables }, { as });
  return { data: data as Data, codes: errors.map(({ extensions }) => extensions.code), errors };
};
export const draft = async (more: object = {}, key = crypto.randomUUID()) =>
  (
    await call<{ createClass: Edited }>(
      `mutation ($input: ClassInput!, $key: String!) { createClass(input: $input, idempotencyKey: $key) ${selection} }`,
      { input: { ...input, ...more }, key },
    )
  ).data.createClass;
export const read = async (classId: string) =>
  (
    await call<{ editedClass: Edited }>(
      `query ($classId: ID!) { editedClass(classId: $classId) ${selection} }`,
      { classId },
    )
  ).data.editedClass;
export const save = (found: Edited, more: object, revision = found.revision) =>
  call<{ changeClass: Edited }>(
    `mutation ($id: ID!, $input: ClassInput!, $revision: Int!) { changeClass(classId: $id, input: $input, revision: $revision) ${selection} }`,
    { id: found.id, input: { ...input, ...more }, revision },
  );
export const remove = (classId: string, angle: string, isUpright = false) =>
  call(
    `mutation ($classId: ID!, $angle: CameraAngle!, $isUpright: Boolean) {
      removeClassSourceVideo(classId: $classId, angle: $angle, isUpright: $isUpright) { id } }`,
    { classId, angle, isUpright },
  );
export const startUpload = async (classId: string, angle: string, sizeInBytes: number, isUpright = false) =>
  call<{ startClassSourceVideo: FileTicket & { sourceVideoId: string } }>(
    `mutation ($classId: ID!, $angle: CameraAngle!, $isUpright: Boolean, $sizeInBytes: Float!) {
      startClassSourceVideo(classId: $classId, angle: $angle, isUpright: $isUpright, fileName: "lesson.mp4", sizeInBytes: $sizeInBytes) {
        sourceVideoId tusUrl ticket } }`,
    { classId, angle, isUpright, sizeInBytes },
  );
export const upload = async (ticket: FileTicket, content: Uint8Array): Promise<void> => {
  const location = (await create(ticket, editor, content.length)).headers.get("location")!;
  expect((await patch(location, editor, 0, content)).status).toBe(204);
};
export const send = async (
  classId: string,
  angle: string,
  content: Uint8Array,
  isUpright = false,
): Promise<string> => {
  const { data } = await startUpload(classId, angle, content.length, isUpright);
  await upload(data.startClassSourceVideo, content);
  return data.startClassSourceVideo.sourceVideoId;
};
/** Sends views together, each with its angle and whether it is an upright version: the class is transcoded once, with all of them. */
export const sendTogether = async (
  classId: string,
  views: readonly (readonly [string, Uint8Array, boolean?])[],
) => {
  const tickets: FileTicket[] = [];
  for (const [angle, { length }, isUpright] of views)
    tickets.push((await startUpload(classId, angle, length, isUpright)).data.startClassSourceVideo);
  for (const [at, [, content]] of views.entries()) await upload(tickets[at]!, content);
};
export const waitUntil = (classId: string, condition: (found: Edited) => boolean) =>
  expect.poll(async () => condition(await read(classId)), { timeout: 120_000, interval: 200 }).toBe(true);
export const found = async (search: string) =>
  (
    await server.graphql<{ studioClasses: { items: { classId: string }[] } }>(
      `query ($search: String) { studioClasses(filters: { search: $search }) { items { classId } } }`,
      { search },
    )
  ).data!.studioClasses.items.map(({ classId }) => classId);
/** Starts a server with a worker and an editor, and ends it after the tests of a file. */
export function startEditing(): void {
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
}

/** Playback links of a class for someone who may play it. */
export async function linksOf(made: Edited) {
  const { rows } = await server.pool.query<{ id: string }>(
    "select asset_id as id from catalog.classes where slug = $1",
    [made.classId],
  );
  const asset = { assetId: rows[0]!.id, personId: crypto.randomUUID(), scope: "full" as const };
  return playbackOf(server.ctx(), asset);
}
