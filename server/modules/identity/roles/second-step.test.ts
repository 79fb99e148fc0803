import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Role } from "../../../ctx.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { mailTo } from "../../../testing/mailbox.ts";

const dayMs = 24 * 60 * 60_000;
let server: TestServer;
let now = Date.now();
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(now) } });
});
afterAll(() => server?.stop());

/** A test access token lasts five minutes of real time, regardless of this clock. */
const pass = (ms: number) => (now += ms);
const codesOf = (answer: { errors: readonly { extensions: { code: string } }[] }) =>
  answer.errors.map(({ extensions }) => extensions.code);
const setRole = (as: TestPerson, personId: string, role: Role) =>
  server.graphql(
    "mutation ($personId: ID!, $role: StaffRole!) { setRole(personId: $personId, role: $role) { id } }",
    { personId, role },
    { as },
  );
/** A member without a second factor to whom an admin just gave a role. */
async function createStaff(role: Role) {
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
  teacher: "{ editedSongs { nextCursor } }",
  support: "{ couponOptions { currencyCodes } }",
  editor: "{ studioQuestions { type } }",
  finance: "{ studioCoupons { nextCursor } }",
  admin: "{ staff { id } }",
} as const;

describe("staff without a second factor", () => {
  test.each(["moderator", "teacher", "support", "editor", "finance", "admin"] as const)(
    "can work as %s for seven days, and are then refused until they set one up",
    async (role) => {
      const person = await createStaff(role);
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

  test("are refused again after removing the last one", async () => {
    const person = await createStaff("editor");
    await addPasskey(person);
    pass(8 * dayMs);
    await server.pool.query(`delete from identity."passkey" where "userId" = $1`, [person.id]);
    expect(await read(person, works.editor)).toEqual(["SECOND_STEP_REQUIRED"]);
  });

  test("cannot extend the period with another role", async () => {
    const person = await createStaff("moderator");
    const before = await dueAt(person);
    pass(dayMs);
    await setRole(await server.member({ role: "admin" }), person.id, "editor");
    expect(await dueAt(person)).toBe(before);
  });

  test("see classes as members do, and are told why studio pages are blocked", async () => {
    const person = await createStaff("editor");
    pass(8 * dayMs);
    expect(await read(person, "{ instructorClasses { items { id } } }")).toEqual(["SECOND_STEP_REQUIRED"]);
  });

  test("get the usual answer for a role that they don't have", async () => {
    const person = await createStaff("moderator");
    pass(8 * dayMs);
    expect(await read(person, works.admin)).toEqual(["NOT_FOUND"]);
  });
});

test("ask nothing of members", async () => {
  expect(await dueAt(await server.member())).toBeNull();
});

test("notify every admin of a new admin and of who assigned the role", async () => {
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
