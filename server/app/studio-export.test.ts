import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { areasOf } from "../platform/backup/areas.ts";
import type { Areas } from "../platform/backup/contents.ts";
import { tarHeader, tarSize } from "../platform/tar.ts";
import { subscribeAs } from "../modules/billing/testing.ts";
import { openBrowser } from "../testing/browser.ts";
import { createClass, createLibrary } from "../testing/factories.ts";
import { startTestServer } from "../testing/harness.ts";
import type { TestPerson, TestServer } from "../testing/harness.ts";
import { subjectsTo } from "../testing/mailbox.ts";

const day = 24 * 60 * 60_000;
const email = "demo-export@example.test";
const password = "tango on a tin roof";
/** Longer than what fits into a plain header. */
const video = `assets/${"a".repeat(60)}/${"b".repeat(60)}/front.mp4`;
const source = "5b3f1f5e-0000-4000-8000-000000000001";
const content = Buffer.from("a source video ".repeat(100));
let now = Date.now();
let server: TestServer;
let admin: TestPerson;
let areas: Areas;
let folder: string;
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(now) } });
  admin = await server.member({ role: "admin" });
  folder = await mkdtemp(join(tmpdir(), "eightcount-export-test-"));
  areas = await areasOf(server.ctx());
  await createLibrary(server.pool);
  await createClass(server.pool, { title: 'Slow "groove"', instructor: "demo-ana" });
  const signUp = { email, password, name: "Demo Ana" };
  expect((await openBrowser(server).post("/api/auth/sign-up/email", signUp)).status).toBe(200);
  const buyer = await server.member();
  expect((await subscribeAs(server, buyer, { withoutTrial: true })).errors).toEqual([]);
  const { rows } = await server.pool.query<{ id: string }>("select id from billing.invoices");
  const { errors } = await server.graphql(
    `mutation ($id: ID!) { invoiceRefund(id: $id, amountInCents: 100, reason: "A test", idempotencyKey: "1") { id } }`,
    { id: rows[0]!.id },
    { as: admin },
  );
  expect(errors).toEqual([]);
  await areas.media.put(video, Buffer.from("a video"), "video/mp4");
  await areas.uploads.put(source, content, "video/mp4");
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Export {
  readonly id: string;
  readonly readyAt: string | null;
  readonly size: number | null;
  readonly files: number | null;
}
const read = async (): Promise<Export | null> =>
  (
    await server.graphql<{ studioExport: Export | null }>(
      "{ studioExport { id readyAt size files } }",
      {},
      { as: admin },
    )
  ).data!.studioExport;
const request = () =>
  server.graphql<{ requestStudioExport: { id: string } }>(
    "mutation { requestStudioExport { id } }",
    {},
    { as: admin },
  );
async function link(id: string): Promise<string> {
  const { data } = await server.graphql<{ studioExportLink: string }>(
    `mutation { studioExportLink(id: "${id}") }`,
    {},
    { as: admin },
  );
  const { pathname } = new URL(data!.studioExportLink);
  return `${server.url}${pathname}`;
}
async function makeExport(): Promise<Export> {
  await request();
  await expect.poll(async () => (await read())?.readyAt, { timeout: 30_000 }).toBeTruthy();
  return (await read())!;
}
const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());
const audited = async (action: string): Promise<number> =>
  (await server.pool.query("select from identity.staff_acts where action = $1", [action])).rowCount!;

