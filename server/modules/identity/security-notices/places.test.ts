/** Security notices say where and when something happened. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatDate } from "../../../../contract/formats/dates.ts";
import { openBrowser } from "../../../testing/browser.ts";
import type { TestBrowser } from "../../../testing/browser.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { keyIn, mailTo } from "../../../testing/mailbox.ts";
import { decodeBase32, totpCodeAt } from "../../../testing/two-steps.ts";

let server: TestServer;
let now = Date.parse("2026-11-20T18:00:00Z");
beforeAll(async () => {
  server = await startTestServer({
    clock: { now: () => new Date(now) },
    env: { IP_COUNTRY_HEADER: "x-country" },
  });
});
afterAll(() => server?.stop());

const password = "tango on a tin roof";
const fromGermany = {
  "user-agent":
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1",
  "x-country": "DE",
  "x-forwarded-for": "2001:db8::7",
};
const fresh = () => `demo-${randomUUID()}@example.test`;
async function member() {
  const [browser, email] = [openBrowser(server), fresh()];
  const { body } = await browser.post("/api/auth/sign-up/email", { email, password, name: "Demo Ana" });
  const key = keyIn(await mailTo(server, email, "Confirm your email"));
  await browser.post("/api/auth/prove-address", { key });
  await browser.post("/api/auth/confirm", { password });
  return { browser, email, id: body.user.id as string };
}
async function post(browser: TestBrowser, path: string, body: object = {}) {
  now += 1000;
  const answer = await browser.post(`/api/auth${path}`, body, fromGermany);
  expect(answer.status, path).toBe(200);
  return answer.body;
}
async function run(browser: TestBrowser, mutation: string): Promise<void> {
  const { token } = (await browser.get("/api/auth/token")).body;
  const { errors } = await server.graphql(
    `mutation { ${mutation} { id } }`,
    {},
    { headers: { ...fromGermany, "x-auth-token": `Bearer ${token}` } },
  );
  expect(errors).toEqual([]);
}
async function expectPlace(email: string, subject: string): Promise<void> {
  const { text } = await mailTo(server, email, subject);
  expect(text).toContain("Safari, iPhone");
  expect(text).toContain("Germany");
  expect(text).toMatch(/Nov \d+, 2026/);
  expect(text).not.toContain("2001:db8");
}

test("a changed email", async () => {
  const { browser, email } = await member();
  const next = fresh();
  await post(browser, "/new-address", { email: next });
  await expectPlace(email, "Your email is about to change");
  const key = keyIn(await mailTo(server, next, "Confirm your email"));
  await post(browser, "/prove-address", { key });
  await expectPlace(email, "Your email was changed");
});

test("a changed password", async () => {
  const { browser, email } = await member();
  await post(browser, "/new-password", { current: password, password: "a waltz over wet slate" });
  await expectPlace(email, "Your password was changed");
});

test("a password that was reset by link", async () => {
  const { email } = await member();
  await post(openBrowser(server), "/send-link", { email, purpose: "reset" });
  const key = keyIn(await mailTo(server, email, "Choose a new password"));
  await post(openBrowser(server), "/sign-in/new-password", { key, password: "a waltz over wet slate" });
  await expectPlace(email, "Your password was changed");
});

test("two-step verification and recovery codes", async () => {
  const { browser, email } = await member();
  const { secret } = await post(browser, "/two-steps/begin");
  await post(browser, "/two-steps/on", { code: totpCodeAt(decodeBase32(secret), now + 1000) });
  await expectPlace(email, "Two-step verification is on");
  await post(browser, "/two-steps/recovery-codes");
  await expectPlace(email, "Your recovery codes were replaced");
  await post(browser, "/two-steps/off");
  await expectPlace(email, "Two-step verification is off");
});

test("a removed passkey", async () => {
  const { browser, email, id } = await member();
  const { rows } = await server.pool.query(
    `insert into identity."passkey" (name, "publicKey", "userId", "credentialID", counter, "deviceType", "backedUp")
     values ('Phone', 'key', $1, $2, 0, 'multiDevice', true) returning id`,
    [id, randomUUID()],
  );
  await run(browser, `removePasskey(id: "${rows[0].id}")`);
  await expectPlace(email, "A passkey was removed");
});

test("a removed provider", async () => {
  const { browser, email, id } = await member();
  await server.pool.query(
    `insert into identity."account" ("accountId", "providerId", "userId", "updatedAt") values ($2, 'google', $1, now())`,
    [id, randomUUID()],
  );
  await run(browser, `disconnectProvider(provider: "google")`);
  await expectPlace(email, "Google sign-in was removed");
});

test("a requested and a canceled deletion", async () => {
  const { browser, email } = await member();
  await run(browser, "deleteAccount");
  await expectPlace(email, "Your account will be deleted in 14 days");
  await run(browser, "cancelAccountDeletion");
  await expectPlace(email, "Your account won’t be deleted");
});

test("in the time zone of the person, as the page names it", async () => {
  const { browser, email } = await member();
  const { token } = (await browser.get("/api/auth/token")).body;
  const headers = { ...fromGermany, "x-auth-token": `Bearer ${token}` };
  const timeZone = "Pacific/Kiritimati";
  await server.graphql(
    "mutation ($timeZone: String!) { changeChallengeSettings(timeZone: $timeZone) }",
    { timeZone },
    { headers },
  );
  const { data } = await server.graphql<{ deleteAccount: { deletedAt: string } }>(
    "mutation { deleteAccount { deletedAt } }",
    {},
    { headers },
  );
  const dueAt = new Date(data!.deleteAccount.deletedAt);
  const onThePage = formatDate(dueAt, "date", { locale: "en", timeZone });
  expect(onThePage).not.toBe(formatDate(dueAt, "date", { locale: "en", timeZone: "UTC" }));
  const { text } = await mailTo(server, email, "Your account will be deleted in 14 days");
  expect(text).toContain(`Your account will be deleted on ${onThePage}`);
});
