import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { mergePeople } from "../../../app/merge.ts";
import { startTestServer } from "../../../testing/harness.ts";
import { untilSettled } from "../../../testing/settled.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { reactions } from "../reactions.ts";
import { countVisits } from "./visitors.ts";

const dayMs = 24 * 60 * 60 * 1000;
let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ roles: "api", env: { IP_COUNTRY_HEADER: "cf-ipcountry" } });
  admin = await server.member({ role: "admin" });
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server.pool.query("truncate growth.visitors, growth.milestones, growth.events");
});

interface View {
  path?: string;
  search?: string;
  daysAgo?: number;
  country?: string;
}
/** A page view. */
async function view(userId: string, { path = "/dashboard", search = "", daysAgo = 1, country }: View = {}) {
  const response = await server.fetch("/v1/page", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-forwarded-for": "203.0.113.4",
      ...(country ? { "cf-ipcountry": country } : {}),
    },
    body: JSON.stringify({
      writeKey: "eightcount-web",
      userId,
      name: path,
      timestamp: new Date(Date.now() - daysAgo * dayMs).toISOString(),
      properties: { path, url: `https://d.example${path}${search}`, search },
    }),
  });
  expect(response.status).toBe(200);
}
async function count(): Promise<void> {
  await untilSettled(server.pool, "growth.events");
  await countVisits(server.ctx(), new AbortController().signal);
}
/** Delivers an event, as the worker does. */
async function deliverEvent(name: string, payload: object, daysAgo = 0): Promise<void> {
  for (const reaction of reactions.filter(({ event }) => event.name === name))
    await reaction.run(server.ctx(), payload, {
      id: randomUUID(),
      occurredAt: new Date(Date.now() - daysAgo * dayMs),
      signal: new AbortController().signal,
    });
}
const subscribed = (accountId: string, status: string, daysAgo = 0) =>
  deliverEvent(
    "billing.subscription_changed",
    { accountId, subscriptionId: randomUUID(), status, previousStatus: "pending" },
    daysAgo,
  );

type Steps = [
  key: string | null,
  visits: number,
  onboarding: number,
  checkout: number,
  trial: number,
  paid: number,
  week4: number,
];
async function funnel(by: string, experimentId: string | null = null, days = 90): Promise<Steps[]> {
  const { data, errors } = await server.graphql<{ funnel: Record<string, number | string | null>[] }>(
    `query ($by: FunnelKey!, $experimentId: ID, $days: Int!) {
      funnel(days: $days, by: $by, experimentId: $experimentId) { key visits onboarding checkout trial paid week4 } }`,
    { by, experimentId, days },
    { as: admin },
  );
  expect(errors).toEqual([]);
  return data!.funnel.map((row) => Object.values(row) as Steps);
}
type Counts = [
  source: string | null,
  medium: string | null,
  campaign: string | null,
  people: number,
  trials: number,
  paid: number,
];
async function attribution(touch: string) {
  const { data, errors } = await server.graphql<{
    attribution: { touches: object[]; said: object[] };
  }>(
    `query ($touch: TouchKind!) { attribution(days: 90, touch: $touch) {
      touches { source medium campaign people trials paid } said { said source people trials paid } } }`,
    { touch },
    { as: admin },
  );
  expect(errors).toEqual([]);
  return {
    touches: data!.attribution.touches.map((row) => Object.values(row) as Counts),
    said: data!.attribution.said.map((row) => Object.values(row) as unknown[]),
  };
}

