import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { draft, experimentsOf, publishLanding } from "./testing.ts";

let server: TestServer;
let heroId: string;
let its: ReturnType<typeof experimentsOf>;
beforeAll(async () => {
  server = await startTestServer();
  its = experimentsOf(server, await server.member({ role: "admin" }));
  heroId = await publishLanding(server);
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server.pool.query("update growth.experiments set is_running = false");
});

test("plans the number of people by the rate and the smallest difference", async () => {
  const input = { ...draft, expectedRate: 10, minDifference: 2 };
  const { experiment } = await its.save({ id: randomUUID(), version: 0, input });
  expect(experiment).toMatchObject({ status: "draft", version: 1, plannedSize: 3841, goals: [] });
  for (const [field, wrong] of [
    ["minDifference", { expectedRate: 95, minDifference: 10 }],
    ["minDifference", { minDifference: 0.01 }],
    ["expectedRate", { expectedRate: 101 }],
    ["name", { name: " " }],
    ["value.title", { value: { title: "" } }],
    ["value.interval", { subject: "checkout_interval", goal: "paid", value: {} }],
    ["share", { share: 101 }],
    ["countries", { countries: ["Japan"] }],
    ["goal", { subject: "checkout_interval", value: { interval: "month" }, goal: "registered" }],
  ] as const)
    expect(
      (await its.save({ id: randomUUID(), version: 0, input: { ...input, ...wrong } })).error,
    ).toMatchObject({ code: "BAD_INPUT", field });
});

test("saves, starts and ends an experiment once, however often each is sent, with an audit entry each", async () => {
  const id = randomUUID();
  const saves = await Promise.all([1, 2, 3].map(() => its.save({ id, version: 0, input: draft })));
  expect(saves.map(({ experiment }) => experiment?.version)).toEqual([1, 1, 1]);
  const starts = await Promise.all([1, 2].map(() => its.start({ id, version: 1 })));
  expect(starts.map(({ experiment }) => experiment?.status)).toEqual(["running", "running"]);
  const ends = await Promise.all([1, 2].map(() => its.end({ id, version: 2, chosen: "control" })));
  expect(ends.map(({ experiment }) => experiment?.chosen)).toEqual(["control", "control"]);
  expect((await its.end({ id, version: 2, chosen: "variant_b" })).error?.code).toBe("CHANGED_MEANWHILE");
  expect(await its.audited(id)).toEqual([
    "growth.experiment_saved",
    "growth.experiment_started",
    "growth.experiment_ended",
  ]);
  expect((await its.landing(await server.anonymous())).experiment).toBeNull();
});

test("saves a new experiment once if the same request is on its way", async () => {
  const [other, id] = [randomUUID(), randomUUID()];
  await its.save({ id: other, version: 0, input: draft });
  const client = await server.pool.connect();
  let saved: ReturnType<typeof its.save>;
  try {
    await client.query("begin");
    await client.query("update growth.experiments set id = $2 where id = $1", [other, id]);
    saved = its.save({ id, version: 0, input: draft });
    const waiting = async () =>
      (await client.query("select from pg_locks where not granted and locktype = 'transactionid'")).rowCount;
    await expect.poll(waiting, { timeout: 30_000 }).toBe(1);
  } finally {
    await client.query("commit");
    client.release();
  }
  expect(await saved).toMatchObject({ experiment: { id, version: 1 }, error: null });
  expect(await its.audited(id)).toEqual([]);
});

test("finds an experiment however many there are, and ends what an older server stopped", async () => {
  await server.pool.query(
    "insert into growth.experiments (id, created_at) select 'newer-' || n, now() + interval '1 day' from generate_series(1, 100) n",
  );
  const id = randomUUID();
  expect((await its.save({ id, version: 0, input: draft })).experiment).toMatchObject({
    id,
    status: "draft",
  });
  await server.pool.query("delete from growth.experiments where id like 'newer-%'");
  await its.start({ id, version: 1 });
  await server.pool.query("update growth.experiments set is_running = false where id = $1", [id]);
  expect((await its.end({ id, version: 2, chosen: "control" })).experiment).toMatchObject({
    chosen: "control",
  });
});

