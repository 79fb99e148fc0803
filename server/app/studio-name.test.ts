import { randomUUID } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../testing/browser.ts";
import { subscribeAs } from "../modules/billing/testing.ts";
import { mailTo } from "../testing/mailbox.ts";
import { startTestServer } from "../testing/harness.ts";
import type { TestPerson, TestServer } from "../testing/harness.ts";
import { buildSmallWeb } from "../testing/small-web.ts";

const name = "Marlow Street Dance";
const accent = "#ff9a62";
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
      accent,
    }),
  ]);
  await server.ctx().refreshStudio();
  const admin = await server.member({ role: "admin" });
  for (const kind of ["logo-light", "icon", "share"]) {
    const sent = await server.fetch(`/api/studio/brand/${kind}`, {
      method: "POST",
      body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><circle cx="9" cy="9" r="9" fill="#ff9a62"/></svg>',
      headers: { "x-auth-token": `Bearer ${await admin.token()}`, "content-type": "image/svg+xml" },
    });
    expect(sent.status).toBe(204);
  }
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

test("shows the studio's logo, icon, color and share image on pages and in the installed app", async () => {
  const html = await bodyOf("/library");
  expect(html).toContain(`href="/brand/${accent.slice(1)}/accent.css"`);
  expect(html).toContain('href="/favicon.png"');
  const logo = /"logo":\{"light":\{"path":"([^"]+)"/.exec(html)![1]!;
  const share = /property="og:image" content="[^"]*(\/brand\/[^"]+)"/.exec(html)![1]!;
  for (const path of [logo, share, "/favicon.png", "/apple-touch-icon.png"])
    expect((await server.fetch(path)).headers.get("content-type")).toBe("image/png");
  const manifest = JSON.parse(await bodyOf("/manifest.webmanifest"));
  for (const { src } of manifest.icons) {
    expect(src).toMatch(/\.png$/);
    expect((await server.fetch(src)).headers.get("cache-control")).toBe("no-cache");
  }
});

test("names the shortcuts of the installed app in the visitor's language", async () => {
  const { lang, shortcuts } = JSON.parse(
    await bodyOf("/manifest.webmanifest", { headers: { "accept-language": "de" } }),
  );
  expect(lang).toBe("de");
  expect(shortcuts.map((one: { name: string }) => one.name)).toContain("Bibliothek");
});

test("shows the studio's logo and color in an email, and not the product", async () => {
  const person = openBrowser(server);
  const email = `demo.${randomUUID()}@example.test`;
  await person.post("/api/auth/sign-up/email", { email, password: "tango on a tin roof", name: "Demo Ana" });
  const { html, text, inlineImages } = await mailTo(server, email, "Confirm your email");
  expect(inlineImages.get("logo-light")?.subarray(1, 4).toString()).toBe("PNG");
  expect(html).toContain('src="cid:logo-light"');
  expect(html).toContain(`background:${accent}`);
  for (const part of [html, text]) {
    expect(part).toContain(name);
    expect(part).not.toContain("Eightcount");
  }
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
  expect(pdf).toContain("/Subtype /Image");
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