test("is made once for two admins at once, and holds every table and file without credentials", async () => {
  await Promise.all([request(), request(), request()]);
  expect(await audited("studio.export_requested")).toBe(1);
  const made = await makeExport();
  const response = await fetch(await link(made.id));
  expect(response.headers.get("content-length")).toBe(String(made.size));
  const whole = await bytesOf(response);
  expect(whole.length).toBe(made.size);
  const path = join(folder, "studio.tar");
  await writeFile(path, whole);
  execFileSync("tar", ["-xf", path, "-C", folder]);
  const file = (name: string) => readFile(join(folder, name), "utf8");
  expect(await file("READ-ME.txt")).toContain("an export of everything");
  expect(await file("data/catalog.classes.csv")).toContain('"Slow ""groove"""');
  expect(await file("data/identity.user.csv")).toContain(email);
  expect(await file(`files/media/${video}`)).toBe("a video");
  expect(await readFile(join(folder, "files/uploads", source))).toEqual(content);
  const month = new Date(now).toISOString().slice(0, 7);
  const { rows: invoices } = await server.pool.query<{ number: string }>(
    `select number from billing.invoices union all select number from billing.credit_notes`,
  );
  expect(invoices.length).toBe(2);
  for (const { number } of invoices) expect(await file(`invoices/${month}/${number}.pdf`)).toMatch(/^%PDF-/);
  const names = execFileSync("tar", ["-tf", path], { encoding: "utf8" }).trim().split("\n");
  expect(names.length).toBe(made.files);
  expect(names.filter((name) => /session|jwks|passkey|recovery/.test(name))).toEqual([]);
  const { rows } = await server.pool.query<{ secret: string }>(
    `select password as secret from identity.account where password is not null
     union all select "privateKey" from identity.jwks union all select token from identity.session`,
  );
  expect(rows.length).toBeGreaterThan(1);
  for (const { secret } of rows) expect(whole.includes(secret)).toBe(false);
  const { rows: people } = await server.pool.query<{ address: string }>(
    `select coalesce("pendingEmail", email) as address from identity."user" where id = $1`,
    [admin.id],
  );
  expect(await subjectsTo(server, people[0]!.address)).toContain("The export of Eightcount is ready");
  expect(await audited("studio.export_linked")).toBe(1);
});

test("goes on where a download broke off", async () => {
  const url = await link((await read())!.id);
  const whole = await bytesOf(await fetch(url));
  const { headers } = await fetch(url, { method: "HEAD" });
  const etag = headers.get("etag")!;
  // In a header, in padding, in a file, and at the end.
  for (const at of [1, 700, Math.floor(whole.length / 2), whole.length - 1]) {
    const rest = await fetch(url, { headers: { range: `bytes=${at}-`, "if-range": etag } });
    expect([rest.status, rest.headers.get("content-range")]).toEqual([
      206,
      `bytes ${at}-${whole.length - 1}/${whole.length}`,
    ]);
    expect((await bytesOf(rest)).equals(whole.subarray(at))).toBe(true);
  }
  const middle = await fetch(url, { headers: { range: "bytes=500-1800" } });
  expect((await bytesOf(middle)).equals(whole.subarray(500, 1801))).toBe(true);
  expect((await fetch(url, { headers: { range: `bytes=${whole.length}-` } })).status).toBe(416);
  // A part of another export isn't joined to this one.
  const other = await fetch(url, { headers: { range: "bytes=700-", "if-range": '"another"' } });
  expect(other.status).toBe(200);
});

test("ends with an error for a file that changed since, and isn't there for others or after a week", async () => {
  const { id } = (await read())!;
  const url = await link(id);
  await areas.uploads.put(source, Buffer.from("another video"), "video/mp4");
  await expect(fetch(url).then(bytesOf)).rejects.toThrow();
  const forged = url.replace(/\/[\w-]{43}\//, `/${"x".repeat(43)}/`);
  expect((await fetch(forged)).status).toBe(404);
  now += 25 * 60 * 60_000;
  expect((await fetch(url)).status).toBe(404);
  now += 7 * day;
  expect(await read()).toBeNull();
});

test("writes sizes of more than 8 GiB so that tar reads them", () => {
  const entry = { path: "files/uploads/long", size: 64 * 1024 ** 3, modifiedAt: new Date(0) };
  expect(tarHeader(entry).toString("latin1")).toContain("20 size=68719476736\n");
  expect(tarSize([entry])).toBe(entry.size + 3 * 512 + 1024);
});
