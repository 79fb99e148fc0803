import { builder } from "../../platform/graphql/builder.ts";
import { setExperiment } from "./experiments.ts";
import { featureFlags } from "./flags.ts";
import type { FeatureFlag } from "./flags.ts";

const FeatureFlagType = builder.objectRef<FeatureFlag>("FeatureFlag").implement({
  fields: (t) => ({ name: t.exposeString("name"), enabled: t.exposeBoolean("enabled") }),
});

const Configs = builder.objectRef<{ featureFlags: readonly FeatureFlag[] }>("Configs").implement({
  fields: (t) => ({ featureFlags: t.expose("featureFlags", { type: [FeatureFlagType] }) }),
});

builder.queryField("configs", (t) =>
  t.field({
    type: Configs,
    resolve: async (_root, _args, ctx) => ({ featureFlags: await featureFlags(ctx) }),
  }),
);

const Experiment = builder.objectRef<{ experimentId: string; variant: string }>("Experiment").implement({
  fields: (t) => ({
    experimentId: t.exposeID("experimentId"),
    variant: t.exposeString("variant", { description: "control or variant-b." }),
  }),
});
builder.mutationField("setExperiment", (t) =>
  t.field({
    type: Experiment,
    description: "The viewer's variant of an experiment; the first call notes that they saw it.",
    args: { experimentId: t.arg.id({ required: true }) },
    resolve: (_root, { experimentId }, ctx) => setExperiment(ctx, experimentId),
  }),
);
