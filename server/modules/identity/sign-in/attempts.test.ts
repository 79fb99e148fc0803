import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "../../../testing/browser.ts";
import type { BrowserAnswer, TestBrowser } from "../../../testing/browser.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { keyIn, mailTo } from "../../../testing/mailbox.ts";
import { totpCodeAt, turnOnTwoSteps } from "../../../testing/two-steps.ts";

let server: TestServer;
let now = Date.now();
const wait = (seconds: number) => {
  now += seconds * 1000;
};
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(now) } });
});
afterAll(() => server?.stop());

const password = "tango on a tin roof";
const another = "a waltz over wet slate";
const fresh = () => `demo-${randomUUID()}@example.test`;
const signIn = (browser: TestBrowser, email: string, given = password) =>
  browser.post("/api/auth/sign-in/email", { email, password: given });
async function member(): Promise<{ browser: TestBrowser; email: string }> {
  const [browser, email] = [openBrowser(server), fresh()];
  const { status } = await browser.post("/api/auth/sign-up/email", { email, password, name: "Demo Ana" });
  expect(status).toBe(200);
  return { browser, email };
}
/**
 * Sends wrong passwords, each from another /64 of one /48.
 * @returns the statuses
 */
async function guess(email: string, count: number): Promise<number[]> {
  const site = randomUUID().slice(0, 4);
  const statuses: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const browser = openBrowser(server, { address: `2001:db8:${site}:${(n * 257).toString(16)}::1` });
    statuses.push((await signIn(browser, email, `wrong ${n}`)).status);
  }
  return statuses;
}
async function verifiedMember() {
  const owner = await member();
  const key = keyIn(await mailTo(server, owner.email, "Confirm your email"));
  expect((await owner.browser.post("/api/auth/prove-address", { key })).status).toBe(200);
  return owner;
}
/**
 * A member whose password a thief used, whose owner reported it and chose a new password.
 * @returns the thief's browser, which was signed in to the account, and a new one of the owner
 */
async function reportedThief() {
  const { email } = await verifiedMember();
  const [thief, owner] = [openBrowser(server), openBrowser(server)];
  expect((await signIn(thief, email)).status).toBe(200);
  const token = keyIn(await mailTo(server, email, "New sign-in to your account"));
  const { body } = await owner.post("/api/auth/security-report/confirm", { token });
  const chosen = { key: body.resetKey as string, password: another };
  expect((await owner.post("/api/auth/sign-in/new-password", chosen)).status).toBe(200);
  return { email, thief, owner };
}
const isDelayed = (answer: BrowserAnswer, seconds: number) => {
  expect(answer).toMatchObject({
    status: 429,
    body: { code: "RATE_LIMITED", retryAfterSeconds: seconds, alternative: "sign_in_link" },
  });
  expect(answer.body.message).toContain("Use a sign-in link");
  expect(answer.headers.get("retry-after")).toBe(String(seconds));
};

