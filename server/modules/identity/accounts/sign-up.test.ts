import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "../../../testing/browser.ts";
import type { TestBrowser } from "../../../testing/browser.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { keyIn, mailTo, subjectsTo } from "../../../testing/mailbox.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

const password = "tango on a tin roof";
const fresh = () => `demo-${randomUUID()}@example.test`;
const register = (browser: TestBrowser, email: string, more: object = {}) =>
  browser.post("/api/auth/sign-up/email", { email, password, name: "Demo Ana", ...more });
const signIn = (browser: TestBrowser, email: string, given = password) =>
  browser.post("/api/auth/sign-in/email", { email, password: given });
const account = async (browser: TestBrowser) => {
  const { data, errors } = await browser.graphql<{
    account: { email: string | null; pendingEmail: string | null };
  }>("{ account { email pendingEmail } }");
  expect(errors).toEqual([]);
  return data!.account;
};
/** Registers an account and verifies its address. */
async function member(): Promise<{ browser: TestBrowser; email: string; id: string }> {
  const [browser, email] = [openBrowser(server), fresh()];
  const { body } = await register(browser, email);
  await browser.post("/api/auth/prove-address", {
    key: keyIn(await mailTo(server, email, "Confirm your email")),
  });
  return { browser, email, id: body.user.id };
}

