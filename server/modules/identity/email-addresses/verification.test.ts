import { generateKeyPairSync, randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "../../../testing/browser.ts";
import type { TestBrowser } from "../../../testing/browser.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { keyIn, mailTo, subjectsTo } from "../../../testing/mailbox.ts";

let server: TestServer;
let now = Date.now();
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(now) } });
});
afterAll(() => server?.stop());

const passwords = { owner: "tango on a tin roof", squatter: "salsa under the stairs" };
const newPassword = "a waltz over wet slate";
const subjects = {
  prove: "Confirm your email",
  sign_in: "Your sign-in link",
  reset: "Choose a new password",
};
const fresh = () => `demo-${randomUUID()}@example.test`;

async function register(email: string, who: keyof typeof passwords, name = "Demo Ana") {
  // Emails are distinguished by their time.
  now += 1000;
  const browser = openBrowser(server);
  const before = (await subjectsTo(server, email)).length;
  const { body } = await browser.post("/api/auth/sign-up/email", { email, password: passwords[who], name });
  await expect
    .poll(async () => (await subjectsTo(server, email)).length, { timeout: 60_000 })
    .toBe(before + 1);
  return { browser, id: body.user.id as string };
}
/** The token in the newest email with this purpose. */
const keyTo = async (email: string, purpose: keyof typeof subjects) =>
  keyIn(await mailTo(server, email, subjects[purpose]));
async function linkTo(email: string, purpose: "reset" | "sign_in"): Promise<string> {
  now += 1000;
  // Other emails to the address may still arrive.
  const sent = async () =>
    (await subjectsTo(server, email)).filter((subject) => subject === subjects[purpose]).length;
  const before = await sent();
  await openBrowser(server).post("/api/auth/send-link", { email, purpose });
  await expect.poll(sent, { timeout: 60_000 }).toBe(before + 1);
  return keyTo(email, purpose);
}
const verify = (browser: TestBrowser, key: string, more: object = {}) =>
  browser.post("/api/auth/prove-address", { key, ...more });
const signIn = (email: string, password: string, browser = openBrowser(server)) =>
  browser.post("/api/auth/sign-in/email", { email, password });
const isSignedIn = async (browser: TestBrowser) => (await browser.get("/api/auth/token")).status === 200;
const emailOf = async (browser: TestBrowser) =>
  (await browser.graphql<{ account: { email: string | null } }>("{ account { email } }")).data!.account.email;
const accountsOf = async (key: string, browser = openBrowser(server)) =>
  (await browser.post("/api/auth/mailed-link", { key })).body.accounts as {
    id: string;
    name: string;
    signedUpAt: string;
    hasFamily: boolean;
    isHere: boolean;
  }[];

