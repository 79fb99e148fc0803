import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { translate } from "../platform/i18n/messages.ts";
import { pageTexts } from "../platform/web/build.ts";
import { startTestServer } from "../testing/harness.ts";
import type { TestServer } from "../testing/harness.ts";
import { buildSmallWeb } from "../testing/small-web.ts";

let webDir: string;
let server: TestServer;
beforeAll(async () => {
  webDir = await buildSmallWeb();
  server = await startTestServer({ webDir });
});
afterAll(async () => {
  await server?.stop();
  await rm(webDir, { recursive: true, force: true });
});

const open = async (path: string, language: string): Promise<string> =>
  (await server.fetch(path, { headers: { "accept-language": language } })).text();

test.each([
  ["en-GB", "en", "Loading", "Please allow it here."],
  ["es-MX", "es", "Cargando", "Permítelo aquí."],
  ["de-CH", "de", "Wird geladen", "Bitte erlaube es hier."],
])("shows a page before its scripts in %s", async (language, locale, loading, noScript) => {
  const html = await open("/dashboard", language);
  expect(html).toContain(`<html lang="${locale}" dir="ltr"`);
  expect(html).toContain(`>${loading}<`);
  expect(html).toContain(noScript);
});

test("translates the texts that index.html has", () => {
  const html = readFileSync(join(import.meta.dirname, "../../web/index.html"), "utf8");
  for (const text of pageTexts) expect(html).toContain(`>${translate(text, "en")}<`);
});

test("describes a post to link previews in the language of the request", async () => {
  const author = await server.member({ username: "demo_ana" });
  const { data } = await server.graphql<{ createPost: { id: string } }>(
    'mutation ($key: String!) { createPost(text: "Slow is smooth.", idempotencyKey: $key) { id } }',
    { key: randomUUID() },
    { as: author },
  );
  const path = `/post/${data!.createPost.id}`;
  expect(await open(path, "en")).toContain('og:title" content="Slow is smooth. · demo_ana on Eightcount"');
  expect(await open(path, "es")).toContain('og:title" content="Slow is smooth. · demo_ana en Eightcount"');
  expect(await open(path, "de")).toContain('og:title" content="Slow is smooth. · demo_ana bei Eightcount"');
});
