import { afterAll, beforeAll, expect, test } from "vitest";
import { createClass, createLibrary } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { subscribeAs } from "../../billing/testing.ts";

let server: TestServer;
// Half past midnight in New York.
const halfPast = new Date("2026-11-20T05:30:00Z");
let now = halfPast;
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
beforeAll(async () => {
  server = await startTestServer({ roles: "api", clock: { now: () => now } });
});
afterAll(() => server.stop());

interface Home {
  readonly today: { dancers: number; completed: number; joined: number; left: number } | null;
  readonly releases: readonly { title: string }[] | null;
  readonly netMrr: readonly { currencyCode: string }[] | null;
  readonly trialsEnding: { total: number; items: readonly { member: { name: string } }[] } | null;
  readonly failedPayments: { total: number } | null;
  readonly revenueTasks: readonly { kind: string; count: number; dueAt: string | null }[] | null;
  readonly missingSteps: readonly string[] | null;
  readonly backups: { isLate: boolean } | null;
}
async function homeFor(as: TestPerson): Promise<Home> {
  const { data, errors } = await server.graphql<{ studioHome: Home }>(
    `{ studioHome { today { dancers completed joined left } releases { title } netMrr { currencyCode }
      trialsEnding { total items { member { name } } } failedPayments { total } revenueTasks { kind count dueAt } missingSteps backups { isLate } } }`,
    {},
    { as },
  );
  expect(errors).toEqual([]);
  return data!.studioHome;
}
async function setTimeZone(timeZone: string): Promise<void> {
  const as = await server.member({ role: "admin" });
  const read = await server.graphql<{ studioSettings: { version: number } }>(
    "{ studioSettings { version } }",
    {},
    { as },
  );
  const { errors } = await server.graphql(
    `mutation ($version: Int!, $timeZone: String!) {
      saveStudioSettings(version: $version, input: { name: "Demo", timeZone: $timeZone }) { version } }`,
    { version: read.data!.studioSettings.version, timeZone },
    { as },
  );
  expect(errors).toEqual([]);
}
const shownTo = async (as: TestPerson) =>
  Object.entries(await homeFor(as)).flatMap(([part, found]) => (found === null ? [] : [part]));

test("shows each role the parts that it may see", async () => {
  const people = ["today", "trialsEnding", "failedPayments"];
  const expected = {
    support: people,
    finance: ["today", "netMrr", "trialsEnding", "failedPayments", "revenueTasks"],
    editor: ["releases"],
    moderator: [],
    teacher: [],
    member: [],
    admin: [
      "today",
      "releases",
      "netMrr",
      "trialsEnding",
      "failedPayments",
      "revenueTasks",
      "missingSteps",
      "backups",
    ],
  } as const;
  for (const [role, parts] of Object.entries(expected))
    expect(await shownTo(await server.member({ role: role as keyof typeof expected })), role).toEqual(parts);
});

test("counts today from midnight in the studio's time zone", async () => {
  const support = await server.member({ role: "support" });
  await setTimeZone("America/New_York");
  await server.pool.query(`update identity."user" set "createdAt" = $1`, [hoursAgo(48)]);
  await createLibrary(server.pool);
  for (let made = 0; made < 2; made += 1) await createClass(server.pool);
  const [early, late] = [await server.member(), await server.member()];
  await server.pool.query(`update identity."user" set "createdAt" = $2 where id = $1`, [
    early.id,
    hoursAgo(1),
  ]);
  await server.pool.query(`update identity."user" set "createdAt" = $2 where id = $1`, [late.id, now]);
  await server.anonymous();
  const danced = (personId: string, at: Date, isCompleted: boolean) =>
    server.pool.query(
      `insert into practice.records (person_id, class_id, viewed_at, completed_at)
       select $1, id, $2, case when $3 then $2::timestamptz end from catalog.classes order by id limit 2`,
      [personId, at, isCompleted],
    );
  await danced(early.id, hoursAgo(1), true);
  await danced(late.id, hoursAgo(0.25), true);
  await expect
    .poll(async () => (await homeFor(support)).today)
    .toEqual({ dancers: 1, completed: 2, joined: 1, left: 0 });
});

test("compares the last seven days with the seven before", async () => {
  const support = await server.member({ role: "support" });
  await setTimeZone("America/New_York");
  await server.pool.query(`update identity."user" set "createdAt" = $1`, [hoursAgo(24 * 30)]);
  await server.pool.query("delete from practice.class_days");
  for (const [day, plays] of [
    ["2026-11-20", 3],
    ["2026-11-14", 4],
    ["2026-11-13", 10],
    ["2026-11-07", 20],
    ["2026-11-06", 40],
  ] as const)
    await server.pool.query(
      "insert into practice.class_days (day, class_id, plays) select $1, id, $2 from catalog.classes limit 1",
      [day, plays],
    );
  const join = async (at: Date) => {
    const { id } = await server.member();
    await server.pool.query(`update identity."user" set "createdAt" = $2 where id = $1`, [id, at]);
  };
  // The week before ends at the same time of its last day.
  for (const hours of [1, 6 * 24, 7 * 24 - 1, 7 * 24 + 0.25, 8 * 24]) await join(hoursAgo(hours));
  const { data, errors } = await server.graphql(
    "{ studioHome { week { plays joined left } weekBefore { plays joined left } } }",
    {},
    { as: support },
  );
  expect(errors).toEqual([]);
  expect(data).toEqual({
    studioHome: {
      week: { plays: 7, joined: 2, left: 0 },
      weekBefore: { plays: 30, joined: 2, left: 0 },
    },
  });
});

