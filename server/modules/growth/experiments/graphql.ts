import { experimentGoals, experimentSubjects } from "../../../../contract/experiments.ts";
import { builder } from "../../../platform/graphql/builder.ts";
import {
  changeExperimentReach,
  deleteExperiment,
  endExperiment,
  saveExperiment,
  startExperiment,
} from "./designs.ts";
import { PreselectedInterval } from "../refs.ts";
import { listExperiments, statuses } from "./results.ts";
import type { ArmResult, GoalResult, StudioExperiment } from "./results.ts";
import type { Interval } from "./statistics.ts";
import { emptyValue } from "./subjects.ts";
import type { VariantValue } from "./subjects.ts";
import { varyingExperiments } from "./varied.ts";
import type { VaryingExperiment } from "./varied.ts";

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
const GoalEnum = builder.enumType("ExperimentGoal", { values: experimentGoals });
const SubjectEnum = builder.enumType("ExperimentSubject", { values: experimentSubjects });
const StatusEnum = builder.enumType("ExperimentStatus", {
  description: "`paused`: it runs, but its feature flag is off, so that everyone sees the control.",
  values: statuses,
});
const VariantEnum = builder.enumType("ExperimentVariant", {
  values: { control: { value: "control" }, variant_b: { value: "variant-b" } } as const,
});
const GoalResultType = builder.objectRef<GoalResult>("GoalResult").implement({
  fields: (t) => ({
    goal: t.expose("goal", { type: GoalEnum }),
    control: t.expose("control", { type: ArmResultType }),
    variant: t.expose("variant", { type: ArmResultType }),
    lift: t.expose("lift", { type: Lift, nullable: true }),
  }),
});
const ValueType = builder.objectRef<VariantValue>("VariantValue").implement({
  description: "What a variant shows: of `landing_hero` title and text, of `checkout_interval` the interval.",
  fields: (t) => ({
    title: t.exposeString("title", { nullable: true }),
    text: t.exposeString("text", { nullable: true }),
    interval: t.expose("interval", { type: PreselectedInterval, nullable: true }),
  }),
});
const StudioExperimentType = builder.objectRef<StudioExperiment>("StudioExperiment").implement({
  description: "What is null is unknown of an experiment that the first release created.",
  fields: (t) => ({
    id: t.exposeID("id"),
    name: t.exposeString("name", { nullable: true }),
    status: t.expose("status", { type: StatusEnum }),
    version: t.exposeInt("version", { description: "Send it back with a change." }),
    subject: t.expose("subject", { type: SubjectEnum, nullable: true }),
    value: t.expose("value", { type: ValueType, nullable: true, description: "Of variant B." }),
    controlValue: t.expose("controlValue", {
      type: ValueType,
      nullable: true,
      description: "What the studio had at the start; null for a draft.",
    }),
    goal: t.expose("goal", { type: GoalEnum, nullable: true }),
    expectedRate: t.exposeFloat("expectedRate", { nullable: true, description: "Of the control, 0 to 1." }),
    minDifference: t.exposeFloat("minDifference", {
      nullable: true,
      description: "Worth finding, 0 to 1.",
    }),
    plannedSize: t.exposeInt("plannedSize", { nullable: true, description: "People in each variant." }),
    share: t.exposeInt("share", { description: "Of everyone, in percent." }),
    countries: t.field({ type: ["String"], resolve: ({ countries }) => [...(countries ?? [])] }),
    since: t.expose("since", { type: "DateTime", description: "Its start; of a draft, its creation." }),
    endedAt: t.expose("endedAt", { type: "DateTime", nullable: true }),
    chosen: t.expose("chosen", { type: VariantEnum, nullable: true }),
    hasFlag: t.boolean({
      description: "A feature flag of the same name pauses it.",
      resolve: ({ flagEnabled }) => flagEnabled !== null,
    }),
    control: t.exposeInt("control", { description: "People who saw the control." }),
    variant: t.exposeInt("variant"),
    isComplete: t.exposeBoolean("isComplete", {
      nullable: true,
      description: "As many people as planned took part; null without a plan.",
    }),
    isComparable: t.exposeBoolean("isComparable", {
      description:
        "The funnel can compare its variants: not before its result, nor once the people are deleted.",
    }),
    ratioProbability: t.exposeFloat("ratioProbability", {
      description: "How likely chance alone dealt so unevenly.",
    }),
    isMismatched: t.exposeBoolean("isMismatched", {
      description: "The dealing itself is broken: the figures mean nothing.",
    }),
    goals: t.field({
      type: [GoalResultType],
      description: "Empty while it runs towards its planned number of people.",
      resolve: (result) => [...result.goals],
    }),
  }),
});
const Varying = builder.objectRef<VaryingExperiment>("VaryingExperiment").implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    name: t.exposeString("name"),
    subject: t.expose("subject", { type: SubjectEnum }),
    mayEnd: t.boolean({
      description: "Whether the viewer may end it.",
      resolve: (_one, _args, { viewer }) => viewer?.role === "admin",
    }),
  }),
});
builder.queryField("varyingExperiments", (t) =>
  t.field({
    type: [Varying],
    description: "For editors: running and paused ones, whose subjects stay until the end.",
    resolve: (_root, _args, ctx) => varyingExperiments(ctx),
  }),
);
builder.queryField("experiments", (t) =>
  t.field({
    type: [StudioExperimentType],
    description: "For admins: running ones first, then the newest.",
    resolve: (_root, _args, ctx) => listExperiments(ctx),
  }),
);

