import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../testing/harness.ts";
import type { TestPerson, TestServer } from "../testing/harness.ts";
import { callOf } from "./authorization/check.ts";
import { fieldsOf } from "./authorization/matrix.ts";

let aheadMs = 0;
let server: TestServer;
let support: TestPerson;
let member: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ roles: "api", clock: { now: () => new Date(Date.now() + aheadMs) } });
  support = await server.member({ role: "support" });
  member = await server.member({ name: "Demo Lena" });
});
afterAll(() => server?.stop());

async function begin(personId: string, as = support, key: string = randomUUID(), reason = "Asked for help") {
  const { data, errors } = await server.graphql<{ studioSeeAs: { id: string; name: string } }>(
    `mutation ($key: ID!, $personId: ID!, $reason: String!) {
      studioSeeAs(key: $key, personId: $personId, reason: $reason) { id name endsAt } }`,
    { key, personId, reason },
    { as },
  );
  return { ticket: data?.studioSeeAs, code: errors[0]?.extensions.code };
}
const see = async (query: string, id: string, as = support) => {
  const { data, errors } = await server.graphql<Record<string, { id: string } | null>>(
    query,
    {},
    { headers: { "x-auth-token": `Bearer ${await as.token()}`, "x-see-as": id } },
  );
  return errors[0]?.extensions.code ?? data;
};

test("shows staff the pages of a member, told in the audit log with the reason, once per key", async () => {
  const key = randomUUID();
  const [one, two] = [await begin(member.id, support, key), await begin(member.id, support, key)];
  expect(one.ticket).toEqual(two.ticket);
  expect(await see("{ me { id name } }", key)).toMatchObject({ me: { id: member.id, name: "Demo Lena" } });
  // Without the ticket it is their own account.
  const own = await server.graphql("{ me { id } }", {}, { as: support });
  expect(own.data).toEqual({ me: { id: support.id } });
  const { rows } = await server.pool.query(
    "select details from identity.staff_acts where action = 'identity.seen_as' and subject = $1",
    [`person:${member.id}`],
  );
  expect(rows).toEqual([{ details: { reason: "Asked for help", minutes: 15 } }]);
});

test("refuses every mutation and every live stream of the schema, and queries that begin a payment", async () => {
  const { id } = (await begin(member.id)).ticket!;
  const headers = { "x-auth-token": `Bearer ${await support.token()}`, "x-see-as": id };
  const wrong: string[] = [];
  for (const field of fieldsOf("Mutation")) {
    const { query, variables } = callOf("Mutation", field, undefined, {});
    const { errors } = await server.graphql(query, variables, { headers });
    if (errors[0]?.extensions.code !== "READ_ONLY")
      wrong.push(`${field.name}: ${errors[0]?.extensions.code}`);
  }
  for (const field of fieldsOf("LiveSubscription")) {
    const { query, variables } = callOf("LiveSubscription", field, undefined, {});
    const stream = await server.subscribe(query, variables, { headers });
    if (stream.status !== 403) wrong.push(`${field.name}: ${stream.status}`);
    stream.close();
  }
  expect(wrong).toEqual([]);
  expect(await see("{ generateStripePaymentIntent(amountInCents: 1500) { id } }", id)).toBe("READ_ONLY");
  const { rows } = await server.pool.query("select from identity.see_as where person_id = $1", [member.id]);
  expect(rows.length).toBeGreaterThan(0);
});

test("opens no other route, and nothing that a confirmed session opens", async () => {
  const { id } = (await begin(member.id)).ticket!;
  const headers = { "x-auth-token": `Bearer ${await support.token()}`, "x-see-as": id };
  const csv = await fetch(`${server.url}/api/studio/people.csv`, { headers });
  expect(csv.status).toBe(403);
  expect(await see("{ studioPeople { items { id } } }", id)).toBe("NOT_FOUND");
});

test("is over after 15 minutes, for another session, and with the role", async () => {
  const { id } = (await begin(member.id)).ticket!;
  const colleague = await server.member({ role: "support" });
  expect(await see("{ me { id } }", id, colleague)).toBe("SEE_AS_ENDED");
  expect(await see("{ me { id } }", randomUUID())).toBe("SEE_AS_ENDED");
  expect(await see("{ me { id } }", id, member)).toBe("SEE_AS_ENDED");
  aheadMs += 15 * 60_000 + 1000;
  expect(await see("{ me { id } }", id)).toBe("SEE_AS_ENDED");
  aheadMs = 0;
});

test("refuses accounts of the team, guests, and a missing reason, also to admins", async () => {
  const admin = await server.member({ role: "admin" });
  const editor = await server.member({ role: "editor" });
  const guest = await server.anonymous();
  for (const as of [support, admin]) {
    expect((await begin(editor.id, as)).code).toBe("FORBIDDEN");
    expect((await begin(guest.id, as)).code).toBe("NOT_FOUND");
    expect((await begin(member.id, as, randomUUID(), " ")).code).toBe("BAD_INPUT");
  }
  expect((await begin(member.id, await server.member({ role: "finance" }))).code).toBe("NOT_FOUND");
  const { ticket } = await begin(member.id);
  await server.pool.query(`update identity."user" set role = 'editor' where id = $1`, [member.id]);
  expect(await see("{ me { id } }", ticket!.id)).toBe("SEE_AS_ENDED");
  await server.pool.query(`update identity."user" set role = 'member' where id = $1`, [member.id]);
});