test("counts whole days where the clocks skip a midnight", async () => {
  const support = await server.member({ role: "support" });
  await setTimeZone("America/Santiago");
  now = new Date("2026-09-06T12:00:00Z");
  const { data } = await server.graphql(
    "{ studioHome { today { since until } week { since until } weekBefore { since } } }",
    {},
    { as: support },
  );
  now = halfPast;
  const [since, until] = ["2026-09-06T04:00:00.000Z", "2026-09-07T03:00:00.000Z"];
  expect(data).toEqual({
    studioHome: {
      today: { since, until },
      week: { since: "2026-08-31T04:00:00.000Z", until },
      weekBefore: { since: "2026-08-24T04:00:00.000Z" },
    },
  });
});

test("lists trials that end within a week, the next first", async () => {
  const admin = await server.member({ role: "admin" });
  const inTrial = async (name: string, hours: number) => {
    const { id } = await server.member({ name });
    await server.pool.query(
      `insert into billing.subscriptions (person_id, status, provider, access_type, plan_id, currency_code, country_code, price_amount, trial_ends_at)
       values ($1, 'in_trial', 'eightcount', 'premium', 'premium-monthly', 'EUR', 'DE', 1500, $2)`,
      [id, hoursAgo(-hours)],
    );
  };
  await inTrial("Demo Late", 8 * 24);
  await inTrial("Demo Second", 50);
  await inTrial("Demo First", 20);
  const { trialsEnding } = await homeFor(admin);
  expect(trialsEnding).toEqual({
    total: 2,
    items: [{ member: { name: "Demo First" } }, { member: { name: "Demo Second" } }],
  });
});

test("tells finance what waits, disputes by their deadline first, and admins which steps are missing", async () => {
  const admin = await server.member({ role: "admin" });
  const buyer = await server.member();
  expect((await subscribeAs(server, buyer, { withoutTrial: true })).errors).toEqual([]);
  const due = new Date("2026-12-01T12:00:00Z");
  await server.pool.query(
    `with payment as (select id, invoice_id, subscription_id from billing.payments where account_id = $1),
       disputed as (
         insert into billing.disputes (provider, ref, payment_id, invoice_id, subscription_id, account_id, amount, currency_code, reason,
           status, due_at, opened_at)
         select 'eightcount', ref, id, invoice_id, subscription_id, $1, 100, 'EUR', 'fraudulent', status, due_at, $2
         from payment cross join (values ('dp_1', 'open', $3::timestamptz + interval '1 day'), ('dp_2', 'open', $3),
           ('dp_3', 'won', null)) as given (ref, status, due_at)),
       refunded as (
         insert into billing.refunds (id, payment_id, invoice_id, amount, reason, status, created_at)
         select gen_random_uuid(), id, invoice_id, 100, 'requested_by_customer', status, $2
         from payment cross join (values ('failed'), ('succeeded')) as given (status)),
       requested as (
         insert into billing.contract_requests (id, idempotency_key, input_hash, kind, is_extraordinary, name, email, received_at, status)
         select gen_random_uuid(), status, '', 'withdraw', false, 'Demo Buyer', 'buyer@example.test', $2, status
         from (values ('review'), ('unconfirmed'), ('closed')) as given (status))
     insert into billing.differences (provider, kind, subject, details, found_at, closed_at)
     values ('eightcount', 'other_amount', 'open', '{}', $2, null), ('eightcount', 'other_amount', 'closed', '{}', $2, $2)`,
    [buyer.id, hoursAgo(1), due],
  );
  const { revenueTasks, missingSteps } = await homeFor(admin);
  expect(revenueTasks).toEqual([
    { kind: "dispute", count: 2, dueAt: due.toISOString() },
    { kind: "failed_refund", count: 1, dueAt: null },
    { kind: "contract_request", count: 1, dueAt: null },
    { kind: "difference", count: 1, dueAt: null },
  ]);
  expect(missingSteps).toContain("taxes");
  expect(missingSteps).not.toContain("webhook");
  const { data } = await server.graphql<{ studioAreas: { key: string; waiting: number | null }[] }>(
    "{ studioAreas { key waiting } }",
    {},
    { as: admin },
  );
  expect(data!.studioAreas.find(({ key }) => key === "money")?.waiting).toBe(5);
});

test("says that the first backup is late once a studio without one is seven days old", async () => {
  const admin = await server.member({ role: "admin" });
  const isLateAfter = async (days: number) => {
    await server.pool.query("update platform.migrations set ran_at = $1", [hoursAgo(days * 24)]);
    return (await homeFor(admin)).backups?.isLate;
  };
  expect([await isLateAfter(6.9), await isLateAfter(7)]).toEqual([false, true]);
});
