import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "../../../testing/browser.ts";
import type { TestBrowser } from "../../../testing/browser.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { keyIn, mailTo, subjectsTo } from "../../../testing/mailbox.ts";
import { totpCodeAt, turnOnTwoSteps } from "../../../testing/two-steps.ts";

let server: TestServer;
let now = Date.now();
beforeAll(async () => {
  server = await startTestServer({
    clock: { now: () => new Date(now) },
    env: { IP_COUNTRY_HEADER: "x-country" },
  });
});
afterAll(() => server?.stop());

const password = "tango on a tin roof";
const another = "a waltz over wet slate";
const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1";
const fromGermany = { "user-agent": phone, "x-country": "DE" };
const fresh = () => `demo-${randomUUID()}@example.test`;

async function member() {
  const [browser, email] = [openBrowser(server), fresh()];
  const { body } = await browser.post("/api/auth/sign-up/email", { email, password, name: "Demo Ana" });
  const key = keyIn(await mailTo(server, email, "Confirm your email"));
  expect((await browser.post("/api/auth/prove-address", { key })).status).toBe(200);
  return { browser, email, id: body.user.id as string };
}
async function signIn(email: string, given = password, browser = openBrowser(server)) {
  const { status } = await browser.post("/api/auth/sign-in/email", { email, password: given }, fromGermany);
  return { browser, status };
}
const isIn = async (browser: TestBrowser) => (await browser.get("/api/auth/token")).status === 200;
const confirm = (token: string) => openBrowser(server).post("/api/auth/security-report/confirm", { token });
const emailOf = async (id: string): Promise<string> =>
  (await server.pool.query(`select email from identity."user" where id = $1`, [id])).rows[0].email;
/** Changes the email with a hijacked session, up to the confirmation in the new mailbox. */
async function changeEmail(browser: TestBrowser, email: string) {
  now += 1000;
  expect((await browser.post("/api/auth/new-address", { email }, fromGermany)).status).toBe(200);
  return keyIn(await mailTo(server, email, "Confirm your email"));
}
const verify = async (browser: TestBrowser, key: string) =>
  expect((await browser.post("/api/auth/prove-address", { key })).status).toBe(200);
const addPasskey = async (personId: string, at = new Date(now)) => {
  const { rows } = await server.pool.query(
    `insert into identity."passkey" (name, "publicKey", "userId", "credentialID", counter, "deviceType", "backedUp", "createdAt")
     values ('Thief', 'key', $1, $2, 0, 'multiDevice', true, $3) returning id`,
    [personId, randomUUID(), at],
  );
  return rows[0].id as string;
};
const passkeysOf = async (personId: string): Promise<string[]> =>
  (await server.pool.query(`select id from identity."passkey" where "userId" = $1`, [personId])).rows.map(
    ({ id }) => id as string,
  );

