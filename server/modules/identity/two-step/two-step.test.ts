import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "../../../testing/browser.ts";
import type { TestBrowser } from "../../../testing/browser.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { keyIn, mailTo } from "../../../testing/mailbox.ts";
import { decodeBase32, totpCodeAt, turnOnTwoSteps } from "../../../testing/two-steps.ts";
import { base32, codeAt, stepAt, stepOfCode } from "./totp.ts";

let server: TestServer;
let now = Date.now();
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(now) } });
});
afterAll(() => server?.stop());

const password = "tango on a tin roof";
async function member() {
  const [browser, email] = [openBrowser(server), `demo-${randomUUID()}@example.test`];
  const { body } = await browser.post("/api/auth/sign-up/email", { email, password, name: "Demo Ana" });
  await browser.post("/api/auth/prove-address", {
    key: keyIn(await mailTo(server, email, "Confirm your email")),
  });
  return { browser, email, id: body.user.id as string };
}
async function memberInTwoSteps() {
  const me = await member();
  now += 30_000;
  const steps = await turnOnTwoSteps(me.browser, now);
  now += 30_000;
  return { ...me, ...steps };
}
async function firstStep(email: string, browser: TestBrowser) {
  const answer = await browser.post("/api/auth/sign-in/email", { email, password });
  expect(answer.status).toBe(200);
  return answer.body.challenge as string;
}
const isIn = async (browser: TestBrowser) => (await browser.get("/api/auth/token")).status === 200;
const codeNow = (secret: Uint8Array) => totpCodeAt(secret, now);

describe("TOTP codes", () => {
  // RFC 6238, appendix B, truncated to six digits.
  const secret = Buffer.from("12345678901234567890");
  test.each([
    [59, "287082"],
    [1111111109, "081804"],
    [1234567890, "005924"],
    [2000000000, "279037"],
    [20000000000, "353130"],
  ])("match the test vector at second %d", (seconds, code) => {
    expect(codeAt(secret, stepAt(new Date(seconds * 1000)))).toBe(code);
    expect(stepOfCode(secret, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30));
  });

  test("are accepted half a minute early and late, and no further", () => {
    const at = new Date(1_700_000_010_000);
    const found = [-2, -1, 0, 1, 2].map(
      (away) => stepOfCode(secret, codeAt(secret, stepAt(at) + away), at) !== null,
    );
    expect(found).toEqual([false, true, true, true, false]);
  });

  test("show the secret as base32", () => {
    expect(base32(secret)).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    expect(decodeBase32(base32(secret))).toEqual(secret);
  });
});

