import { builder } from "../../../platform/graphql/builder.ts";
import { setRate } from "../exchange-rates/rates.ts";
import type { Conversion } from "../exchange-rates/rates.ts";
import { NetMrrType, Rate, RateSourceEnum } from "../refs.ts";
import { MrrMonthType } from "./graphql.ts";
import { revenueFigures } from "./revenue.ts";
import type { LifetimeValue, RevenueFigures } from "./revenue.ts";

const ConversionType = builder.objectRef<Conversion>("CurrencyConversion").implement({
  description: "How amounts become amounts of the studio's currency: always at the newest rate.",
  fields: (t) => ({
    currencyCode: t.exposeString("currencyCode"),
    source: t.field({
      type: RateSourceEnum,
      resolve: ({ source }) => source,
    }),
    rates: t.field({ type: [Rate], resolve: ({ rates }) => [...rates] }),
  }),
});
const LifetimeValueType = builder.objectRef<LifetimeValue>("LifetimeValue").implement({
  description:
    "What members of a plan paid in the last twelve months, without tax and refunds, divided by how many of them left in these. Minor units.",
  fields: (t) => ({
    planId: t.exposeID("planId"),
    planName: t.exposeString("planName"),
    currencyCode: t.exposeString("currencyCode"),
    net: t.exposeFloat("net"),
    left: t.exposeInt("left"),
    value: t.exposeFloat("value", { nullable: true, description: "Null while fewer than five left." }),
  }),
});
const RevenueFiguresType = builder.objectRef<RevenueFigures>("RevenueFigures").implement({
  description: "Revenue over two years, in one currency and in each. Minor units.",
  fields: (t) => ({
    conversion: t.expose("conversion", { type: ConversionType }),
    withoutRate: t.stringList({
      description: "Currencies without a rate: `months` and `values` lack them.",
      resolve: ({ withoutRate }) => [...withoutRate],
    }),
    months: t.field({
      type: [MrrMonthType],
      description: "All currencies together, up to 24 months, oldest first.",
      resolve: ({ months }) => [...months],
    }),
    values: t.field({
      type: [LifetimeValueType],
      description: "By plan, all currencies together.",
      resolve: ({ values }) => [...values],
    }),
    byCurrency: t.field({ type: [NetMrrType], resolve: ({ byCurrency }) => [...byCurrency] }),
    valuesByCurrency: t.field({
      type: [LifetimeValueType],
      resolve: ({ valuesByCurrency }) => [...valuesByCurrency],
    }),
    countedAt: t.expose("countedAt", {
      type: "DateTime",
      nullable: true,
      description: "When lifetime values were counted.",
    }),
  }),
});

builder.queryField("revenueFigures", (t) =>
  t.field({
    type: RevenueFiguresType,
    description: "For finance; to everyone else it isn't there.",
    resolve: (_root, _args, ctx) => revenueFigures(ctx),
  }),
);
builder.mutationField("exchangeRateSet", (t) =>
  t.boolean({
    description:
      "For finance: what one unit of a currency is worth in another, to which amounts are converted, as of today. BAD_INPUT where the rates are the European Central Bank's.",
    args: {
      currencyCode: t.arg.string({ required: true }),
      into: t.arg.string({ required: true }),
      value: t.arg.float({ required: true }),
    },
    resolve: async (_root, given, ctx) => {
      await setRate(ctx, given);
      return true;
    },
  }),
);