describe("a sign-in in a new browser", () => {
  test("is notified by email with browser and country, and without an IP address", async () => {
    const { email } = await member();
    await signIn(email);
    const { text } = await mailTo(server, email, "New sign-in to your account");
    expect(text).toContain("Safari, iPhone");
    expect(text).toContain("Germany");
    expect(text).not.toContain("2001:db8");
  });

  test("is notified whatever else the request says", async () => {
    const { email } = await member();
    const thief = openBrowser(server);
    await thief.post("/api/auth/sign-in/email", { email, password, account: "new" }, { "user-agent": phone });
    await mailTo(server, email, "New sign-in to your account");
  });

  test("is notified once per browser, and never for the one that registered", async () => {
    const { browser, email } = await member();
    await browser.post("/api/auth/sign-out");
    await signIn(email, password, browser);
    const other = openBrowser(server);
    for (let count = 0; count < 3; count += 1) {
      await signIn(email, password, other);
      await other.post("/api/auth/sign-out");
    }
    await mailTo(server, email, "New sign-in to your account");
    const notices = (await subjectsTo(server, email)).filter((subject) => subject.startsWith("New sign-in"));
    expect(notices).toHaveLength(1);
  });

  test("revokes all sessions and the password if reported, and leads to a password reset", async () => {
    const { browser, email, id } = await member();
    const mine = await addPasskey(id, new Date(now - 60_000));
    const thief = await signIn(email);
    const token = keyIn(await mailTo(server, email, "New sign-in to your account"));
    await addPasskey(id, new Date(now + 60_000));
    const read = await openBrowser(server).post("/api/auth/security-report", { token });
    expect(read.body).toEqual({
      kind: "new_device",
      device: "Safari, iPhone",
      country: "DE",
      happenedAt: expect.any(String),
    });
    expect(await isIn(thief.browser)).toBe(true);

    const { status, body } = await confirm(token);
    expect(status).toBe(200);
    expect(await isIn(thief.browser)).toBe(false);
    expect(await isIn(browser)).toBe(false);
    expect((await signIn(email)).status).toBe(401);
    expect(await passkeysOf(id)).toEqual([mine]);
    const owner = openBrowser(server);
    const chosen = { key: body.resetKey as string, password: another };
    expect((await owner.post("/api/auth/sign-in/new-password", chosen)).status).toBe(200);
    expect((await confirm(token)).body.code).toBe("KEY_SPENT");
    await mailTo(server, email, "Your account is secured");
  });

  test("makes every browser unknown after a report", async () => {
    const { email } = await member();
    const thief = await signIn(email);
    const { body } = await confirm(keyIn(await mailTo(server, email, "New sign-in to your account")));
    await openBrowser(server).post("/api/auth/sign-in/new-password", {
      key: body.resetKey,
      password: another,
    });
    await signIn(email, another, thief.browser);
    await expect
      .poll(
        async () => (await subjectsTo(server, email)).filter((subject) => subject.startsWith("New sign-in")),
        { timeout: 30_000 },
      )
      .toHaveLength(2);
  });
});

describe("a change of email", () => {
  test("is notified at the current address beforehand, and can be canceled there", async () => {
    const { browser, email, id } = await member();
    const stolen = fresh();
    const key = await changeEmail(browser, stolen);
    const mail = await mailTo(server, email, "Your email is about to change");
    expect(mail.text).toContain("d•••@example.test");
    expect(mail.text).not.toContain(stolen);
    expect(mail.text).toContain("Safari, iPhone");
    expect(mail.text).toContain("Germany");
    const token = keyIn(mail);
    expect((await openBrowser(server).post("/api/auth/security-report", { token })).body).toMatchObject({
      kind: "email_change_requested",
      device: "Safari, iPhone",
      country: "DE",
    });
    expect((await confirm(token)).status).toBe(200);
    const late = await openBrowser(server).post("/api/auth/prove-address", { key, password });
    expect(late.status).not.toBe(200);
    expect(await emailOf(id)).toBe(email);
  });

  test.each(["Your email is about to change", "Your email was changed"])(
    "is undone after completion by the link in “%s”",
    async (subject) => {
      const { browser, email, id } = await member();
      const stolen = fresh();
      await verify(browser, await changeEmail(browser, stolen));
      expect(await emailOf(id)).toBe(stolen);
      now += 6 * 24 * 60 * 60_000;
      const { body } = await confirm(keyIn(await mailTo(server, email, subject)));
      expect(await emailOf(id)).toBe(email);
      const owner = openBrowser(server);
      const chosen = { key: body.resetKey, password: another };
      expect((await owner.post("/api/auth/sign-in/new-password", chosen)).body.user.id).toBe(id);
      await mailTo(server, stolen, "Your email was changed back");
    },
  );

  test("cannot be repeated by the attacker's own links", async () => {
    const { browser, email, id } = await member();
    const [first, second] = [fresh(), fresh()];
    await verify(browser, await changeEmail(browser, first));
    await verify(browser, await changeEmail(browser, second));
    const mine = keyIn(await mailTo(server, email, "Your email is about to change"));
    const theirs = keyIn(await mailTo(server, first, "Your email is about to change"));
    const alsoTheirs = keyIn(await mailTo(server, first, "Your email was changed"));
    expect((await confirm(theirs)).status).toBe(200);
    expect(await emailOf(id)).toBe(first);
    expect((await confirm(mine)).status).toBe(200);
    expect(await emailOf(id)).toBe(email);
    expect((await confirm(alsoTheirs)).body.code).toBe("KEY_SPENT");
    expect(await emailOf(id)).toBe(email);
  });

  test("is not undone if another account has verified the earlier email by now", async () => {
    const { browser, email, id } = await member();
    const moved = fresh();
    await verify(browser, await changeEmail(browser, moved));
    const token = keyIn(await mailTo(server, email, "Your email was changed"));
    const next = openBrowser(server);
    await next.post("/api/auth/sign-up/email", { email, password, name: "Demo Bea" });
    const asked = async () =>
      (await subjectsTo(server, email)).filter((subject) => subject === "Confirm your email");
    await expect.poll(asked, { timeout: 30_000 }).toHaveLength(2);
    await verify(next, keyIn(await mailTo(server, email, "Confirm your email")));
    expect((await confirm(token)).body).toEqual({ resetKey: null });
    expect(await emailOf(id)).toBe(moved);
    expect(await isIn(browser)).toBe(false);
    expect(await isIn(next)).toBe(true);
  });
});

