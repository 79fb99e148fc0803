import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createClass, createLibrary } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";

let server: TestServer;
let admin: TestPerson;
const heroId = randomUUID();
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.member({ role: "admin" });
  await createLibrary(server.pool);
  const { id } = await createClass(server.pool, { isPlayable: true });
  const page = JSON.stringify({
    blocks: [{ id: heroId, kind: "hero", title: "Dance at home", text: "Every day", classIds: [id] }],
  });
  await server.pool.query("update studio.landing_page set draft = $1, published = $1", [page]);
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server.pool.query("update growth.experiments set is_running = false");
});

interface Experiment {
  id: string;
  version: number;
  status: string;
  plannedSize: number;
  control: number;
  variant: number;
  isComplete: boolean | null;
  chosen: string | null;
  goals: { goal: string; control: { converted: number }; variant: { converted: number } }[];
}
const fields =
  "id version status plannedSize control variant isComplete chosen goals { goal control { converted } variant { converted } }";
/** Four people in each variant. */
const draft = {
  name: "Shorter heading",
  subject: "landing_hero",
  value: { title: "Dance now", text: "" },
  goal: "registered",
  expectedRate: 10,
  minDifference: 90,
  share: 100,
  countries: [] as string[],
};
const call =
  (name: string, args: string, declared: string) =>
  async (variables: object, as = admin) => {
    const { data, errors } = await server.graphql<Record<string, Experiment>>(
      `mutation (${declared}) { ${name}(${args}) ${name === "deleteExperiment" ? "" : `{ ${fields} }`} }`,
      variables,
      { as },
    );
    return { experiment: data?.[name] ?? null, error: errors[0]?.extensions ?? null };
  };
const seen = ["id: $id, version: $version", "$id: ID!, $version: Int!"] as const;
const save = call("saveExperiment", `${seen[0]}, input: $input`, `${seen[1]}, $input: ExperimentInput!`);
const start = call("startExperiment", ...seen);
const end = call("endExperiment", `${seen[0]}, chosen: $chosen`, `${seen[1]}, $chosen: ExperimentVariant!`);
const reach = call(
  "changeExperimentReach",
  `${seen[0]}, share: $share, countries: $countries`,
  `${seen[1]}, $share: Int!, $countries: [String!]!`,
);
const remove = call("deleteExperiment", ...seen);

/** Starts an experiment. @returns its id */
async function running(input: object = {}): Promise<string> {
  const id = randomUUID();
  expect((await save({ id, version: 0, input: { ...draft, ...input } })).error).toBeNull();
  expect((await start({ id, version: 1 })).experiment).toMatchObject({ status: "running", version: 2 });
  return id;
}
interface Shown {
  blocks: { title: string; text: string }[];
  experiment: { experimentId: string; variant: string } | null;
}
const landing = async (as: TestPerson | null, headers: Record<string, string> = {}): Promise<Shown> =>
  (
    await server.graphql<{ landingPage: Shown }>(
      "{ landingPage { blocks { title text } experiment { experimentId variant } } }",
      {},
      { ...(as ? { as } : {}), headers },
    )
  ).data!.landingPage;
const expose = (id: string, as: TestPerson | null) =>
  server.graphql<{ setExperiment: { variant: string } }>(
    "mutation ($id: ID!) { setExperiment(experimentId: $id) { variant } }",
    { id },
    as ? { as } : {},
  );
const audited = async (id: string) =>
  (
    await server.pool.query<{ action: string }>(
      "select action from identity.staff_acts where subject = $1 order by happened_at, id",
      [`experiment:${id}`],
    )
  ).rows.map(({ action }) => action);

test("plans the number of people by the rate and the smallest difference", async () => {
  const input = { ...draft, expectedRate: 10, minDifference: 2 };
  const { experiment } = await save({ id: randomUUID(), version: 0, input });
  expect(experiment).toMatchObject({ status: "draft", version: 1, plannedSize: 3841, goals: [] });
  for (const [field, wrong] of [
    ["minDifference", { expectedRate: 95, minDifference: 10 }],
    ["minDifference", { minDifference: 0.01 }],
    ["expectedRate", { expectedRate: 101 }],
    ["name", { name: " " }],
    ["value.title", { value: { title: "" } }],
    ["value.interval", { subject: "checkout_interval", value: {} }],
    ["share", { share: 101 }],
    ["countries", { countries: ["Japan"] }],
  ] as const)
    expect((await save({ id: randomUUID(), version: 0, input: { ...input, ...wrong } })).error).toMatchObject(
      { code: "BAD_INPUT", field },
    );
});

