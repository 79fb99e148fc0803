import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { day, input as challengeInput } from "../modules/challenges/editing/testing.ts";
import { subscribeAs } from "../modules/billing/testing.ts";
import { inbox, send } from "../modules/notifications/testing.ts";
import { createPlanLibrary, planCalls, threeDays, weekStart } from "../modules/practice/plan/testing.ts";
import { listMails } from "../platform/mail/outbox.ts";
import { createClass } from "../testing/factories.ts";
import { startTestServer } from "../testing/harness.ts";
import type { TestPerson, TestServer } from "../testing/harness.ts";
import { buildSmallWeb } from "../testing/small-web.ts";

let webDir: string;
let server: TestServer;
let editor: TestPerson;
beforeAll(async () => {
  webDir = await buildSmallWeb();
  server = await startTestServer({ webDir });
  editor = await server.member({ role: "editor" });
  await createPlanLibrary(server.pool);
});
afterAll(async () => {
  await server?.stop();
  await rm(webDir, { recursive: true, force: true });
});

const translate = async (kind: string, subject: string, texts: Record<string, string>) => {
  const { errors } = await server.graphql(
    `mutation ($subject: String!, $texts: [TranslationInput!]!) {
      saveTranslations(kind: ${kind}, subject: $subject, texts: $texts) { subject } }`,
    { subject, texts: Object.entries(texts).map(([field, text]) => ({ field, locale: "de", text })) },
    { as: editor },
  );
  expect(errors).toEqual([]);
};
const inDays = (days: number): string => new Date(Date.now() + days * day).toISOString();
const createChallenge = async (title: string): Promise<{ id: string; slug: string }> => {
  const { data, errors } = await server.graphql<{ createChallenge: { id: string; slug: string } }>(
    `mutation ($input: ChallengeInput!, $key: String!) { createChallenge(input: $input, idempotencyKey: $key) { id slug } }`,
    {
      input: challengeInput({ title, startTime: inDays(2), endTime: inDays(9) }),
      key: randomUUID(),
    },
    { as: editor },
  );
  expect(errors).toEqual([]);
  return data!.createChallenge;
};
const germanMember = async (): Promise<TestPerson> => {
  const me = await server.member();
  await server.graphql('mutation { setLocale(locale: "de") }', {}, { as: me });
  return me;
};

test("link previews have the titles of classes and challenges in the request's language", async () => {
  const { id, slug } = await createClass(server.pool, { title: "Slow Rivers", description: "Let it flow." });
  await translate("class", id, { title: "Langsame Flüsse", description: "Lass es fließen." });
  const challenge = await createChallenge("Eight a Day");
  await translate("challenge", challenge.id, { title: "Acht am Tag" });
  const open = async (path: string, language: string): Promise<string> =>
    (await server.fetch(path, { headers: { "accept-language": language } })).text();
  const german = await open(`/class/${slug}`, "de");
  expect(german).toContain('og:title" content="Langsame Flüsse · Eightcount"');
  expect(german).toContain('og:description" content="Lass es fließen."');
  expect(await open(`/class/${slug}`, "en")).toContain('og:title" content="Slow Rivers · Eightcount"');
  expect(await open(`/challenge/${challenge.slug}`, "de")).toContain('og:title" content="Acht am Tag');
});

