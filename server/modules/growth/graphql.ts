import { builder } from "../../platform/graphql/builder.ts";
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
