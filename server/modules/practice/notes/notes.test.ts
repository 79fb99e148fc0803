import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClass, createLibrary } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { mergePractice } from "../merge.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  await createLibrary(server.pool);
});
afterAll(() => server?.stop());

interface Note {
  id: string;
  atMs: number;
  text: string;
  drawing: string | null;
}
const save = (as: TestPerson, classId: string, note: Partial<Note>) =>
  server.graphql<{ saveNote: Note }>(
    `mutation ($classId: ID!, $note: NoteInput!) { saveNote(classId: $classId, note: $note) { id atMs text drawing } }`,
    { classId, note: { id: randomUUID(), atMs: 1_000, text: "", ...note } },
    { as },
  );
const notes = async (as: TestPerson, id: string) =>
  (
    await server.graphql<{ studioClass: { notes: Note[] } }>(
      "query ($id: ID!) { studioClass(id: $id) { notes { id atMs text drawing } } }",
      { id },
      { as },
    )
  ).data!.studioClass.notes;
const drawing = JSON.stringify({ angle: "front", strokes: [[0.1, 0.2, 0.3, 0.4]] });

test("creates a note once, changes it and removes it", async () => {
  const me = await server.anonymous();
  const { id } = await createClass(server.pool, { durationMs: 600_000 });
  const first = randomUUID();
  await save(me, id, { id: first, atMs: 9_000, text: "Left foot drags" });
  await save(me, id, { id: first, atMs: 9_000, text: " Left foot drags, toes in " });
  await save(me, id, { atMs: 4_000, drawing });
  expect(await notes(me, id)).toMatchObject([
    { atMs: 4_000, text: "", drawing },
    { id: first, atMs: 9_000, text: "Left foot drags, toes in", drawing: null },
  ]);
  const remove = () =>
    server.graphql<{ removeNote: string }>(
      "mutation ($classId: ID!, $id: ID!) { removeNote(classId: $classId, id: $id) }",
      { classId: id, id: first },
      { as: me },
    );
  await remove();
  expect((await remove()).data).toEqual({ removeNote: first });
  expect(await notes(me, id)).toHaveLength(1);
});

test("refuses to show, change or remove another person's note", async () => {
  const [me, other] = [await server.anonymous(), await server.anonymous()];
  const { id } = await createClass(server.pool, { durationMs: 600_000 });
  const mine = randomUUID();
  await save(me, id, { id: mine, text: "Mine" });
  expect(await notes(other, id)).toEqual([]);
  expect((await save(other, id, { id: mine, text: "Yours" })).errors[0]?.extensions.code).toBe("NOT_FOUND");
  await server.graphql(
    "mutation ($classId: ID!, $id: ID!) { removeNote(classId: $classId, id: $id) }",
    { classId: id, id: mine },
    { as: other },
  );
  expect(await notes(me, id)).toMatchObject([{ text: "Mine" }]);
});

test.each([
  ["nothing at all", {}],
  ["a long text", { text: "a".repeat(2_001) }],
  ["a moment after the end", { text: "late", atMs: 700_000 }],
  ["a drawing that is none", { drawing: "<svg>" }],
  ["half a point", { drawing: JSON.stringify({ angle: "front", strokes: [[0.1, 0.2, 0.3, 0.4, 0.5]] }) }],
  ["lines far outside", { drawing: JSON.stringify({ angle: "front", strokes: [[0.1, 0.2, 7, 0.4]] }) }],
  ["another's kind of id", { id: "mine", text: "x" }],
])("refuses %s", async (_what, note) => {
  const me = await server.anonymous();
  const { id } = await createClass(server.pool, { durationMs: 600_000 });
  expect((await save(me, id, note)).errors[0]?.extensions.code).toBe("BAD_INPUT");
});

test("keeps notes from before signing in", async () => {
  const [from, into] = [await server.anonymous(), await server.anonymous()];
  const { id } = await createClass(server.pool, { durationMs: 600_000 });
  await save(from, id, { text: "Before" });
  await server.ctx().transact((tx) => mergePractice(tx, { from: from.id, into: into.id }));
  expect(await notes(into, id)).toMatchObject([{ text: "Before" }]);
});
