import { builder } from "../../../platform/graphql/builder.ts";
import { changeExperiment, experimentResults, goals } from "../experiments/results.ts";
import type { ArmResult, ExperimentResult, GoalResult } from "../experiments/results.ts";
import type { Interval } from "../experiments/statistics.ts";
import { attribution, funnel, funnelKeys, touchKinds } from "./reports.ts";
import type { AttributionRow, FunnelRow, SurveyAnswerRow } from "./reports.ts";

const FunnelRowType = builder.objectRef<FunnelRow>("FunnelRow").implement({
  fields: (t) => ({
    key: t.exposeString("key", {
      nullable: true,
      description: "A Monday, a country's code, a source or a variant; null: unknown, nothing, or none.",
    }),
    visits: t.exposeInt("visits"),
    onboarding: t.exposeInt("onboarding"),
    checkout: t.exposeInt("checkout"),
    trial: t.exposeInt("trial"),
    paid: t.exposeInt("paid"),
    week4: t.exposeInt("week4", { description: "Of those who paid." }),
  }),
});
const FunnelKeyEnum = builder.enumType("FunnelKey", { values: funnelKeys });
builder.queryField("funnel", (t) =>
  t.field({
    type: [FunnelRowType],
    description:
      "For admins: how far those went who came first within the last days. A later step counts for the earlier ones too.",
    args: {
      days: t.arg.int({ required: true, description: "1 to 366." }),
      by: t.arg({ type: FunnelKeyEnum, required: true }),
      experimentId: t.arg.id({ description: "Whose variants, by variant." }),
    },
    resolve: (_root, { days, by, experimentId }, ctx) =>
      funnel(ctx, { days, by, experimentId: experimentId ?? null }),
  }),
);

const AttributionRowType = builder.objectRef<AttributionRow>("AttributionRow").implement({
  fields: (t) => ({
    source: t.exposeString("source", { nullable: true }),
    medium: t.exposeString("medium", { nullable: true }),
    campaign: t.exposeString("campaign", { nullable: true }),
    people: t.exposeInt("people"),
    trials: t.exposeInt("trials"),
    paid: t.exposeInt("paid"),
  }),
});
const SurveyAnswerRowType = builder.objectRef<SurveyAnswerRow>("SurveyAnswerRow").implement({
  fields: (t) => ({
    said: t.exposeString("said", { description: "An option of hdyhau_survey_response." }),
    source: t.exposeString("source", { nullable: true }),
    people: t.exposeInt("people"),
    trials: t.exposeInt("trials"),
    paid: t.exposeInt("paid"),
  }),
});
const Attribution = builder
  .objectRef<{ touches: AttributionRow[]; said: SurveyAnswerRow[] }>("Attribution")
  .implement({
    fields: (t) => ({
      touches: t.expose("touches", { type: [AttributionRowType] }),
      said: t.expose("said", { type: [SurveyAnswerRowType] }),
    }),
  });
const TouchKindEnum = builder.enumType("TouchKind", { values: touchKinds });
builder.queryField("attribution", (t) =>
  t.field({
    type: Attribution,
    description:
      "For admins: what led those here who came first within the last days, and what they said themselves.",
    args: {
      days: t.arg.int({ required: true, description: "1 to 366." }),
      touch: t.arg({ type: TouchKindEnum, required: true }),
    },
    resolve: (_root, { days, touch }, ctx) => attribution(ctx, { days, touch }),
  }),
);

const IntervalType = builder.objectRef<Interval>("ShareInterval").implement({
  description: "95 % confidence.",
  fields: (t) => ({ low: t.exposeFloat("low"), high: t.exposeFloat("high") }),
});
const Lift = builder.objectRef<NonNullable<GoalResult["lift"]>>("ShareLift").implement({
  description: "How much larger variant B's share is, with 95 % confidence.",
  fields: (t) => ({
    difference: t.exposeFloat("difference"),
    low: t.exposeFloat("low"),
    high: t.exposeFloat("high"),
  }),
});
const ArmResultType = builder.objectRef<ArmResult>("ArmResult").implement({
  fields: (t) => ({
    people: t.exposeInt("people"),
    converted: t.exposeInt("converted"),
    share: t.exposeFloat("share"),
    interval: t.expose("interval", { type: IntervalType }),
  }),
});
const GoalEnum = builder.enumType("ExperimentGoal", { values: goals });
const GoalResultType = builder.objectRef<GoalResult>("GoalResult").implement({
  fields: (t) => ({
    goal: t.expose("goal", { type: GoalEnum }),
    control: t.expose("control", { type: ArmResultType }),
    variant: t.expose("variant", { type: ArmResultType }),
    lift: t.expose("lift", { type: Lift, nullable: true }),
  }),
});
const ExperimentResultType = builder.objectRef<ExperimentResult>("ExperimentResult").implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    isRunning: t.exposeBoolean("isRunning"),
    share: t.exposeInt("share", { description: "Of everyone, in percent." }),
    since: t.expose("since", { type: "DateTime" }),
    control: t.exposeInt("control"),
    variant: t.exposeInt("variant"),
    ratioProbability: t.exposeFloat("ratioProbability", {
      description: "How likely chance alone dealt so unevenly.",
    }),
    isMismatched: t.exposeBoolean("isMismatched", {
      description: "The dealing itself is broken: the figures mean nothing.",
    }),
    goals: t.field({ type: [GoalResultType], resolve: (result) => [...result.goals] }),
  }),
});
builder.queryField("experimentResults", (t) =>
  t.field({
    type: [ExperimentResultType],
    description: "For admins: what every experiment has shown so far.",
    resolve: (_root, _args, ctx) => experimentResults(ctx),
  }),
);
builder.mutationField("changeExperiment", (t) =>
  t.field({
    type: ExperimentResultType,
    description: "For admins: starts or ends an experiment, or changes how many take part.",
    args: {
      id: t.arg.id({ required: true }),
      isRunning: t.arg.boolean({ required: true }),
      share: t.arg.int({ required: true, description: "0 to 100 percent of everyone." }),
    },
    resolve: (_root, change, ctx) => changeExperiment(ctx, change),
  }),
);
