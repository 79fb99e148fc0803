import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../../../testing/browser.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { keyIn, mailTo } from "../../../testing/mailbox.ts";

const day = 24 * 60 * 60_000;
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
  const key = keyIn(await mailTo(server, email, "Confirm your email"));
  await browser.post("/api/auth/prove-address", { key });
  const username = `d${randomUUID().slice(0, 8)}`;
  await browser.graphql("mutation ($name: String!) { setUsername(newUsername: $name) { id } }", {
    name: username,
  });
  return { browser, email, username, id: body.user.id as string };
}
type Suspensions = { id: string; reason: string; until: string | null }[];
const ban = (as: TestPerson, username: string, days: number | null = null) =>
  server.graphql<{ suspendAccount: Suspensions }>(
    'mutation ($username: String!, $days: Int) { suspendAccount(username: $username, reason: "Spam", days: $days) { id reason until } }',
    { username, days },
    { as },
  );
const signIn = (email: string) => openBrowser(server).post("/api/auth/sign-in/email", { email, password });

test("signs a suspended member out, says why, and blocks every way to sign in until reinstated", async () => {
  const moderator = await server.member({ role: "moderator" });
  const { browser, email, username, id } = await member();
  const { body } = await browser.get("/api/auth/token");
  const { data, errors } = await ban(moderator, username);
  expect(errors).toEqual([]);
  expect(data!.suspendAccount).toContainEqual({ id, reason: "Spam", until: null });
  expect((await mailTo(server, email, "Your account is suspended")).text).toContain("Reason: Spam");

  expect((await browser.get("/api/auth/token")).status).toBe(401);
  // An old access token expires with the session cache.
  now += 21_000;
  const headers = { "x-auth-token": `Bearer ${body.token}` };
  const { errors: late } = await server.graphql("{ me { id } }", {}, { headers });
  expect(late[0]?.extensions.code).toBe("UNAUTHENTICATED");
  expect(await signIn(email)).toMatchObject({ status: 403, body: { code: "BANNED" } });
  await openBrowser(server).post("/api/auth/send-link", { email, purpose: "sign_in" });
  const key = keyIn(await mailTo(server, email, "Your sign-in link"));
  const byLink = openBrowser(server);
  expect(await byLink.post("/api/auth/sign-in/link", { key })).toMatchObject({
    status: 403,
    body: { code: "BANNED" },
  });
  expect((await byLink.get("/api/auth/token")).status).toBe(401);

  await server.graphql(
    "mutation ($id: ID!) { reinstateAccount(personId: $id) { id } }",
    { id },
    { as: moderator },
  );
  expect((await signIn(email)).status).toBe(200);
  const { rows } = await server.pool.query(
    `select action from identity.staff_acts where subject = $1 order by happened_at`,
    [`person:${id}`],
  );
  expect(rows.map(({ action }) => action)).toEqual(["identity.person_banned", "identity.ban_lifted"]);
});

test("ends a temporary suspension automatically", async () => {
  const moderator = await server.member({ role: "moderator" });
  const { email, username } = await member();
  await ban(moderator, username, 2);
  expect((await signIn(email)).status).toBe(403);
  now += 2 * day + 1000;
  expect((await signIn(email)).status).toBe(200);
});

test("lets only moderators suspend, and never staff", async () => {
  const [someone, editor, moderator] = [
    await server.member(),
    await server.member({ role: "editor", username: `e${randomUUID().slice(0, 8)}` }),
    await server.member({ role: "moderator" }),
  ];
  const { username } = await member();
  for (const as of [someone, editor])
    expect((await ban(as, username)).errors[0]?.extensions.code).toBe("NOT_FOUND");
  const { rows } = await server.pool.query(`select username from identity."user" where id = $1`, [editor.id]);
  expect((await ban(moderator, rows[0].username)).errors[0]?.extensions.code).toBe("FORBIDDEN");
  expect((await ban(moderator, "nobody.at.all")).errors[0]?.extensions.code).toBe("NOT_FOUND");
});
