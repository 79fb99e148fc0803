import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { maintenanceJob } from "../modules/identity/jobs.ts";
import { openBrowser } from "../testing/browser.ts";
import type { TestBrowser } from "../testing/browser.ts";
import { createClass, createLibrary } from "../testing/factories.ts";
import { startTestServer } from "../testing/harness.ts";
import type { TestServer } from "../testing/harness.ts";
import { keyIn, mailTo } from "../testing/mailbox.ts";
import { readZip } from "../testing/zip.ts";

const day = 24 * 60 * 60_000;
let server: TestServer;
let now = Date.now();
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(now) } });
  await createLibrary(server.pool);
});
afterAll(() => server?.stop());

const password = "tango on a tin roof";
async function member() {
  const [browser, email] = [openBrowser(server), `demo-${randomUUID()}@example.test`];
  const { body } = await browser.post("/api/auth/sign-up/email", { email, password, name: "Demo Ana" });
  const key = keyIn(await mailTo(server, email, "Confirm your email"));
  await browser.post("/api/auth/prove-address", { key });
  return { browser, email, id: body.user.id as string };
}
type Account = { dataExport: { url: string | null } | null; deletedAt: string | null };
async function call(browser: TestBrowser, mutation: string): Promise<Account> {
  const { data, errors } = await browser.graphql<Record<string, Account>>(
    `mutation { ${mutation} { dataExport { id url } deletedAt } }`,
  );
  expect(errors).toEqual([]);
  return data![mutation]!;
}
async function exportOf(browser: TestBrowser): Promise<string> {
  let url: string | null = null;
  await expect
    .poll(
      async () => {
        const { data } = await browser.graphql<{ account: Account }>("{ account { dataExport { url } } }");
        return (url = data!.account.dataExport?.url ?? null);
      },
      { timeout: 60_000 },
    )
    .not.toBeNull();
  return new URL(url!).pathname;
}
const runMaintenance = () =>
  maintenanceJob.run(
    server.ctx(),
    {},
    { signal: new AbortController().signal, attempt: 1, isLastAttempt: false },
  );
const rowsAbout = async (id: string) => {
  const { rows } = await server.pool.query(
    `select count(*)::int as count from identity."user" where id = $1`,
    [id],
  );
  return rows[0].count as number;
};

describe("data export", () => {
  test("is a ZIP of JSON files with all data of the account, and no credentials", async () => {
    const { browser, email, id } = await member();
    const saved = await createClass(server.pool);
    await browser.graphql("mutation ($id: ID!) { saveClass(classId: $id) { id } }", { id: saved.id });
    await browser.graphql('mutation { setDanceEnergyPreference(slug: "high") { id } }');
    const first = await call(browser, "requestDataExport");
    const again = await call(browser, "requestDataExport");
    expect((again.dataExport as { id?: string }).id).toBe((first.dataExport as { id?: string }).id);
    await mailTo(server, email, "Your data export is ready");

    const path = await exportOf(browser);
    const response = await server.fetch(path);
    expect(response.headers.get("content-disposition")).toContain("attachment");
    const files = readZip(Buffer.from(await response.arrayBuffer()));
    const read = (name: string) => JSON.parse(files.get(name)!.toString("utf8")) as object[];
    expect(read("people.json")).toMatchObject([{ id, name: "Demo Ana", email }]);
    expect(read("practice/records.json")).toMatchObject([{ person_id: id, class_id: saved.id }]);
    expect(JSON.stringify(read("onboarding/answers.json"))).toContain("high");
    expect(read("identity/session.json")).toHaveLength(1);
    expect(files.size).toBeGreaterThan(4);
    for (const text of files.values())
      expect(text.toString("utf8")).not.toMatch(/"\w*(?:token|password|secret|hash)\w*":/i);
  });

  test("is downloadable only by its account, for ten minutes per link and seven days in all", async () => {
    const { browser } = await member();
    await call(browser, "requestDataExport");
    const path = await exportOf(browser);
    const [, , id, until, signature] = path.split("/");
    const get = async (at: string) => (await server.fetch(at)).status;
    expect(await get(`/exports/${id}/${Number(until) + 1}/${signature}/eightcount.zip`)).toBe(404);
    expect(await get(`/exports/${randomUUID()}/${until}/${signature}/eightcount.zip`)).toBe(404);
    expect(await get(path)).toBe(200);
    now += 11 * 60_000;
    expect(await get(path)).toBe(404);
    expect(await get(await exportOf(browser))).toBe(200);
    now += 8 * day;
    await runMaintenance();
    const { data } = await browser.graphql<{ account: Account }>("{ account { dataExport { url } } }");
    expect(data!.account.dataExport).toBeNull();
  });
});

