import fc from "fast-check";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { pruneEvents } from "../collector/retention.ts";
import { isHeldOut } from "./experiments.ts";
import { deleteExposuresJob } from "./retention.ts";
import { experimentsOf } from "./testing.ts";
import { differenceInterval, mismatchBelow, ratioProbability, shareInterval } from "./statistics.ts";
import { seededRandom } from "../../../platform/seeded-random.ts";

describe("statistics", () => {
  const arm = fc
    .tuple(fc.integer({ min: 1, max: 100_000 }), fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([people, share]) => ({ people, converted: Math.round(people * share) }));

  test("keeps an interval around its share, within 0 and 1, and narrower with more people", () => {
    fc.assert(
      fc.property(arm, (found) => {
        const { low, high } = shareInterval(found);
        const share = found.converted / found.people;
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(share);
        expect(high).toBeGreaterThanOrEqual(share);
        const more = shareInterval({ people: found.people * 10, converted: found.converted * 10 });
        expect(more.high - more.low).toBeLessThanOrEqual(high - low + 1e-9);
      }),
    );
  });

  test("keeps a difference around the observed one, and inverts it with the arms", () => {
    fc.assert(
      fc.property(arm, arm, (a, b) => {
        const [there, back] = [differenceInterval(a, b)!, differenceInterval(b, a)!];
        expect(there.low).toBeLessThanOrEqual(there.difference + 1e-12);
        expect(there.high).toBeGreaterThanOrEqual(there.difference - 1e-12);
        expect(there.low).toBeCloseTo(-back.high, 9);
        expect(there.low).toBeGreaterThanOrEqual(-1 - 1e-9);
        expect(there.high).toBeLessThanOrEqual(1 + 1e-9);
      }),
    );
  });

  // Newcombe 1998, Interval estimation for the difference between independent proportions, table II, method 10.
  test.each([
    [56, 70, 48, 80, 0.0524, 0.3339],
    [9, 10, 3, 10, 0.1705, 0.809],
    [6, 7, 2, 7, 0.0582, 0.8062],
    [5, 56, 0, 29, -0.0381, 0.1926],
    [0, 10, 0, 20, -0.1611, 0.2775],
    [10, 10, 0, 10, 0.6075, 1],
  ])("matches the published interval: %i of %i against %i of %i", (x1, n1, x2, n2, low, high) => {
    const found = differenceInterval({ people: n2, converted: x2 }, { people: n1, converted: x1 })!;
    expect(found.low).toBeCloseTo(low, 4);
    expect(found.high).toBeCloseTo(high, 4);
  });

  // scipy 1.17.1: binomtest(x, n).proportion_ci(method="wilson").
  test.each([
    [10, 100, 0.055229137, 0.174365662],
    [1, 29, 0.006113214, 0.171755219],
    [15, 148, 0.0623864, 0.160487242],
    [81, 263, 0.25528852, 0.366209577],
    [0, 20, 0, 0.161125158],
    [20, 20, 0.838874842, 1],
    [3, 100_000, 0.000010203, 0.000088206],
  ])("computes Wilson's interval of %i of %i", (converted, people, low, high) => {
    const found = shareInterval({ people, converted });
    expect(found.low).toBeCloseTo(low, 8);
    expect(found.high).toBeCloseTo(high, 8);
  });

  // scipy 1.17.1: chisquare([a, b]).pvalue.
  test.each([
    [5_098, 4_902, 0.04999579],
    [4_900, 5_100, 0.0455002639],
    [4_800, 5_200, 6.33424837e-5],
    [821_588, 815_482, 1.82179287e-6],
    [10, 30, 0.0015654023],
    [1, 0, 0.317310508],
  ])("computes the probability of a split of %i to %i", (first, second, probability) => {
    expect(Math.abs(ratioProbability(first, second) - probability)).toBeLessThan(2e-7);
  });

  test.each([
    [0.02, 0.02, 400, 400],
    [0.02, 0.05, 300, 300],
    [0.3, 0.36, 150, 150],
    [0.01, 0.5, 60, 240],
  ])("covers shares %f and %f with the interval in 95 %% of experiments", (p, q, m, n) => {
    const next = seededRandom(1);
    const draw = (share: number, people: number) => {
      let converted = 0;
      for (let one = 0; one < people; one += 1) if (next() < share) converted += 1;
      return { people, converted };
    };
    const rounds = 3_000;
    let held = 0;
    for (let round = 0; round < rounds; round += 1) {
      const { low, high } = differenceInterval(draw(p, m), draw(q, n))!;
      if (low <= q - p && q - p <= high) held += 1;
    }
    // Three standard errors of 3,000 rounds are 1.2 %.
    expect(held / rounds).toBeGreaterThan(0.938);
    expect(held / rounds).toBeLessThan(0.985);
  });

  test("tells an uneven split from chance", () => {
    expect(ratioProbability(0, 0)).toBe(1);
    expect(ratioProbability(500, 500)).toBeCloseTo(1, 6);
    // χ² of 3.841 is 5 %.
    expect(ratioProbability(5_000 + 98, 5_000 - 98)).toBeCloseTo(0.05, 3);
    expect(ratioProbability(4_900, 5_100)).toBeGreaterThan(mismatchBelow);
    expect(ratioProbability(4_800, 5_200)).toBeLessThan(mismatchBelow);
  });

  test("keeps people in the holdout when it grows", () => {
    fc.assert(
      fc.property(fc.uuid(), fc.double({ min: 0, max: 50, noNaN: true }), (person, percent) => {
        expect(isHeldOut(person, 0)).toBe(false);
        if (isHeldOut(person, percent)) expect(isHeldOut(person, 50)).toBe(true);
      }),
    );
  });
});

