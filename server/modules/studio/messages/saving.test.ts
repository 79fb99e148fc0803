import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";

let server: TestServer;
let editor: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  editor = await server.member({ role: "editor" });
});
afterAll(() => server?.stop());

const text = { locale: "en", subject: "New course", body: "Six weeks of house." };
interface Saved {
  id: string;
  version: number;
}
async function save(given: object, as = editor) {
  const { data, errors } = await server.graphql<{ saveAnnouncement: Saved }>(
    `mutation ($id: ID!, $version: Int!, $texts: [MessageTextInput!]!, $audience: StudioPeopleFilter!) {
      saveAnnouncement(id: $id, version: $version, texts: $texts, cards: [], audience: $audience) { id version } }`,
    { version: 0, texts: [text], audience: { stage: "paying" }, ...given },
    { as },
  );
  return { saved: data?.saveAnnouncement, code: errors[0]?.extensions.code };
}

test("changes a scheduled announcement only for editors who confirmed their identity", async () => {
  const { saved } = await save({ id: randomUUID() });
  const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 16);
  const scheduled = await server.graphql<{ scheduleAnnouncement: Saved }>(
    `mutation { scheduleAnnouncement(id: "${saved!.id}", version: ${saved!.version}, at: "${tomorrow}") { id version } }`,
    {},
    { as: editor },
  );
  const other = await server.member({ role: "editor" });
  await server.pool.query(
    `update identity."session" set "confirmedAt" = now() - interval '1 day' where "userId" = $1`,
    [other.id],
  );
  const changed = { ...scheduled.data!.scheduleAnnouncement, texts: [{ ...text, subject: "Pay here" }] };
  expect((await save(changed, other)).code).toBe("CONFIRMATION_NEEDED");
  expect((await save(changed)).code).toBeUndefined();
});

test("saves a new draft once when its answer was lost", async () => {
  const id = randomUUID();
  const first = await save({ id });
  expect(first.saved).toBeDefined();
  expect(await save({ id })).toEqual(first);
  expect((await save({ id, texts: [{ ...text, subject: "Other" }] })).code).toBe("CHANGED_MEANWHILE");
});
