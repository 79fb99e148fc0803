import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Role } from "../../ctx.ts";
import { startTestServer } from "../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";
import { mailTo } from "../../testing/mailbox.ts";

const dayMs = 24 * 60 * 60_000;
let server: TestServer;
let now = Date.now();
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(now) } });
});
afterAll(() => server?.stop());

/** A test access token lives five minutes of real time, whatever this clock says. */
const pass = (ms: number) => (now += ms);
const codesOf = (answer: { errors: readonly { extensions: { code: string } }[] }) =>
  answer.errors.map(({ extensions }) => extensions.code);
const setRole = (as: TestPerson, personId: string, role: Role) =>
  server.graphql(
    "mutation ($personId: ID!, $role: StaffRole!) { setRole(personId: $personId, role: $role) { id } }",
    { personId, role },
    { as },
  );
/** A member to whom an admin just gave a role, and who has no second step. */
async function appoint(role: Role) {
  const person = await server.member({ name: "Demo Ana" });
  expect(codesOf(await setRole(await server.member({ role: "admin" }), person.id, role))).toEqual([]);
  return person;
}
const dueAt = async (as: TestPerson) =>
  (
    await server.graphql<{ staffSecondStepDueAt: string | null }>(
      "{ staffSecondStepDueAt }",
      {},
      { headers: { "x-auth-token": `Bearer ${await as.token()}` } },
    )
  ).data?.staffSecondStepDueAt;
const read = async (as: TestPerson, query: string) =>
  codesOf(await server.graphql(query, {}, { headers: { "x-auth-token": `Bearer ${await as.token()}` } }));
const addPasskey = ({ id }: TestPerson) =>
  server.pool.query(
    `insert into identity."passkey" (name, "publicKey", "userId", "credentialID", counter, "deviceType", "backedUp")
     values ('Phone', 'key', $1, $2, 0, 'multiDevice', true)`,
    [id, randomUUID()],
  );
const addApp = ({ id }: TestPerson) =>
  server.pool.query(
    "insert into identity.two_factor (person_id, secret, confirmed_at) values ($1, 'secret', now())",
    [id],
  );
/** One operation that each role may use. */
const works = {
  moderator: "{ moderationCounts { reported } }",
  editor: "{ studioQuestions { type } }",
  admin: "{ staff { id } }",
} as const;

describe("staff without a second step", () => {
  test.each(["moderator", "editor", "admin"] as const)(
    "as %s work for seven days, and are then refused until they set one up",
    async (role) => {
      const person = await appoint(role);
      expect(await dueAt(person)).toBe(new Date(now + 7 * dayMs).toISOString());
      expect(await read(person, works[role])).toEqual([]);

      pass(7 * dayMs - 1000);
      expect(await read(person, works[role])).toEqual([]);
      pass(2000);
      expect(await read(person, works[role])).toEqual(["SECOND_STEP_REQUIRED"]);
      expect(await read(person, "{ studioAreas { key } }")).toEqual(["SECOND_STEP_REQUIRED"]);
      expect(await read(person, "{ me { id } account { id } }")).toEqual([]);

      await (role === "moderator" ? addPasskey : addApp)(person);
      expect(await read(person, works[role])).toEqual([]);
      expect(await dueAt(person)).toBeNull();
    },
  );

  test("are refused again after they removed the last one", async () => {
    const person = await appoint("editor");
    await addPasskey(person);
    pass(8 * dayMs);
    await server.pool.query(`delete from identity."passkey" where "userId" = $1`, [person.id]);
    expect(await read(person, works.editor)).toEqual(["SECOND_STEP_REQUIRED"]);
  });

  test("can't win days by another role", async () => {
    const person = await appoint("moderator");
    const before = await dueAt(person);
    pass(dayMs);
    await setRole(await server.member({ role: "admin" }), person.id, "editor");
    expect(await dueAt(person)).toBe(before);
  });

  test("see classes as their own members do, and are told why the studio's are closed", async () => {
    const person = await appoint("editor");
    pass(8 * dayMs);
    expect(await read(person, "{ instructorClasses { items { id } } }")).toEqual(["SECOND_STEP_REQUIRED"]);
  });

  test("hear of a role that isn't theirs as everyone else does", async () => {
    const person = await appoint("moderator");
    pass(8 * dayMs);
    expect(await read(person, works.admin)).toEqual(["NOT_FOUND"]);
  });
});

test("members have nothing to set up", async () => {
  expect(await dueAt(await server.member())).toBeNull();
});

test("every admin hears of a new admin and of who made them one", async () => {
  const addressOf = async ({ id }: { id: string }): Promise<string> =>
    (await server.pool.query(`select email from identity."user" where id = $1`, [id])).rows[0].email;
  const giver = await server.member({ role: "admin", name: "Demo Giver" });
  const other = await server.member({ role: "admin", name: "Demo Other" });
  const person = await server.member({ name: "Demo Newcomer" });
  await setRole(giver, person.id, "admin");
  for (const admin of [giver, other]) {
    const { text } = await mailTo(server, await addressOf(admin), "The studio has a new admin");
    expect(text).toContain("Demo Giver made Demo Newcomer an admin");
  }
});
