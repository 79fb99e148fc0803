import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, startTestServer } from "../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";
import { subscribeAs } from "../billing/testing.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let server: TestServer;
/** A second server on the same database. */
let other: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ database: database.connection, roles: "api" });
  other = await startTestServer({ database: database.connection, dataDir: server.dataDir, roles: "api" });
  admin = await server.member({ role: "admin" });
});
afterAll(async () => {
  await other?.stop();
  await server?.stop();
  await database?.drop();
});

type Settings = {
  version: number;
  name: string | null;
  vatId: string | null;
  effectiveSeller: string | null;
};
const fields = "version name vatId effectiveSeller";
const read = async (): Promise<Settings> =>
  (await server.graphql<{ studioSettings: Settings }>(`{ studioSettings { ${fields} } }`, {}, { as: admin }))
    .data!.studioSettings;
const save = async (input: object, version?: number, as = admin) =>
  server.graphql<{ saveStudioSettings: Settings }>(
    `mutation ($version: Int!, $input: StudioSettingsInput!) { saveStudioSettings(version: $version, input: $input) { ${fields} } }`,
    { version: version ?? (await read()).version, input },
    { as },
  );
const manifestOf = async (on: TestServer) =>
  (await (await on.fetch("/manifest.webmanifest")).json()) as { name: string; short_name: string };

test("names the app on every server once the name is saved", async () => {
  expect(await manifestOf(server)).toMatchObject({ name: "Eightcount" });
  const saved = await save({ name: "Marlow Street Dance", shortName: "Marlow Street" });
  expect(saved.errors).toEqual([]);
  expect(saved.data!.saveStudioSettings.name).toBe("Marlow Street Dance");
  expect(await manifestOf(server)).toMatchObject({
    name: "Marlow Street Dance",
    short_name: "Marlow Street",
  });
  await expect.poll(async () => (await manifestOf(other)).name).toBe("Marlow Street Dance");
});

test("refuses to save over what another editor saved", async () => {
  const { version } = await read();
  expect((await save({ name: "First" }, version)).errors).toEqual([]);
  const late = await save({ name: "Second" }, version);
  expect(late.errors[0]?.extensions.code).toBe("CHANGED_MEANWHILE");
  expect((await read()).name).toBe("First");
  const both = await Promise.all([save({ name: "A" }, version + 1), save({ name: "B" }, version + 1)]);
  expect(both.flatMap(({ errors }) => errors.map(({ extensions }) => extensions.code))).toEqual([
    "CHANGED_MEANWHILE",
  ]);
});

test("saves settings that were open while a legal page was published", async () => {
  const { version } = await read();
  const published = await server.graphql(
    `mutation { publishLegalPage(kind: rules, after: 0, text: "Be kind", validFrom: "2999-01-01") { version } }`,
    {},
    { as: admin },
  );
  expect(published.errors).toEqual([]);
  expect((await save({ name: "After the rules" }, version)).errors).toEqual([]);
});

test("records what changed in the audit log, before and after", async () => {
  await save({ name: "Before", timeZone: "Europe/Zurich" });
  await save({ name: "After", timeZone: "Europe/Zurich" });
  const { rows } = await server.pool.query(
    `select actor_id, action, details from identity.staff_acts where subject = 'studio' order by happened_at desc limit 1`,
  );
  expect(rows[0]).toEqual({
    actor_id: admin.id,
    action: "site.settings_changed",
    details: { before: { name: "Before" }, after: { name: "After" } },
  });
});

test("sells in the name of the environment's seller until the settings name one", async () => {
  await save({});
  expect((await read()).effectiveSeller).toBe("Demo Studio");
  await save({ sellerName: "Marlow Street Dance LLC" });
  expect((await read()).effectiveSeller).toBe("Demo Studio");
  await save({
    sellerName: "Marlow Street Dance LLC",
    sellerAddress: "418 Marlow Street\n\n Fairhaven",
    sellerCountry: "US",
    vatId: "de 123.456-788",
  });
  expect(await read()).toMatchObject({ effectiveSeller: "Marlow Street Dance LLC", vatId: "DE123456788" });
});

test.each([
  ["name", "https://evil.example"],
  ["name", "x".repeat(61)],
  ["shortName", "x".repeat(15)],
  ["contactEmail", "hello"],
  ["contactEmail", "a@b.test\nBcc: c@d.test"],
  ["contactPhone", "call me"],
  ["links", ["http://plain.example"]],
  ["links", ["javascript:alert(1)"]],
  ["links", ["https://:secret@a.example/"]],
  ["links", Array.from({ length: 9 }, (_one, index) => `https://a.example/${index}`)],
  ["sellerCountry", "Germany"],
  ["vatId", "12345"],
  ["timeZone", "Mars/Olympus"],
  ["currencyCode", "usd"],
  ["locale", "tlh"],
  ["invoicePrefix", "ms-"],
])("refuses %s: %j", async (field, value) => {
  const before = await read();
  const { errors } = await save({ [field]: value });
  expect(errors[0]?.extensions).toMatchObject({ code: "BAD_INPUT", field });
  expect(await read()).toEqual(before);
});

test("asks an admin to confirm their identity before saving", async () => {
  const unconfirmed = await server.member({ role: "admin" });
  await server.pool.query(
    `update identity."session" set "confirmedAt" = now() - interval '1 day' where "userId" = $1`,
    [unconfirmed.id],
  );
  const { errors } = await save({ name: "Taken over" }, undefined, unconfirmed);
  expect(errors[0]?.extensions.code).toBe("CONFIRMATION_NEEDED");
});

test("numbers later invoices with the studio's prefix, in the same count", async () => {
  await save({});
  const buy = async () => {
    const buyer = await server.member();
    await subscribeAs(server, buyer, { withoutTrial: true });
    const { rows } = await server.pool.query<{ number: string }>(
      "select number from billing.invoices where account_id = $1",
      [buyer.id],
    );
    return rows[0]!.number;
  };
  expect(await buy()).toMatch(/^EC-\d{4}-000001$/);
  await save({ invoicePrefix: "MS" });
  expect(await buy()).toMatch(/^MS-\d{4}-000002$/);
});

test("shows visitors of an unknown country the prices of the studio's country", async () => {
  await save({ countryCode: "DE" });
  const { data } = await server.graphql<{ paymentConfig: { countryCode: string } }>(
    "{ paymentConfig { countryCode } }",
  );
  expect(data!.paymentConfig.countryCode).toBe("DE");
});