describe("recovery codes", () => {
  /** A member with two-step verification who reports a change of email. `act`: what the thief does after it. */
  async function reportedMember(act: (browser: TestBrowser) => Promise<unknown>) {
    const { browser, email, id } = await member();
    const { secret, codes } = await turnOnTwoSteps(browser, now);
    now += 60_000;
    await changeEmail(browser, fresh());
    const token = keyIn(await mailTo(server, email, "Your email is about to change"));
    const done = await act(browser);
    const { body } = await confirm(token);
    const owner = openBrowser(server);
    const chosen = { key: body.resetKey, password: another };
    const { challenge } = (await owner.post("/api/auth/sign-in/new-password", chosen)).body;
    const enter = async (code: string) =>
      (await owner.post("/api/auth/sign-in/code", { challenge, code })).status;
    const secured = await mailTo(server, email, "Your account is secured");
    return { id, secret, codes, done, owner, enter, secured: secured.text };
  }

  test("that were made since a reported act no longer work, and the email says so", async () => {
    const { done, enter, owner, secret, secured } = await reportedMember(async (thief) => {
      now += 60_000;
      return (await thief.post("/api/auth/two-steps/recovery-codes")).body.recoveryCodes;
    });
    expect(await enter((done as string[])[0]!)).toBe(400);
    expect(await enter(totpCodeAt(secret, now))).toBe(200);
    const { data } = await owner.graphql("{ account { hasTwoSteps recoveryCodesLeft } }");
    expect(data).toEqual({ account: { hasTwoSteps: true, recoveryCodesLeft: 0 } });
    expect(secured).toContain("recovery codes");
  });

  test("from before a reported act still work", async () => {
    const { codes, enter, secured } = await reportedMember(async () => {});
    expect(await enter(codes[0]!)).toBe(200);
    expect(secured).not.toContain("recovery codes");
  });
});

describe("the link of a security email", () => {
  test("does nothing when opened, and expires after seven days", async () => {
    const { browser, email, id } = await member();
    await changeEmail(browser, fresh());
    const token = keyIn(await mailTo(server, email, "Your email is about to change"));
    for (const path of ["/api/auth/security-report", "/api/auth/security-report/confirm", "/not-me"])
      expect((await openBrowser(server).get(`${path}?token=${token}`)).status).not.toBe(200);
    expect(await isIn(browser)).toBe(true);
    now += 7 * 24 * 60 * 60_000 + 1000;
    expect((await confirm(token)).body.code).toBe("KEY_SPENT");
    expect(await emailOf(id)).toBe(email);
  });

  test("works once for two concurrent requests", async () => {
    const { browser, email } = await member();
    await changeEmail(browser, fresh());
    const token = keyIn(await mailTo(server, email, "Your email is about to change"));
    const answers = await Promise.all([confirm(token), confirm(token)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });
});
