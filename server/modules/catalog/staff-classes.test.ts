import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClass, createLibrary } from "../../testing/factories.ts";
import { startTestServer } from "../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";
import { linkInstructor } from "./index.ts";

let server: TestServer;
let editor: TestPerson;
let member: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  await createLibrary(server.pool);
  [editor, member] = await Promise.all([server.member({ role: "editor" }), server.member()]);
});
afterAll(() => server?.stop());

interface Opened {
  id: string;
  title: string;
  unpublishedState: string | null;
  isLocked: boolean;
  parts: { title: string }[];
  userProgress: object | null;
  video: { durationInMs: number; playback: { hlsUrl: string; isPreview: boolean } | null };
}
/** Opens a class as its page and the player do. */
const open = async (id: string, as?: TestPerson) => {
  const { data } = await server.graphql<{ studioClass: Opened | null }>(
    `query ($id: ID!) { studioClass(id: $id) {
       id title unpublishedState isLocked parts { title } userProgress { percent }
       nextClass { id } video { durationInMs playback { hlsUrl isPreview } } } }`,
    { id },
    as ? { headers: { "x-auth-token": `Bearer ${await as.token()}` } } : {},
  );
  return data!.studioClass;
};
const states = {
  draft: "duration_ms = null",
  ready: "duration_ms = duration_ms",
  scheduled: "publish_at = now() + interval '1 day'",
  archived: "first_published_at = now() - interval '1 day'",
} as const;
const inState = async (state: keyof typeof states, title = `Of state ${state}`) => {
  const made = await createClass(server.pool, {
    title,
    publishedAt: null,
    accessType: "premium",
    isPlayable: state !== "draft",
  });
  await server.pool.query(`update catalog.classes set ${states[state]} where id = $1`, [made.id]);
  return made;
};

test("opens a class in any state whole for editors, and an unpublished one for no one else", async () => {
  const guest = await server.anonymous();
  for (const state of Object.keys(states) as (keyof typeof states)[]) {
    const { id, slug } = await inState(state);
    for (const key of [id, slug]) {
      expect(await open(key, editor)).toMatchObject({
        id,
        unpublishedState: state,
        isLocked: false,
        parts: [{ title: "Warm up" }, { title: "Full out" }],
        video: state === "draft" ? { durationInMs: 0, playback: null } : { playback: { isPreview: false } },
      });
    }
    for (const other of [member, guest, undefined]) expect(await open(id, other)).toBeNull();
    expect(await open(slug, member)).toBeNull();
  }
});

test("opens unpublished classes for the teacher who teaches them, and for no other staff", async () => {
  const { id } = await inState("ready");
  const teacher = await server.member({ role: "teacher" });
  expect(await open(id, teacher)).toBeNull();
  await server.ctx().transact((tx) => linkInstructor(tx, "demo-ana", teacher.id));
  expect(await open(id, teacher)).toMatchObject({ unpublishedState: "ready", isLocked: false });
  const published = await createClass(server.pool, { accessType: "premium", isPlayable: true });
  const others = await createClass(server.pool, {
    accessType: "premium",
    isPlayable: true,
    instructor: "demo-kofi",
  });
  expect(await open(published.id, teacher)).toMatchObject({ isLocked: false });
  expect(await open(others.id, teacher)).toMatchObject({ isLocked: true });
  for (const role of ["moderator", "support", "finance"] as const)
    expect(await open(id, await server.member({ role }))).toBeNull();
});

test("opens nothing for a former editor, and ends the links that they have", async () => {
  const [{ id }, published] = await Promise.all([
    inState("ready"),
    createClass(server.pool, { accessType: "premium", isPlayable: true }),
  ]);
  const [former, admin] = await Promise.all([
    server.member({ role: "editor" }),
    server.member({ role: "admin" }),
  ]);
  const { hlsUrl } = (await open(id, former))!.video.playback!;
  const { errors } = await server.graphql(
    "mutation ($personId: ID!) { setRole(personId: $personId, role: member) { id } }",
    { personId: former.id },
    { as: admin },
  );
  expect(errors).toEqual([]);
  expect(await open(id, former)).toBeNull();
  expect(await open(published.id, former)).toMatchObject({
    isLocked: true,
    video: { playback: { isPreview: true } },
  });
  const revoked = () => server.pool.query("select from media.revocations where person_id = $1", [former.id]);
  await expect.poll(async () => (await revoked()).rowCount).toBe(1);
  expect((await server.fetch(new URL(hlsUrl).pathname)).status).toBe(403);
});