describe("two-factor sign-in", () => {
  test("asks for a code after the password, creates no session before, and accepts each code once", async () => {
    const { email, id, secret } = await memberInTwoSteps();
    const browser = openBrowser(server);
    await browser.post("/api/auth/sign-in/anonymous");
    const before = browser.cookie();
    const challenge = await firstStep(email, browser);
    // The current session stays until the second step.
    expect(browser.cookie()).toBe(before);
    const code = codeNow(secret);
    expect((await browser.post("/api/auth/sign-in/code", { challenge, code: "000000" })).body.code).toBe(
      "WRONG_CODE",
    );
    const answer = await browser.post("/api/auth/sign-in/code", {
      challenge,
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
    });
    expect(answer).toMatchObject({ status: 200, body: { user: { id } } });

    const thief = openBrowser(server);
    const replayed = await thief.post("/api/auth/sign-in/code", {
      challenge: await firstStep(email, thief),
      code,
    });
    expect(replayed.body.code).toBe("WRONG_CODE");
    expect(await isIn(thief)).toBe(false);
  });

  test("accepts a code once for two concurrent requests", async () => {
    const { email, secret } = await memberInTwoSteps();
    const both = [openBrowser(server), openBrowser(server)];
    const challenges = await Promise.all(both.map((browser) => firstStep(email, browser)));
    const code = codeNow(secret);
    const answers = await Promise.all(
      both.map((browser, index) =>
        browser.post("/api/auth/sign-in/code", { challenge: challenges[index]!, code }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400]);
  });

  test("accepts each recovery code once, and new ones void the old", async () => {
    const { email, browser: mine, codes } = await memberInTwoSteps();
    expect(new Set(codes).size).toBe(10);
    const by = async (code: string) => {
      const browser = openBrowser(server);
      return (
        await browser.post("/api/auth/sign-in/code", { challenge: await firstStep(email, browser), code })
      ).status;
    };
    expect(await by(codes[0]!.toLowerCase().replace("-", " "))).toBe(200);
    expect(await by(codes[0]!)).toBe(400);
    const left = async () =>
      (await mine.graphql<{ account: object }>("{ account { hasTwoSteps recoveryCodesLeft } }")).data!
        .account;
    expect(await left()).toEqual({ hasTwoSteps: true, recoveryCodesLeft: 9 });
    expect((await mine.post("/api/auth/two-steps/recovery-codes")).body.recoveryCodes).toHaveLength(10);
    expect(await left()).toEqual({ hasTwoSteps: true, recoveryCodesLeft: 10 });
    expect(await by(codes[1]!)).toBe(400);
  });

  test("is delayed after five wrong codes, from any network", async () => {
    const { email, secret } = await memberInTwoSteps();
    for (let count = 0; count < 5; count += 1) {
      const browser = openBrowser(server);
      const challenge = await firstStep(email, browser);
      expect((await browser.post("/api/auth/sign-in/code", { challenge, code: "000000" })).status).toBe(400);
    }
    const browser = openBrowser(server);
    const challenge = await firstStep(email, browser);
    expect((await browser.post("/api/auth/sign-in/code", { challenge, code: codeNow(secret) })).status).toBe(
      429,
    );
  });

  test("asks for the second factor after an email link, and after a password reset", async () => {
    const { email } = await memberInTwoSteps();
    const browser = openBrowser(server);
    await browser.post("/api/auth/send-link", { email, purpose: "sign_in" });
    const link = keyIn(await mailTo(server, email, "Your sign-in link"));
    expect((await browser.post("/api/auth/sign-in/link", { key: link })).body).toEqual({
      challenge: expect.any(String),
    });
    await browser.post("/api/auth/send-link", { email, purpose: "reset" });
    const key = keyIn(await mailTo(server, email, "Choose a new password"));
    const answer = await browser.post("/api/auth/sign-in/new-password", {
      key,
      password: "a waltz over wet slate",
    });
    expect(answer.body).toEqual({ challenge: expect.any(String) });
    expect(await isIn(browser)).toBe(false);
  });

  test("rejects an expired or forged challenge", async () => {
    const { email, secret } = await memberInTwoSteps();
    const browser = openBrowser(server);
    const challenge = await firstStep(email, browser);
    const forged = `${Buffer.from(JSON.stringify({ personId: randomUUID(), until: now + 1e6 })).toString("base64url")}.${challenge.split(".")[1]}`;
    expect(
      (await browser.post("/api/auth/sign-in/code", { challenge: forged, code: "000000" })).body.code,
    ).toBe("CHALLENGE_OVER");
    now += 11 * 60_000;
    const late = await browser.post("/api/auth/sign-in/code", { challenge, code: codeNow(secret) });
    expect(late.body.code).toBe("CHALLENGE_OVER");
  });

  test("is turned off by a recently confirmed session, with a notification", async () => {
    const { email, browser } = await memberInTwoSteps();
    now += 16 * 60_000;
    expect((await browser.post("/api/auth/two-steps/off")).body.code).toBe("CONFIRMATION_NEEDED");
    await browser.post("/api/auth/confirm", { password });
    expect((await browser.post("/api/auth/two-steps/off")).status).toBe(200);
    expect(await openBrowser(server).post("/api/auth/sign-in/email", { email, password })).toMatchObject({
      status: 200,
      body: { user: {} },
    });
    await mailTo(server, email, "Two-step verification is on");
    await mailTo(server, email, "Two-step verification is off");
  });

  test("stays off if its recovery codes can't be stored", async () => {
    const { email, browser, id } = await member();
    const { body } = await browser.post("/api/auth/two-steps/begin");
    await server.pool.query(
      `alter table identity.recovery_codes add constraint failing check (person_id <> '${id}')`,
    );
    const code = codeNow(decodeBase32(body.secret as string));
    expect((await browser.post("/api/auth/two-steps/on", { code })).status).toBe(500);
    const answer = await openBrowser(server).post("/api/auth/sign-in/email", { email, password });
    expect(answer.body.user.id).toBe(id);
    await server.pool.query(`alter table identity.recovery_codes drop constraint failing`);
    const on = await browser.post("/api/auth/two-steps/on", { code });
    expect(on).toMatchObject({ status: 200, body: { recoveryCodes: expect.any(Array) } });
  });

  test("is off until a first code is right, and stores its secret encrypted", async () => {
    const { email, browser, id } = await member();
    const { body } = await browser.post("/api/auth/two-steps/begin");
    expect((await browser.post("/api/auth/two-steps/on", { code: "000000" })).body.code).toBe("WRONG_CODE");
    const answer = await openBrowser(server).post("/api/auth/sign-in/email", { email, password });
    expect(answer.body.user.id).toBe(id);
    const { rows } = await server.pool.query(`select secret from identity.two_factor where person_id = $1`, [
      id,
    ]);
    expect(rows[0].secret).not.toContain(body.secret);
    expect(rows[0].secret).not.toContain(decodeBase32(body.secret as string).toString("base64"));
  });
});

describe("a passkey", () => {
  test("requires a recently confirmed session", async () => {
    const guest = openBrowser(server);
    await guest.post("/api/auth/sign-in/anonymous");
    const options = "/api/auth/passkey/generate-register-options";
    expect((await guest.get(options)).body.code).toBe("REGISTRATION_REQUIRED");
    const { browser } = await member();
    expect((await browser.get(options)).body).toMatchObject({ rp: { name: "Eightcount" } });
    now += 16 * 60_000;
    expect((await browser.get(options)).body.code).toBe("CONFIRMATION_NEEDED");
  });
});
