import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Ctx } from "../../../ctx.ts";
import { createClass, createLibrary } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { explaining } from "../../../testing/query-plans.ts";
import { payerStages } from "../../billing/index.ts";
import { countEarlier, listBegun } from "../messages/series-people.ts";
import { seriesNames } from "../messages/store-series.ts";
import { countAudience } from "./audience.ts";
import { dancedFilters } from "./filter.ts";
import type { PeopleFilter } from "./filter.ts";
import { peoplePage } from "./people.ts";

let server: TestServer;
let admin: Ctx;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  const { id } = await server.member({ role: "admin" });
  admin = server.ctx({
    personId: id,
    accountId: id,
    isChild: false,
    hidesExplicit: false,
    sessionId: randomUUID(),
    role: "admin",
    isAnonymous: false,
  });
  await createLibrary(server.pool);
  for (let made = 0; made < 5; made += 1) await createClass(server.pool);
  const { pool } = server;
  await pool.query(
    `insert into identity."user" (name, username, email, "emailVerified", "createdAt")
     select 'Crowd ' || md5(at::text), 'c' || md5('u' || at), md5('e' || at) || '@crowd.test', true, now() - at * interval '5 minutes'
     from generate_series(1, 100000) as at`,
  );
  // Two thirds ever paid; most of those still do.
  await pool.query(
    `insert into billing.subscriptions (person_id, access_type, status, provider, plan_id, currency_code, country_code, price_amount, created_at)
     select id, 'premium',
       case when at % 100 < 55 then 'active' when at % 100 < 58 then 'in_trial' when at % 100 < 60 then 'non_renewing'
         when at % 200 = 60 then 'paused' else 'canceled' end,
       'eightcount', case when at % 20 = 0 then 'basic-yearly' else 'premium-monthly' end, 'USD',
       case when at % 50 = 0 then 'CH' else 'US' end, 1499, "createdAt"
     from (select id, "createdAt", row_number() over (order by id) as at from identity."user" where email like '%@crowd.test') as crowd
     where at % 3 > 0`,
  );
  await pool.query(
    "update billing.subscriptions set dunning_status = 'in_progress' where status = 'active' and right(id::text, 2) = 'aa'",
  );
  // Most payers redeemed one promo code, one in fifty the other.
  await pool.query(
    `insert into billing.coupons (id, discount_type, basis_points, duration) values ('CROWD', 'percentage', 1000, 'one_time'), ('MOST', 'percentage', 1000, 'one_time')`,
  );
  await pool.query(
    `insert into billing.subscription_coupons (subscription_id, coupon_id, account_id, created_at)
     select id, case when at % 50 = 0 then 'CROWD' else 'MOST' end, person_id, created_at
     from (select *, row_number() over (order by id) as at from billing.subscriptions) as paid`,
  );
  await pool.query(
    `insert into billing.transitions (subscription_id, to_status, trigger, cause, happened_at)
     select id, status, 'demo', 'clock', created_at from billing.subscriptions`,
  );
  // Everyone got an announcement.
  await pool.query(
    `with message as (
       insert into studio.messages (id, state, texts, created_at, saved_at) values (gen_random_uuid(), 'sent', '{}', now(), now())
       returning id)
     insert into studio.message_recipients (message_id, person_id, notified_at, was_away)
     select message.id, person.id, now() - interval '10 days', false from message, identity."user" as person`,
  );
  // Half of them danced, over a year.
  await pool.query(
    `insert into practice.records (person_id, class_id, viewed_at)
     select id, (select id from catalog.classes limit 1), now() - (at % 365) * interval '1 day'
     from (select id, row_number() over (order by id) as at from identity."user" where email like '%@crowd.test') as crowd where at % 2 = 0`,
  );
  // One in a thousand danced another style.
  const rare = await createClass(pool, { style: "latin" });
  await pool.query(
    `insert into practice.records (person_id, class_id, viewed_at)
     select id, $1, now() - (at % 365) * interval '1 day'
     from (select id, row_number() over (order by id) as at from identity."user" where email like '%@crowd.test') as crowd where at % 1000 = 0`,
    [rare.id],
  );
  // Everyone who ever paid is in a cohort, and moved once.
  await pool.query(
    `insert into studio.cohort_members (account_id, month, plan_id, source, paid_months)
     select distinct on (person_id) person_id, date_trunc('month', created_at)::date, plan_id, 'unknown', '{0,1,2}' from billing.subscriptions`,
  );
  await pool.query(
    `insert into billing.mrr_movers (month, currency_code, kind, account_id)
     select distinct on (person_id) date_trunc('month', created_at)::date, 'USD', case when status = 'canceled' then 'left' else 'new' end, person_id
     from billing.subscriptions`,
  );
  // Statistics of all rows, not of a sample: the same plans in each run.
  const client = await pool.connect();
  await client.query("set default_statistics_target = 2000");
  await client.query("vacuum analyze");
  client.release(true);
}, 240_000);
afterAll(() => server?.stop());

const everyone: PeopleFilter = {
  search: null,
  stage: null,
  planId: null,
  countryCode: null,
  currencyCode: null,
  joinedFrom: null,
  joinedUntil: null,
  danced: null,
  coupon: null,
  style: null,
  figure: null,
};
/** Far below the 100,000 people and the 67,000 subscriptions. */
const maxRows = 20_000;

