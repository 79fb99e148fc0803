import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createClass as createPublished } from "../../../testing/factories.ts";
import { makeSample } from "../../../testing/media-samples.ts";
import { linkInstructor } from "../index.ts";
import type { TestPerson } from "../../../testing/harness.ts";
import {
  server,
  folder,
  call,
  draft,
  editor,
  input,
  read,
  save,
  send,
  waitUntil,
  startEditing,
} from "./testing.ts";

startEditing();

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

test("finds drafts by title and by instructor", async () => {
  const made = await draft({ title: "Quiet Storm, 100% slow" });
  const found = async (search: string) => {
    const { data } = await call<{ drafts: { items: { id: string }[] } }>(
      "query ($search: String) { drafts(search: $search, pagination: { first: 50 }) { items { id } } }",
      { search },
    );
    return data.drafts.items.map(({ id }) => id);
  };
  expect(await found(" quiet storm ")).toEqual([made.id]);
  expect(await found("100%")).toEqual([made.id]);
  const { rows } = await server.pool.query<{ name: string }>(
    `select i.name from catalog.classes c join catalog.instructors i on i.id = c.instructor_id where c.id = $1`,
    [made.id],
  );
  expect(await found(rows[0]!.name.toUpperCase())).toContain(made.id);
  expect(await found("no such draft")).toEqual([]);
});

test("rejects an edit based on an old revision without losing data", async () => {
  const made = await draft({ title: "Two hands" });
  expect((await save(made, { title: "First hand" })).codes).toEqual([]);
  expect((await save(made, { title: "Second hand" })).codes).toEqual(["CHANGED_MEANWHILE"]);
  expect((await read(made.id)).title).toBe("First hand");
});

test("lets a teacher draft classes of their own instructor page until they are published", async () => {
  const teacher = await server.member({ role: "teacher" });
  const list = "{ drafts { items { id } } editedInstructors { slug } }";
  expect((await call(list, {}, teacher)).codes).toContain("NOT_FOUND");
  await server.ctx().transact((tx) => linkInstructor(tx, "demo-ana", teacher.id));
  const foreign = await draft({ title: "Of another" });
  const create = `mutation ($input: ClassInput!) { createClass(input: $input, idempotencyKey: "own") { id revision } }`;
  expect((await call(create, { input }, teacher)).codes).toEqual(["BAD_INPUT"]);
  const mine = { ...input, instructor: "demo-ana" };
  const made = await call<{ createClass: { id: string; revision: number } }>(
    create,
    { input: mine },
    teacher,
  );
  const { id, revision } = made.data.createClass;
  const { data } = await call<{ drafts: { items: { id: string }[] } }>(list, {}, teacher);
  const listed = data.drafts.items.map((one) => one.id);
  expect(listed).toContain(id);
  expect(listed).not.toContain(foreign.id);
  expect(data).toMatchObject({ editedInstructors: [{ slug: "demo-ana" }] });
  const change = (classId: string, given: object) =>
    call(
      `mutation ($classId: ID!, $input: ClassInput!, $revision: Int!) { changeClass(classId: $classId, input: $input, revision: $revision) { id } }`,
      { classId, input: given, revision },
      teacher,
    );
  expect((await change(foreign.id, mine)).codes).toEqual(["NOT_FOUND"]);
  // Giving the class away, or taking it from a published page, is an editor's decision.
  expect((await change(id, input)).codes).toEqual(["BAD_INPUT"]);
  await server.pool.query(
    "update catalog.classes set published_at = now(), duration_ms = 60000 where id = $1",
    [id],
  );
  expect((await change(id, mine)).codes).toEqual(["FORBIDDEN"]);
});

test("lets a teacher edit their own page alone: what it says of them, its links and its photo", async () => {
  const teacher = await server.member({ role: "teacher" });
  const change = (as: TestPerson) =>
    call<{ changeOwnInstructorPage: { slug: string } }>(
      `mutation { changeOwnInstructorPage(bio: "Locking since 2009", links: ["https://lock.example/"]) { slug bio links name } }`,
      {},
      as,
    );
  const photo = async (slug: string) =>
    (await call(`{ libraryImage(kind: instructor, slug: "${slug}") { imageUrl } }`, {}, teacher)).codes;
  expect((await change(teacher)).codes).toEqual(["NOT_FOUND"]);
  await server.ctx().transact((tx) => linkInstructor(tx, "demo-kofi", teacher.id));
  expect((await change(teacher)).data).toEqual({
    changeOwnInstructorPage: {
      slug: "demo-kofi",
      bio: "Locking since 2009",
      links: ["https://lock.example/"],
      name: "Demo Kofi",
    },
  });
  expect([await photo("demo-kofi"), await photo("demo-ana")]).toEqual([[], ["NOT_FOUND"]]);
  const page = `{ instructorBySlugPublic(slug: "demo-kofi") { bio links isOwn } }`;
  const shown = { bio: "Locking since 2009", links: ["https://lock.example/"] };
  const reader = await server.member();
  expect((await call(page, {}, teacher)).data).toEqual({ instructorBySlugPublic: { ...shown, isOwn: true } });
  expect((await call(page, {}, reader)).data).toEqual({ instructorBySlugPublic: { ...shown, isOwn: false } });
  for (const other of [reader, editor]) expect((await change(other)).codes).toEqual(["NOT_FOUND"]);
  const { rows } = await server.pool.query(
    "select actor_id from identity.staff_acts where action = 'catalog.instructor_changed' and subject = 'instructor:demo-kofi'",
  );
  expect(rows).toEqual([{ actor_id: teacher.id }]);
});