test("link previews name the trailer and the upright image of a class", async () => {
  const { id, slug } = await createClass(server.pool, { isPlayable: true });
  const preview = async () => (await server.fetch(`/class/${slug}`)).text();
  expect(await preview()).not.toMatch(/og:video|portrait.webp/);
  await server.pool.query("update catalog.classes set portrait_x = 30 where id = $1", [id]);
  await server.pool.query("update media.assets set trailer = 'trailers/one/trailer.mp4' where id = $1", [id]);
  const html = await preview();
  expect(html).toMatch(/og:video" content="[^"]+\/pictures\/trailers\/one\/trailer.mp4">/);
  expect(html).toMatch(/og:image" content="[^"]+-1280.webp".*og:image" content="[^"]+-portrait.webp"/);
});

test("link previews have the image of a category, and the links of an instructor", async () => {
  await server.pool.query(
    "update catalog.categories set picture = 'test', description = 'Low and slow.' where slug = 'grooves'",
  );
  await translate("category", "grooves", { name: "Rillen" });
  const open = async (path: string) => server.fetch(path, { headers: { "accept-language": "de" } });
  const category = await (await open("/category/grooves")).text();
  expect(category).toContain('og:title" content="Rillen · Eightcount"');
  expect(category).toContain('og:description" content="Low and slow."');
  expect(category).toMatch(/og:image" content="[^"]+\/pictures\/test-1280.webp"/);
  expect((await open("/category/no-such")).status).toBe(404);
  await server.pool.query(
    "update catalog.instructors set links = '{https://ana.example/}' where slug = 'demo-ana'",
  );
  const instructor = await (await open("/instructor/demo-ana")).text();
  expect(instructor).toContain('"sameAs":["https://ana.example/"]');
});

test("notifications name badges and challenges in the language of their reader", async () => {
  const { id } = await createChallenge("Eight a Week");
  await translate("challenge", id, { title: "Acht pro Woche" });
  const { rows } = await server.pool.query<{ badge: string; name: string; text: string }>(
    `select subject as badge, source as name, text from site.translations
     where kind = 'badge' and field = 'name' and locale = 'de' order by subject limit 1`,
  );
  const [{ badge, name, text } = { badge: "", name: "", text: "" }] = rows;
  const me = await germanMember();
  await send(server, [me], { kind: "BadgeEarned", facts: { badge, name } });
  await send(server, [me], {
    kind: "ChallengeStarting",
    facts: { challenge: id, title: "Eight a Week", amount: 0, goal: 8 },
  });
  const texts = async (language: string) =>
    (
      await server.graphql<{ notifications: { items: { text: string }[] } }>(
        "{ notifications { items { text } } }",
        {},
        { as: me, headers: { "accept-language": language } },
      )
    ).data!.notifications.items.map((item) => item.text);
  const german = (await texts("de")).join("\n");
  expect(german).toContain(text);
  expect(german).toContain("Acht pro Woche");
  expect((await inbox(server, me)).items).toHaveLength(2);
});

test("a calendar has the titles of classes in the language of the account", async () => {
  const { rows } = await server.pool.query<{ id: string }>("select id from catalog.classes");
  for (const { id } of rows) await translate("class", id, { title: `Stunde ${id}` });
  const me = await planCalls(server).dancer(threeDays);
  await server.graphql('mutation { setLocale(locale: "de") }', {}, { as: me });
  const { data } = await server.graphql<{ openPlanCalendar: { url: string } }>(
    "mutation { openPlanCalendar { url } }",
    {},
    { as: me },
  );
  const text = await (await server.fetch(new URL(data!.openPlanCalendar.url).pathname)).text();
  const titles = [...text.matchAll(/^SUMMARY:(.*)$/gm)].map(([, title]) => title!);
  expect(titles.length).toBeGreaterThan(0);
  expect(titles.filter((title) => !title.startsWith("Tanzen: Stunde "))).toEqual([]);
});

test("a plan names the goal of a class in the language of the request", async () => {
  const { ask, dancer } = planCalls(server);
  const me = await dancer(
    `${threeDays} b: setDanceGoalsPreference(slugs: ["fitness", "joy", "musicality", "confidence"]) { id }`,
  );
  const english = await ask(me);
  const goals = english.classes.filter(({ reasonKind }) => reasonKind === "goal");
  expect(goals.length).toBeGreaterThan(0);
  const { data } = await server.graphql<{ weekPlan: { classes: { id: string; reason: string }[] } }>(
    "query ($weekStart: DateTime) { weekPlan(weekStart: $weekStart) { classes { id reason } } }",
    { weekStart },
    { as: me, headers: { "accept-language": "de" } },
  );
  const { rows } = await server.pool.query<{ text: string }>(
    "select text from site.translations where kind = 'option' and field = 'label' and locale = 'de'",
  );
  const labels = new Set(rows.map(({ text }) => `Ziel: ${text}.`));
  const german = data!.weekPlan.classes.filter(({ id }) => goals.some((goal) => goal.id === id));
  expect(german.filter(({ reason }) => !labels.has(reason))).toEqual([]);
});

test("emails name the plan in the language of the account", async () => {
  const me = await germanMember();
  await subscribeAs(server, me, { planId: "basic-monthly", withoutTrial: true });
  const { rows } = await server.pool.query<{ email: string }>(
    `select email from identity."user" where id = $1`,
    [me.id],
  );
  const texts = async () =>
    (await listMails(server.dataDir)).filter(({ to }) => to === rows[0]!.email).map(({ text }) => text);
  await expect.poll(texts, { timeout: 30_000 }).toEqual([expect.stringContaining("Basis, monatlich")]);
});

test("the addresses of merged categories and styles lead to the ones that have their classes", async () => {
  await server.pool.query(
    `insert into catalog.categories (slug, name, section_id, position)
     select slug, slug, (select min(id) from catalog.sections), 90 from unnest(array['old-moves', 'new-moves']) as slug`,
  );
  await server.pool.query(
    "insert into catalog.styles (slug, name) values ('old-style', 'Old'), ('new-style', 'New')",
  );
  await server.pool.query(
    "insert into catalog.instructors (slug, name) values ('old-ida', 'Ida'), ('new-ida', 'Ida')",
  );
  await server.pool.query(
    "insert into catalog.sections (slug, name, description) values ('old-part', 'Old', ''), ('new-part', 'New', '')",
  );
  for (const [kind, from, into] of [
    ["category", "old-moves", "new-moves"],
    ["style", "old-style", "new-style"],
    ["instructor", "old-ida", "new-ida"],
    ["section", "old-part", "new-part"],
  ]) {
    const { errors } = await server.graphql(
      `mutation { mergeLibraryEntry(kind: ${kind}, from: "${from}", into: "${into}") }`,
      {},
      { as: editor },
    );
    expect(errors).toEqual([]);
  }
  const open = async (path: string) => {
    const { status, headers } = await server.fetch(path, { redirect: "manual" });
    return [status, headers.get("location")];
  };
  expect(await open("/category/old-moves?level=beginner")).toEqual([
    301,
    "/category/new-moves?level=beginner",
  ]);
  expect(await open("/category/new-moves")).toEqual([200, null]);
  expect(await open("/library?style=old-style&sort=newest")).toEqual([
    301,
    "/library?style=new-style&sort=newest",
  ]);
  expect(await open("/library?style=new-style")).toEqual([200, null]);
  expect(await open("/library?section=old-part&style=old-style")).toEqual([
    301,
    "/library?section=new-part&style=new-style",
  ]);
  expect(await open("/instructor/old-ida")).toEqual([301, "/instructor/new-ida"]);
});