/** Tables that stay small, or that are small here alone. */
const small = new Set(["classes", "entry_aliases", "styles"]);

/** Reads a page and the one after it. @returns what each read */
async function read(filter: Partial<PeopleFilter>) {
  const { ctx, plans } = explaining(admin, server.pool);
  const { nextCursor } = await peoplePage(ctx, { ...everyone, ...filter }, { first: 24, after: null });
  if (nextCursor) await peoplePage(ctx, { ...everyone, ...filter }, { first: 24, after: nextCursor });
  expect(plans.length).toBeGreaterThan(0);
  return plans
    .map((plan) => ({ ...plan, wholeTables: plan.wholeTables.filter((table) => !small.has(table)) }))
    .filter(({ wholeTables, rowsRead }) => wholeTables.length > 0 || rowsRead > maxRows);
}

const stages = [null, ...payerStages];
const danced = [null, ...dancedFilters];
test.each(stages.flatMap((stage) => danced.map((one) => [stage, one] as const)))(
  "lists people in the phase %s who danced %s without reading all of them",
  async (stage, one) => {
    expect(await read({ stage, danced: one })).toEqual([]);
  },
);

test.each<[string, Partial<PeopleFilter>]>([
  ["a plan that few have", { planId: "basic-yearly" }],
  ["a plan that no one has", { planId: "premium-yearly" }],
  ["a country", { countryCode: "CH" }],
  ["a phase and a currency", { stage: "paying", currencyCode: "USD" }],
  ["a phase and a currency that few pay in", { stage: "payment_failed", currencyCode: "CHF" }],
  ["a plan and a country", { planId: "premium-monthly", countryCode: "CH" }],
  ["a phase, a plan and a country", { stage: "leaving", planId: "basic-yearly", countryCode: "CH" }],
  ["days of joining", { joinedFrom: "2026-11-01", joinedUntil: "2026-11-10" }],
  ["days of joining before the studio", { joinedFrom: "2001-01-01", joinedUntil: "2001-01-02" }],
  ["days of joining and a phase", { joinedFrom: "2001-01-01", joinedUntil: "2026-11-10", stage: "paused" }],
  ["a word that everyone has", { search: "crowd" }],
  ["two words", { search: "crowd c4" }],
  ["a promo code", { coupon: "CROWD" }],
  ["a promo code that most redeemed", { coupon: "MOST" }],
  ["a promo code and a phase", { coupon: "crowd", stage: "leaving" }],
  ["an unknown promo code", { coupon: "NONE" }],
  ["a word and a phase", { search: "crowd", stage: "paying" }],
  ["a style that half of them danced", { style: "hip-hop" }],
  ["a style that few danced", { style: "latin" }],
  ["a style that no one danced", { style: "house" }],
  ["a style that they never danced", { style: "house", danced: "never" }],
  ["an unknown style", { style: "none" }],
  ["a member who began to pay in a month", { figure: "cohort~2026-08~~all~" }],
  ["a cell of the cohorts", { figure: "cohort~2026-08~2~plan~premium-monthly" }],
  ["a change of MRR", { figure: "mrr~2026-11~USD~left" }],
  ["trials that end", { figure: "trials_ending~2027-11-01T00:00:00Z" }],
  ["failed payments", { figure: "dunning~" }],
  ["plans that ended", { figure: "churned~2026-11-01T00:00:00Z~2026-11-20T00:00:00Z~~any" }],
  ["plans that were canceled", { figure: "canceled~2026-11-19T00:00:00Z~2026-11-20T00:00:00Z" }],
])("lists people by %s without reading all of them", async (_what, filter) => {
  expect(await read(filter)).toEqual([]);
});

test("counts at most 50,000 people of an audience, and says that there are more", async () => {
  const { search: _search, ...audience } = everyone;
  expect(await countAudience(admin, audience)).toEqual({
    people: 50_000,
    isCapped: true,
    byEmail: 0,
    byPush: 0,
  });
});

test.each(seriesNames)("finds who is due in the series %s without reading everyone", async (id) => {
  const { ctx, plans } = explaining(admin, server.pool);
  const series = { id, version: 1, switchedOnAt: new Date(), reachesFrom: null };
  const step = { id: randomUUID(), delay: id === "anniversary" ? 1 : 14, series };
  const first = 200;
  const now = new Date();
  let begun: Awaited<ReturnType<typeof listBegun>> = [];
  do {
    const last = begun.at(-1);
    begun = await listBegun(ctx.db, step, { now, after: last ?? null, first });
  } while (begun.length === first);
  expect(plans.length).toBeGreaterThan(0);
  const few = new Set(["bans", "leavings", "messages", "series_steps"]);
  const read = plans.map(({ wholeTables, rowsRead }) => ({
    wholeTables: wholeTables.filter((name) => !few.has(name)),
    isFar: rowsRead > maxRows,
  }));
  expect(read).toEqual(read.map(() => ({ wholeTables: [], isFar: false })));
  const { people } = await countEarlier(admin.db, { series: id, delay: step.delay, now });
  expect(people).toBeGreaterThan(0);
});
