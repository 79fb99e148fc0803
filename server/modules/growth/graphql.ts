import { builder } from "../../platform/graphql/builder.ts";
import { consentPlaces, consentsOf, setConsent } from "./consent/consent.ts";
import type { ConsentEvidence } from "./consent/consent.ts";
import { setExperiment } from "./experiments/experiments.ts";
import { featureFlags, setFeatureFlag } from "./experiments/flags.ts";
import type { FeatureFlag } from "./experiments/flags.ts";
import { Experiment } from "./refs.ts";

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

builder.mutationField("setFeatureFlag", (t) =>
  t.field({
    type: FeatureFlagType,
    description:
      "For admins: turns a switch of the product. CONFIRMATION_NEEDED unless the session was confirmed within 15 minutes.",
    args: { name: t.arg.string({ required: true }), enabled: t.arg.boolean({ required: true }) },
    resolve: (_root, flag, ctx) => setFeatureFlag(ctx, flag),
  }),
);

builder.mutationField("setExperiment", (t) =>
  t.field({
    type: Experiment,
    description: "The viewer's variant of an experiment; the first call notes that they saw it.",
    args: { experimentId: t.arg.id({ required: true }) },
    resolve: (_root, { experimentId }, ctx) => setExperiment(ctx, experimentId),
  }),
);

const ConsentPlace = builder.enumType("ConsentPlace", { values: consentPlaces });
const Consent = builder.objectRef<ConsentEvidence>("Consent").implement({
  description: "The proof of what a person chose.",
  fields: (t) => ({
    id: t.exposeID("id"),
    version: t.exposeInt("version", { description: "Of the words that they were asked with." }),
    analytics: t.exposeBoolean("analytics"),
    advertising: t.exposeBoolean("advertising"),
    place: t.expose("place", { type: ConsentPlace }),
    givenAt: t.expose("givenAt", { type: "DateTime" }),
  }),
});
builder.queryField("myConsents", (t) =>
  t.field({
    type: [Consent],
    description: "What the viewer chose so far, newest first, at most 50.",
    resolve: (_root, _args, ctx) => consentsOf(ctx),
  }),
);
builder.mutationField("setConsent", (t) =>
  t.field({
    type: Consent,
    description: "Keeps the proof of what the viewer chose. The same choice again is kept once.",
    args: {
      analytics: t.arg.boolean({ required: true }),
      advertising: t.arg.boolean({ required: true }),
      place: t.arg({ type: ConsentPlace, required: true }),
    },
    resolve: (_root, { analytics, advertising, place }, ctx) =>
      setConsent(ctx, { analytics, advertising }, place),
  }),
);
