import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../../../testing/browser.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { mailTo, subjectsTo } from "../../../testing/mailbox.ts";

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.member({ role: "admin", name: "Rae Whitlock" });
});
afterAll(() => server?.stop());

const password = "tango on a tin roof";
async function member() {
  const [browser, email] = [openBrowser(server), `demo-${randomUUID()}@example.test`];
  const { body } = await browser.post("/api/auth/sign-up/email", { email, password, name: "Demo Ana" });
  await mailTo(server, email, "Confirm your email");
  return { browser, email, id: body.user.id as string };
}
type Found = Record<string, { state: Record<string, unknown> }>;
const state = "state { suspensionReason suspendedUntil deletedAt exportRequestedAt sessions }";
/** Acts twice, as a double click does. */
async function twice(field: string, personId: string, more = "") {
  const query = `mutation { ${field}(personId: "${personId}"${more}) { ${state} } }`;
  await server.graphql(query, {}, { as: admin });
  const { data, errors } = await server.graphql<Found>(query, {}, { as: admin });
  return { code: errors[0]?.extensions.code, state: data?.[field]?.state };
}
const auditOf = async (id: string): Promise<string[]> => {
  const { rows } = await server.pool.query<{ action: string }>(
    "select action from identity.staff_acts where subject = $1 order by happened_at",
    [`person:${id}`],
  );
  return rows.map(({ action }) => action);
};

test("signs a person out on every device, once, and says so", async () => {
  const { browser, email, id } = await member();
  expect((await twice("studioSignOut", id)).state).toMatchObject({ sessions: 0 });
  expect((await browser.get("/api/auth/token")).status).toBe(401);
  await mailTo(server, email, "You were signed out on all devices");
  expect(await auditOf(id)).toEqual(["identity.person_signed_out"]);
  const again = await openBrowser(server).post("/api/auth/sign-in/email", { email, password });
  expect(again.status).toBe(200);
});

test("sends the link that confirms an address again, once for a double press", async () => {
  const { email, id } = await member();
  const sent = () => subjectsTo(server, email);
  expect(await sent()).toEqual(["Confirm your email"]);
  expect((await twice("studioResendConfirmation", id)).code).toBeUndefined();
  await expect.poll(sent).toEqual(["Confirm your email", "Confirm your email"]);
  expect(await auditOf(id)).toEqual(["identity.confirmation_resent"]);

  await server.pool.query(
    `update identity."user" set email = "pendingEmail", "emailVerified" = true, "pendingEmail" = null where id = $1`,
    [id],
  );
  expect((await twice("studioResendConfirmation", id)).code).toBeUndefined();
  expect(await auditOf(id)).toHaveLength(1);
});

test("refuses to write to an unconfirmed address more than five times an hour", async () => {
  const { id } = await member();
  const codes: unknown[] = [];
  for (let asked = 0; asked < 5; asked += 1) {
    const query = `mutation { studioResendConfirmation(personId: "${id}") { ${state} } }`;
    codes.push((await server.graphql(query, {}, { as: admin })).errors[0]?.extensions.code);
    // Ends the limit of a minute.
    await server.pool.query(
      "delete from platform.rate_limits where expire < extract(epoch from now()) * 1000 + 120_000",
    );
  }
  expect(codes).toEqual([undefined, undefined, undefined, undefined, "RATE_LIMITED"]);
  expect(await auditOf(id)).toHaveLength(4);
});

test("suspends with a reason, and reinstates, each with one email", async () => {
  const { browser, email, id } = await member();
  const suspended = await twice("studioSuspend", id, `, reason: "Insults", days: 7`);
  expect(suspended.state).toMatchObject({ suspensionReason: "Insults", sessions: 0 });
  expect((await browser.get("/api/auth/token")).status).toBe(401);
  expect((await twice("studioReinstate", id)).state).toMatchObject({ suspensionReason: null });
  await mailTo(server, email, "Your account is open again");
  await mailTo(server, email, "Your account is suspended");
  expect(
    (await subjectsTo(server, email)).filter((subject) => subject.startsWith("Your account")),
  ).toHaveLength(2);
  expect(await auditOf(id)).toEqual(["identity.person_banned", "identity.ban_lifted"]);
  expect((await twice("studioSuspend", id, `, reason: " "`)).code).toBe("BAD_INPUT");
});

test("requests an export for the person alone, and a deletion that they can cancel", async () => {
  const { browser, email, id } = await member();
  expect((await twice("studioRequestExport", id)).state?.["exportRequestedAt"]).toEqual(expect.any(String));
  expect((await twice("studioRequestDeletion", id)).state?.["deletedAt"]).toEqual(expect.any(String));
  expect((await mailTo(server, email, "Your account will be deleted in 14 days")).text).toContain(
    "As you asked",
  );
  expect(await auditOf(id)).toEqual(["identity.export_requested", "identity.deletion_requested"]);
  await browser.graphql("mutation { cancelAccountDeletion { id } }", {});
  const { data } = await server.graphql<Found>(
    `query { studioPerson(id: "${id}") { ${state} } }`,
    {},
    { as: admin },
  );
  expect(data?.["studioPerson"]?.state).toMatchObject({ deletedAt: null });
});

test("refuses staff as subjects of a suspension or deletion, and ids without an account", async () => {
  const editor = await server.member({ role: "editor" });
  const guest = await server.anonymous();
  const owner = await server.member();
  const { rows } = await server.pool.query<{ id: string }>(
    `insert into identity."user" (name, email, "emailVerified", "accountId", "isChild")
     values ('Mirabel', 'x' || gen_random_uuid() || '@pending.invalid', false, $1, true) returning id`,
    [owner.id],
  );
  expect((await twice("studioSuspend", editor.id, `, reason: "Insults"`)).code).toBe("FORBIDDEN");
  expect((await twice("studioRequestDeletion", editor.id)).code).toBe("FORBIDDEN");
  for (const id of [guest.id, rows[0]!.id, randomUUID(), "x"])
    for (const field of ["studioSignOut", "studioRequestExport", "studioRequestDeletion"])
      expect([id, (await twice(field, id)).code]).toEqual([id, "NOT_FOUND"]);
});

test("lets only admins change accounts of staff", async () => {
  const support = await server.member({ role: "support" });
  const colleague = await server.member({ role: "admin" });
  const codeOf = async (mutation: string, variables: object, as: TestPerson) =>
    (await server.graphql(mutation, { ...variables }, { as })).errors[0]?.extensions.code;
  const credit = `mutation ($personId: ID!, $key: ID!) {
    studioGiveCredit(personId: $personId, key: $key, amount: 500, currencyCode: "EUR", balance: 0, reason: "") { id } }`;
  const signOut = "mutation ($personId: ID!) { studioSignOut(personId: $personId) { id } }";
  const own = { personId: support.id, key: randomUUID() };
  expect(await codeOf(credit, own, support)).toBe("FORBIDDEN");
  expect(await codeOf(signOut, { personId: colleague.id }, support)).toBe("FORBIDDEN");
  expect(await codeOf(credit, own, admin)).toBeUndefined();
  const seen = await server.graphql<Found>(
    `{ studioPerson(id: "${colleague.id}") { state { isStaff } } }`,
    {},
    { as: support },
  );
  expect(seen.data?.["studioPerson"]?.state).toEqual({ isStaff: true });
  const { id } = await member();
  expect(await codeOf(credit, { personId: id, key: randomUUID() }, support)).toBeUndefined();
  expect(await codeOf(signOut, { personId: id }, support)).toBeUndefined();
});
