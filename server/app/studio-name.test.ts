import { randomUUID } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../testing/browser.ts";
import { cardToken, subscribeAs } from "../modules/billing/testing.ts";
import { mailTo } from "../testing/mailbox.ts";
import { startTestServer } from "../testing/harness.ts";
import type { TestPerson, TestServer } from "../testing/harness.ts";
import { linesOf } from "../testing/pdf.ts";
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

/** The answer's only link to a PDF, as its document and the lines that it shows. */
async function pdfOf(url: string): Promise<{ source: string; lines: readonly string[] }> {
  const { pathname, search } = new URL(url);
  const pdf = Buffer.from(await (await server.fetch(pathname + search)).arrayBuffer());
  const lines = linesOf(pdf);
  expect(lines.length).toBeGreaterThan(3);
  return { source: pdf.toString("latin1"), lines };
}

test("states the seller on an invoice and a credit note, and not the product", async () => {
  const buyer = await server.member();
  await subscribeAs(server, buyer, { withoutTrial: true });
  const read = async () => {
    const { data } = await server.graphql<{
      invoices: { items: { id: string; pdfUrl: string; creditNotes: { pdfUrl: string }[] }[] };
    }>("{ invoices { items { id pdfUrl creditNotes { pdfUrl } } } }", {}, { as: buyer });
    return data!.invoices.items[0]!;
  };
  const refund = await server.graphql(
    `mutation ($id: ID!) { invoiceRefund(id: $id, amountInCents: 100, reason: "Demo", idempotencyKey: "${randomUUID()}") { id } }`,
    { id: (await read()).id },
    { as: await server.member({ role: "admin" }) },
  );
  expect(refund.errors).toEqual([]);
  const { pdfUrl, creditNotes } = await read();
  for (const url of [pdfUrl, creditNotes[0]!.pdfUrl]) {
    const { source, lines } = await pdfOf(url);
    // The author among the document's properties.
    expect(source).toContain(`(${name} LLC)`);
    expect(source).toContain("/Subtype /Image");
    expect(lines.join("\n")).toContain(`${name} LLC`);
    expect(source + lines.join("\n")).not.toMatch(/eightcount/i);
  }
});

test("names the studio on a gift card, and not the product", async () => {
  const { data } = await server.graphql<{ giftCardBuy: { pdfUrl: string } }>(
    `mutation ($gateway: Gateway!, $key: String!) {
      giftCardBuy(input: { amount: 5000, currencyCode: "USD", countryCode: "US", gift: { recipientLocale: "en" } },
        gateway: $gateway, paymentMethodType: card, idempotencyKey: $key) { pdfUrl } }`,
    { gateway: { provider: "eightcount", token: await cardToken(server) }, key: randomUUID() },
    { as: await server.member() },
  );
  const { source, lines } = await pdfOf(data!.giftCardBuy.pdfUrl);
  expect(source).toContain(`(${name})`);
  expect(source + lines.join("\n")).not.toMatch(/eightcount/i);
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
