import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "../../../testing/browser.ts";
import type { TestBrowser } from "../../../testing/browser.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { subjectsTo } from "../../../testing/mailbox.ts";
import { readerOf } from "../index.ts";
import { buildSmallWeb } from "../../../testing/small-web.ts";
import { listMails } from "../../../platform/mail/outbox.ts";

let server: TestServer;
let webDir: string;
beforeAll(async () => {
  webDir = await buildSmallWeb();
  server = await startTestServer({ webDir });
});
afterAll(async () => {
  await server?.stop();
  await rm(webDir, { recursive: true, force: true });
});

const password = "tango on a tin roof";
const fresh = () => `demo-${randomUUID()}@example.test`;
const german = { "accept-language": "de-CH,de;q=0.9" };
const setLocale = (browser: TestBrowser, locale: string) =>
  browser.graphql("mutation ($locale: String!) { setLocale(locale: $locale) }", { locale });
const localeOf = async (browser: TestBrowser): Promise<string | null> => {
  const { data } = await browser.graphql<{ account: { locale: string | null } }>("{ account { locale } }");
  return data!.account.locale;
};
/** The language of a page in its boot data. */
const pageLocale = async (browser: TestBrowser): Promise<string> => {
  const { body } = await browser.get("/dashboard");
  return /"locale":"(\w+)"/.exec(String(body))![1]!;
};
/** Registers an account; its browser sends these headers with it. */
async function register(
  browser: TestBrowser,
  headers: Record<string, string> = {},
): Promise<{ email: string }> {
  const email = fresh();
  const { status } = await browser.post(
    "/api/auth/sign-up/email",
    { email, password, name: "Demo Ana" },
    headers,
  );
  expect(status).toBe(200);
  return { email };
}
const mailLocale = async (email: string): Promise<string> => {
  await expect.poll(() => subjectsTo(server, email), { timeout: 60_000 }).toHaveLength(1);
  const mail = (await listMails(server.dataDir)).find(({ to }) => to === email);
  return /<html[^>]* lang="(\w+)"/.exec(mail!.html)![1]!;
};

describe("the language of an account", () => {
  test("is the browser's when it registers, and its emails are in it", async () => {
    const browser = openBrowser(server);
    await browser.post("/api/auth/sign-in/anonymous", {}, german);
    const { email } = await register(browser, german);
    expect(await localeOf(browser)).toBe("de");
    expect(await mailLocale(email)).toBe("de");
    expect(await pageLocale(browser)).toBe("de");
  });

  test("is a guest's choice after they register", async () => {
    const browser = openBrowser(server);
    await browser.post("/api/auth/sign-in/anonymous", {}, german);
    expect((await setLocale(browser, "es")).data).toEqual({ setLocale: "es" });
    const { email } = await register(browser, german);
    expect(await localeOf(browser)).toBe("es");
    expect(await mailLocale(email)).toBe("es");
  });

  test("wins over a browser's choice at sign-in, and the browser takes it over", async () => {
    const { email } = await register(openBrowser(server), german);
    const other = openBrowser(server);
    await other.post("/api/auth/sign-in/anonymous");
    other.take(`${other.cookie()}; locale=es`);
    expect(await pageLocale(other)).toBe("es");
    const { status } = await other.post("/api/auth/sign-in/email", { email, password });
    expect(status).toBe(200);
    expect(other.cookie()).toMatch(/(^|; )locale=de(;|$)/);
    expect(await pageLocale(other)).toBe("de");
  });

  test("reaches a signed-in browser with its next page after a change in another one", async () => {
    const browser = openBrowser(server);
    const { email } = await register(browser);
    const other = openBrowser(server);
    await other.post("/api/auth/sign-in/email", { email, password });
    await setLocale(browser, "es");
    expect(await pageLocale(other)).toBe("es");
    expect(other.cookie()).toMatch(/(^|; )locale=es(;|$)/);
  });

  test("is that of its family profiles, too", async () => {
    const browser = openBrowser(server);
    await register(browser);
    await setLocale(browser, "es");
    const { data } = await browser.graphql<{ createFamilyMember: { members: { id: string }[] } }>(
      `mutation ($key: String!) {
        createFamilyMember(name: "Demo Ben", isChild: true, pin: "1357", idempotencyKey: $key) { members { id } }
      }`,
      { key: randomUUID() },
    );
    const child = data!.createFamilyMember.members.at(-1)!.id;
    expect(await readerOf(server.ctx().db, child)).toMatchObject({ locale: "es" });
  });

  test("refuses a language that the interface isn't in", async () => {
    const browser = openBrowser(server);
    await register(browser);
    const { errors } = await setLocale(browser, "xx");
    expect(errors).toMatchObject([{ extensions: { code: "BAD_INPUT", field: "locale" } }]);
    expect(await localeOf(browser)).toBe("en");
  });
});
