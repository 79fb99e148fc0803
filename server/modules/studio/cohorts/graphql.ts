import { cohortSplits } from "../../../../contract/cohort-splits.ts";
import { builder } from "../../../platform/graphql/builder.ts";
import { planNameLoader } from "../../billing/index.ts";
import { classLoader } from "../../catalog/index.ts";
import { readCohorts } from "./cohorts.ts";
import type { Cohort, Cohorts } from "./cohorts.ts";
import type { CohortValueRow } from "./store.ts";

const CohortSplitEnum = builder.enumType("CohortSplit", { values: cohortSplits });
const CohortType = builder.objectRef<Cohort>("MemberCohort").implement({
  description: "Members whose first paid term began in one month.",
  fields: (t) => ({
    month: t.expose("month", { type: "DateTime" }),
    size: t.exposeInt("size", { nullable: true, description: "Null if there are too few to show." }),
    deleted: t.exposeInt("deleted", {
      description: "Of them, accounts that were deleted since: lists of people lack them.",
    }),
    paying: t.intList({
      description:
        "Members with a paid term at the end of the month itself, of the one after, and so on; the last is when they were counted.",
      resolve: ({ paying }) => [...paying],
    }),
    payingDeleted: t.intList({
      description: "Of these, accounts that were deleted since.",
      resolve: ({ payingDeleted }) => [...payingDeleted],
    }),
  }),
});
const CohortValueType = builder.objectRef<CohortValueRow & Pick<Cohorts, "split">>("CohortValue").implement({
  description: "A plan, a source or a first class, over all its cohorts.",
  fields: (t) => ({
    value: t.exposeString("value", {
      description:
        "The plan's or the class's id, empty for those who never danced; or how they came: `code:` and the promo code, `gift`, `given`, `site:` and a host or campaign's source, `said:` and an answer to the survey, or `unknown`.",
    }),
    name: t.string({
      nullable: true,
      description: "Of the plan or class; null for sources, and once it is deleted.",
      resolve: async ({ split, value }, _args, ctx) => {
        if (split === "plan") return planNameLoader(ctx).load(value);
        if (split !== "first_class" || value === "") return null;
        return (await classLoader(ctx).load(value))?.title ?? null;
      },
    }),
    size: t.exposeInt("size"),
    paying: t.intList({
      description: "By age in months: how many were paying, of the cohorts that are that old.",
      resolve: ({ paying }) => [...paying],
    }),
    of: t.intList({
      description: "By age in months: how many members those cohorts have.",
      resolve: ({ of }) => [...of],
    }),
  }),
});
const CohortsType = builder.objectRef<Cohorts>("MemberCohorts").implement({
  description: "Members by the month of their first paid term, and how many stayed. Counted hourly.",
  fields: (t) => ({
    split: t.expose("split", { type: CohortSplitEnum }),
    value: t.exposeString("value", { nullable: true, description: "Whose cohorts `months` are." }),
    countedAt: t.expose("countedAt", { type: "DateTime", nullable: true }),
    leastMembers: t.exposeInt("leastMembers", { description: "Cohorts of fewer members are hidden." }),
    months: t.field({
      type: [CohortType],
      description: "Of the last 24 months, the newest first, without those in which no one began to pay.",
      resolve: ({ months }) => [...months],
    }),
    values: t.field({
      type: [CohortValueType],
      description: "The 30 largest.",
      resolve: ({ values, split }) => values.map((one) => ({ ...one, split })),
    }),
  }),
});

builder.queryField("memberCohorts", (t) =>
  t.field({
    type: CohortsType,
    description: "For finance; to everyone else it isn't there.",
    args: {
      split: t.arg({ type: CohortSplitEnum, required: true, defaultValue: "all" }),
      value: t.arg.string({ description: "Of the split; without one, its largest." }),
    },
    resolve: (_root, { split, value }, ctx) => readCohorts(ctx, split, value ?? null),
  }),
);
