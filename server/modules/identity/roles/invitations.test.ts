import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { mailTo, subjectsTo } from "../../../testing/mailbox.ts";
import { maintenanceJob } from "../jobs.ts";

const dayMs = 86_400_000;
const subject = "You’re invited to join the team";
let server: TestServer;
let admin: TestPerson;
let now = Date.now();
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(now) } });
  admin = await server.member({ role: "admin" });
});
afterAll(() => server?.stop());
// All test people share one IP address.
beforeEach(() => server.pool.query("delete from platform.rate_limits"));

type Invited = { id: string; emailAddress: string; role: string; isExpired: boolean };
const fields = "{ id emailAddress role isExpired }";
async function call(field: string, args: string, as: TestPerson | null = admin) {
  const { data, errors } = await server.graphql<Record<string, Invited[] | string>>(
    `mutation { ${field}(${args}) ${field === "staffInvitationAccept" ? "" : fields} }`,
    {},
    as ? { as } : {},
  );
  return errors[0]?.extensions.code ?? data![field];
}
const invite = (email: string, role: string) =>
  call("staffInvitationSend", `emailAddress: "${email}", role: ${role}`);
const listed = async (email: string) =>
  (
    await server.graphql<{ staffInvitations: Invited[] }>(`{ staffInvitations ${fields} }`, {}, { as: admin })
  ).data!.staffInvitations.find(({ emailAddress }) => emailAddress === email);
const accept = (token: string, as: TestPerson) => call("staffInvitationAccept", `token: "${token}"`, as);
const offer = async (token: string) =>
  (
    await server.graphql<{ staffInvitation: Invited | null }>(
      `query ($token: String!) { staffInvitation(token: $token) ${fields} }`,
      { token },
      {},
    )
  ).data!.staffInvitation;
/** Every token that was emailed to an address, oldest first. */
async function tokensTo(email: string, count = 1): Promise<string[]> {
  await expect
    .poll(async () => (await subjectsTo(server, email)).filter((one) => one === subject).length)
    .toBe(count);
  return [/#([\w-]{20,})/.exec((await mailTo(server, email, subject)).text)![1]!];
}
async function personOf(email: string) {
  const person = await server.member();
  await server.pool.query(`update identity."user" set email = $2 where id = $1`, [person.id, email]);
  return person;
}
const roleOf = async ({ id }: TestPerson) =>
  (await server.pool.query(`select role from identity."user" where id = $1`, [id])).rows[0].role;
const newEmail = () => `demo-${randomUUID()}@example.test`;

test("gives the role to the account with the invited email, once, with audit entries", async () => {
  const email = newEmail();
  // A double click, with the address as people type it.
  await Promise.all([invite(` ${email.toUpperCase()} `, "support"), invite(email, "support")]);
  const [token] = await tokensTo(email);
  expect((await mailTo(server, email, subject)).text).toContain("You can look after members");
  const { rows } = await server.pool.query("select * from identity.staff_invitations");
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(await offer(token!)).toMatchObject({ emailAddress: email, role: "support" });

  expect(await accept(token!, await server.member())).toBe("INVITATION_OF_OTHER");
  expect(await accept(token!, await server.anonymous())).toBe("REGISTRATION_REQUIRED");
  const person = await personOf(email);
  expect(await accept(token!, person)).toBe("support");
  expect(await roleOf(person)).toBe("support");
  expect(await accept(token!, person)).toBe("INVITATION_INVALID");
  expect(await offer(token!)).toBeNull();
  const audit = await server.pool.query(
    `select actor_id as by, action from identity.staff_acts
     where subject = $1 or action like 'identity.invitation%' order by action`,
    [`person:${person.id}`],
  );
  expect(audit.rows).toEqual([
    { by: person.id, action: "identity.invitation_accepted" },
    { by: admin.id, action: "identity.invitation_sent" },
    { by: person.id, action: "identity.role_changed" },
  ]);
  expect(await invite(email, "finance")).toBe("BAD_INPUT");
});

test("needs the invited email to be confirmed", async () => {
  const email = newEmail();
  await invite(email, "editor");
  const [token] = await tokensTo(email);
  const person = await server.member();
  await server.pool.query(
    `update identity."user" set "emailVerified" = false, "pendingEmail" = $2 where id = $1`,
    [person.id, email],
  );
  expect(await accept(token!, person)).toBe("EMAIL_UNVERIFIED");
  expect(await roleOf(person)).toBe("member");
});

test("expires after 7 days, and works again by a new link, which voids the earlier one", async () => {
  const email = newEmail();
  await invite(email, "editor");
  const [first] = await tokensTo(email);
  const { id } = (await listed(email))!;
  now += 7 * dayMs;
  const person = await personOf(email);
  expect(await accept(first!, person)).toBe("INVITATION_INVALID");
  expect(await listed(email)).toMatchObject({ isExpired: true });
  await call("staffInvitationResend", `id: "${id}"`);
  expect(await listed(email)).toMatchObject({ id, isExpired: false });
  const [second] = await tokensTo(email, 2);
  expect(second).not.toBe(first);
  expect(await accept(first!, person)).toBe("INVITATION_INVALID");
  expect(await accept(second!, person)).toBe("editor");
});

test("stops working once it is revoked, and is deleted 30 days after it expired", async () => {
  const [revoked, forgotten] = [newEmail(), newEmail()];
  await invite(revoked, "moderator");
  await invite(forgotten, "moderator");
  const [token] = await tokensTo(revoked);
  const { id } = (await listed(revoked))!;
  for (const _click of [1, 2])
    expect(await call("staffInvitationRevoke", `id: "${id}"`)).toBeInstanceOf(Array);
  expect(await accept(token!, await personOf(revoked))).toBe("INVITATION_INVALID");
  expect(await call("staffInvitationResend", `id: "${id}"`)).toBe("NOT_FOUND");
  now += 38 * dayMs;
  const signal = new AbortController().signal;
  await maintenanceJob.run(server.ctx(), {}, { signal, attempt: 1, isLastAttempt: false });
  // The session of the former admin ended in these days, too.
  admin = await server.member({ role: "admin" });
  expect(await listed(forgotten)).toBeUndefined();
});

test("asks for the password again", async () => {
  now = Date.now();
  const other = await server.member({ role: "admin" });
  await server.pool.query(
    `update identity."session" set "confirmedAt" = now() - interval '1 hour' where "userId" = $1`,
    [other.id],
  );
  const args = `emailAddress: "${newEmail()}", role: admin`;
  expect(await call("staffInvitationSend", args, other)).toBe("CONFIRMATION_NEEDED");
});
