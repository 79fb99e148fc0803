import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";

let server: TestServer;
let support: TestPerson;
let finance: TestPerson;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  support = await server.member({ role: "support", name: "Demo Support" });
  finance = await server.member({ role: "finance" });
  admin = await server.member({ role: "admin" });
});
afterAll(() => server?.stop());

const notes = "notes { items { text by canRemove } nextCursor }";
type Notes = {
  notes: { items: { text: string; by: string; canRemove: boolean }[]; nextCursor: string | null };
};
async function add(personId: string, text: string, id: string = randomUUID(), as = support) {
  const { data, errors } = await server.graphql<{ studioAddNote: Notes }>(
    `mutation ($personId: ID!, $id: ID!, $text: String!) { studioAddNote(personId: $personId, id: $id, text: $text) { ${notes} } }`,
    { personId, id, text },
    { as },
  );
  return { code: errors[0]?.extensions.code, items: data?.studioAddNote.notes.items };
}
async function remove(personId: string, id: string, as: TestPerson) {
  const { data, errors } = await server.graphql<{ studioRemoveNote: Notes }>(
    `mutation ($personId: ID!, $id: ID!) { studioRemoveNote(personId: $personId, id: $id) { ${notes} } }`,
    { personId, id },
    { as },
  );
  return { code: errors[0]?.extensions.code, items: data?.studioRemoveNote.notes.items };
}

test("adds a note once per id, newest first, with its author, and audits it without its text", async () => {
  const person = await server.member();
  const id = randomUUID();
  await Promise.all([add(person.id, "Prefers email", id), add(person.id, "Prefers email", id)]);
  expect((await add(person.id, "Asked for an invoice")).items).toEqual([
    { text: "Asked for an invoice", by: "Demo Support", canRemove: true },
    { text: "Prefers email", by: "Demo Support", canRemove: true },
  ]);
  expect((await add(person.id, "Another text", id)).code).toBe("BAD_INPUT");
  const { rows } = await server.pool.query<{ action: string; details: object }>(
    "select action, details from identity.staff_acts where subject = $1",
    [`person:${person.id}`],
  );
  expect(rows).toEqual([
    { action: "identity.note_added", details: {} },
    { action: "identity.note_added", details: {} },
  ]);
});

test("lets its author and admins remove a note, and no one else", async () => {
  const person = await server.member();
  const [own, other] = [randomUUID(), randomUUID()];
  await add(person.id, "First", own);
  await add(person.id, "Second", other);
  expect((await remove(person.id, own, finance)).code).toBe("FORBIDDEN");
  expect((await remove(person.id, own, support)).items).toHaveLength(1);
  expect((await remove(person.id, own, support)).items).toHaveLength(1);
  expect((await remove(person.id, other, admin)).items).toEqual([]);
});

test("refuses empty and long notes, card numbers, and people without an account", async () => {
  const person = await server.member();
  const guest = await server.anonymous();
  expect((await add(person.id, "  ")).code).toBe("BAD_INPUT");
  expect((await add(person.id, "x".repeat(2001))).code).toBe("BAD_INPUT");
  expect((await add(person.id, "Card 4242 4242 4242 4242")).code).toBe("PAN_REJECTED");
  for (const id of [guest.id, randomUUID(), "x"]) expect((await add(id, "Hello")).code).toBe("NOT_FOUND");
});

test("pages notes without gaps", async () => {
  const person = await server.member();
  for (const text of ["1", "2", "3"]) await add(person.id, text);
  const found: string[] = [];
  let after: string | null = null;
  do {
    const { data }: { data: { studioPerson: Notes } | null } = await server.graphql(
      `query ($id: ID!, $after: String) { studioPerson(id: $id) { notes(pagination: { first: 2, after: $after }) { items { text by canRemove } nextCursor } } }`,
      { id: person.id, after },
      { as: support },
    );
    found.push(...data!.studioPerson.notes.items.map(({ text }) => text));
    after = data!.studioPerson.notes.nextCursor;
  } while (after);
  expect(found).toEqual(["3", "2", "1"]);
});
