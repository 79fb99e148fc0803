import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mergePeople } from "../../../../app/merge.ts";
import { startClickHouse, untilReadable } from "../../../../testing/clickhouse.ts";
import type { TestClickHouse } from "../../../../testing/clickhouse.ts";
import { startTestServer } from "../../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../../testing/harness.ts";
import { untilSettled } from "../../../../testing/settled.ts";
import { seedExposures } from "../../reports/seed.ts";
import { noteReached, countVisits } from "../../reports/visitors.ts";
import { postAt } from "../testing.ts";

const dayMs = 24 * 60 * 60_000;
let clickHouse: TestClickHouse;
/** The same studio twice, with events in PostgreSQL and in ClickHouse. */
let studios: TestServer[] = [];
beforeAll(async () => {
  clickHouse = await startClickHouse();
  const start = (env: Record<string, string>) =>
    startTestServer({ roles: "api", env: { IP_COUNTRY_HEADER: "cf-ipcountry", ...env } });
  studios = [await start({}), await start({ EVENTS_URL: clickHouse.url })];
});
afterAll(async () => {
  for (const studio of studios) await studio.stop();
  await clickHouse?.stop();
});

const count = async (studio: TestServer) => {
  await untilSettled(studio.pool, "growth.events");
  await countVisits(studio.ctx(), new AbortController().signal);
};
async function reportsOf(studio: TestServer, admin: TestPerson): Promise<object[]> {
  const queries = [
    ...["week", "country", "source"].map(
      (by) => `{ funnel(days: 90, by: ${by}) { key visits onboarding checkout trial paid week4 } }`,
    ),
    '{ funnel(days: 90, by: variant, experimentId: "onboarding-variant-b") { key visits paid } }',
    ...["first", "last"].map(
      (touch) => `{ attribution(days: 90, touch: ${touch}) {
        touches { source medium campaign people trials paid } said { said source people trials paid } } }`,
    ),
  ];
  return Promise.all(
    queries.map(async (query) => {
      const { data, errors } = await studio.graphql<object>(query, {}, { as: admin });
      expect(errors).toEqual([]);
      return data!;
    }),
  );
}

test("every report has the same figures with events in ClickHouse, and PostgreSQL has no event", async () => {
  // Ids of accounts, which only their own studio has, and of visitors, who are the same in both.
  const visitors = Array.from({ length: 40 }, () => randomUUID());
  const now = Date.now();
  const people = await Promise.all(
    studios.map(async (studio) => ({
      studio,
      admin: await studio.member({ role: "admin" }),
      exposed: await Promise.all(Array.from({ length: 6 }, () => studio.anonymous())),
      guest: await studio.anonymous(),
      member: await studio.member(),
    })),
  );
  const pageOf = (userId: string, n: number) => ({
    type: "page",
    messageId: `page-${n}`,
    userId: n % 7 === 0 ? undefined : userId,
    anonymousId: n % 7 === 0 ? userId : randomUUID(),
    name: ["/dashboard", "/onboarding", "/checkout/yearly", "/checkout", "/library"][n % 5],
    timestamp: new Date(now - ((n * 7919) % (80 * 24 * 60)) * 60_000).toISOString(),
    properties: {
      url: `https://d.example/?${["", "utm_source=news&utm_campaign=it's", "gclid=g", "utm_source=b%5Cc"][n % 4]}`,
    },
  });
  const events = Array.from({ length: 400 }, (_unused, n) => pageOf(visitors[n % visitors.length]!, n));
  for (const { studio, exposed, guest, member } of people) {
    const post = postAt(() => studio);
    await studio.pool.query("update growth.feature_flags set enabled = true");
    for (let at = 0; at < events.length; at += 40) {
      const country = ["DE", "JP", "US"][(at / 40) % 3]!;
      const body = { batch: events.slice(at, at + 40) };
      expect((await post("batch", body, { "cf-ipcountry": country })).status).toBe(200);
      // A client that got no answer sends again.
      if (at === 80) await post("batch", body, { "cf-ipcountry": country });
    }
    const own = [...exposed, guest, member].map(({ id }, n) => ({ ...pageOf(id, n), messageId: `own-${n}` }));
    await post("batch", { batch: own });
    await studio.ctx().transact((tx) =>
      seedExposures(
        tx,
        "onboarding-variant-b",
        exposed.map(({ id }) => id),
        new Date(),
      ),
    );
    // The same variants in both, whatever ids they have.
    for (const [n, { id }] of exposed.entries())
      await studio.pool.query("update growth.exposures set variant = $2 where person_id = $1", [
        id,
        n % 3 ? "control" : "variant-b",
      ]);
    await studio.pool.query("update growth.experiments set planned_size = 1");
    await mergePeople(studio.ctx(), { from: guest.id, into: member.id });
    for (const [n, id] of visitors.entries()) {
      const at = new Date(now - (n % 60) * dayMs);
      if (n % 2) await noteReached(studio.ctx(), id, "trial", at);
      if (n % 4 === 1) await noteReached(studio.ctx(), id, "paid", at);
      if (n % 5 === 0) await noteReached(studio.ctx(), id, "survey", at, n % 2 ? "friend" : "search");
    }
  }
  await untilReadable(clickHouse);
  await Promise.all(studios.map(count));
  const [expected, found] = await Promise.all(people.map(({ studio, admin }) => reportsOf(studio, admin)));
  expect(found).toEqual(expected);
  // They have something to compare.
  const figures = JSON.stringify(expected);
  for (const part of [
    `"campaign":"it's"`,
    String.raw`"source":"b\\c"`,
    '"key":"variant-b"',
    '"said":"friend"',
  ])
    expect(figures).toContain(part);
  const rows = await Promise.all(
    studios.map(async ({ pool }) => (await pool.query("select from growth.events")).rowCount),
  );
  expect(rows).toEqual([events.length + 8, 0]);
  expect(await clickHouse.query("select uniqExact(message_id) from events")).toEqual([
    [String(events.length + 8)],
  ]);
  // Counting again changes nothing.
  await Promise.all(studios.map(count));
  expect(await reportsOf(studios[1]!, people[1]!.admin)).toEqual(expected);
}, 120_000);
