import { randomUUID } from "node:crypto";
import { open, staff, viewer } from "../rules.ts";
import type { Operations } from "../rules.ts";
import type { World } from "../world.ts";

/** An experiment that nothing shows. */
async function make({ server }: World, state: "draft" | "running") {
  const id = `e-${randomUUID()}`;
  await server.pool.query(
    `insert into growth.experiments (id, is_running, subject, variant_value)
     values ($1, $2, case when $2 then null else 'onboarding_order' end, '{}')`,
    [id, state === "running"],
  );
  return { id, version: 1 };
}
const ofDraft = { rule: staff(), target: "id", args: (world: World) => make(world, "draft") } as const;

/** Feature flags and experiments, and what pages ask of them. */
export const experiments: Operations = {
  Query: {
    experiments: { rule: staff() },
    varyingExperiments: { rule: staff("editor") },
    checkoutPreselection: { rule: open },
    onboardingList: { rule: open },
  },
  Mutation: {
    setExperiment: { rule: viewer, args: () => ({ experimentId: "onboarding-variant-b" }) },
    saveExperiment: {
      rule: staff(),
      args: () => ({
        id: randomUUID(),
        version: 0,
        input: {
          name: "Shorter heading",
          subject: "landing_hero",
          value: { title: "Dance" },
          goal: "registered",
          expectedRate: 10,
          minDifference: 2,
          share: 100,
          countries: [],
        },
      }),
    },
    startExperiment: {
      ...ofDraft,
      args: async (world) => {
        await world.server.pool.query("update growth.experiments set is_running = false");
        return make(world, "draft");
      },
    },
    deleteExperiment: ofDraft,
    endExperiment: {
      ...ofDraft,
      args: async (world) => ({ ...(await make(world, "running")), chosen: "control" }),
    },
    changeExperimentReach: {
      ...ofDraft,
      args: async (world) => ({ ...(await make(world, "running")), share: 50, countries: [] }),
    },
    setFeatureFlag: {
      rule: staff(),
      target: "name",
      args: () => ({ name: "onboarding-variant-b", enabled: true }),
    },
  },
};