describe("registration", () => {
  test("asks for a verification of the email, which works once", async () => {
    const [browser, email] = [openBrowser(server), fresh()];
    await browser.post("/api/auth/sign-in/anonymous");
    expect((await register(browser, email.toUpperCase())).status).toBe(200);
    expect(await account(browser)).toEqual({ email: null, pendingEmail: email });
    const key = keyIn(await mailTo(server, email, "Confirm your email"));
    expect(await browser.post("/api/auth/prove-address", { key })).toMatchObject({
      status: 200,
      body: { email },
    });
    expect(await account(browser)).toEqual({ email, pendingEmail: null });
    expect((await browser.post("/api/auth/prove-address", { key })).body.code).toBe("KEY_SPENT");
  });

  test("answers the same for a taken address, and notifies its owner instead", async () => {
    const owner = await member();
    const [stranger, newcomer] = [openBrowser(server), openBrowser(server)];
    const [taken, free] = [await register(stranger, owner.email), await register(newcomer, fresh())];
    expect(taken.status).toBe(free.status);
    expect({ ...taken.body, user: { ...taken.body.user, id: "" } }).toEqual({
      ...free.body,
      user: { ...free.body.user, id: "" },
    });
    expect([...taken.headers.keys()]).toEqual([...free.headers.keys()]);
    expect(await account(stranger)).toEqual({ email: null, pendingEmail: owner.email });
    await mailTo(server, owner.email, "You already have an account");
    // The stranger gets an account of their own, without the owner's data.
    expect(taken.body.user.id).not.toBe(owner.id);
    expect((await signIn(openBrowser(server), owner.email)).body.user.id).toBe(owner.id);
  });

  test("creates one account from two tabs at once, and the old session answers 401", async () => {
    const [browser, email] = [openBrowser(server), fresh()];
    await browser.post("/api/auth/sign-in/anonymous");
    const old = browser.cookie();
    const tabs = [openBrowser(server), openBrowser(server), openBrowser(server)];
    for (const tab of tabs) tab.take(old);
    const answers = await Promise.all(tabs.map((tab) => register(tab, email)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    const { rows } = await server.pool.query(
      `select u.id, count(a.id)::int as passwords from identity."user" u join identity.account a on a."userId" = u.id
       where u."pendingEmail" = $1 group by u.id`,
      [email],
    );
    expect(rows).toEqual([{ id: expect.any(String), passwords: 1 }]);
    const late = openBrowser(server);
    late.take(old);
    expect(await register(late, fresh())).toMatchObject({
      status: 409,
      body: { code: "ALREADY_REGISTERED" },
    });
    expect((await late.get("/api/auth/token")).status).toBe(401);
  });

  test("is refused for a registered account", async () => {
    const { browser } = await member();
    expect(await register(browser, fresh())).toMatchObject({
      status: 409,
      body: { code: "ALREADY_REGISTERED" },
    });
  });

  test.each([
    ["short7!", "PASSWORD_TOO_SHORT"],
    ["x".repeat(129), "PASSWORD_TOO_LONG"],
    ["password1", "PASSWORD_COMMON"],
    ["Summer2024!", "PASSWORD_COMMON"],
    ["qwertyuiop", "PASSWORD_COMMON"],
    ["eightcount2026", "PASSWORD_COMMON"],
    ["dem0anadem0ana", "PASSWORD_COMMON"],
  ])("rejects the password %s", async (given, code) => {
    const answer = await register(openBrowser(server), fresh(), { password: given });
    expect(answer).toMatchObject({ status: 400, body: { code } });
  });

  test.each([
    [{ email: "nonsense" }, "INVALID_EMAIL"],
    [{ email: "x@pending.invalid" }, "INVALID_EMAIL"],
    [{ name: "  " }, "BAD_INPUT"],
    [{ name: "x".repeat(81) }, "BAD_INPUT"],
  ])("rejects %j", async (given, code) => {
    expect((await register(openBrowser(server), fresh(), given)).body.code).toBe(code);
  });

  test("is limited to five times in half an hour from one address", async () => {
    const address = "2001:db8:5::5";
    const statuses = [];
    for (let count = 0; count < 6; count += 1)
      statuses.push((await register(openBrowser(server, { address }), fresh())).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test("sends at most five emails an hour to one address", async () => {
    const { email } = await member();
    await Promise.all(Array.from({ length: 8 }, () => register(openBrowser(server), email)));
    await expect.poll(async () => (await subjectsTo(server, email)).length, { timeout: 60_000 }).toBe(5);
    const { rows } = await server.pool.query(
      `select count(*)::int from graphile_worker.jobs where task_identifier = 'mail.send'`,
    );
    expect(rows[0].count).toBe(0);
  });
});

describe("password sign-in", () => {
  test("answers the same, in the same time, for a wrong password and an unknown address", async () => {
    const { email } = await member();
    const answers = [
      await signIn(openBrowser(server), email, "not the password"),
      await signIn(openBrowser(server), fresh(), "not the password"),
    ];
    expect(answers[0]!.status).toBe(401);
    expect(answers[0]!.body).toEqual(answers[1]!.body);
    expect(answers[0]!.body.code).toBe("INVALID_EMAIL_OR_PASSWORD");
  });

  test("is delayed after ten wrong passwords, also for the right one, and also for an unknown address", async () => {
    const { email, browser: known } = await member();
    await known.post("/api/auth/sign-out");
    for (const tried of [email, fresh()]) {
      const browser = openBrowser(server);
      for (let count = 0; count < 10; count += 1)
        expect((await signIn(browser, tried, `wrong ${count}`)).status).toBe(401);
      const refused = await signIn(browser, tried);
      expect(refused).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } });
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    // In a known browser the owner can still sign in.
    expect((await signIn(known, email)).status).toBe(200);
  });

  test("counts all addresses of one IPv6 network together, since one client can use all of them", async () => {
    const { email } = await member();
    const attempt = (count: number) =>
      signIn(openBrowser(server, { address: `2001:db8:64:1::${count}` }), email, `wrong ${count}`);
    for (let count = 1; count <= 10; count += 1) expect((await attempt(count)).status).toBe(401);
    expect((await attempt(11)).status).toBe(429);
  });

  test("is limited to 25 times in five minutes from one address, for any account", async () => {
    const address = "2001:db8:25::25";
    const statuses: number[] = [];
    for (let count = 0; count < 26; count += 1)
      statuses.push((await signIn(openBrowser(server, { address }), fresh(), "x")).status);
    expect(statuses.slice(0, 25)).toEqual(Array.from({ length: 25 }, () => 401));
    expect(statuses[25]).toBe(429);
  });

  test("is blocked on better-auth's own routes, and for cross-site forms", async () => {
    const browser = openBrowser(server);
    for (const path of [
      "/api/auth/update-user",
      "/api/auth/change-email",
      "/api/auth/get-session",
      "/api/auth/delete-user",
    ])
      expect((await browser.post(path)).status).toBe(404);
    const { email } = await member();
    const form = await server.fetch("/api/auth/sign-in/email", {
      method: "POST",
      headers: { "content-type": "text/plain" },
      body: JSON.stringify({ email, password }),
    });
    expect(form.status).toBe(415);
    const foreign = openBrowser(server, { origin: "https://elsewhere.example" });
    foreign.take((await member()).browser.cookie());
    expect((await signIn(foreign, email)).status).toBe(403);
  });
});

describe("without a proxy", () => {
  let bare: TestServer;
  beforeAll(async () => {
    bare = await startTestServer({ roles: "api", env: { TRUSTED_PROXIES: "" } });
  });
  afterAll(() => bare?.stop());

  test("ignores a spoofed X-Forwarded-For", async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) {
      const answer = await openBrowser(bare).post(
        "/api/auth/sign-in/email",
        { email: "demo@example.test", password: `wrong ${count}` },
        { "x-forwarded-for": `198.51.100.${count}`, "x-eightcount-address": `198.51.100.${count}` },
      );
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });
});