describe("funnel", () => {
  test("counts each person at the furthest step, by country and source, including late and repeated events", async () => {
    const [ana, ben, cem] = ["ana", "ben", "cem"].map(() => randomUUID()) as [string, string, string];
    await view(ana, { daysAgo: 30, country: "DE", search: "?utm_source=news" });
    await view(ana, { daysAgo: 29, path: "/onboarding" });
    await view(ana, { daysAgo: 5 });
    await count();
    await view(ben, { daysAgo: 10, country: "JP" });
    await view(ben, { daysAgo: 10, path: "/checkout" });
    await view(cem, { daysAgo: 3, country: "DE" });
    await subscribed(ana, "in_trial", 28);
    await subscribed(ana, "active", 14);
    await subscribed(ana, "active", 2);
    await count();
    await count();
    expect(await funnel("country")).toEqual([
      ["DE", 2, 1, 1, 1, 1, 1],
      ["JP", 1, 1, 1, 0, 0, 0],
    ]);
    expect(await funnel("source")).toEqual([
      [null, 2, 1, 1, 0, 0, 0],
      ["news", 1, 1, 1, 1, 1, 1],
    ]);
    const weeks = await funnel("week");
    expect(weeks.reduce((sum, [, visits]) => sum + visits, 0)).toBe(3);
    for (const [monday] of weeks) expect(new Date(monday!).getUTCDay()).toBe(1);
    expect(await funnel("country", null, 4)).toEqual([["DE", 1, 0, 0, 0, 0, 0]]);
  });

  test("starts weeks on Monday at midnight UTC, whatever the visitor's time zone", async () => {
    const now = Date.now();
    const monday = new Date(now - 14 * dayMs);
    monday.setUTCHours(0, 0, 0, 0);
    monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7));
    const at = async (ms: number, timestamp?: string) => {
      const when = new Date(monday.getTime() + ms);
      await server.fetch("/v1/page", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          writeKey: "eightcount-web",
          userId: randomUUID(),
          name: "/dashboard",
          timestamp: timestamp ?? when.toISOString(),
        }),
      });
    };
    await at(-1);
    await at(0);
    await at(7 * dayMs - 1);
    await at(7 * dayMs);
    // Sunday evening in New York is Monday here.
    await at(0, `${new Date(monday.getTime() - 4 * 60 * 60 * 1000).toISOString().slice(0, 19)}-05:00`);
    await count();
    const of = (time: number) => new Date(time).toISOString().slice(0, 10);
    expect((await funnel("week")).map(([key, visits]) => [key, visits])).toEqual([
      [of(monday.getTime() + 7 * dayMs), 1],
      [of(monday.getTime()), 3],
      [of(monday.getTime() - 7 * dayMs), 1],
    ]);
  });

  test.each([
    [20.9, 0],
    [21.1, 1],
    [27.9, 1],
    [28.1, 0],
  ])("counts a payer who returns after %f days as %i in week 4", async (days, expected) => {
    const id = randomUUID();
    await view(id, { daysAgo: 60 });
    await view(id, { daysAgo: 60 - days });
    await subscribed(id, "active", 50);
    await count();
    expect((await funnel("week")).map(([, ...steps]) => steps)).toEqual([[1, 1, 1, 1, 1, expected]]);
  });

  test("separates variants, but not before the planned number of people saw each", async () => {
    await server.pool.query("update growth.feature_flags set enabled = true");
    const people = await Promise.all(Array.from({ length: 4 }, () => server.anonymous()));
    const shown = await Promise.all(
      people.map(async (as) => {
        await view(as.id);
        const { data } = await server.graphql<{ setExperiment: { variant: string } }>(
          'mutation { setExperiment(experimentId: "onboarding-variant-b") { variant } }',
          {},
          { as },
        );
        return data!.setExperiment.variant;
      }),
    );
    await view(randomUUID());
    await count();
    const rows = new Map(
      (await funnel("variant", "onboarding-variant-b")).map(([key, visits]) => [key, visits]),
    );
    expect(rows.get(null)).toBe(1);
    for (const variant of new Set(shown))
      expect(rows.get(variant)).toBe(shown.filter((each) => each === variant).length);
    await server.pool.query("update growth.experiments set planned_size = 10");
    const { errors } = await server.graphql(
      '{ funnel(days: 90, by: variant, experimentId: "onboarding-variant-b") { key paid } }',
      {},
      { as: admin },
    );
    expect(errors[0]?.extensions).toMatchObject({ code: "BAD_INPUT", field: "experimentId" });
  });
});

