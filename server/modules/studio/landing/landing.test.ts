import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createClass, createLibrary } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { buildSmallWeb } from "../../../testing/small-web.ts";

let webDir: string;
let server: TestServer;
let admin: TestPerson;
let freeClass: { id: string; slug: string };
let paidClass: { id: string; slug: string };
beforeAll(async () => {
  webDir = await buildSmallWeb();
  server = await startTestServer({ webDir });
  admin = await server.member({ role: "admin" });
  await createLibrary(server.pool);
  freeClass = await createClass(server.pool, { title: "First steps", isPlayable: true });
  paidClass = await createClass(server.pool, { title: "Turns", accessType: "premium", isPlayable: true });
});
afterAll(async () => {
  await server?.stop();
  if (webDir) await rm(webDir, { recursive: true, force: true });
});
beforeEach(async () => {
  await server.pool.query(`update studio.landing_page set published = null, draft = '{"blocks": []}'`);
  await server.pool.query("delete from site.translations where kind = 'landing'");
});

type Block = { id: string; kind: string; [field: string]: unknown };
const block = (kind: string, fields: object = {}): Block => ({ id: randomUUID(), kind, ...fields });
const hero = (fields: object = {}): Block =>
  block("hero", { title: "Dance at home", classIds: [freeClass.id], ...fields });
const item = (title: string, text: string, isAgreed?: boolean) => ({
  id: randomUUID(),
  title,
  text,
  ...(isAgreed === undefined ? {} : { isAgreed }),
});

interface Edited {
  version: number;
  publishedAt: string | null;
  isChanged: boolean;
}
const edited = "version publishedAt isChanged";
const read = async (): Promise<Edited> =>
  (
    await server.graphql<{ editedLandingPage: Edited }>(
      `{ editedLandingPage { ${edited} } }`,
      {},
      { as: admin },
    )
  ).data!.editedLandingPage;
const save = (version: number, input: object) =>
  server.graphql<{ saveLandingPage: Edited }>(
    `mutation ($version: Int!, $input: LandingPageInput!) { saveLandingPage(version: $version, input: $input) { ${edited} } }`,
    { version, input },
    { as: admin },
  );
const act = (name: "publishLandingPage" | "withdrawLandingPage", version: number) =>
  server.graphql<Record<string, Edited>>(
    `mutation ($version: Int!) { ${name}(version: $version) { ${edited} } }`,
    { version },
    { as: admin },
  );
const errorOf = (answer: { errors: readonly { extensions: Record<string, unknown> }[] }) =>
  answer.errors[0]?.extensions;

/** Saves and publishes a page. */
async function publish(blocks: Block[], page: object = {}): Promise<void> {
  const saved = await save((await read()).version, { ...page, blocks });
  expect(saved.errors).toEqual([]);
  expect((await act("publishLandingPage", saved.data!.saveLandingPage.version)).errors).toEqual([]);
}
interface Shown {
  title: string;
  blocks: {
    kind: string;
    title: string;
    classes: { title: string }[];
    plans: { id: string }[];
    items: { title: string; text: string }[];
  }[];
}
const shown = async (headers: Record<string, string> = {}): Promise<Shown | null> => {
  const answer = await server.graphql<{ landingPage: Shown | null }>(
    `{ landingPage { title blocks { kind title classes { title } plans { id } items { title text } } } }`,
    {},
    { headers },
  );
  expect(answer.errors).toEqual([]);
  return answer.data!.landingPage;
};

/** Where a request for `/` is led. */
const start = async (cookie = "", path = "/"): Promise<string | null> =>
  (await fetch(server.url + path, { redirect: "manual", headers: { cookie } })).headers.get("location");
/** A guest of a browser. */
async function guest(): Promise<{ id: string; cookie: string }> {
  const answer = await server.fetch("/api/auth/sign-in/anonymous", {
    method: "POST",
    headers: { "content-type": "application/json", origin: server.url },
    body: "{}",
  });
  const { user } = (await answer.json()) as { user: { id: string } };
  return {
    id: user.id,
    cookie: answer.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; "),
  };
}

test("leads visitors who never danced to a published page, and everyone else home", async () => {
  const { id, cookie } = await guest();
  expect([await start(), await start(cookie)]).toEqual(["/dashboard", "/dashboard"]);
  await publish([hero()]);
  expect([await start(), await start(cookie)]).toEqual(["/welcome", "/welcome"]);
  expect(await start("", "/?utm_source=flyer")).toBe("/welcome?utm_source=flyer");
  await server.pool.query(
    `insert into practice.records (person_id, class_id, played, played_ms, granted_at, viewed_at)
     values ($1, $2, '{[0,60000)}', 60000, now(), now())`,
    [id, freeClass.id],
  );
  expect(await start(cookie)).toBe("/dashboard");
  await server.pool.query(`update identity."user" set "isAnonymous" = false where id = $1`, [id]);
  await server.pool.query("delete from practice.records where person_id = $1", [id]);
  expect(await start(cookie)).toBe("/dashboard");
  await act("withdrawLandingPage", (await read()).version);
  expect(await start()).toBe("/dashboard");
});