test("saves, starts and ends an experiment once, however often each is sent, with an audit entry each", async () => {
  const id = randomUUID();
  const saves = await Promise.all([1, 2, 3].map(() => save({ id, version: 0, input: draft })));
  expect(saves.map(({ experiment }) => experiment?.version)).toEqual([1, 1, 1]);
  const starts = await Promise.all([1, 2].map(() => start({ id, version: 1 })));
  expect(starts.map(({ experiment }) => experiment?.status)).toEqual(["running", "running"]);
  const ends = await Promise.all([1, 2].map(() => end({ id, version: 2, chosen: "control" })));
  expect(ends.map(({ experiment }) => experiment?.chosen)).toEqual(["control", "control"]);
  expect((await end({ id, version: 2, chosen: "variant_b" })).error?.code).toBe("CHANGED_MEANWHILE");
  expect(await audited(id)).toEqual([
    "growth.experiment_saved",
    "growth.experiment_started",
    "growth.experiment_ended",
  ]);
  expect((await landing(await server.anonymous())).experiment).toBeNull();
});

test("loses nothing when two admins edit a draft, and fixes the plan at the start", async () => {
  const id = randomUUID();
  await save({ id, version: 0, input: draft });
  expect((await save({ id, version: 1, input: { ...draft, name: "Mine" } })).error).toBeNull();
  for (const late of [
    save({ id, version: 1, input: { ...draft, name: "Theirs" } }),
    start({ id, version: 1 }),
    remove({ id, version: 1 }),
  ])
    expect((await late).error?.code).toBe("CHANGED_MEANWHILE");
  await start({ id, version: 2 });
  for (const late of [save({ id, version: 3, input: draft }), remove({ id, version: 3 })])
    expect((await late).error?.code).toBe("EXPERIMENT_FIXED");
  const wider = { id, version: 3, share: 50, countries: ["CH", "AT"] };
  expect((await reach(wider)).experiment).toMatchObject({ version: 4, status: "running" });
  expect((await reach({ ...wider, share: 20 })).error?.code).toBe("CHANGED_MEANWHILE");
  const other = randomUUID();
  await save({ id: other, version: 0, input: draft });
  expect((await remove({ id: other, version: 1 })).error).toBeNull();
  expect(await audited(other)).toEqual(["growth.experiment_saved", "growth.experiment_deleted"]);
});

test("runs one experiment of a subject at a time, and none that compares the same", async () => {
  await running();
  const second = randomUUID();
  await save({ id: second, version: 0, input: draft });
  expect((await start({ id: second, version: 1 })).error?.code).toBe("SUBJECT_TAKEN");
  await running({ subject: "checkout_interval", value: { interval: "month" } });
  await server.pool.query("update growth.experiments set is_running = false");
  await save({
    id: second,
    version: 1,
    input: { ...draft, value: { title: "Dance at home", text: "Every day" } },
  });
  expect((await start({ id: second, version: 2 })).error).toMatchObject({
    code: "BAD_INPUT",
    field: "value",
  });
});

test("shows each person one variant of the landing page, and counts it once it was shown", async () => {
  const id = await running();
  const people = await Promise.all(Array.from({ length: 12 }, () => server.anonymous()));
  const pages = await Promise.all(people.map((one) => landing(one)));
  for (const { blocks, experiment } of pages)
    expect(blocks[0]).toEqual(
      experiment?.variant === "variant-b"
        ? { title: "Dance now", text: "" }
        : { title: "Dance at home", text: "Every day" },
    );
  expect(new Set(pages.map(({ experiment }) => experiment?.variant))).toEqual(
    new Set(["control", "variant-b"]),
  );
  const exposures = () => server.pool.query("select from growth.exposures where experiment_id = $1", [id]);
  expect((await exposures()).rowCount).toBe(0);
  const index = pages.findIndex(({ experiment }) => experiment?.variant === "variant-b");
  await expose(id, people[index]!);
  // Without a session no one has a variant, and a smaller share changes none that was seen.
  expect((await landing(null)).experiment).toBeNull();
  await reach({ id, version: 2, share: 0, countries: [] });
  expect((await landing(people[index]!)).blocks[0]?.title).toBe("Dance now");
  expect((await landing(await server.anonymous())).experiment).toBeNull();
  expect((await exposures()).rowCount).toBe(1);
});

test("shows readers of a translated heading the control, and doesn't count them", async () => {
  await running();
  await server.pool.query(
    `insert into site.translations (kind, subject, field, locale, source, text)
     values ('landing', $1, 'title', 'de', 'Dance at home', 'Tanz zu Hause')`,
    [heroId],
  );
  await server.ctx().refreshStudio();
  const pages = await Promise.all(
    Array.from({ length: 6 }, async () => landing(await server.anonymous(), { "accept-language": "de" })),
  );
  expect(
    pages.every(({ experiment, blocks }) => experiment === null && blocks[0]?.title === "Tanz zu Hause"),
  ).toBe(true);
});

