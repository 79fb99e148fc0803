import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { dealVariant } from "./experiments.ts";

describe("variant assignment", () => {
  test("is stable for a person, also when the share grows", () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.uuid(),
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 0, max: 100 }),
        (id, person, a, b) => {
          const [small, large] = [
            dealVariant(id, person, Math.min(a, b)),
            dealVariant(id, person, Math.max(a, b)),
          ];
          expect(dealVariant(id, person, Math.min(a, b))).toBe(small);
          if (small) expect(large).toBe(small);
          expect(dealVariant(id, person, 0)).toBeNull();
          expect(dealVariant(id, person, 100)).not.toBeNull();
        },
      ),
    );
  });

  test("is even across shares, variants and experiments", () => {
    // Fixed ids, so that the figures are the same in every run: four standard deviations of 20,000 draws are 1.4 %.
    const people = Array.from(
      { length: 20_000 },
      (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
    );
    const share = (of: (person: string) => boolean) => people.filter(of).length / people.length;
    expect(share((person) => dealVariant("a", person, 100) === "variant-b")).toBeCloseTo(0.5, 1.5);
    expect(share((person) => dealVariant("a", person, 20) !== null)).toBeCloseTo(0.2, 1.5);
    expect(share((person) => dealVariant("a", person, 100) === dealVariant("b", person, 100))).toBeCloseTo(
      0.5,
      1.5,
    );
  });
});

describe("setExperiment", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ roles: "api" });
  });
  afterAll(() => server?.stop());
  const ask = (as: TestPerson | null, experimentId: string) =>
    server.graphql<{ setExperiment: { experimentId: string; variant: string } }>(
      "mutation ($experimentId: ID!) { setExperiment(experimentId: $experimentId) { experimentId variant } }",
      { experimentId },
      as ? { as } : {},
    );

  test("returns one variant for repeated and concurrent calls, and records one exposure", async () => {
    const me = await server.anonymous();
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(me, "onboarding-variant-b")));
    const shown = new Set(answers.map(({ data }) => data?.setExperiment.variant));
    expect(shown.size).toBe(1);
    expect(["control", "variant-b"]).toContain([...shown][0]);
    const { rows } = await server.pool.query("select from growth.exposures where person_id = $1", [me.id]);
    expect(rows).toHaveLength(1);
  });

  test("keeps an exposed variant after the experiment ends, and gives others the control without an exposure", async () => {
    const id = `e-${randomUUID().slice(0, 8)}`;
    await server.pool.query("insert into growth.experiments (id, is_running) values ($1, true)", [id]);
    const people = await Promise.all(Array.from({ length: 6 }, () => server.anonymous()));
    const before = await Promise.all(people.map(async (person) => (await ask(person, id)).data));
    await server.pool.query("update growth.experiments set is_running = false where id = $1", [id]);
    expect(await Promise.all(people.map(async (person) => (await ask(person, id)).data))).toEqual(before);
    const late = await server.anonymous();
    expect((await ask(late, id)).data?.setExperiment.variant).toBe("control");
    const { rows } = await server.pool.query("select from growth.exposures where experiment_id = $1", [id]);
    expect(rows).toHaveLength(6);
  });

  test("refuses an unknown experiment and an anonymous viewer", async () => {
    const me = await server.anonymous();
    expect((await ask(me, "no-such")).errors[0]?.extensions).toMatchObject({
      code: "BAD_INPUT",
      field: "experimentId",
    });
    expect((await ask(null, "onboarding-variant-b")).errors[0]?.extensions.code).toBe("UNAUTHENTICATED");
  });
});
