import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { subscribeAs } from "../../billing/testing.ts";

let now = Date.parse("2026-11-23T12:00:00Z");
let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ roles: "api", clock: { now: () => new Date(now) } });
  admin = await server.member({ role: "admin" });
});
afterAll(() => server?.stop());

type Version = { kind: string; version: number; validFrom: string };
const publish = (kind: string, after: number, text: string, validFrom: string) =>
  server.graphql<{ publishLegalPage: Version[] }>(
    `mutation ($kind: LegalPageKind!, $after: Int!, $text: String!, $validFrom: String!) {
       publishLegalPage(kind: $kind, after: $after, text: $text, validFrom: $validFrom) { kind version validFrom } }`,
    { kind, after, text, validFrom },
    { as: admin },
  );
const withdraw = (kind: string, version: number) =>
  server.graphql<{ withdrawLegalPage: Version[] }>(
    `mutation ($kind: LegalPageKind!, $version: Int!) { withdrawLegalPage(kind: $kind, version: $version) { kind version validFrom } }`,
    { kind, version },
    { as: admin },
  );
const shown = async (kind: string, version?: number) =>
  server.graphql<{ legalPage: { version: number; text: string } | null }>(
    `query ($kind: LegalPageKind!, $version: Int) { legalPage(kind: $kind, version: $version) { version text } }`,
    { kind, version: version ?? null },
  );
const codeOf = (answer: { errors: readonly { extensions: Record<string, unknown> }[] }) =>
  answer.errors[0]?.extensions;

test("shows each version from its day on, and earlier ones to those who ask for them", async () => {
  expect((await shown("rules")).data?.legalPage).toBeNull();
  expect((await publish("rules", 0, "# First", "2026-11-23")).errors).toEqual([]);
  expect((await publish("rules", 1, "Second", "2026-12-01")).errors).toEqual([]);
  expect((await shown("rules")).data?.legalPage).toEqual({ version: 1, text: "# First" });
  expect(codeOf(await shown("rules", 2))?.["code"]).toBe("NOT_FOUND");
  now = Date.parse("2026-12-01T00:00:00Z");
  expect((await shown("rules")).data?.legalPage).toEqual({ version: 2, text: "Second" });
  expect((await shown("rules", 1)).data?.legalPage).toEqual({ version: 1, text: "# First" });
});

test("never changes a version that is in force, and takes a later one back", async () => {
  await publish("imprint", 0, "Now", "2026-12-01");
  await publish("imprint", 1, "Later", "2026-12-24");
  expect(codeOf(await withdraw("imprint", 1))).toMatchObject({ code: "BAD_INPUT", field: "version" });
  expect(
    (await withdraw("imprint", 2)).data?.withdrawLegalPage.map(({ version, kind }) => [kind, version]),
  ).toContainEqual(["imprint", 1]);
  expect((await withdraw("imprint", 2)).errors).toEqual([]);
  await expect(
    server.pool.query("select version from site.legal_versions where kind = 'imprint'"),
  ).resolves.toMatchObject({ rows: [{ version: 1 }] });
});

test("refuses a version that an earlier, scheduled one would replace", async () => {
  await publish("imprint", 1, "In spring", "2027-03-01");
  const refused = await publish("imprint", 2, "A correction", "2026-12-02");
  expect(codeOf(refused)).toMatchObject({ code: "BAD_INPUT", field: "validFrom" });
  await withdraw("imprint", 2);
  expect((await publish("imprint", 1, "A correction", "2026-12-02")).errors).toEqual([]);
});

test("lets only one of two editors publish the next version", async () => {
  const both = await Promise.all([
    publish("privacy", 0, "One", "2026-12-01"),
    publish("privacy", 0, "Other", "2026-12-01"),
  ]);
  expect(both.flatMap(({ errors }) => errors.map(({ extensions }) => extensions.code))).toEqual([
    "CHANGED_MEANWHILE",
  ]);
});

