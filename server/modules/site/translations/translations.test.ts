import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClass, createLibrary } from "../../../testing/factories.ts";
import { createTestDatabase, startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let server: TestServer;
/** A second server on the same database. */
let other: TestServer;
let editor: TestPerson;
let admin: TestPerson;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ database: database.connection, roles: "api" });
  other = await startTestServer({ database: database.connection, dataDir: server.dataDir, roles: "api" });
  editor = await server.member({ role: "editor" });
  admin = await server.member({ role: "admin" });
  await createLibrary(server.pool);
});
afterAll(async () => {
  await other?.stop();
  await server?.stop();
  await database?.drop();
});

interface Content {
  subject: string;
  texts: { field: string; text: string; translations: { locale: string; text: string | null }[] }[];
}
const fields = "subject texts { field text translations { locale text } }";
const contents = async (kind: string, subject: string | null, as = editor) =>
  (
    await server.graphql<{ translations: Content[] }>(
      `query ($subject: String) { translations(kind: ${kind}, subject: $subject) { ${fields} } }`,
      { subject },
      { as },
    )
  ).data?.translations ?? [];
const save = (
  kind: string,
  subject: string,
  texts: { field: string; locale: string; text: string }[],
  as = editor,
) =>
  server.graphql<{ saveTranslations: Content }>(
    `mutation ($subject: String!, $texts: [TranslationInput!]!) {
      saveTranslations(kind: ${kind}, subject: $subject, texts: $texts) { ${fields} } }`,
    { subject, texts },
    { as },
  );
const read = async <Data>(locale: string, query: string, on = server): Promise<Data> => {
  const { data, errors } = await on.graphql<Data>(query, {}, { headers: { "accept-language": locale } });
  expect(errors).toEqual([]);
  return data!;
};
const goals = async (locale: string, on = server) => {
  type Data = { userPreferenceOptions: { type: string; options: { slug: string; label: string }[] }[] };
  const data = await read<Data>(locale, "{ userPreferenceOptions { type options { slug label } } }", on);
  return data.userPreferenceOptions.find(({ type }) => type === "dance_energy")?.options;
};

describe("built-in contents", () => {
  test("are read in the request's language", async () => {
    expect((await goals("de"))?.[0]).toEqual({ slug: "gentle", label: "Sanft" });
    expect((await goals("es"))?.[0]).toEqual({ slug: "gentle", label: "Suave" });
    expect((await goals("en"))?.[0]).toEqual({ slug: "gentle", label: "Gentle" });
  });

  test("are translated completely, texts of every question and standing badge", async () => {
    const everything = [...(await contents("option", null)), ...(await contents("badge", null))];
    const sameEverywhere = /^(?:Instagram|TikTok|YouTube|Facebook)$/;
    const missing = everything.flatMap(({ subject, texts }) =>
      texts
        .filter(
          ({ text, translations }) =>
            translations.some((one) => one.text === null) && !sameEverywhere.test(text),
        )
        .map(({ field }) => `${subject} ${field}`),
    );
    expect(missing).toEqual([]);
  });

  test("lose their translation once the studio rewords them", async () => {
    await server.pool.query(
      "update onboarding.options set label = 'Sky-high' where question = 'dance_energy' and slug = 'high'",
    );
    expect((await goals("de"))?.[2]?.label).toBe("Sky-high");
    await server.pool.query(
      "update onboarding.options set label = 'High' where question = 'dance_energy' and slug = 'high'",
    );
    expect((await goals("de"))?.[2]?.label).toBe("Hoch");
  });
});

describe("translations of an editor", () => {
  test("apply on every server, and fall back to the studio's text once deleted", async () => {
    const section = async (locale: string, on: TestServer) => {
      type Data = { sections: { slug: string; name: string; description: string }[] };
      const data = await read<Data>(locale, "{ sections { slug name description } }", on);
      return data.sections.find(({ slug }) => slug === "learn");
    };
    const { name } = (await section("en", server))!;
    const { data, errors } = await save("section", "learn", [
      { field: "name", locale: "es", text: "  Empezar  " },
      { field: "name", locale: "de", text: "Anfangen" },
    ]);
    expect(errors).toEqual([]);
    expect(data!.saveTranslations.texts.find(({ field }) => field === "name")?.translations).toEqual([
      { locale: "es", text: "Empezar" },
      { locale: "de", text: "Anfangen" },
    ]);
    expect((await section("es-MX", server))?.name).toBe("Empezar");
    expect((await section("en", server))?.name).toBe(name);
    await expect.poll(async () => (await section("de", other))?.name).toBe("Anfangen");

    await save("section", "learn", [{ field: "name", locale: "es", text: "" }]);
    expect((await section("es", server))?.name).toBe(name);
    expect((await section("de", server))?.name).toBe("Anfangen");
  });

  test("of a plan need an admin", async () => {
    const texts = [{ field: "name", locale: "es", text: "Todo incluido" }];
    expect((await save("plan", "premium-monthly", texts)).errors[0]?.extensions.code).toBe("NOT_FOUND");
    expect((await save("plan", "premium-monthly", texts, admin)).errors).toEqual([]);
    const { plans } = await read<{ plans: { id: string; name: string }[] }>("es", "{ plans { id name } }");
    expect(plans.find(({ id }) => id === "premium-monthly")?.name).toBe("Todo incluido");
    expect(plans.find(({ id }) => id === "basic-monthly")?.name).toBe("Básico");
  });

  test.each([
    ["an unknown field", [{ field: "slug", locale: "es", text: "x" }]],
    ["an unknown language", [{ field: "name", locale: "xx", text: "x" }]],
    ["a text that is too long", [{ field: "name", locale: "es", text: "x".repeat(61) }]],
    [
      "the same field twice",
      [
        { field: "name", locale: "es", text: "x" },
        { field: "name", locale: "es", text: "y" },
      ],
    ],
  ])("reject %s", async (_name, texts) => {
    expect((await save("section", "learn", texts)).errors[0]?.extensions.code).toBe("BAD_INPUT");
  });

  test("reject an unknown subject", async () => {
    expect((await save("section", "attic", [])).errors[0]?.extensions.code).toBe("NOT_FOUND");
    expect((await save("class", "' or true", [])).errors[0]?.extensions.code).toBe("NOT_FOUND");
  });
});