test("keeps visitors at the opening's page until the studio opens", async () => {
  await publish([hero()]);
  const { rows } = await server.pool.query("select opened_at from site.settings");
  const setOpened = async (at: Date | null) => {
    await server.pool.query("update site.settings set opened_at = $1, revision = revision + 1", [at]);
    await server.ctx().refreshStudio();
  };
  await setOpened(null);
  expect(await start()).toBe("/coming-soon");
  await setOpened((rows[0] as { opened_at: Date }).opened_at);
  expect(await start()).toBe("/welcome");
});

test("shows visitors the published page until the next draft is published", async () => {
  await publish([hero({ title: "First" })]);
  const saved = await save((await read()).version, { blocks: [hero({ title: "Second" })] });
  expect(saved.data!.saveLandingPage.isChanged).toBe(true);
  expect((await shown())?.blocks[0]?.title).toBe("First");
  const { data } = await act("publishLandingPage", saved.data!.saveLandingPage.version);
  expect(data!["publishLandingPage"]).toMatchObject({ isChanged: false, publishedAt: expect.any(String) });
  expect((await shown())?.blocks[0]?.title).toBe("Second");
});

test("lets only one of two editors save, and publishes no draft that its editor hasn't seen", async () => {
  const { version } = await read();
  const both = await Promise.all([
    save(version, { blocks: [hero({ title: "One" })] }),
    save(version, { blocks: [hero({ title: "Other" })] }),
  ]);
  expect(both.flatMap(({ errors }) => errors.map(({ extensions }) => extensions.code))).toEqual([
    "CHANGED_MEANWHILE",
  ]);
  expect(errorOf(await act("publishLandingPage", version))).toMatchObject({ code: "CHANGED_MEANWHILE" });
  expect(errorOf(await act("withdrawLandingPage", version))).toMatchObject({ code: "CHANGED_MEANWHILE" });
});

test("records what a change was before and after", async () => {
  const one = hero({ title: "Before" });
  const first = await save((await read()).version, { blocks: [one] });
  await save(first.data!.saveLandingPage.version, { blocks: [{ ...one, title: "After" }] });
  const { data } = await server.graphql<{
    studioAudit: { items: { action: string; changes: { before: string; after: string }[] }[] };
  }>(
    `{ studioAudit(pagination: { first: 1 }) { items { action changes { before after } } } }`,
    {},
    { as: admin },
  );
  const [entry] = data!.studioAudit.items;
  expect(entry!.action).toBe("studio.landing_saved");
  expect(entry!.changes).toEqual([
    { before: expect.stringContaining("Before"), after: expect.stringContaining("After") },
  ]);
});

const long = (length: number) => "x".repeat(length);
const repeated = <Value>(count: number, make: () => Value): Value[] => Array.from({ length: count }, make);
test.each<[string, string, () => Block[]]>([
  ["a page that doesn't begin with the hero", "blocks", () => [block("text", { text: "Hello" })]],
  ["a second hero", "blocks", () => [hero(), hero()]],
  ["a second block of prices", "blocks", () => [hero(), block("prices"), block("prices")]],
  ["more than 20 blocks", "blocks", () => [hero(), ...repeated(20, () => block("text"))]],
  [
    "an id twice",
    "blocks",
    () => {
      const first = hero();
      return [first, { ...block("text"), id: first.id }];
    },
  ],
  ["a long heading", "blocks.0.title", () => [hero({ title: long(121) })]],
  ["a long text", "blocks.1.text", () => [hero(), block("text", { text: long(2001) })]],
  [
    "more than 12 classes",
    "blocks.1.classIds",
    () => [hero(), block("classes", { classIds: repeated(13, () => randomUUID()) })],
  ],
  ["an unknown form of a class's id", "blocks.0.classIds", () => [hero({ classIds: ["first-steps"] })]],
  [
    "a long answer",
    "blocks.1.items.0.text",
    () => [hero(), block("questions", { items: [item("Why?", long(1001))] })],
  ],
  [
    "more than 20 questions",
    "blocks.1.items",
    () => [hero(), block("questions", { items: repeated(21, () => item("Why?", "So")) })],
  ],
])("refuses %s", async (_name, field, blocks) => {
  const answer = await save((await read()).version, { blocks: blocks() });
  expect(errorOf(answer)).toMatchObject({ code: "BAD_INPUT", field });
});

