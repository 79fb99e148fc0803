import { builder } from "../../platform/graphql/builder.ts";
import type { ShownExperiment } from "./experiments/experiments.ts";

export const PreselectedInterval = builder.enumType("PreselectedInterval", {
  values: ["month", "year"] as const,
});
export const Experiment = builder.objectRef<ShownExperiment>("Experiment").implement({
  fields: (t) => ({
    experimentId: t.exposeID("experimentId"),
    variant: t.exposeString("variant", { description: "control or variant-b." }),
  }),
});