describe("attribution", () => {
  test("attributes to the first touch and to the last before a payment, with ad clicks, next to survey answers", async () => {
    const ana = await server.anonymous();
    await view(ana.id, { daysAgo: 20, search: "?utm_source=news&utm_medium=email&utm_campaign=spring" });
    await view(ana.id, { daysAgo: 10, search: "?gclid=g&utm_campaign=brand" });
    await count();
    await subscribed(ana.id, "in_trial", 9);
    await view(ana.id, { daysAgo: 1, search: "?utm_source=late" });
    await deliverEvent("onboarding.survey_answered", { personId: ana.id, slug: "friend" });
    await deliverEvent("onboarding.survey_answered", { personId: ana.id, slug: "tiktok" });
    const ben = await server.anonymous();
    const pushed = await server.fetch(
      `/rtdb/subscriptions/${ben.id}/facebookClicks.json?auth=${await ben.token()}`,
      {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          fbc: "fb.1.1.f",
          timestamp: Date.now() - dayMs,
          landing_url: "https://d.example/?fbclid=f&utm_campaign=summer",
          source: "url_generated",
        }),
      },
    );
    expect(pushed.status).toBe(200);
    await count();
    expect(await attribution("first")).toEqual({
      touches: [
        ["facebook", "paid", "summer", 1, 0, 0],
        ["news", "email", "spring", 1, 1, 0],
      ],
      said: [["tiktok", "news", 1, 1, 0]],
    });
    expect((await attribution("last")).touches).toEqual([
      ["facebook", "paid", "summer", 1, 0, 0],
      ["google", "cpc", "brand", 1, 1, 0],
    ]);
  });

  test("follows a person through sign-in, with earlier and late events", async () => {
    const [guest, member] = [await server.anonymous(), await server.member()];
    await view(guest.id, { daysAgo: 9, search: "?utm_source=first" });
    await count();
    await view(member.id, { daysAgo: 5, search: "?utm_source=second" });
    await mergePeople(server.ctx(), { from: guest.id, into: member.id });
    await view(guest.id, { daysAgo: 10, search: "?utm_source=earliest" });
    await count();
    expect((await attribution("first")).touches).toEqual([["earliest", null, null, 1, 0, 0]]);
    expect((await attribution("last")).touches).toEqual([["second", null, null, 1, 0, 0]]);
    await deliverEvent("identity.person_removed", { personId: member.id });
    await count();
    expect((await attribution("first")).touches).toEqual([]);
  });

  test("counts no click that the realtime database refuses", async () => {
    const ana = await server.anonymous();
    const put = async (path: string, body: unknown) =>
      server.fetch(`/rtdb/subscriptions/${ana.id}/${path}.json?auth=${await ana.token()}`, {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    for (const [path, body] of [
      ["googleClicks/a", { timestamp: 8.64e18, landing_url: 5 }],
      ["googleClicks/b", "text"],
      ["toString/a", { timestamp: 1 }],
    ] as const)
      expect((await put(path, body)).status).toBe(401);
    expect((await attribution("first")).touches).toEqual([]);
  });
});

describe("report files", () => {
  const take = async (name: string, as: TestPerson | null) =>
    server.fetch(`/api/studio/growth/${name}`, {
      headers: as ? { "x-auth-token": `Bearer ${await as.token()}` } : {},
    });

  test("match the pages, and are for admins", async () => {
    await view(randomUUID(), { country: "DE", search: "?utm_source==cmd()" });
    await count();
    const file = await take("funnel.csv?days=7&by=country", admin);
    expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(file.headers.get("content-disposition")).toContain("funnel.csv");
    expect(await file.text()).toBe(
      "country,visits,onboarding,checkout,trial,paid,week_4\r\nDE,1,0,0,0,0,0\r\n",
    );
    expect(await (await take("attribution.csv?days=7&touch=first", admin)).text()).toBe(
      "said,source,medium,campaign,people,trials,paid\r\n,'=cmd(),,,1,0,0\r\n",
    );
    for (const name of ["funnel.csv?days=7&by=country", "attribution.csv?days=7&touch=first"]) {
      expect((await take(name, null)).status).toBe(401);
      expect((await take(name, await server.member({ role: "editor" }))).status).toBe(404);
    }
    expect((await take("funnel.csv?days=7&by=shoe", admin)).status).toBe(400);
    expect((await take("funnel.csv?days=x&by=week", admin)).status).toBe(400);
    expect((await take("funnel.csv?days=7&by=variant", admin)).status).toBe(400);
  });
});
