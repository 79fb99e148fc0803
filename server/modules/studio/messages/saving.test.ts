import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClass, createLibrary } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";

let server: TestServer;
let editor: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  await createLibrary(server.pool);
  editor = await server.member({ role: "editor" });
});
afterAll(() => server?.stop());

const text = { locale: "en", subject: "New course", body: "Six weeks of house." };
const german = { locale: "de", subject: "Neuer Kurs", body: "Sechs Wochen House." };
interface Saved {
  id: string;
  version: number;
}
async function ask(query: string, variables: object = {}, as = editor) {
  const { data, errors } = await server.graphql<Record<string, Saved>>(query, variables, { as });
  const { code, field } = (errors[0]?.extensions ?? {}) as { code?: string; field?: string };
  return { found: Object.values(data ?? {})[0]!, code, field };
}
const save = (given: object = {}, as = editor) =>
  ask(
    `mutation ($id: ID!, $version: Int!, $texts: [MessageTextInput!]!, $cards: [MessageCardInput!]!, $audience: StudioPeopleFilter!) {
      saveAnnouncement(id: $id, version: $version, texts: $texts, cards: $cards, audience: $audience) { id version } }`,
    { id: randomUUID(), version: 0, texts: [text], cards: [], audience: { stage: "paying" }, ...given },
    as,
  );
const act = (name: string, { id, version }: Saved, more = "") =>
  ask(`mutation { ${name}(id: "${id}", version: ${version}${more}) { id version } }`);

test("changes a scheduled announcement only for editors who confirmed their identity", async () => {
  const { found: draft } = await save();
  const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 16);
  const { found: scheduled } = await act("scheduleAnnouncement", draft, `, at: "${tomorrow}"`);
  const other = await server.member({ role: "editor" });
  await server.pool.query(
    `update identity."session" set "confirmedAt" = now() - interval '1 day' where "userId" = $1`,
    [other.id],
  );
  const changed = { ...scheduled, texts: [{ ...text, subject: "Pay here" }] };
  expect((await save(changed, other)).code).toBe("CONFIRMATION_NEEDED");
  expect((await save(changed)).code).toBeUndefined();
});

test("saves a new draft once when its answer was lost", async () => {
  const id = randomUUID();
  const first = await save({ id });
  expect(first.found).toMatchObject({ id });
  expect(await save({ id })).toEqual(first);
  expect((await save({ id, texts: [{ ...text, subject: "Other" }] })).code).toBe("CHANGED_MEANWHILE");
});

test("takes a change once when its answer was lost, and no other one over it", async () => {
  const { found: draft } = await save();
  const change = (subject: string) => save({ ...draft, texts: [{ ...text, subject }] });
  const first = await change("Second thoughts");
  expect(first.code).toBeUndefined();
  expect(await change("Second thoughts")).toEqual(first);
  expect((await change("Third thoughts")).code).toBe("CHANGED_MEANWHILE");
});

test("refuses what can’t be sent, naming the field", async () => {
  const code = async (given: object, more = {}) => {
    const saved = await save(given);
    if (saved.code) return [saved.code, saved.field];
    const sent = await act("sendAnnouncement", { ...saved.found, ...more });
    return [sent.code, sent.field];
  };
  expect(await code({ texts: [{ ...text, subject: "x".repeat(121) }] })).toEqual([
    "BAD_INPUT",
    "texts.en.subject",
  ]);
  const table = "| Day | Class |\n| --- | --- |\n| Monday | House |";
  for (const body of [
    "One.\n\n".repeat(501),
    `[house](https://example.test/${"x".repeat(2000)})`,
    table,
    `Plan:\n\n> ${table.replaceAll("\n", "\n> ")}`,
  ])
    expect(await code({ texts: [{ ...text, body }] })).toEqual(["BAD_INPUT", "texts.en.body"]);
  expect(await code({ texts: [german] })).toEqual(["BAD_INPUT", "texts.en.subject"]);
  expect(await code({ texts: [text, { ...german, body: "" }] })).toEqual(["BAD_INPUT", "texts.de.body"]);
  expect(await code({ cards: [{ kind: "course", id: randomUUID() }] })).toEqual(["BAD_INPUT", "cards"]);
  expect(await code({ cards: [{ kind: "coupon", id: "NONE" }] })).toEqual(["BAD_INPUT", "cards"]);
  expect(await code({ audience: { search: "ana" } })).toEqual(["BAD_INPUT", "audience.search"]);
  expect(await code({}, { version: 7 })).toEqual(["CHANGED_MEANWHILE", undefined]);
  const { found: draft } = await save();
  expect((await act("scheduleAnnouncement", draft, ', at: "2026-10-20T13:00"')).code).toBe("BAD_INPUT");
  await act("sendAnnouncement", draft);
  expect((await save({ id: draft.id, version: draft.version + 1 })).code).toBe("ANNOUNCEMENT_SENT");
  expect((await act("withdrawAnnouncement", draft)).code).toBe("ANNOUNCEMENT_SENT");
  expect((await ask(`mutation { deleteAnnouncement(id: "${draft.id}") }`)).code).toBe("ANNOUNCEMENT_SENT");
});

test("asks whether what cards name is available when it is sent", async () => {
  const hour = Math.ceil(Date.now() / 3_600_000 + 24) * 3_600_000;
  const minute = (of: number) => new Date(hour + of * 60_000);
  const { id } = await createClass(server.pool, { publishedAt: null });
  const set = (column: "publish_at" | "leaves_at", at: Date) =>
    server.pool.query(`update catalog.classes set ${column} = $2 where id = $1`, [id, at]);
  await set("publish_at", minute(0));
  await server.pool.query(
    "insert into billing.coupons (id, discount_type, basis_points, duration, redeem_by) values ('SOON', 'percentage', 1000, 'forever', $1)",
    [minute(30)],
  );
  const cards = [
    { kind: "class", id },
    { kind: "coupon", id: "SOON" },
  ];
  let { found: draft } = await save({ cards });
  const schedule = async (of: number) => {
    const at = minute(of).toISOString().slice(0, 16);
    const { code, field, found } = await act("scheduleAnnouncement", draft, `, at: "${at}"`);
    if (code) return [code, field];
    draft = found;
    return "scheduled";
  };
  const refused = ["BAD_INPUT", "cards"];
  const sent = await act("sendAnnouncement", draft);
  expect([sent.code, sent.field]).toEqual(refused);
  // Which job of that minute comes first is open: the one that publishes the class, or the one that sends.
  expect(await schedule(0)).toEqual(refused);
  expect(await schedule(1)).toBe("scheduled");
  expect(await schedule(30)).toEqual(refused);
  await set("leaves_at", minute(20));
  expect(await schedule(20)).toEqual(refused);
  expect((await save({ ...draft, cards })).code).toBeUndefined();
});

test("gives editors also the cards of what isn’t published, so that saving keeps them", async () => {
  const unknown = randomUUID();
  const cards = [
    { kind: "course", id: unknown },
    { kind: "coupon", id: "NONE" },
  ];
  const { found: draft } = await save({ cards });
  const { data } = await server.graphql<{ announcement: { cards: object[] } }>(
    `{ announcement(id: "${draft.id}") { cards { kind id title isShown } } }`,
    {},
    { as: editor },
  );
  expect(data!.announcement.cards).toEqual([
    { kind: "course", id: unknown, title: "Not published", isShown: false },
    { kind: "coupon", id: "NONE", title: "NONE", isShown: false },
  ]);
});
