import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { mailTo, subjectsTo } from "../../../testing/mailbox.ts";
import { openBrowser } from "../../../testing/browser.ts";
import { buildSmallWeb } from "../../../testing/small-web.ts";
import { markOpen } from "../index.ts";
import { announceOpeningJob, forgetUnconfirmedJob } from "./mailing-list.ts";

const day = 86_400_000;
let server: TestServer;
let webDir: string;
let now = Date.now();
beforeAll(async () => {
  webDir = await buildSmallWeb();
  server = await startTestServer({ webDir, clock: { now: () => new Date(now) } });
});
afterAll(async () => {
  await server?.stop();
  await rm(webDir, { recursive: true, force: true });
});
beforeEach(async () => {
  await server.pool.query("update site.settings set opened_at = null, revision = revision + 1");
  await server.pool.query("delete from platform.rate_limits");
  await server.pool.query("delete from site.mailing_list");
  await server.ctx().refreshStudio();
});

const call = async (name: string, argument: string, value: string, headers = {}) => {
  const { data, errors } = await server.graphql<Record<string, boolean>>(
    `mutation ($value: String!) { ${name}(${argument}: $value) }`,
    { value },
    { headers },
  );
  return errors[0]?.extensions.code ?? data![name];
};
const join = (email: string, headers = {}) => call("mailingListJoin", "email", email, headers);
const newEmail = () => `${randomUUID()}@example.test`;
const tokenIn = (text: string, name: string) =>
  decodeURIComponent(new RegExp(`${name}=([\\w.%-]+)`).exec(text)![1]!);
const confirmed = async (email: string) => {
  await join(email);
  const mail = await mailTo(server, email, "Confirm your email");
  return tokenIn(mail.text, "confirm");
};
const open = async () => {
  await server.ctx().transact((tx) => markOpen(tx));
  await server.ctx().refreshStudio();
};
const run = (job: typeof announceOpeningJob) =>
  job.run(server.ctx(), {}, { signal: new AbortController().signal, attempt: 1, isLastAttempt: false });

test("confirms by an emailed link, in the person's language, and tells once of the opening", async () => {
  const email = newEmail();
  expect(await join(` ${email.toUpperCase()}`, { "accept-language": "es" })).toBe(true);
  const spanish = await mailTo(server, email, "Confirma tu correo");
  const token = tokenIn(spanish.text, "confirm");
  expect(await call("mailingListConfirm", "token", token)).toBe(true);
  expect(await call("mailingListConfirm", "token", token)).toBe(true);
  await open();
  await mailTo(server, email, "Ya abrimos");
  await run(announceOpeningJob);
  expect((await subjectsTo(server, email)).toSorted()).toEqual(["Confirma tu correo", "Ya abrimos"]);
});

test("answers the same for an address that is on the list, and sends it nothing", async () => {
  const email = newEmail();
  await call("mailingListConfirm", "token", await confirmed(email));
  expect(await join(email)).toBe(true);
  expect(await join(newEmail())).toBe(true);
  expect(await subjectsTo(server, email)).toEqual(["Confirm your email"]);
});

test("tells an address that is confirmed after the opening at once, and no unconfirmed one", async () => {
  const [late, never] = [newEmail(), newEmail()];
  const [token] = [await confirmed(late), await confirmed(never)];
  await open();
  expect(await join(newEmail())).toBe("MAILING_LIST_CLOSED");
  await call("mailingListConfirm", "token", token);
  await mailTo(server, late, "We’re open");
  expect(await subjectsTo(server, never)).toEqual(["Confirm your email"]);
});

test("takes an address off the list by the email's link, which only a press or a POST follows", async () => {
  const email = newEmail();
  await call("mailingListConfirm", "token", await confirmed(email));
  await open();
  const mail = await mailTo(server, email, "We’re open");
  const pathname = /\/mailing-list\/[\w.%-]+/.exec(mail.text)![0];
  const count = async () => (await server.pool.query("select from site.mailing_list")).rowCount;
  const seen = await fetch(server.url + pathname, { redirect: "manual" });
  expect(seen.headers.get("location")).toContain("/coming-soon?leave=");
  expect(await count()).toBe(1);
  const left = await fetch(server.url + pathname, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  });
  expect(left.status).toBe(204);
  expect(await count()).toBe(0);
});

test("refuses links after 7 days, and deletes addresses that no one confirmed", async () => {
  const token = await confirmed(newEmail());
  now += 7 * day + 1000;
  expect(await call("mailingListConfirm", "token", token)).toBe("LINK_INVALID");
  await run(forgetUnconfirmedJob);
  expect((await server.pool.query("select from site.mailing_list")).rowCount).toBe(0);
});

test("limits requests by address", async () => {
  const email = newEmail();
  const answers = [];
  for (let attempt = 0; attempt < 4; attempt += 1) answers.push(await join(email));
  expect(answers).toEqual([true, true, true, "RATE_LIMITED"]);
});

test("leads visitors to the landing page until the opening, and members to their home", async () => {
  const browser = openBrowser(server);
  const place = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(server.url + path, { redirect: "manual", headers });
    return answer.headers.get("location") ?? answer.status;
  };
  expect(await place("/")).toBe("/coming-soon");
  expect(await place("/dashboard")).toBe("/coming-soon");
  expect(await place("/library")).toBe(200);
  await browser.post("/api/auth/sign-up/email", {
    email: newEmail(),
    password: "tango on a tin roof",
    name: "Demo Ana",
  });
  expect(await place("/dashboard", { cookie: browser.cookie() })).toBe(200);
  await open();
  expect(await place("/")).toBe("/dashboard");
  expect(await place("/dashboard")).toBe(200);
});

test("counts and lists confirmed addresses for admins, with an audit entry", async () => {
  const email = newEmail();
  await call("mailingListConfirm", "token", await confirmed(email));
  await join(newEmail());
  const admin = await server.member({ role: "admin" });
  const { data } = await server.graphql<{ opening: { mailingListCount: number } }>(
    "{ opening { mailingListCount } }",
    {},
    { as: admin },
  );
  expect(data!.opening.mailingListCount).toBe(1);
  const list = (token: string) =>
    fetch(`${server.url}/api/studio/mailing-list.csv`, { headers: { "x-auth-token": `Bearer ${token}` } });
  const lines = (await (await list(await admin.token())).text()).trim().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`${email},en,`);
  expect((await list(await (await server.member()).token())).status).toBe(404);
  const { rowCount } = await server.pool.query(
    "select from identity.staff_acts where action = 'site.mailing_list_exported'",
  );
  expect(rowCount).toBe(1);
});
