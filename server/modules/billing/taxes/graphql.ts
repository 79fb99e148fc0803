import { builder } from "../../../platform/graphql/builder.ts";
import { regionName } from "./places.ts";
import type { TaxOverrideRow } from "./store.ts";
import { taxOverrides, setTaxOverride } from "./overrides.ts";

const OwnTaxPart = builder.objectRef<TaxOverrideRow["parts"][number]>("OwnTaxPart").implement({
  fields: (t) => ({
    name: t.exposeString("name"),
    percent: t.float({ resolve: ({ milliPercent }) => milliPercent / 1000 }),
  }),
});
const OwnTaxRate = builder.objectRef<TaxOverrideRow>("OwnTaxRate").implement({
  description: "What the studio set for a place from a day on; it goes before the built-in table.",
  fields: (t) => ({
    countryCode: t.exposeString("countryCode"),
    region: t.exposeString("region", { description: "ISO 3166-2 without its country; empty for all of it." }),
    regionName: t.string({
      nullable: true,
      resolve: ({ countryCode, region }) => regionName(countryCode, region),
    }),
    from: t.exposeString("from", { description: "YYYY-MM-DD." }),
    parts: t.field({
      type: [OwnTaxPart],
      description: "None: nothing is taken.",
      resolve: ({ parts }) => [...parts],
    }),
  }),
});
const OwnTaxPartInput = builder.inputType("OwnTaxPartInput", {
  fields: (t) => ({ name: t.string({ required: true }), percent: t.float({ required: true }) }),
});

builder.queryField("ownTaxRates", (t) =>
  t.field({
    type: [OwnTaxRate],
    description: "Admins alone; the last 100.",
    resolve: (_root, _args, ctx) => taxOverrides(ctx),
  }),
);
builder.mutationField("taxRateSet", (t) =>
  t.field({
    type: OwnTaxRate,
    description:
      "Sets what a place takes from a day on, today or later; no parts take nothing. Admins alone. CONFIRMATION_NEEDED unless the session was confirmed within 15 minutes.",
    args: {
      countryCode: t.arg.string({ required: true }),
      region: t.arg.string(),
      from: t.arg.string({ required: true }),
      parts: t.arg({ type: [OwnTaxPartInput], required: true }),
    },
    resolve: (_root, { countryCode, region, from, parts }, ctx) =>
      setTaxOverride(ctx, {
        countryCode,
        region: region ?? "",
        from,
        parts: parts.map(({ name, percent }) => ({ name, milliPercent: Math.round(percent * 1000) })),
      }),
  }),
);