describe("experiment results", () => {
  let server: TestServer;
  let admin: TestPerson;
  beforeAll(async () => {
    server = await startTestServer({ roles: "api", env: { IP_COUNTRY_HEADER: "cf-ipcountry" } });
    admin = await server.member({ role: "admin" });
  });
  afterAll(() => server?.stop());

  const results = `experiments { id status share control variant ratioProbability isMismatched
    goals { goal control { people converted share interval { low high } } variant { converted } lift { difference low high } } }`;
  interface Result {
    id: string;
    status: string;
    share: number;
    control: number;
    variant: number;
    isMismatched: boolean;
    goals: {
      goal: string;
      control: { people: number; converted: number };
      variant: { converted: number };
      lift: object | null;
    }[];
  }
  const ask = async (as: TestPerson) =>
    server.graphql<{ experiments: Result[] }>(`{ ${results} }`, {}, { as });
  async function experiment(options: { countries?: string[] } = {}): Promise<string> {
    const id = `e-${randomUUID().slice(0, 8)}`;
    await server.pool.query(
      "insert into growth.experiments (id, is_running, countries) values ($1, true, $2)",
      [id, options.countries ?? null],
    );
    return id;
  }
  const show = async (id: string, as: TestPerson, headers = {}) =>
    (
      await server.graphql<{ setExperiment: { variant: string } }>(
        "mutation ($id: ID!) { setExperiment(experimentId: $id) { variant } }",
        { id },
        { as, headers },
      )
    ).data!.setExperiment.variant;

  test("count people's conversions since their exposure, once each", async () => {
    const id = await experiment();
    const people = await Promise.all(Array.from({ length: 12 }, () => server.anonymous()));
    const seen = await Promise.all(people.map((person) => show(id, person)));
    const note = (person: TestPerson, kind: string, when: string) =>
      server.pool.query(
        `insert into growth.milestones (person_id, kind, happened_at) values ($1, $2, now() + $3::interval)`,
        [person.id, kind, when],
      );
    await note(people[0]!, "paid", "1 hour");
    await note(people[1]!, "paid", "-1 hour");
    const found = (await ask(admin)).data!.experiments.find((result) => result.id === id)!;
    const controls = seen.filter((variant) => variant === "control").length;
    expect(found).toMatchObject({
      control: controls,
      variant: 12 - controls,
      isMismatched: false,
      share: 100,
    });
    const paid = found.goals.find(({ goal }) => goal === "paid")!;
    expect(paid.control.converted + paid.variant.converted).toBe(1);
    expect(paid[seen[0] === "control" ? "control" : "variant"].converted).toBe(1);
  });

  test("warn of a sample ratio mismatch", async () => {
    const id = await experiment();
    await server.pool.query(
      `with people as (
         insert into identity."user" (name, email, "emailVerified", "isAnonymous")
         select 'Demo', gen_random_uuid() || '@example.test', false, true from generate_series(1, 200) returning id
       )
       insert into growth.exposures (experiment_id, person_id, variant, exposed_at)
       select $1, id, case when row_number() over () <= 150 then 'control' else 'variant-b' end, now() from people`,
      [id],
    );
    const found = (await ask(admin)).data!.experiments.find((result) => result.id === id)!;
    expect(found).toMatchObject({ control: 150, variant: 50, isMismatched: true });
  });

  test("are visible to admins alone", async () => {
    for (const as of [
      await server.anonymous(),
      await server.member(),
      await server.member({ role: "moderator" }),
    ])
      expect((await ask(as)).errors[0]?.extensions.code).toBe("NOT_FOUND");
  });

  test("gives people in other countries the control of a limited experiment, without an exposure", async () => {
    const id = await experiment({ countries: ["JP"] });
    const from = (country: string) => ({ "x-forwarded-for": "203.0.113.4", "cf-ipcountry": country });
    const people = await Promise.all(Array.from({ length: 6 }, () => server.anonymous()));
    const shown = await Promise.all(people.map((person) => show(id, person, from("DE"))));
    expect(new Set(shown)).toEqual(new Set(["control"]));
    await Promise.all(people.slice(0, 3).map((person) => show(id, person, from("JP"))));
    const found = (await ask(admin)).data!.experiments.find((result) => result.id === id)!;
    expect(found.control + found.variant).toBe(3);
  });

  test("keep the control for people whose country wasn't known in time, and don't count them", async () => {
    const id = await experiment({ countries: ["JP"] });
    const people = await Promise.all(Array.from({ length: 6 }, () => server.anonymous()));
    await Promise.all(people.map((person) => show(id, person)));
    const known = { "x-forwarded-for": "203.0.113.4", "cf-ipcountry": "JP" };
    const shown = await Promise.all(people.map((person) => show(id, person, known)));
    expect(new Set(shown)).toEqual(new Set(["control"]));
    const found = (await ask(admin)).data!.experiments.find((result) => result.id === id)!;
    expect(found).toMatchObject({ control: 0, variant: 0 });
  });

  test("stay as they were at the end, without what people did and saw", async () => {
    const id = await experiment();
    const person = await server.anonymous();
    await show(id, person);
    await server.pool.query(
      "update growth.exposures set exposed_at = now() - interval '500 days' where experiment_id = $1",
      [id],
    );
    await server.pool.query(
      "insert into growth.milestones (person_id, kind, happened_at) values ($1, 'paid', now() - interval '450 days')",
      [person.id],
    );
    const prune = () => pruneEvents(server.ctx(), new Date(Date.now() - 400 * 24 * 60 * 60_000));
    const result = async () => (await ask(admin)).data!.experiments.find((one) => one.id === id)!;
    const before = await result();
    const paid = before.goals.find(({ goal }) => goal === "paid")!;
    expect(paid.control.converted + paid.variant.converted).toBe(1);
    // What a running experiment counts isn't deleted with older reports.
    await prune();
    expect(await result()).toEqual(before);
    const its = experimentsOf(server, admin);
    expect((await its.end({ id, version: 1, chosen: "control" })).error).toBeNull();
    await prune();
    const deleteExposures = () =>
      deleteExposuresJob.run(
        server.ctx(),
        {},
        { signal: new AbortController().signal, attempt: 1, isLastAttempt: false },
      );
    await deleteExposures();
    expect(await its.exposed(id)).toBe(1);
    await server.pool.query("update growth.experiments set counted_at = counted_at - interval '31 days'");
    await deleteExposures();
    expect(await its.exposed(id)).toBe(0);
    expect(await result()).toEqual({ ...before, status: "ended" });
  });
});
