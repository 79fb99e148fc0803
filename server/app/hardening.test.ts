import { randomUUID } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "../testing/browser.ts";
import { createTestDatabase, startTestServer } from "../testing/harness.ts";
import type { TestServer } from "../testing/harness.ts";
import { keyIn, mailTo } from "../testing/mailbox.ts";
import { buildSmallWeb } from "../testing/small-web.ts";

const origin = "https://dance.example";
const password = "tango on a tin roof";
let now = Date.UTC(2026, 10, 22);
let webDir: string;
let server: TestServer;
let secure: TestServer;
beforeAll(async () => {
  webDir = await buildSmallWeb();
  server = await startTestServer({ webDir });
  secure = await startTestServer({
    webDir,
    env: { PUBLIC_URL: origin },
    clock: { now: () => new Date(now) },
  });
});
afterAll(async () => {
  await server?.stop();
  await secure?.stop();
  await rm(webDir, { recursive: true, force: true });
});

test("no response about sign-in contains the session credential", async () => {
  const browser = openBrowser(server);
  const email = `demo-${randomUUID()}@example.test`;
  const answers = [
    await browser.post("/api/auth/sign-in/anonymous"),
    await browser.post("/api/auth/sign-in/anonymous"),
    await browser.post("/api/auth/sign-up/email", { email, password, name: "Ana" }),
    await browser.post("/api/auth/sign-in/email", { email, password }),
    await browser.get("/api/auth/token"),
    await browser.post("/api/auth/confirm", { password }),
  ];
  await browser.post("/api/auth/send-link", { email, purpose: "sign_in" });
  const key = keyIn(await mailTo(server, email, "Your sign-in link"));
  answers.push(
    await browser.post("/api/auth/sign-in/link", { key, password }),
    await browser.post("/api/auth/two-steps/begin"),
    await browser.post("/api/auth/sign-out"),
  );
  const { rows } = await server.pool.query<{ token: string }>("select token from identity.session");
  expect(rows.length).toBeGreaterThan(0);
  const credentials = new Set(rows.map(({ token }) => token));
  for (const { headers, body } of answers) {
    for (const line of headers.getSetCookie()) {
      const token = /session_token=([\w-]{20,})/.exec(line)?.[1];
      if (token) credentials.add(token);
    }
    for (const token of credentials) expect(JSON.stringify(body)).not.toContain(token);
  }
  expect(answers[0]?.body).toEqual({
    user: { id: expect.any(String), name: expect.any(String), isAnonymous: true },
    token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  });
});

describe("a page", () => {
  const cacheOf = async (cookie: string) =>
    (await server.fetch("/library", { headers: { cookie } })).headers.get("cache-control");

  test("with an access token is never cached", async () => {
    expect(await cacheOf((await server.member()).cookie)).toBe("private, no-store");
  });

  test("without an access token may be cached, with revalidation", async () => {
    expect(await cacheOf("")).toBe("private, no-cache");
  });
});

describe("cookies over https", () => {
  const arrive = async () => {
    const browser = openBrowser(secure, { origin });
    const { headers, body } = await browser.post("/api/auth/sign-in/anonymous");
    return { browser, lines: headers.getSetCookie(), id: (body as { user: { id: string } }).user.id };
  };
  /** The session cookie under an earlier version's name. */
  const former = (cookie: string) => cookie.replaceAll("__Host-", "__Secure-");
  const pageOf = async (cookie: string) =>
    (await secure.fetch("/library", { headers: { cookie } })).headers.get("cache-control");

  test("are limited to the host", async () => {
    const { lines } = await arrive();
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      expect(line).toMatch(/^__Host-eightcount\./);
      expect(line).toMatch(/; Path=\/(;|$)/i);
      expect(line).toMatch(/; Secure(;|$)/i);
      expect(line).toMatch(/; HttpOnly(;|$)/i);
      expect(line).not.toMatch(/; Domain/i);
    }
  });

  test("are renewed while they are used", async () => {
    const before = now;
    const { browser } = await arrive();
    const first = browser.cookie();
    now += 31 * 60_000;
    expect((await browser.get("/api/auth/token")).status).toBe(200);
    expect(browser.cookie()).not.toBe(first);
    expect((await browser.get("/api/auth/token")).status).toBe(200);
    now = before;
  });

  test("of an earlier version keep people signed in, and are replaced", async () => {
    const { browser, id } = await arrive();
    browser.take(former(browser.cookie()));
    expect(await pageOf(browser.cookie())).toBe("private, no-store");
    expect((await browser.post("/api/auth/sign-in/anonymous")).body).toMatchObject({ user: { id } });
    expect((await browser.get("/api/auth/token")).status).toBe(200);
    expect(browser.cookie()).toMatch(/^__Host-eightcount\.session_token=/);
    expect(browser.cookie()).not.toContain("__Secure-");
    expect((await browser.get("/api/auth/token")).status).toBe(200);
  });

  test("of an earlier version are ignored beside current ones", async () => {
    const [mine, planted] = [await arrive(), await arrive()];
    mine.browser.take(`${former(planted.browser.cookie())}; ${mine.browser.cookie()}`);
    expect((await mine.browser.post("/api/auth/sign-in/anonymous")).body).toMatchObject({
      user: { id: mine.id },
    });
  });

  test("of an earlier version expire in March 2027", async () => {
    const before = now;
    now = Date.UTC(2027, 1, 28);
    const { browser } = await arrive();
    const cookie = former(browser.cookie());
    expect(await pageOf(cookie)).toBe("private, no-store");
    now = Date.UTC(2027, 2, 2);
    expect(await pageOf(cookie)).toBe("private, no-cache");
    now = before;
  });
});

test("serves security.txt", async () => {
  const answer = await secure.fetch("/.well-known/security.txt");
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(await answer.text()).toBe(
    [
      "Contact: mailto:hello@dance.example",
      "Expires: 2027-05-21T00:00:00Z",
      "Preferred-Languages: en",
      "Canonical: https://dance.example/.well-known/security.txt",
      "",
    ].join("\n"),
  );
  const configured = await startTestServer({ env: { SECURITY_CONTACT: "security@dance.example" } });
  try {
    const text = await (await configured.fetch("/.well-known/security.txt")).text();
    expect(text).toContain("Contact: mailto:security@dance.example\n");
  } finally {
    await configured.stop();
  }
});

test("migrates and serves with the role from ops/postgres, which is no superuser", async () => {
  const { connection, drop } = await createTestDatabase({ isEmpty: true });
  const name = `owner_${randomUUID().replaceAll("-", "")}`;
  const script = await readFile(new URL("../../ops/postgres/owner.sql", import.meta.url), "utf8");
  const statements = script
    .replaceAll(/^(?:\\|--).*$/gm, "")
    .replaceAll("eightcount", name)
    .replaceAll(":'password'", "'a password'")
    .split(";")
    .filter((sql) => sql.trim() !== "");
  const admin = new pg.Client(connection);
  await admin.connect();
  try {
    for (const sql of statements) await admin.query(sql);
    const own = await startTestServer({
      database: { ...connection, user: name, database: name, password: "a password" },
    });
    try {
      const { rows } = await own.pool.query<{ is_superuser: string; role: string }>(
        "select current_setting('is_superuser') as is_superuser, current_user as role",
      );
      expect(rows).toEqual([{ is_superuser: "off", role: name }]);
      const person = await own.member();
      expect((await own.graphql("{ me { id } }", {}, { as: person })).data).toEqual({
        me: { id: person.id },
      });
    } finally {
      await own.stop();
    }
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.query(`drop role if exists ${name}`);
    await admin.end();
    await drop();
  }
});