test.each([
  ["text", "", "2026-12-02"],
  ["text", "x".repeat(60_001), "2026-12-02"],
  ["text", "Represented by [[Name]]", "2026-12-02"],
  ["text", `${"> ".repeat(30)}deep`, "2026-12-02"],
  ["validFrom", "Text", "2026-11-30"],
  ["validFrom", "Text", "tomorrow"],
  ["validFrom", "Text", "2026-13-01"],
])("refuses a wrong %s: %#", async (field, text, validFrom) => {
  expect(codeOf(await publish("terms", 0, text, validFrom))).toMatchObject({ code: "BAD_INPUT", field });
});

test("fills the templates by the seller and by what is switched on", async () => {
  const template = async (kind: string, locale: string | null = null) =>
    (
      await server.graphql<{ legalTemplate: string }>(
        `query ($kind: LegalPageKind!, $locale: String) { legalTemplate(kind: $kind, locale: $locale) }`,
        { kind, locale },
        { as: admin },
      )
    ).data!.legalTemplate;
  expect(await template("imprint")).toContain("Demo Studio  \n1 Example Street");
  const privacy = await template("privacy");
  expect(privacy).toContain("a test gateway");
  expect(privacy).not.toMatch(/Google|Cast|sent through/);
  expect(await template("terms")).toContain("[[");
  for (const kind of ["imprint", "privacy", "terms", "rules"])
    for (const locale of ["en", "es", "de"])
      expect(await template(kind, locale)).not.toMatch(/undefined|null|false|\[object/);
  expect(await template("privacy", "de")).toContain("ein Testzugang");
  expect(await template("terms", "es")).toContain("Derecho de desistimiento");
});

const translate = (version: number, locale: string, text: string) =>
  server.graphql(
    `mutation ($version: Int!, $locale: String!, $text: String!) {
       translateLegalPage(kind: privacy, version: $version, locale: $locale, text: $text) { version } }`,
    { version, locale, text },
    { as: admin },
  );
const readIn = async (locale: string) =>
  (
    await server.graphql<{ legalPage: { locale: string; text: string } }>(
      `{ legalPage(kind: privacy) { locale text } }`,
      {},
      { headers: { "accept-language": locale } },
    )
  ).data!.legalPage;

test("shows a version in the reader's language, else in the studio's, and never changes a translation", async () => {
  expect((await translate(1, "de", "Datenschutz")).errors).toEqual([]);
  expect(await readIn("de-CH")).toEqual({ locale: "de", text: "Datenschutz" });
  expect(await readIn("es")).toMatchObject({ locale: "en" });
  expect(codeOf(await translate(1, "de", "Anders"))).toMatchObject({ code: "CHANGED_MEANWHILE" });
  expect(codeOf(await translate(9, "de", "Ohne"))).toMatchObject({ code: "CHANGED_MEANWHILE" });
  expect(codeOf(await translate(1, "fr", "Texte"))).toMatchObject({ code: "BAD_INPUT", field: "locale" });
  expect(codeOf(await translate(1, "es", "[[Name]]"))).toMatchObject({ code: "BAD_INPUT", field: "text" });
  expect(await readIn("de")).toMatchObject({ text: "Datenschutz" });
});

test("keeps version and language of the terms with a subscription, and of the privacy policy with a consent", async () => {
  const buyer = await server.member();
  await publish("terms", 0, "Terms", "2026-12-01");
  await subscribeAs(server, buyer, { withoutTrial: true });
  await server.graphql(
    `mutation { setConsent(analytics: true, advertising: false, place: banner) { id } }`,
    {},
    { as: buyer, headers: { "accept-language": "de" } },
  );
  const { rows } = await server.pool.query(
    `select (select terms_version from billing.subscriptions where person_id = $1),
       (select terms_locale from billing.subscriptions where person_id = $1),
       (select privacy_version from growth.consents where person_id = $1),
       (select privacy_locale from growth.consents where person_id = $1)`,
    [buyer.id],
  );
  expect(rows).toEqual([{ terms_version: 1, terms_locale: "en", privacy_version: 1, privacy_locale: "de" }]);
});