test("loses nothing when two admins edit a draft, and fixes the plan at the start", async () => {
  const id = randomUUID();
  await its.save({ id, version: 0, input: draft });
  expect((await its.save({ id, version: 1, input: { ...draft, name: "Mine" } })).error).toBeNull();
  for (const late of [
    its.save({ id, version: 1, input: { ...draft, name: "Theirs" } }),
    its.start({ id, version: 1 }),
    its.remove({ id, version: 1 }),
  ])
    expect((await late).error?.code).toBe("CHANGED_MEANWHILE");
  await its.start({ id, version: 2 });
  for (const late of [its.save({ id, version: 3, input: draft }), its.remove({ id, version: 3 })])
    expect((await late).error?.code).toBe("EXPERIMENT_FIXED");
  const wider = { id, version: 3, share: 50, countries: ["CH", "AT"] };
  expect((await its.reach(wider)).experiment).toMatchObject({ version: 4, status: "running" });
  expect((await its.reach({ ...wider, share: 20 })).error?.code).toBe("CHANGED_MEANWHILE");
  const other = randomUUID();
  await its.save({ id: other, version: 0, input: draft });
  for (const one of ["mine", "a colleague's"])
    expect((await its.remove({ id: other, version: 1 })).error, one).toBeNull();
  expect(await its.audited(other)).toEqual(["growth.experiment_saved", "growth.experiment_deleted"]);
});

test("runs one experiment of a subject at a time, and none that compares the same", async () => {
  await its.running();
  const second = randomUUID();
  await its.save({ id: second, version: 0, input: draft });
  expect((await its.start({ id: second, version: 1 })).error?.code).toBe("SUBJECT_TAKEN");
  await its.running({ subject: "checkout_interval", goal: "paid", value: { interval: "month" } });
  await server.pool.query("update growth.experiments set is_running = false");
  await its.save({
    id: second,
    version: 1,
    input: { ...draft, value: { title: "Dance at home", text: "Every day" } },
  });
  expect((await its.start({ id: second, version: 2 })).error).toMatchObject({
    code: "BAD_INPUT",
    field: "value",
  });
});

test("shows each person one variant of the landing page, and counts it once it was shown", async () => {
  const id = await its.running();
  const people: TestPerson[] = [];
  const pages: Awaited<ReturnType<typeof its.landing>>[] = [];
  while (new Set(pages.map(({ experiment }) => experiment?.variant)).size < 2 || pages.length < 4) {
    people.push(await server.anonymous());
    pages.push(await its.landing(people.at(-1)!));
  }
  for (const { blocks, experiment } of pages)
    expect(blocks[0]).toEqual(
      experiment?.variant === "variant-b"
        ? { title: "Dance now", text: "" }
        : { title: "Dance at home", text: "Every day" },
    );
  expect(await its.exposed(id)).toBe(0);
  const index = pages.findIndex(({ experiment }) => experiment?.variant === "variant-b");
  await its.expose(id, people[index]!);
  // Without a session no one has a variant, and a smaller share changes none that was seen.
  expect((await its.landing(null)).experiment).toBeNull();
  await its.reach({ id, version: 2, share: 0, countries: [] });
  expect((await its.landing(people[index]!)).blocks[0]?.title).toBe("Dance now");
  expect((await its.landing(await server.anonymous())).experiment).toBeNull();
  expect(await its.exposed(id)).toBe(1);
});

test("shows readers of a translated heading the control, and doesn't count them", async () => {
  await its.running();
  await server.pool.query(
    `insert into site.translations (kind, subject, field, locale, source, text)
     values ('landing', $1, 'title', 'de', 'Dance at home', 'Tanz zu Hause')`,
    [heroId],
  );
  await server.ctx().refreshStudio();
  const pages = await Promise.all(
    Array.from({ length: 6 }, async () => its.landing(await server.anonymous(), { "accept-language": "de" })),
  );
  expect(
    pages.every(({ experiment, blocks }) => experiment === null && blocks[0]?.title === "Tanz zu Hause"),
  ).toBe(true);
});

