import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "../../../testing/browser.ts";
import type { TestBrowser } from "../../../testing/browser.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { keyIn, mailTo } from "../../../testing/mailbox.ts";

let server: TestServer;
let now = Date.now();
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(now) } });
});
afterAll(() => server?.stop());

const password = "tango on a tin roof";
const another = "a waltz over wet slate";
async function member(userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0") {
  const [browser, email] = [openBrowser(server), `demo-${randomUUID()}@example.test`];
  await browser.post(
    "/api/auth/sign-up/email",
    { email, password, name: "Demo Ana" },
    { "user-agent": userAgent },
  );
  const key = keyIn(await mailTo(server, email, "Confirm your email"));
  await browser.post("/api/auth/prove-address", { key });
  return { browser, email };
}
async function signIn(email: string, userAgent: string, given = password) {
  const browser = openBrowser(server);
  const answer = await browser.post(
    "/api/auth/sign-in/email",
    { email, password: given },
    { "user-agent": userAgent },
  );
  return { browser, status: answer.status };
}
const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1";
type Sessions = { account: { sessions: { id: string; device: string; isCurrent: boolean }[] } };
const sessions = async (browser: TestBrowser) =>
  (await browser.graphql<Sessions>("{ account { sessions { id device isCurrent } } }")).data!.account
    .sessions;
const isIn = async (browser: TestBrowser) => (await browser.get("/api/auth/token")).status === 200;

describe("the sessions of an account", () => {
  test("show the device, and can be revoked one by one", async () => {
    const { browser, email } = await member();
    const { browser: other } = await signIn(email, phone);
    const list = await sessions(browser);
    expect(list.map(({ device, isCurrent }) => ({ device, isCurrent }))).toEqual(
      expect.arrayContaining([
        { device: "Firefox, Linux", isCurrent: true },
        { device: "Safari, iPhone", isCurrent: false },
      ]),
    );
    const { id } = list.find(({ isCurrent }) => !isCurrent)!;
    await browser.graphql("mutation ($id: ID) { endSession(id: $id) { id } }", { id });
    expect(await isIn(other)).toBe(false);
    expect(await sessions(browser)).toHaveLength(1);
  });

  test("can all be revoked at once, except the current one", async () => {
    const { browser, email } = await member();
    const others = [await signIn(email, phone), await signIn(email, phone)];
    await browser.graphql("mutation { endSession { id } }");
    for (const other of others) expect(await isIn(other.browser)).toBe(false);
    expect(await isIn(browser)).toBe(true);
  });

  test("cannot be revoked by another account", async () => {
    const [mine, theirs] = [await member(), await member()];
    const { id } = (await sessions(theirs.browser))[0]!;
    const answer = await mine.browser.graphql("mutation ($id: ID) { endSession(id: $id) { id } }", { id });
    expect(answer.errors).toEqual([]);
    expect(await isIn(theirs.browser)).toBe(true);
  });

  test("contain no IP address", async () => {
    await member();
    const { rows } = await server.pool.query(
      `select count("ipAddress")::int as remaining from identity.session`,
    );
    expect(rows[0].remaining).toBe(0);
  });
});

describe("changing the password", () => {
  test("requires the old password, keeps this session and revokes the others", async () => {
    const { browser, email } = await member();
    const { browser: other } = await signIn(email, phone);
    const change = (current: string, given: string) =>
      browser.post("/api/auth/new-password", { current, password: given });
    expect((await change("not it", another)).body.code).toBe("WRONG_PASSWORD");
    expect((await change(password, "password1")).body.code).toBe("PASSWORD_COMMON");
    expect((await change(password, another)).status).toBe(200);
    expect([await isIn(browser), await isIn(other)]).toEqual([true, false]);
    expect((await signIn(email, phone)).status).toBe(401);
    expect((await signIn(email, phone, another)).status).toBe(200);
    await mailTo(server, email, "Your password was changed");
  });

  test("is delayed after ten wrong passwords, also for the right one", async () => {
    const { browser } = await member();
    const change = (current: string) =>
      browser.post("/api/auth/new-password", { current, password: another });
    for (let count = 0; count < 10; count += 1) expect((await change(`wrong ${count}`)).status).toBe(403);
    expect((await change(password)).status).toBe(429);
  });

  test("is for registered accounts only", async () => {
    const browser = openBrowser(server);
    const change = () => browser.post("/api/auth/new-password", { current: "", password: another });
    expect((await change()).body.code).toBe("UNAUTHENTICATED");
    await browser.post("/api/auth/sign-in/anonymous");
    expect((await change()).body.code).toBe("REGISTRATION_REQUIRED");
  });
});

describe("changing the email address", () => {
  const read = async (browser: TestBrowser) =>
    (await browser.graphql<{ account: object }>("{ account { email pendingEmail } }")).data!.account;

  test("takes effect once the new address is verified, and notifies the old one", async () => {
    const { browser, email } = await member();
    const next = `demo-${randomUUID()}@example.test`;
    expect((await browser.post("/api/auth/new-address", { email: next })).status).toBe(200);
    expect(await read(browser)).toEqual({ email, pendingEmail: next });
    expect((await signIn(next, phone)).status).toBe(401);
    const key = keyIn(await mailTo(server, next, "Confirm your email"));
    await browser.post("/api/auth/prove-address", { key });
    expect(await read(browser)).toEqual({ email: next, pendingEmail: null });
    await mailTo(server, email, "Your email was changed");
    expect((await signIn(next, phone)).status).toBe(200);
    expect((await signIn(email, phone)).status).toBe(401);
  });

  test("answers the same for a taken address, and notifies its owner", async () => {
    const [mine, theirs] = [await member(), await member()];
    expect((await mine.browser.post("/api/auth/new-address", { email: theirs.email })).body).toEqual({
      changed: true,
    });
    await mailTo(server, theirs.email, "You already have an account");
    expect((await signIn(theirs.email, phone)).status).toBe(200);
  });

  test("asks for the password again after 15 minutes", async () => {
    const { browser } = await member();
    now += 16 * 60_000;
    const change = () =>
      browser.post("/api/auth/new-address", { email: `demo-${randomUUID()}@example.test` });
    expect((await change()).body.code).toBe("CONFIRMATION_NEEDED");
    expect((await browser.post("/api/auth/confirm", { password: "not it" })).body.code).toBe(
      "WRONG_PASSWORD",
    );
    expect((await browser.post("/api/auth/confirm", { password })).status).toBe(200);
    expect((await change()).status).toBe(200);
  });

  test("replaces the previous pending address if requested again", async () => {
    const { browser } = await member();
    const next = `demo-${randomUUID()}@example.test`;
    await browser.post("/api/auth/new-address", { email: next });
    const first = keyIn(await mailTo(server, next, "Confirm your email"));
    now += 1000;
    const { errors } = await browser.graphql("mutation { sendAddressProof { id } }");
    expect(errors).toEqual([]);
    const newest = async () => keyIn(await mailTo(server, next, "Confirm your email"));
    await expect.poll(newest, { timeout: 60_000 }).not.toBe(first);
    expect((await browser.post("/api/auth/prove-address", { key: first })).body.code).toBe("KEY_SPENT");
    expect((await browser.post("/api/auth/prove-address", { key: await newest() })).status).toBe(200);
  });
});