describe("a verification link", () => {
  test("verifies the account that the browser is signed in to, regardless of which sign-up sent it", async () => {
    const email = fresh();
    const owner = await register(email, "owner");
    const squatter = await register(email, "squatter");
    const key = await keyTo(email, "prove");
    expect(await verify(owner.browser, key)).toMatchObject({ status: 200, body: { email } });
    expect(await emailOf(owner.browser)).toBe(email);
    expect(await emailOf(squatter.browser)).toBeNull();
  });

  test("does nothing in a browser that is signed in to no account of that email", async () => {
    const email = fresh();
    const squatter = await register(email, "squatter");
    const key = await keyTo(email, "prove");
    const stranger = await register(fresh(), "owner");
    for (const browser of [openBrowser(server), stranger.browser])
      expect((await verify(browser, key)).body.code).toBe("PASSWORD_NEEDED");
    expect(await emailOf(squatter.browser)).toBeNull();
    expect((await verify(squatter.browser, key)).status).toBe(200);
  });

  test("accepts the account's password in any other browser, and works once", async () => {
    const email = fresh();
    const { browser, id } = await register(email, "owner");
    await register(email, "squatter");
    const key = await keyTo(email, "prove");
    const phone = openBrowser(server);
    expect((await verify(phone, key, { password: "not the password" })).body.code).toBe("WRONG_PASSWORD");
    expect((await verify(phone, key, { password: passwords.owner })).body).toEqual({ email });
    expect(await emailOf(browser)).toBe(email);
    expect((await verify(phone, key, { password: passwords.owner })).body.code).toBe("KEY_SPENT");
    expect((await signIn(email, passwords.owner)).body.user.id).toBe(id);
  });

  test("lists the accounts that gave the email, with their sign-up dates", async () => {
    const email = fresh();
    const owner = await register(email, "owner");
    const [first, second] = [new Date(now), new Date(now + 1000)].map((time) => time.toISOString());
    await register(email, "squatter", "Demo Bo");
    const key = await keyTo(email, "prove");
    expect(await accountsOf(key, owner.browser)).toEqual([
      { id: owner.id, name: "Demo Ana", signedUpAt: first, hasFamily: false, isHere: true },
      { id: expect.any(String), name: "Demo Bo", signedUpAt: second, hasFamily: false, isHere: false },
    ]);
    const wrong = await openBrowser(server).post("/api/auth/mailed-link", {
      key: "a-key-that-is-long-enough",
    });
    expect(wrong.body.code).toBe("KEY_SPENT");
  });

  test("voids the previous link, and the email says so", async () => {
    const email = fresh();
    const owner = await register(email, "owner");
    const first = await mailTo(server, email, subjects.prove);
    expect(first.text).not.toContain("earlier link");
    await register(email, "squatter");
    const second = await mailTo(server, email, subjects.prove);
    expect(second.text).toContain("The earlier link no longer works.");
    expect((await verify(owner.browser, keyIn(first))).body.code).toBe("KEY_SPENT");
    expect((await verify(owner.browser, keyIn(second))).status).toBe(200);
  });
});

describe("a second sign-up with an unverified email", () => {
  test("locks no one out, in any order", async () => {
    const email = fresh();
    const owner = await register(email, "owner");
    const squatter = await register(email, "squatter");
    expect((await signIn(email, passwords.owner)).body.user.id).toBe(owner.id);
    expect((await signIn(email, passwords.squatter)).body.user.id).toBe(squatter.id);
    expect((await signIn(email, "not the password")).status).toBe(401);
  });

  test("leaves both passwords in place once one of the accounts has verified the email", async () => {
    const email = fresh();
    const squatter = await register(email, "squatter");
    const owner = await register(email, "owner");
    await verify(owner.browser, await keyTo(email, "prove"));
    expect((await signIn(email, passwords.owner)).body.user.id).toBe(owner.id);
    expect((await signIn(email, passwords.squatter)).body.user.id).toBe(squatter.id);
  });

  test("still finds every password after ten sign-ups", async () => {
    const email = fresh();
    for (let count = 0; count < 5; count += 1)
      await openBrowser(server).post("/api/auth/sign-up/email", {
        email,
        password: `${passwords.squatter} ${count}`,
        name: "Demo",
      });
    // An account that changed to this address later has its own salt, and is found as well.
    const mover = await register(fresh(), "owner");
    const given = "rumba behind the boathouse";
    await mover.browser.post("/api/auth/new-password", { current: passwords.owner, password: given });
    await mover.browser.post("/api/auth/new-address", { email });
    for (let count = 5; count < 10; count += 1)
      await openBrowser(server).post("/api/auth/sign-up/email", {
        email,
        password: `${passwords.squatter} ${count}`,
        name: "Demo",
      });
    expect((await signIn(email, given)).body.user.id).toBe(mover.id);
    for (let count = 0; count < 10; count += 1)
      expect((await signIn(email, `${passwords.squatter} ${count}`)).status).toBe(200);
  });
});