test("hides the result until each variant was shown to the planned number of people", async () => {
  const id = await its.running();
  const add = (variant: string, people: number) => its.addExposures(id, { variant, people });
  await add("control", 4);
  await add("variant-b", 3);
  await add("control", 20);
  expect(await its.find(id)).toMatchObject({ isComplete: false, isComparable: false, goals: [] });
  await add("variant-b", 1);
  expect(await its.find(id)).toMatchObject({
    isComplete: true,
    isComparable: true,
    goals: [{ goal: "registered", control: { people: 24 }, variant: { people: 4 } }],
  });
});

test("applies variant B to what the studio shows, in the same moment", async () => {
  const hero = await its.running({ value: { title: "Dance today", text: "Ten minutes" } });
  await its.end({ id: hero, version: 2, chosen: "variant_b" });
  expect((await its.landing(null)).blocks[0]).toEqual({ title: "Dance today", text: "Ten minutes" });

  const interval = await its.running({
    subject: "checkout_interval",
    goal: "paid",
    value: { interval: "month" },
  });
  await its.end({ id: interval, version: 2, chosen: "variant_b" });
  const ask = await server.graphql("{ checkoutPreselection { interval experiment { variant } } }");
  expect(ask.data).toEqual({ checkoutPreselection: { interval: "month", experiment: null } });

  const order = await its.running({ subject: "onboarding_order", value: {} });
  await its.end({ id: order, version: 2, chosen: "variant_b" });
  const lists = await server.graphql<Record<string, { type: string }[]>>(
    "{ userPreferenceOptions { type } userPreferenceOptionsVariantB { type } }",
  );
  expect(lists.data!["userPreferenceOptions"]).toEqual(lists.data!["userPreferenceOptionsVariantB"]);
});

test("ends nothing if variant B can't be applied", async () => {
  const id = await its.running({ value: { title: "Never shown", text: "" } });
  await server.pool.query(
    "alter table studio.landing_page add constraint refused check (version < 0) not valid",
  );
  expect((await its.end({ id, version: 2, chosen: "variant_b" })).error).not.toBeNull();
  await server.pool.query("alter table studio.landing_page drop constraint refused");
  expect(await its.find(id)).toMatchObject({ status: "running", version: 2, chosen: null });
  expect((await its.landing(null)).blocks[0]?.title).not.toBe("Never shown");
  expect(await its.audited(id)).not.toContain("growth.experiment_ended");
});

test("assigns one variant for repeated and concurrent calls, and records one exposure", async () => {
  const id = await its.running();
  const me = await server.anonymous();
  const answers = await Promise.all(Array.from({ length: 8 }, () => its.expose(id, me)));
  const shown = new Set(answers.map(({ data }) => data?.setExperiment.variant));
  expect(shown.size).toBe(1);
  expect(["control", "variant-b"]).toContain([...shown][0]);
  const { rowCount } = await server.pool.query("select from growth.exposures where person_id = $1", [me.id]);
  expect(rowCount).toBe(1);
});

test("keeps an exposed variant after the end, and gives others the control without an exposure", async () => {
  const id = await its.running();
  const people = await Promise.all(Array.from({ length: 6 }, () => server.anonymous()));
  const before = await Promise.all(people.map(async (person) => (await its.expose(id, person)).data));
  await its.end({ id, version: 2, chosen: "control" });
  expect(await Promise.all(people.map(async (person) => (await its.expose(id, person)).data))).toEqual(
    before,
  );
  expect((await its.expose(id, await server.anonymous())).data?.setExperiment.variant).toBe("control");
  const { rowCount } = await server.pool.query("select from growth.exposures where experiment_id = $1", [id]);
  expect(rowCount).toBe(6);
});

test("refuses an unknown experiment and a viewer without a session", async () => {
  expect((await its.expose("no-such", await server.anonymous())).errors[0]?.extensions).toMatchObject({
    code: "BAD_INPUT",
    field: "experimentId",
  });
  expect((await its.expose("onboarding-variant-b", null)).errors[0]?.extensions.code).toBe("UNAUTHENTICATED");
});