describe("password attempts of one account", () => {
  test("are delayed after ten failures from ten networks, with or without an account", async () => {
    for (const email of [(await member()).email, fresh()]) {
      expect(await guess(email, 14)).toEqual([
        ...Array.from({ length: 10 }, () => 401),
        ...Array.from({ length: 4 }, () => 429),
      ]);
      const elsewhere = openBrowser(server);
      isDelayed(await signIn(elsewhere, email, "wrong"), 60);
      wait(60);
      expect((await signIn(elsewhere, email, "wrong")).status).toBe(401);
      isDelayed(await signIn(elsewhere, email, "wrong"), 120);
      wait(120);
      expect((await signIn(elsewhere, email, "wrong")).status).toBe(401);
      isDelayed(await signIn(elsewhere, email, "wrong"), 240);
    }
  });

  test("are not delayed by others in a known browser of the account", async () => {
    const { browser, email } = await member();
    await browser.post("/api/auth/sign-out");
    await guess(email, 12);
    expect((await signIn(openBrowser(server), email)).status).toBe(429);
    expect((await signIn(browser, email)).status).toBe(200);
  });

  test("are delayed by the known browser's own failures", async () => {
    const { browser, email } = await member();
    await browser.post("/api/auth/sign-out");
    for (let n = 0; n < 10; n += 1) expect((await signIn(browser, email, `wrong ${n}`)).status).toBe(401);
    isDelayed(await signIn(browser, email), 60);
    wait(60);
    expect((await signIn(browser, email)).status).toBe(200);
  });

  test("are delayed in a known browser of another account, or with a forged cookie", async () => {
    const [owner, thief] = [await member(), await member()];
    await thief.browser.post("/api/auth/sign-out");
    await guess(owner.email, 12);
    expect((await signIn(thief.browser, owner.email)).status).toBe(429);
    const forger = openBrowser(server);
    forger.take(owner.browser.cookie().replace(/(device=[^;]+)$/, "$1x"));
    expect((await signIn(forger, owner.email)).status).toBe(429);
  });

  test("are delayed in a browser that signed up with the email of another account", async () => {
    const owner = await verifiedMember();
    await owner.browser.post("/api/auth/sign-out");
    const thief = openBrowser(server);
    await thief.post("/api/auth/sign-up/email", {
      email: owner.email,
      password: "salsa under the stairs",
      name: "Demo",
    });
    await thief.post("/api/auth/sign-out");
    await guess(owner.email, 12);
    expect((await signIn(thief, owner.email)).status).toBe(429);
    expect((await signIn(owner.browser, owner.email)).status).toBe(200);
  });

  test("are delayed in a browser of which the owner said that it wasn't them", async () => {
    const { email, thief, owner } = await reportedThief();
    await owner.post("/api/auth/sign-out");
    await guess(email, 12);
    expect((await signIn(thief, email)).status).toBe(429);
    expect((await signIn(owner, email, another)).status).toBe(200);
  });

  test("are delayed in a browser that signed up with the email before its owner claimed the account", async () => {
    const { browser: squatter, email } = await member();
    const owner = openBrowser(server);
    await owner.post("/api/auth/send-link", { email, purpose: "reset" });
    const key = keyIn(await mailTo(server, email, "Choose a new password"));
    const account = (await owner.post("/api/auth/mailed-link", { key })).body.accounts[0].id as string;
    const chosen = { key, account, password: another };
    expect((await owner.post("/api/auth/sign-in/new-password", chosen)).status).toBe(200);
    await owner.post("/api/auth/sign-out");
    await guess(email, 12);
    expect((await signIn(squatter, email)).status).toBe(429);
    expect((await signIn(owner, email, another)).status).toBe(200);
  });

  test("leave sign-in by email link available, after which the browser is known", async () => {
    const { email } = await member();
    await guess(email, 12);
    const browser = openBrowser(server);
    isDelayed(await signIn(browser, email), 60);
    await browser.post("/api/auth/send-link", { email, purpose: "sign_in" });
    const key = keyIn(await mailTo(server, email, "Your sign-in link"));
    const { body } = await browser.post("/api/auth/mailed-link", { key });
    const account = body.accounts[0].id as string;
    expect((await browser.post("/api/auth/sign-in/link", { key, account })).status).toBe(200);
    await browser.post("/api/auth/sign-out");
    // The link verified the email, which removed the unverified password: wrong, but not delayed.
    expect((await signIn(browser, email)).status).toBe(401);
    expect((await signIn(openBrowser(server), email)).status).toBe(429);
  });

  test("are counted from zero again after a success", async () => {
    const { email } = await member();
    await guess(email, 9);
    expect((await signIn(openBrowser(server), email)).status).toBe(200);
    expect(await guess(email, 10)).not.toContain(429);
  });
});

test("sets the known-device cookie HttpOnly, same-site, and without identifying an account", async () => {
  const { browser, email } = await member();
  const answer = await signIn(browser, email);
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith("eightcount.device="))!;
  expect(cookie).toMatch(/HttpOnly/i);
  expect(cookie).toMatch(/SameSite=Lax/i);
  expect(cookie).toMatch(/Path=\/api\/auth/i);
  const held = Buffer.from(cookie.split(/[=.;]/)[2]!, "base64url").toString();
  expect(held).not.toContain(email);
  expect(held).not.toContain(answer.body.user.id);
});

test("does not mark a guest's browser as known to any account", async () => {
  const answer = await openBrowser(server).post("/api/auth/sign-in/anonymous");
  expect(answer.headers.getSetCookie().some((line) => line.includes("device="))).toBe(false);
});

test("delays two-factor codes for others, but not in the owner's browser", async () => {
  const { browser, email } = await member();
  const { secret } = await turnOnTwoSteps(browser, now);
  const code = () => totpCodeAt(secret, now);
  await browser.post("/api/auth/sign-out");
  const secondStep = async (by: TestBrowser, given: string) => {
    const { challenge } = (await signIn(by, email)).body;
    return by.post("/api/auth/sign-in/code", { challenge, code: given });
  };
  wait(60);
  for (let n = 0; n < 5; n += 1) expect((await secondStep(openBrowser(server), "000000")).status).toBe(400);
  const refused = await secondStep(openBrowser(server), code());
  expect(refused).toMatchObject({ status: 429, body: { code: "RATE_LIMITED", retryAfterSeconds: 60 } });
  expect((await secondStep(browser, code())).status).toBe(200);
});

test("delays two-factor codes in a browser of which the owner said that it wasn't them", async () => {
  const { email, thief, owner } = await reportedThief();
  await turnOnTwoSteps(owner, now);
  const guessCode = async (by: TestBrowser) => {
    const { challenge } = (await signIn(by, email, another)).body;
    return (await by.post("/api/auth/sign-in/code", { challenge, code: "000000" })).status;
  };
  for (let n = 0; n < 5; n += 1) expect(await guessCode(openBrowser(server))).toBe(400);
  expect(await guessCode(thief)).toBe(429);
});

test("limits guest sessions by the /48, too", async () => {
  const statuses: number[] = [];
  const arrive = async (n: number) => {
    const browser = openBrowser(server, { address: `2001:db8:4848:${(n * 131).toString(16)}::1` });
    statuses.push((await browser.post("/api/auth/sign-in/anonymous")).status);
  };
  for (let n = 0; n < 500; n += 10)
    await Promise.all(Array.from({ length: 10 }, (_unused, at) => arrive(n + at)));
  expect(statuses.filter((status) => status === 200)).toHaveLength(480);
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
});