const ValueInput = builder.inputType("VariantValueInput", {
  fields: (t) => ({ title: t.string(), text: t.string(), interval: t.field({ type: PreselectedInterval }) }),
});
const Input = builder.inputType("ExperimentInput", {
  fields: (t) => ({
    name: t.string({ required: true }),
    subject: t.field({ type: SubjectEnum, required: true }),
    value: t.field({ type: ValueInput, required: true }),
    goal: t.field({ type: GoalEnum, required: true }),
    expectedRate: t.float({ required: true, description: "Percent, of the control." }),
    minDifference: t.float({ required: true, description: "Percentage points." }),
    share: t.int({ required: true, description: "0 to 100 percent of everyone." }),
    countries: t.stringList({ required: true, description: "ISO 3166-1; empty: everyone’s." }),
  }),
});
const confirmedOnly = "CONFIRMATION_NEEDED unless the session was confirmed within 15 minutes.";
builder.mutationFields((t) => {
  const seen = {
    id: t.arg.id({ required: true }),
    version: t.arg.int({ required: true }),
  };
  return {
    saveExperiment: t.field({
      type: StudioExperimentType,
      description:
        "For admins: creates a draft with a UUID of the client’s and version 0, or replaces one. CHANGED_MEANWHILE if someone else saved since `version`.",
      args: { ...seen, input: t.arg({ type: Input, required: true }) },
      resolve: (_root, { id, version, input }, ctx) => {
        const { title, text, interval } = input.value;
        const value = { ...emptyValue, title: title ?? null, text: text ?? null, interval: interval ?? null };
        return saveExperiment(ctx, { id, version }, { ...input, value });
      },
    }),
    startExperiment: t.field({
      type: StudioExperimentType,
      description: `For admins: starts a draft, whose plan stays from then on. SUBJECT_TAKEN while another one of its subject runs. ${confirmedOnly}`,
      args: seen,
      resolve: (_root, args, ctx) => startExperiment(ctx, args),
    }),
    endExperiment: t.field({
      type: StudioExperimentType,
      description: `For admins. With variant B chosen, it becomes what the studio shows. ${confirmedOnly}`,
      args: { ...seen, chosen: t.arg({ type: VariantEnum, required: true }) },
      resolve: (_root, args, ctx) => endExperiment(ctx, args),
    }),
    changeExperimentReach: t.field({
      type: StudioExperimentType,
      description: "For admins: who takes part in a running experiment. No one’s variant changes.",
      args: {
        ...seen,
        share: t.arg.int({ required: true, description: "0 to 100 percent of everyone." }),
        countries: t.arg.stringList({ required: true, description: "ISO 3166-1; empty: everyone’s." }),
      },
      resolve: (_root, args, ctx) => changeExperimentReach(ctx, args),
    }),
    deleteExperiment: t.field({
      type: "ID",
      description: "For admins: deletes a draft.",
      args: seen,
      resolve: (_root, args, ctx) => deleteExperiment(ctx, args),
    }),
  };
});