test("hides the result until the planned number of people took part, and counts sign-ups", async () => {
  const id = await running();
  const find = async () =>
    (
      await server.graphql<{ experiments: Experiment[] }>(`{ experiments { ${fields} } }`, {}, { as: admin })
    ).data!.experiments.find((one) => one.id === id)!;
  const guest = await server.anonymous();
  await expose(id, guest);
  expect(await find()).toMatchObject({ isComplete: false, goals: [] });
  await server.pool.query(
    `with people as (
       insert into identity."user" (name, email, "emailVerified", "isAnonymous")
       select 'Demo', gen_random_uuid() || '@example.test', false, true from generate_series(1, 20) returning id
     )
     insert into growth.exposures (experiment_id, person_id, variant, exposed_at)
     select $1, id, case when row_number() over () % 2 = 0 then 'control' else 'variant-b' end, now() from people`,
    [id],
  );
  await server.pool.query(
    "insert into growth.milestones (person_id, kind, happened_at) values ($1, 'registered', now() + interval '1 hour')",
    [guest.id],
  );
  const found = await find();
  expect(found).toMatchObject({ isComplete: true, goals: [{ goal: "registered" }] });
  expect(found.goals[0]!.control.converted + found.goals[0]!.variant.converted).toBe(1);
});

test("applies variant B to what the studio shows, in the same moment", async () => {
  const hero = await running({ value: { title: "Dance today", text: "Ten minutes" } });
  await end({ id: hero, version: 2, chosen: "variant_b" });
  expect((await landing(null)).blocks[0]).toEqual({ title: "Dance today", text: "Ten minutes" });

  const interval = await running({ subject: "checkout_interval", value: { interval: "month" } });
  await end({ id: interval, version: 2, chosen: "variant_b" });
  const ask = await server.graphql("{ checkoutPreselection { interval experiment { variant } } }");
  expect(ask.data).toEqual({ checkoutPreselection: { interval: "month", experiment: null } });

  const order = await running({ subject: "onboarding_order", value: {} });
  await end({ id: order, version: 2, chosen: "variant_b" });
  const lists = await server.graphql<Record<string, { type: string }[]>>(
    "{ userPreferenceOptions { type } userPreferenceOptionsVariantB { type } }",
  );
  expect(lists.data!["userPreferenceOptions"]).toEqual(lists.data!["userPreferenceOptionsVariantB"]);
});

test("shows an experiment and its feature flag as one state", async () => {
  const id = "onboarding-variant-b";
  const list = async (as: TestPerson) =>
    (
      await server.graphql<{ onboardingList: { list: string; experiment: object | null } }>(
        "{ onboardingList { list experiment { experimentId } } }",
        {},
        { as },
      )
    ).data!.onboardingList;
  const status = async () =>
    (
      await server.graphql<{ experiments: Experiment[] }>("{ experiments { id status } }", {}, { as: admin })
    ).data!.experiments.find((one) => one.id === id)?.status;
  await server.pool.query("update growth.experiments set is_running = true where id = $1", [id]);
  const guest = await server.anonymous();
  expect([await status(), await list(guest)]).toEqual(["paused", { list: "a", experiment: null }]);
  const turn = (enabled: boolean) =>
    server.graphql(
      "mutation ($name: String!, $enabled: Boolean!) { setFeatureFlag(name: $name, enabled: $enabled) { name } }",
      { name: id, enabled },
      { as: admin },
    );
  await turn(true);
  expect([await status(), await list(guest)]).toEqual([
    "running",
    { list: expect.any(String), experiment: { experimentId: id } },
  ]);
  await end({ id, version: 1, chosen: "control" });
  const { rows } = await server.pool.query("select enabled from growth.feature_flags where name = $1", [id]);
  expect([await status(), rows]).toEqual(["ended", [{ enabled: false }]]);
});

test("assigns one variant for repeated and concurrent calls, and records one exposure", async () => {
  const id = await running();
  const me = await server.anonymous();
  const answers = await Promise.all(Array.from({ length: 8 }, () => expose(id, me)));
  const shown = new Set(answers.map(({ data }) => data?.setExperiment.variant));
  expect(shown.size).toBe(1);
  expect(["control", "variant-b"]).toContain([...shown][0]);
  const { rowCount } = await server.pool.query("select from growth.exposures where person_id = $1", [me.id]);
  expect(rowCount).toBe(1);
});

test("keeps an exposed variant after the end, and gives others the control without an exposure", async () => {
  const id = await running();
  const people = await Promise.all(Array.from({ length: 6 }, () => server.anonymous()));
  const before = await Promise.all(people.map(async (person) => (await expose(id, person)).data));
  await end({ id, version: 2, chosen: "control" });
  expect(await Promise.all(people.map(async (person) => (await expose(id, person)).data))).toEqual(before);
  expect((await expose(id, await server.anonymous())).data?.setExperiment.variant).toBe("control");
  const { rowCount } = await server.pool.query("select from growth.exposures where experiment_id = $1", [id]);
  expect(rowCount).toBe(6);
});

test("refuses an unknown experiment and a viewer without a session", async () => {
  expect((await expose("no-such", await server.anonymous())).errors[0]?.extensions).toMatchObject({
    code: "BAD_INPUT",
    field: "experimentId",
  });
  expect((await expose("onboarding-variant-b", null)).errors[0]?.extensions.code).toBe("UNAUTHENTICATED");
});
