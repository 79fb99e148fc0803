import { randomUUID } from "node:crypto";
import { hashPin } from "../../modules/identity/index.ts";
import { linkInstructor } from "../../modules/catalog/index.ts";
import type { Role } from "../../../contract/staff.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";
import type { Kind, RevokedKind } from "./rules.ts";

export const familyPin = "2468";

/** One person of every kind; null for requests without a token. */
export type People = Readonly<Record<Kind, TestPerson | null>> & { readonly owner: TestPerson };

/** Creates a session for an account, or for one of its profiles. */
async function signInAs(
  server: TestServer,
  accountId: string,
  profileId: string | null = null,
): Promise<TestPerson> {
  const guest = await server.anonymous();
  await server.pool.query(
    `update identity."session" set "userId" = $2, "profileId" = $3 where "userId" = $1`,
    [guest.id, accountId, profileId],
  );
  await server.pool.query(`delete from identity."user" where id = $1`, [guest.id]);
  return { ...guest, id: profileId ?? accountId };
}

/** Adds a profile to an account. @returns its id */
async function addProfile(server: TestServer, accountId: string, isChild: boolean): Promise<string> {
  const id = randomUUID();
  await server.pool.query(
    `insert into identity."user" (id, name, email, "emailVerified", "accountId", "isChild")
     values ($1, $2, $3, false, $4, $5)`,
    [id, isChild ? "Demo Child" : "Demo Adult", `${id}@profile.invalid`, accountId, isChild],
  );
  return id;
}

const username = (kind: string) => `${kind.toLowerCase()}_${randomUUID().slice(0, 8)}`;

/** Creates one person of every kind. The owner has a family; instructors are demo-ana, demo-kofi and, for the teacher, demo-tess. */
export async function createPeople(server: TestServer): Promise<People> {
  const member = (kind: Kind, role?: Role) =>
    server.member({ username: username(kind), ...(role ? { role } : {}) });
  const owner = await member("owner");
  await server.pool.query(
    `insert into identity.family_pins (account_id, hash, set_at) values ($1, $2, now())`,
    [owner.id, await hashPin(server.ctx(), familyPin)],
  );
  const people = {
    signedOut: null,
    guest: await server.anonymous(),
    member: await member("member"),
    owner,
    adultProfile: await signInAs(server, owner.id, await addProfile(server, owner.id, false)),
    childProfile: await signInAs(server, owner.id, await addProfile(server, owner.id, true)),
    instructor: await member("instructor"),
    otherInstructor: await member("otherInstructor"),
    teacher: await member("teacher", "teacher"),
    moderator: await member("moderator", "moderator"),
    support: await member("support", "support"),
    editor: await member("editor", "editor"),
    finance: await member("finance", "finance"),
    admin: await member("admin", "admin"),
    lapsedAdmin: await member("lapsedAdmin", "admin"),
  };
  await server.pool.query(`delete from identity."passkey" where "userId" = $1`, [people.lapsedAdmin.id]);
  await server.pool.query(
    `update identity."user" set "staffSince" = now() - interval '8 days' where id = $1`,
    [people.lapsedAdmin.id],
  );
  await server.pool.query(
    `insert into catalog.instructors (slug, name, bio) values ('demo-tess', 'Demo Tess', 'Teaches') on conflict do nothing`,
  );
  await server.ctx().transact(async (tx) => {
    await linkInstructor(tx, "demo-ana", people.instructor.id);
    await linkInstructor(tx, "demo-kofi", people.otherInstructor.id);
    await linkInstructor(tx, "demo-tess", people.teacher.id);
  });
  // Accounts of some age: limits for new members have tests of their own.
  await server.pool.query(
    `insert into community.standing (person_id, since) select id, '2020-01-01' from identity."user"
     where not "isAnonymous" and "accountId" is null on conflict do nothing`,
  );
  return people;
}

/** A token for each revoked kind, issued just before its right was revoked. */
export async function createRevoked(
  server: TestServer,
  admin: TestPerson,
): Promise<Record<RevokedKind, string>> {
  const suspended = async (role: "member" | "moderator") => {
    const person = await server.member({ username: username("suspended"), role });
    const token = await person.token();
    if (role !== "member")
      await server.graphql(
        `mutation ($id: ID!) { setRole(personId: $id, role: member) { id } }`,
        { id: person.id },
        { as: admin },
      );
    const { rows } = await server.pool.query<{ username: string }>(
      `select username from identity."user" where id = $1`,
      [person.id],
    );
    const { errors } = await server.graphql(
      `mutation ($username: String!) { suspendAccount(username: $username, reason: "Spam") { id } }`,
      { username: rows[0]!.username },
      { as: admin },
    );
    if (errors.length > 0) throw new Error(`Suspending failed: ${errors[0]!.message}`);
    return token;
  };
  const former = await server.member({ username: username("former"), role: "admin" });
  const formerAdmin = await former.token();
  const { errors } = await server.graphql(
    `mutation ($id: ID!) { setRole(personId: $id, role: member) { id } }`,
    { id: former.id },
    { as: admin },
  );
  if (errors.length > 0) throw new Error(`Revoking a role failed: ${errors[0]!.message}`);
  const deleted = await server.member();
  const deletedAccount = await deleted.token();
  await server.pool.query(`delete from identity."user" where id = $1`, [deleted.id]);
  return {
    suspendedMember: await suspended("member"),
    suspendedModerator: await suspended("moderator"),
    formerAdmin,
    deletedAccount,
  };
}