describe("classes", () => {
  const search = async (locale: string, text: string) => {
    type Data = { studioClasses: { items: { id: string; title: string; description: string }[] } };
    const data = await read<Data>(
      locale,
      `{ studioClasses(filters: { search: ${JSON.stringify(text)} }) { items { id title description } } }`,
    );
    return data.studioClasses.items;
  };

  test("are read and found in the reader's language, by its stems", async () => {
    const word = `Zyx${randomUUID().slice(0, 4)}`;
    const { id } = await createClass(server.pool, { title: `Turns ${word}`, description: "Spin." });
    const { errors } = await save("class", id, [
      { field: "title", locale: "de", text: `Drehungen ${word}` },
      { field: "description", locale: "de", text: "Langsame Übungen." },
      { field: "title", locale: "es", text: `Giros ${word}` },
    ]);
    expect(errors).toEqual([]);
    const german = { id, title: `Drehungen ${word}`, description: "Langsame Übungen." };
    // The stem of another form, and a word without its accent.
    expect(await search("de", `Drehung ${word}`)).toEqual([german]);
    expect(await search("de", `ubung ${word}`)).toEqual([german]);
    expect(await search("es", `giro ${word}`)).toEqual([
      { id, title: `Giros ${word}`, description: "Spin." },
    ]);
    // The studio's own text is found by people of every language.
    expect(await search("de", `turns ${word}`)).toEqual([german]);
    expect(await search("en", `turning ${word}`)).toMatchObject([{ title: `Turns ${word}` }]);
  });

  test("in Spanish are found by Spanish stems without a translation", async () => {
    const word = `Qwv${randomUUID().slice(0, 4)}`;
    const { id } = await createClass(server.pool, { title: `Bailando canciones ${word}`, description: "" });
    expect(await search("es", `bailar canción ${word}`)).toMatchObject([{ id }]);
  });

  test("share the translations of their parts' titles, which editors see as written", async () => {
    const [first, second] = [await createClass(server.pool), await createClass(server.pool)];
    const title = `Warm up ${randomUUID().slice(0, 4)}`;
    await server.pool.query(
      "update catalog.class_parts set title = $2 where class_id = any($1::uuid[]) and index = 1",
      [[first.id, second.id], title],
    );
    const { errors } = await save("part", title, [{ field: "title", locale: "de", text: "Aufwärmen" }]);
    expect(errors).toEqual([]);
    type Parts = { parts: { title: string }[] };
    for (const { id } of [first, second]) {
      const query = `{ studioClass(id: "${id}") { parts { title } } }`;
      const german = await read<{ studioClass: Parts }>("de", query);
      expect(german.studioClass.parts[0]!.title).toBe("Aufwärmen");
      expect((await read<{ studioClass: Parts }>("es", query)).studioClass.parts[0]!.title).toBe(title);
    }
    const { data } = await server.graphql<{ editedClass: Parts }>(
      "query ($id: ID!) { editedClass(classId: $id) { parts { title } } }",
      { id: first.id },
      { as: editor, headers: { "accept-language": "de" } },
    );
    expect(data!.editedClass.parts[0]!.title).toBe(title);
    expect((await save("part", "Of no class", [])).errors[0]!.extensions).toMatchObject({
      code: "NOT_FOUND",
    });
  });

  test("lose a built-in translation once the studio rewords them", async () => {
    const { id } = await createClass(server.pool, { title: "Built in" });
    await server.pool.query(
      `insert into site.translations (kind, subject, field, locale, text, source)
       values ('class', $1, 'title', 'de', 'Eingebaut', 'Built in')`,
      [id],
    );
    const title = async () =>
      (await read<{ studioClass: { title: string } }>("de", `{ studioClass(id: "${id}") { title } }`))
        .studioClass.title;
    expect(await title()).toBe("Eingebaut");
    await server.pool.query("update catalog.classes set title = 'Reworded' where id = $1", [id]);
    expect(await title()).toBe("Reworded");
  });

  test("lose their translations with their draft", async () => {
    const { id } = await createClass(server.pool, { publishedAt: null });
    await save("class", id, [{ field: "title", locale: "de", text: "Entwurf" }]);
    await server.graphql("mutation ($id: ID!) { deleteDraft(classId: $id) }", { id }, { as: editor });
    const { rows } = await server.pool.query("select text from site.translations where subject = $1", [id]);
    expect(rows).toEqual([]);
  });
});