test.each<[string, string, () => Block[]]>([
  ["without blocks", "blocks", () => []],
  ["with a hero without a heading", "blocks.0.title", () => [hero({ title: "" })]],
  ["with a hero without a class", "blocks.0.classIds", () => [hero({ classIds: [] })]],
  [
    "that begins with a class that isn't free",
    "blocks.0.classIds",
    () => [hero({ classIds: [paidClass.id] })],
  ],
  ["with an empty text", "blocks.1.text", () => [hero(), block("text")]],
  [
    "with classes that left the library",
    "blocks.1.classIds",
    () => [hero(), block("classes", { classIds: [randomUUID()] })],
  ],
  ["with no course", "blocks.1.courseId", () => [hero(), block("course")]],
  [
    "with a course that isn't published",
    "blocks.1.courseId",
    () => [hero(), block("course", { courseId: randomUUID() })],
  ],
  [
    "with an unknown instructor",
    "blocks.1.instructors",
    () => [hero(), block("instructors", { instructors: ["unknown"] })],
  ],
  [
    "with a question without an answer",
    "blocks.1.items.0.text",
    () => [hero(), block("questions", { items: [item("Why?", "")] })],
  ],
  [
    "with the words of a member without a name",
    "blocks.1.items.0.title",
    () => [hero(), block("quotes", { items: [item("", "I love it", true)] })],
  ],
  [
    "with the words of a member who didn't agree",
    "blocks.1.items.0.isAgreed",
    () => [hero(), block("quotes", { items: [item("Ana", "I love it")] })],
  ],
])("publishes no page %s", async (_name, field, blocks) => {
  const saved = await save((await read()).version, { blocks: blocks() });
  const answer = await act("publishLandingPage", saved.data!.saveLandingPage.version);
  expect(errorOf(answer)).toMatchObject({ code: "BAD_INPUT", field });
  expect(await shown()).toBeNull();
});

test("leaves out what left the library, and prices while nothing can be bought", async () => {
  const leaving = await createClass(server.pool, { title: "Leaving" });
  await publish([
    hero(),
    block("classes", { title: "Try these", classIds: [leaving.id] }),
    block("prices", { title: "Plans" }),
    block("instructors", { title: "Teachers", instructors: ["demo-ana"] }),
  ]);
  const kinds = async () => (await shown())!.blocks.map(({ kind }) => kind);
  expect(await kinds()).toEqual(["hero", "classes", "prices", "instructors"]);
  expect((await shown())!.blocks[2]!.plans).not.toEqual([]);
  await server.pool.query("update catalog.classes set published_at = null where id = $1", [leaving.id]);
  const offer = (isOffered: boolean) =>
    server.pool.query("update billing.plans set is_offered = $1", [isOffered]);
  await offer(false);
  expect(await kinds()).toEqual(["hero", "instructors"]);
  await offer(true);
});

const translate = (subject: string, texts: object[]) =>
  server.graphql(
    `mutation ($subject: String!, $texts: [TranslationInput!]!) {
       saveTranslations(kind: landing, subject: $subject, texts: $texts) { subject } }`,
    { subject, texts },
    { as: admin },
  );

test("is in the reader's language, and a name stays as its member agreed to it", async () => {
  const question = item("Do I need shoes?", "No");
  const quote = item("Ana", "It’s fun", true);
  await publish([hero(), block("questions", { items: [question] }), block("quotes", { items: [quote] })]);
  const saved = await translate(question.id, [
    { field: "title", locale: "de", text: "Brauche ich Schuhe?" },
    { field: "text", locale: "de", text: "Nein" },
  ]);
  expect(saved.errors).toEqual([]);
  await translate(quote.id, [{ field: "text", locale: "de", text: "Es macht Spaß" }]);
  const { blocks } = (await shown({ "accept-language": "de" }))!;
  expect(blocks[1]!.items).toEqual([{ title: "Brauche ich Schuhe?", text: "Nein" }]);
  expect(blocks[2]!.items).toEqual([{ title: "Ana", text: "Es macht Spaß" }]);
  expect((await shown({ "accept-language": "es" }))!.blocks[1]!.items[0]!.text).toBe("No");
});

test("keeps the translations of its own texts alone, also after it was offline", async () => {
  const [one, offline, drafted] = ["One", "Two", "Three"].map((title) => block("text", { title }));
  await publish([hero(), one!, offline!]);
  await act("withdrawLandingPage", (await read()).version);
  await save((await read()).version, { blocks: [hero(), one, offline, drafted] });
  for (const { id } of [one!, offline!, drafted!])
    expect((await translate(id, [{ field: "title", locale: "de", text: "Eins" }])).errors).toEqual([]);
  await publish([hero(), one!]);
  const { rows } = await server.pool.query("select subject from site.translations where kind = 'landing'");
  expect(rows).toEqual([{ subject: one!.id }]);
});

test("describes itself to search engines, and fetches its first image before the scripts", async () => {
  const page = async () => {
    const answer = await server.fetch("/welcome");
    return { status: answer.status, html: await answer.text() };
  };
  expect((await page()).status).toBe(404);
  await publish([hero()], { title: "Dance at home with Ana", description: "Classes in eights" });
  const { status, html } = await page();
  expect(status).toBe(200);
  expect(html).toContain("<title>Dance at home with Ana</title>");
  expect(html).toContain('<meta property="og:description" content="Classes in eights">');
  expect(html).toMatch(/<meta property="og:image" content="[^"]*\/pictures\/test-1280.webp">/);
  expect(html).toMatch(/<link rel="preload" as="image"[^>]* imagesrcset="[^"]*test-640.webp 640w/);
});
