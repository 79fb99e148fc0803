import { randomUUID } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../testing/browser.ts";
import { subscribeAs } from "../modules/billing/testing.ts";
import { startTestServer } from "../testing/harness.ts";
import type { TestPerson, TestServer } from "../testing/harness.ts";
import { buildSmallWeb } from "../testing/small-web.ts";

const name = "Marlow Street Dance";
let webDir: string;
let server: TestServer;
let member: TestPerson;
beforeAll(async () => {
  webDir = await buildSmallWeb();
  server = await startTestServer({ webDir });
  await server.pool.query(`update site.settings set revision = revision + 1, data = $1`, [
    JSON.stringify({
      name,
      sellerName: `${name} LLC`,
      sellerAddress: "418 Marlow Street",
      sellerCountry: "US",
    }),
  ]);
  await server.ctx().refreshStudio();
  member = await server.member({ username: "demo_ana" });
});
afterAll(async () => {
  await server?.stop();
  if (webDir) await rm(webDir, { recursive: true, force: true });
});

const bodyOf = async (path: string, init?: RequestInit): Promise<string> =>
  Buffer.from(await (await server.fetch(path, init)).arrayBuffer()).toString("latin1");

test.each([
  "/dashboard",
  "/library",
  "/login",
  "/@demo_ana",
  "/terms",
  "/no-such-page",
  "/manifest.webmanifest",
])("names the studio, and not the product, at %s", async (path) => {
  const html = await bodyOf(path);
  expect(html).toContain(name);
  expect(html).not.toContain("Eightcount");
});

test("names the studio in a calendar", async () => {
  const { data } = await server.graphql<{ openPlanCalendar: { url: string } }>(
    "mutation { openPlanCalendar { url } }",
    {},
    { as: member },
  );
  const calendar = await bodyOf(new URL(data!.openPlanCalendar.url).pathname);
  expect(calendar).toContain(`X-WR-CALNAME:${name}`);
  expect(calendar.toLowerCase()).not.toContain("eightcount");
});

test("names the studio in authenticator apps and passkeys", async () => {
  const browser = openBrowser(server);
  await browser.post("/api/auth/sign-up/email", {
    email: `demo.${randomUUID()}@example.test`,
    password: "tango on a tin roof",
    name: "Demo Ana",
  });
  const twoSteps = await browser.post("/api/auth/two-steps/begin");
  expect(decodeURIComponent(twoSteps.body.uri)).toContain(`issuer=${name}&`);
  const passkey = await browser.get("/api/auth/passkey/generate-register-options");
  expect(passkey.body.rp).toMatchObject({ name });
  expect(JSON.stringify([twoSteps.body, passkey.body])).not.toContain("Eightcount");
});

test("states the seller on an invoice, and not the product", async () => {
  const buyer = await server.member();
  await subscribeAs(server, buyer, { withoutTrial: true });
  const { data } = await server.graphql<{ invoices: { items: { pdfUrl: string }[] } }>(
    "{ invoices { items { pdfUrl } } }",
    {},
    { as: buyer },
  );
  const { pathname, search } = new URL(data!.invoices.items[0]!.pdfUrl);
  const pdf = await bodyOf(pathname + search);
  // The author of the document's properties; its pages are compressed.
  expect(pdf).toContain(`(${name} LLC)`);
  expect(pdf).not.toContain("Eightcount");
});

test("leaves the product's name out of the web's own files and texts", () => {
  const root = join(import.meta.dirname, "../..");
  const files = [
    ...globSync("web/{index.html,public/*.{js,svg,webmanifest}}", { cwd: root }),
    ...globSync("messages/*.po", { cwd: root }),
  ];
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((file) => readFileSync(join(root, file), "utf8").includes("Eightcount"))).toEqual([]);
});