describe("account deletion", () => {
  test("can be canceled for 14 days, and then deletes everything but the last email", async () => {
    const { browser, email, id } = await member();
    const saved = await createClass(server.pool);
    await browser.graphql("mutation ($id: ID!) { saveClass(classId: $id) { id } }", { id: saved.id });
    await call(browser, "requestDataExport");
    await exportOf(browser);
    const { deletedAt } = await call(browser, "deleteAccount");
    expect(Date.parse(deletedAt!) - now).toBe(14 * day);
    expect((await call(browser, "deleteAccount")).deletedAt).toBe(deletedAt);
    await mailTo(server, email, "Your account will be deleted in 14 days");
    now += 13 * day;
    await runMaintenance();
    expect(await rowsAbout(id)).toBe(1);
    now += day + 1000;
    await runMaintenance();
    await runMaintenance();
    expect(await rowsAbout(id)).toBe(0);
    await mailTo(server, email, "Your account has been deleted");
    expect((await browser.get("/api/auth/token")).status).toBe(401);
    expect((await openBrowser(server).post("/api/auth/sign-in/email", { email, password })).status).toBe(401);
    const { rows } = await server.pool.query(`select from practice.records where person_id = $1`, [id]);
    expect(rows).toEqual([]);
    const files = async () => {
      const found = [];
      for await (const { key } of server.ctx().ports.storage.list(`exports/${id}/`)) found.push(key);
      return found;
    };
    await expect.poll(files, { timeout: 60_000 }).toEqual([]);
    // The email address is free again.
    const { body } = await openBrowser(server).post("/api/auth/sign-up/email", {
      email,
      password,
      name: "Demo Again",
    });
    expect(body.user.id).not.toBe(id);
  });

  test("keeps everything if it is canceled", async () => {
    const { browser, email, id } = await member();
    await call(browser, "deleteAccount");
    expect((await call(browser, "cancelAccountDeletion")).deletedAt).toBeNull();
    await call(browser, "cancelAccountDeletion");
    await mailTo(server, email, "Your account won’t be deleted");
    now += 15 * day;
    await runMaintenance();
    expect(await rowsAbout(id)).toBe(1);
  });

  test("includes the family, and requires reauthentication", async () => {
    const { browser, id } = await member();
    const { errors } = await browser.graphql(
      `mutation ($key: String!) { createFamilyMember(name: "Demo Bo", isChild: false, idempotencyKey: $key) { id } }`,
      { key: randomUUID() },
    );
    expect(errors).toEqual([]);
    now += 16 * 60_000;
    const refused = await browser.graphql("mutation { deleteAccount { id } }");
    expect(refused.errors[0]?.extensions.code).toBe("CONFIRMATION_NEEDED");
    await browser.post("/api/auth/confirm", { password });
    await call(browser, "deleteAccount");
    now += 14 * day + 1000;
    await runMaintenance();
    const { rows } = await server.pool.query(
      `select from identity."user" where id = $1 or "accountId" = $1`,
      [id],
    );
    expect(rows).toEqual([]);
  });
});