test("opens nothing unpublished in a child's profile of an editor, and asks it for a plan", async () => {
  const holder = await server.member({ role: "editor" });
  const { id } = await inState("ready");
  const published = await createClass(server.pool, { accessType: "premium", isPlayable: true });
  const ask = async <Data>(query: string) =>
    (await server.graphql<Data>(query, {}, { headers: { "x-auth-token": `Bearer ${await holder.token()}` } }))
      .data!;
  const { createFamilyMember: family } = await ask<{ createFamilyMember: { members: { id: string }[] } }>(
    `mutation { createFamilyMember(name: "Demo Mia", isChild: true, pin: "2468", idempotencyKey: "${randomUUID()}") { members { id } } }`,
  );
  await ask(`mutation { chooseFamilyMember(id: "${family.members[1]!.id}") { activeId } }`);
  expect(await open(id, holder)).toBeNull();
  expect(await open(published.id, holder)).toMatchObject({ isLocked: true });
});

test("plays every published class whole for editors, as practice of their own", async () => {
  const { id } = await createClass(server.pool, {
    accessType: "premium",
    isPlayable: true,
    durationMs: 60_000,
  });
  expect(await open(id, editor)).toMatchObject({
    unpublishedState: null,
    isLocked: false,
    video: { playback: { isPreview: false } },
  });
  await server.pool.query("update practice.records set granted_at = now() - interval '1 hour'");
  const { errors } = await server.graphql(
    `mutation ($id: ID!) { recordPractice(classId: $id, played: [{ fromMs: 40000, toMs: 45000 }], positionMs: 45000) { percent } }`,
    { id },
    { as: editor },
  );
  expect(errors).toEqual([]);
  expect(await open(id, editor)).toMatchObject({
    userProgress: { percent: expect.closeTo(8.33, 2) as number },
  });
});

test("counts nothing of what editors do in a draft, and shows it in no list", async () => {
  const { id } = await inState("ready", "Unheard of");
  await open(id, editor);
  const counted = [
    `recordPractice(classId: $id, played: [{ fromMs: 0, toMs: 9000 }], positionMs: 9000) { percent }`,
    `recordLoop(classId: $id, loop: { startMs: 0, endMs: 9000, tempo: 80, passes: 4 }) { level }`,
    `saveClass(classId: $id) { id }`,
  ];
  for (const act of counted) {
    const { errors } = await server.graphql(`mutation ($id: ID!) { ${act} }`, { id }, { as: editor });
    expect(errors[0]?.extensions.code).toBe("NOT_FOUND");
  }
  await server.graphql(
    `mutation ($id: ID!) { recordPlayerUse(classId: $id, use: [{ angle: front, isMirrored: false, ms: 9000, tempo: 100 }], source: library) }`,
    { id },
    { as: editor },
  );
  const { rows } = await server.pool.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.columns
     where column_name = 'class_id' and table_schema in ('practice', 'challenges', 'growth', 'notifications')
       and (table_schema, table_name) in (select schemaname, tablename from pg_tables)`,
  );
  for (const { name } of rows)
    expect((await server.pool.query(`select from ${name} where class_id = $1`, [id])).rowCount, name).toBe(0);
  const { data } = await server.graphql<object>(
    `{ studioClasses(filters: { search: "Unheard of" }) { items { id } } forYouClasses(first: 50) { id }
       continueClasses { id } savedClasses { items { studioClass { id } } } }`,
    {},
    { as: editor },
  );
  expect(JSON.stringify(data)).not.toContain(id);
});
