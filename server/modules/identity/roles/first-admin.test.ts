import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startProgram, urlOfDatabase } from "../../../testing/program.ts";
import { createTestDatabase, startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { createFirstAdminCode } from "../index.ts";

const hour = 60 * 60_000;
let server: TestServer;
let now = Date.now();
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(now) } });
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server.pool.query(`update identity."user" set role = 'member'`);
  await server.pool.query("delete from identity.first_admin_codes");
  // All test people share one IP address.
  await server.pool.query("delete from platform.rate_limits");
});

const newCode = async () => (await createFirstAdminCode(server.ctx()))!;
const become = async (as: TestPerson, code: string) => {
  const { errors } = await server.graphql(
    "mutation ($code: String!) { becomeFirstAdmin(code: $code) }",
    { code },
    { as },
  );
  return errors[0]?.extensions.code ?? "done";
};
const roleOf = async ({ id }: TestPerson) =>
  (await server.pool.query(`select role from identity."user" where id = $1`, [id])).rows[0].role;

test("makes an account the first admin, with an audit entry, and works once", async () => {
  const [code, other] = [await newCode(), await newCode()];
  expect(code).toMatch(/^([A-Z2-9]{4}-){3}[A-Z2-9]{4}$/);
  const owner = await server.member();
  expect(await become(owner, ` ${code.toLowerCase().replaceAll("-", " ")} `)).toBe("done");
  expect(await roleOf(owner)).toBe("admin");
  const { rows } = await server.pool.query(
    "select actor_id, action, details from identity.staff_acts where subject = $1",
    [`person:${owner.id}`],
  );
  expect(rows).toEqual([
    { actor_id: owner.id, action: "identity.role_changed", details: { from: "member", to: "admin" } },
  ]);
  for (const used of [code, other]) {
    const late = await server.member();
    expect(await become(late, used)).toBe("FIRST_ADMIN_EXISTS");
    expect(await roleOf(late)).toBe("member");
  }
  expect(await createFirstAdminCode(server.ctx())).toBeNull();
});

test("stores no code in plain text, and voids all codes with the first admin", async () => {
  const code = await newCode();
  const stored = async () =>
    (await server.pool.query("select encode(code_hash, 'escape') as row from identity.first_admin_codes"))
      .rows;
  expect(await stored()).toHaveLength(1);
  expect(JSON.stringify(await stored())).not.toContain(code.replaceAll("-", ""));
  await become(await server.member(), code);
  expect(await stored()).toEqual([]);
});

test("refuses a wrong code, one of an hour ago, and an unconfirmed email", async () => {
  const person = await server.member();
  const code = await newCode();
  expect(await become(person, "2222-2222-2222-2222")).toBe("FIRST_ADMIN_CODE_INVALID");
  await server.pool.query(`update identity."user" set "emailVerified" = false where id = $1`, [person.id]);
  expect(await become(person, code)).toBe("EMAIL_UNVERIFIED");
  await server.pool.query(`update identity."user" set "emailVerified" = true where id = $1`, [person.id]);
  now += hour;
  expect(await become(person, code)).toBe("FIRST_ADMIN_CODE_INVALID");
  expect(await roleOf(person)).toBe("member");
});

test("limits the attempts of an account", async () => {
  const person = await server.member();
  const answers = [];
  for (let attempt = 0; attempt < 21; attempt += 1) answers.push(await become(person, "wrong"));
  expect(answers.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => "FIRST_ADMIN_CODE_INVALID"));
  expect(answers[20]).toBe("RATE_LIMITED");
});

test("makes one admin when two use codes at once", async () => {
  const [one, two] = [await server.member(), await server.member()];
  const codes = [await newCode(), await newCode()];
  const answers = await Promise.all([become(one, codes[0]!), become(two, codes[1]!)]);
  expect(answers.filter((answer) => answer === "done")).toHaveLength(1);
  expect([await roleOf(one), await roleOf(two)].toSorted()).toEqual(["admin", "member"]);
});

test("is printed once by a production server without an admin, and never logged", async () => {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "eightcount-test-"));
  try {
    const program = startProgram({
      NODE_ENV: "production",
      DATABASE_URL: urlOfDatabase(database.connection),
      AUTH_SECRET: "a".repeat(40),
      MEDIA_SECRET: "m".repeat(40),
      PUBLIC_URL: "https://studio.example",
      DATA_DIR: dataDir,
    });
    let said = "";
    program.child.stdout!.on("data", (chunk: Buffer) => (said += chunk.toString()));
    await program.ready();
    await expect.poll(() => said, { timeout: 60_000 }).toContain("enter this code");
    program.child.kill("SIGTERM");
    await program.ended;
    const lines = said.split("\n").filter((line) => line.includes("enter this code"));
    expect(lines).toEqual([
      expect.stringMatching(
        /^This studio has no admin yet\. .*https:\/\/studio\.example\/studio\/first-admin .*: [-A-Z2-9]{19}$/,
      ),
    ]);
    expect(said.split(lines[0]!.slice(-19))).toHaveLength(2);
  } finally {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
