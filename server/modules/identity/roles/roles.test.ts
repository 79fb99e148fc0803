import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Role } from "../../../ctx.ts";
import { openBrowser } from "../../../testing/browser.ts";
import { createTestDatabase, startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { mailTo } from "../../../testing/mailbox.ts";
import { nodeEnvironment, urlOfDatabase } from "../../../testing/program.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let server: TestServer;
let dataDir: string;
let aheadMs = 0;
const clock = { now: () => new Date(Date.now() + aheadMs) };
/** A second server on the same database. */
let other: TestServer;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "eightcount-test-"));
  server = await startTestServer({ database: database.connection, dataDir, clock });
  other = await startTestServer({ database: database.connection, dataDir, clock, roles: "api" });
});
afterAll(async () => {
  await other?.stop();
  await server?.stop();
  await database?.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const newUsername = () => `d${randomUUID().slice(0, 8)}`;
type Staff = { id: string; role: Role; since: string | null; isMe: boolean }[];
const fields = "{ id role since isMe }";
type Whose = { personId?: string; username?: string };
const setRole = (as: TestPerson, whose: Whose, role: Role, on = server) =>
  on.graphql<{ setRole: Staff }>(
    `mutation ($personId: ID, $username: String, $role: StaffRole!) { setRole(personId: $personId, username: $username, role: $role) ${fields} }`,
    { ...whose, role },
    { as },
  );
const codesOf = (answer: { errors: readonly { extensions: { code: string } }[] }) =>
  answer.errors.map(({ extensions }) => extensions.code);
const areasBy = (token: string, on: TestServer) =>
  on.graphql<{ studioAreas: { key: string }[] }>(
    "{ studioAreas { key } }",
    {},
    { headers: { "x-auth-token": `Bearer ${token}` } },
  );
async function rolesOf(...people: readonly TestPerson[]): Promise<Role[]> {
  const { rows } = await server.pool.query<{ id: string; role: Role }>(
    `select id, role from identity."user" where id = any($1)`,
    [people.map(({ id }) => id)],
  );
  return people.map(({ id }) => rows.find((row) => row.id === id)!.role);
}
async function addressOf({ id }: { id: string }): Promise<string> {
  const { rows } = await server.pool.query(`select email from identity."user" where id = $1`, [id]);
  return rows[0].email;
}
const actsOn = async (pool: pg.Pool, id: string) =>
  (
    await pool.query(
      `select actor_id as by, action, details from identity.staff_acts where subject = $1 order by happened_at`,
      [`person:${id}`],
    )
  ).rows;
/** Removes all roles: the tests of the last admin assign their own. */
const removeAllRoles = () => server.pool.query(`update identity."user" set role = 'member'`);

test("gives and removes a role idempotently, with an email and an audit entry", async () => {
  const admin = await server.member({ role: "admin" });
  const username = newUsername();
  const person = await server.member({ username });
  const given = await setRole(admin, { username: `@${username.toUpperCase()}` }, "moderator");
  expect(given.errors).toEqual([]);
  expect(given.data!.setRole).toContainEqual({
    id: person.id,
    role: "moderator",
    since: expect.any(String),
    isMe: false,
  });
  expect(given.data!.setRole).toContainEqual({ id: admin.id, role: "admin", since: null, isMe: true });
  expect(codesOf(await setRole(admin, { username }, "moderator"))).toEqual([]);
  const taken = await setRole(admin, { personId: person.id }, "member");
  expect(taken.data!.setRole.map(({ id }) => id)).not.toContain(person.id);

  const address = await addressOf(person);
  await mailTo(server, address, "You’re now a moderator");
  await mailTo(server, address, "Your staff role was removed");
  expect(await actsOn(server.pool, person.id)).toEqual([
    { by: admin.id, action: "identity.role_changed", details: { from: "member", to: "moderator" } },
    { by: admin.id, action: "identity.role_changed", details: { from: "moderator", to: "member" } },
  ]);
});

test("refuses an old token on every server, and puts the role into the next one", async () => {
  const admin = await server.member({ role: "admin" });
  const person = await server.member();
  const areas = async (token: string, on: TestServer) =>
    (await areasBy(token, on)).data?.studioAreas.map(({ key }) => key);
  /** Passes the time for which a server may know a session, and expects it to refuse a token. */
  const expectRefused = async (token: string, on: TestServer) => {
    aheadMs += 21_000;
    expect(codesOf(await areasBy(token, on))).toEqual(["UNAUTHENTICATED"]);
  };

  const before = await person.token();
  for (const on of [server, other]) expect(await areas(before, on)).toEqual([]);
  await setRole(admin, { personId: person.id }, "editor");
  const editor = await person.token();
  for (const on of [server, other]) {
    expect(await areas(editor, on)).toContain("questions");
    await expectRefused(before, on);
  }
  await setRole(admin, { personId: person.id }, "member");
  for (const on of [server, other]) {
    await expectRefused(editor, on);
    expect(await areas(await person.token(), on)).toEqual([]);
  }
});

describe("the last admin", () => {
  test("cannot lose the role, nor delete the account", async () => {
    await removeAllRoles();
    const admin = await server.member({ role: "admin" });
    const answer = await setRole(admin, { personId: admin.id }, "member");
    expect(codesOf(answer)).toEqual(["LAST_ADMIN"]);
    await server.pool.query(`update identity."session" set "confirmedAt" = now() where "userId" = $1`, [
      admin.id,
    ]);
    const leave = () => server.graphql("mutation { deleteAccount { id } }", {}, { as: admin });
    expect(codesOf(await leave())).toEqual(["LAST_ADMIN"]);

    const second = await server.member();
    await setRole(admin, { personId: second.id }, "admin");
    expect(codesOf(await leave())).toEqual([]);
    // An admin with a requested deletion does not count.
    expect(codesOf(await setRole(second, { personId: second.id }, "editor"))).toEqual(["LAST_ADMIN"]);
    expect(codesOf(await setRole(second, { personId: admin.id }, "member"))).toEqual([]);
    expect(await rolesOf(admin, second)).toEqual(["member", "admin"]);
  });

  test.each(["each other's", "their own"])("remains when two take %s at once", async (whose) => {
    for (let round = 0; round < 5; round += 1) {
      await removeAllRoles();
      const [one, two] = [await server.member({ role: "admin" }), await other.member({ role: "admin" })];
      await Promise.all([areasBy(await one.token(), server), areasBy(await two.token(), other)]);
      const [ofOne, ofTwo] = whose === "their own" ? [one, two] : [two, one];
      const answers = await Promise.all([
        setRole(one, { personId: ofOne.id }, "member"),
        setRole(two, { personId: ofTwo.id }, "member", other),
      ]);
      expect(answers.flatMap(codesOf)).toEqual([whose === "their own" ? "LAST_ADMIN" : "NOT_FOUND"]);
      expect((await rolesOf(one, two)).toSorted()).toEqual(["admin", "member"]);
    }
  });
});

test("hides roles from everyone but admins", async () => {
  const username = newUsername();
  const person = await server.member({ username });
  for (const role of ["member", "moderator", "editor"] as const) {
    const as = await server.member({ role });
    expect(codesOf(await setRole(as, { username }, "admin"))).toEqual(["NOT_FOUND"]);
    expect(codesOf(await server.graphql(`{ staff ${fields} }`, {}, { as }))).toEqual(["NOT_FOUND"]);
  }
  expect(await rolesOf(person)).toEqual(["member"]);
});

test("refuses a role for an unknown person, a guest, a family profile and a suspended account", async () => {
  const admin = await server.member({ role: "admin" });
  const holder = await server.member();
  const { data, errors } = await server.graphql<{
    createFamilyMember: { members: { id: string; isHolder: boolean }[] };
  }>(
    `mutation ($key: String!) { createFamilyMember(name: "Demo Kim", isChild: false, idempotencyKey: $key) { members { id isHolder } } }`,
    { key: randomUUID() },
    { as: holder },
  );
  expect(errors).toEqual([]);
  const username = newUsername();
  await server.member({ username });
  await server.graphql(
    `mutation ($username: String!) { suspendAccount(username: $username, reason: "Spam") { id } }`,
    { username },
    { as: admin },
  );
  for (const [whose, code] of [
    [{ username: "nobody.at.all" }, "NOT_FOUND"],
    [{ personId: randomUUID() }, "NOT_FOUND"],
    [{ personId: "somebody" }, "NOT_FOUND"],
    [{}, "BAD_INPUT"],
    [{ personId: (await server.anonymous()).id }, "NOT_FOUND"],
    [{ personId: data!.createFamilyMember.members.find(({ isHolder }) => !isHolder)!.id }, "FORBIDDEN"],
    [{ username }, "FORBIDDEN"],
  ] satisfies [Whose, string][])
    expect(codesOf(await setRole(admin, whose, "moderator"))).toEqual([code]);
});

describe("the operator's command", () => {
  let empty: Awaited<ReturnType<typeof createTestDatabase>>;
  let studio: TestServer;
  beforeAll(async () => {
    empty = await createTestDatabase();
    studio = await startTestServer({ database: empty.connection });
  });
  afterAll(async () => {
    await studio?.stop();
    await empty?.drop();
  });
  const run = (...args: readonly string[]) => runOver(urlOfDatabase(empty.connection), ...args);
  const runOver = (databaseUrl: string, ...args: readonly string[]) =>
    new Promise<{ code: number | null; said: string; complained: string }>((resolve) => {
      const child = spawn(
        process.execPath,
        [join(import.meta.dirname, "../../../app/set-role.ts"), ...args],
        {
          env: {
            ...nodeEnvironment(),
            NODE_ENV: "production",
            PUBLIC_URL: "https://studio.example.test",
            AUTH_SECRET: "a".repeat(40),
            MEDIA_SECRET: "b".repeat(40),
            DATA_DIR: dataDir,
            DATABASE_URL: databaseUrl,
          },
          stdio: ["ignore", "pipe", "pipe"],
        },
      );
      let [said, complained] = ["", ""];
      child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
      child.stderr.on("data", (chunk: Buffer) => (complained += chunk.toString()));
      child.once("close", (code) => resolve({ code, said, complained }));
    });

  test("makes the first admin beside a running server, and keeps them on restart", async () => {
    const browser = openBrowser(studio);
    const email = `Demo-${randomUUID()}@example.test`;
    const { body } = await browser.post("/api/auth/sign-up/email", {
      email,
      password: "tango on a tin roof",
      name: "Demo Ana",
    });
    const unverified = await run(email, "admin", "--yes");
    expect(unverified).toMatchObject({
      code: 1,
      said: expect.stringContaining("Email      not confirmed"),
      complained: expect.stringMatching(/^No account has confirmed this email/),
    });
    const { text } = await mailTo(studio, email.toLowerCase(), "Confirm your email");
    await browser.post("/api/auth/prove-address", { key: /#([\w-]{20,})/.exec(text)![1] });

    // Another account gave the same email: it is mentioned but not selected.
    await openBrowser(studio).post("/api/auth/sign-up/email", {
      email,
      password: "salsa under the stairs",
      name: "Demo Ana",
    });
    const account = (role: string) =>
      new RegExp(
        `^Account    ${body.user.id}\nName       Demo Ana\nSigned up  \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC\nEmail      confirmed\nSessions   1\nRole       ${role}\nOther accounts with this email, not confirmed: 1\n`,
      );
    expect(await run(email, "admin")).toEqual({
      code: 1,
      said: expect.stringMatching(account("member")),
      complained: "No terminal to ask for confirmation. Nothing was changed. Add --yes to confirm.\n",
    });
    expect(await run(email, "admin", "--yes")).toEqual({
      code: 0,
      said: expect.stringMatching(/Done: this account is now an admin\. Takes effect within a minute\.\n$/),
      complained: "",
    });
    expect(await run("--yes", email, "admin")).toEqual({
      code: 0,
      said: expect.stringMatching(/No change: this account is already an admin\.\n$/),
      complained: "",
    });
    expect(await run(email, "member", "--yes")).toEqual({
      code: 1,
      said: expect.stringMatching(account("admin")),
      complained: "This is the only admin. Make someone else an admin first.\n",
    });
    const { data } = await browser.graphql<{ staff: Staff }>(`{ staff ${fields} }`);
    expect(data!.staff).toEqual([{ id: body.user.id, role: "admin", since: expect.any(String), isMe: true }]);
    expect(await actsOn(studio.pool, body.user.id)).toEqual([
      { by: null, action: "identity.role_changed", details: { from: "member", to: "admin" } },
    ]);
    await mailTo(studio, email.toLowerCase(), "You’re now an admin");
  });

  test("reports an unreachable database in one sentence", async () => {
    expect(await runOver("postgres://demo@127.0.0.1:1/demo", "demo@example.test", "admin")).toEqual({
      code: 1,
      said: "",
      complained: "DATABASE_URL: can't connect to PostgreSQL. Check the host and port.\n",
    });
  });

  test.each([
    [[], "Usage: npm run role -- <email> <member|moderator|teacher|support|editor|finance|admin> [--yes]\n"],
    [
      ["demo@example.test"],
      "Usage: npm run role -- <email> <member|moderator|teacher|support|editor|finance|admin> [--yes]\n",
    ],
    [
      ["demo@example.test", "admin", "--force"],
      "Usage: npm run role -- <email> <member|moderator|teacher|support|editor|finance|admin> [--yes]\n",
    ],
    [
      ["demo@example.test", "king"],
      "Unknown role. Use one of: member, moderator, teacher, support, editor, finance, admin.\n",
    ],
    [
      ["demo@example.test", "admin"],
      "No account has confirmed this email. Sign up with it in a browser, open the link in the email while signed in, then run this again.\n",
    ],
  ])("reports what is wrong with %j in one sentence", async (args, complained) => {
    expect(await run(...args)).toEqual({ code: 1, said: "", complained });
  });
});