describe.each(["sign_in", "reset"] as const)("a link to %s for an unverified email", (purpose) => {
  const enter = (browser: TestBrowser, key: string, more: object = {}) =>
    purpose === "sign_in"
      ? browser.post("/api/auth/sign-in/link", { key, ...more })
      : browser.post("/api/auth/sign-in/new-password", { key, password: newPassword, ...more });

  test("asks for the account, and stays valid until one is chosen", async () => {
    const email = fresh();
    const { id } = await register(email, "owner");
    const key = await linkTo(email, purpose);
    const browser = openBrowser(server);
    for (const more of [{}, { account: randomUUID() }])
      expect((await enter(browser, key, more)).body.code).toBe("CHOOSE_ACCOUNT");
    expect(await isSignedIn(browser)).toBe(false);
    expect(await accountsOf(key)).toMatchObject([{ id, name: "Demo Ana", isHere: false }]);
    expect((await enter(browser, key, { account: id })).body.user.id).toBe(id);
    expect((await enter(browser, key, { account: id })).body.code).toBe("KEY_SPENT");
  });

  test("creates a new account on request, which no earlier sign-up can access", async () => {
    const email = fresh();
    const squatter = await register(email, "squatter");
    const key = await linkTo(email, purpose);
    const owner = openBrowser(server);
    const answer = await enter(owner, key, { account: "new", name: "Demo Owner" });
    expect(answer.body.user).toMatchObject({ name: "Demo Owner" });
    expect(answer.body.user.id).not.toBe(squatter.id);
    expect(await emailOf(owner)).toBe(email);
    // The other account is unchanged: without an email, and accessible by its password.
    expect((await signIn(email, passwords.squatter)).body.user.id).toBe(squatter.id);
    expect(await emailOf(squatter.browser)).toBeNull();
    const again = await linkTo(email, purpose);
    expect((await enter(openBrowser(server), again)).body.user.id).toBe(answer.body.user.id);
  });

  test("does not merge the browser's account into a requested new one", async () => {
    const email = fresh();
    const { browser, id } = await register(email, "squatter");
    const key = await linkTo(email, purpose);
    expect((await enter(browser, key, { account: "new", name: "Demo Owner" })).status).toBe(200);
    expect((await signIn(email, passwords.squatter)).body.user.id).toBe(id);
  });

  test("requires a name for a new account", async () => {
    const email = fresh();
    await register(email, "squatter");
    const key = await linkTo(email, purpose);
    for (const name of [undefined, "  ", "x".repeat(81), "evil.com", "\u200b"])
      expect((await enter(openBrowser(server), key, { account: "new", name })).body.code).toBe("BAD_INPUT");
  });

  test("removes every other credential of the chosen account, and keeps its own progress", async () => {
    const email = fresh();
    const before = await register(email, "squatter");
    const { id } = before;
    const run = async (mutation: string) => {
      const { data, errors } = await before.browser.graphql<Record<string, { url?: string }>>(
        `mutation { ${mutation} }`,
      );
      expect(errors, mutation).toEqual([]);
      return Object.values(data!)[0]!;
    };
    await run('setDanceEnergyPreference(slug: "high") { id }');
    await run(
      `createFamilyMember(name: "Demo Kim", isChild: true, pin: "4826", idempotencyKey: "${randomUUID()}") { id }`,
    );
    const { rows: members } = await server.pool.query(
      `select id from identity."user" where "accountId" = $1`,
      [id],
    );
    const { url } = await run("openPlanCalendar { url }");
    await run("requestDataExport { id }");
    const copyUrl = async () => {
      const { data } = await before.browser.graphql<{ account: { dataExport: { url: string | null } } }>(
        "{ account { dataExport { url } } }",
      );
      return data!.account.dataExport.url;
    };
    await expect.poll(copyUrl, { timeout: 60_000 }).not.toBeNull();
    const copy = new URL((await copyUrl())!).pathname;
    const { publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
    const keys = JSON.stringify({
      p256dh: publicKey.export({ type: "spki", format: "der" }).subarray(-65).toString("base64url"),
      auth: randomBytes(16).toString("base64url"),
    });
    const device = `https://fcm.googleapis.com/fcm/send/${randomUUID()}`;
    await run(
      `registerPushSubscription(platform: web, endpoint: "${device}", keys: ${JSON.stringify(keys)})`,
    );
    await run("deleteAccount { id }");
    await server.pool.query(
      `insert into identity."passkey" (name, "publicKey", "userId", "credentialID", counter, "deviceType", "backedUp")
       values ('Phone', 'key', $1, $2, 0, 'multiDevice', true)`,
      [id, randomUUID()],
    );
    await server.pool.query(
      `insert into identity."account" ("accountId", "providerId", "userId", "updatedAt") values ($2, 'google', $1, now())`,
      [id, randomUUID()],
    );
    await server.pool.query(
      `insert into identity.two_factor (person_id, secret, confirmed_at) values ($1, 'secret', now())`,
      [id],
    );

    const key = await linkTo(email, purpose);
    const owner = openBrowser(server);
    expect((await enter(owner, key, { account: id })).body.user.id).toBe(id);
    expect(await emailOf(owner)).toBe(email);
    expect(await isSignedIn(before.browser)).toBe(false);
    expect((await signIn(email, passwords.squatter)).status).toBe(401);
    for (const path of [new URL(url!).pathname, copy]) expect((await server.fetch(path)).status).toBe(404);
    const people = [id, ...members.map((row) => row.id)];
    for (const [table, column] of [
      ["identity.leavings", "person_id"],
      ["identity.family_pins", "account_id"],
      ["identity.two_factor", "person_id"],
      ["identity.passkey", '"userId"'],
      ["notifications.push_subscriptions", "person_id"],
      ["practice.calendar_links", "person_id"],
    ]) {
      const { rows } = await server.pool.query(`select from ${table} where ${column} = any($1)`, [people]);
      expect(rows, table).toEqual([]);
    }
    const { rows: ways } = await server.pool.query(
      `select "providerId" from identity."account" where "userId" = $1`,
      [id],
    );
    expect(ways).toEqual(purpose === "reset" ? [{ providerId: "credential" }] : []);
    const { data } = await owner.graphql<{
      family: { hasPin: boolean; members: { id: string; name: string }[] };
      userPreferenceOptions: { type: string; selectedSlugs: string[] }[];
    }>("{ family { hasPin members { id name } } userPreferenceOptions { type selectedSlugs } }");
    expect(data!.family).toMatchObject({ hasPin: false, members: [{ id, name: "Demo Ana" }] });
    expect(data!.userPreferenceOptions.find(({ type }) => type === "dance_energy")!.selectedSlugs).toEqual([
      "high",
    ]);
    now += 15 * 24 * 60 * 60_000;
  });

  test("keeps the session and the password of the account that the browser is signed in to", async () => {
    const email = fresh();
    const { browser, id } = await register(email, "owner");
    const key = await linkTo(email, purpose);
    expect(await accountsOf(key, browser)).toMatchObject([{ id, isHere: true }]);
    expect((await enter(browser, key, { account: id })).body.user.id).toBe(id);
    const given = purpose === "reset" ? newPassword : passwords.owner;
    expect((await signIn(email, given)).body.user.id).toBe(id);
  });

  test("offers no account with a role", async () => {
    const email = fresh();
    const { browser, id } = await register(email, "owner");
    await server.pool.query(`update identity."user" set role = 'editor' where id = $1`, [id]);
    const key = await linkTo(email, purpose);
    expect(await accountsOf(key)).toEqual([]);
    expect((await enter(openBrowser(server), key, { account: id })).body.code).toBe("CHOOSE_ACCOUNT");
    expect(await isSignedIn(browser)).toBe(true);
  });
});
