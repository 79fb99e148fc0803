import type { Ctx } from "../../../ctx.ts";
import { builder } from "../../../platform/graphql/builder.ts";
import { StudioClass } from "../../catalog/refs.ts";
import { calendarAddress, closeCalendar, openCalendar } from "./calendar.ts";
import {
  changeHoliday,
  changePlanSettings,
  movePlannedClass,
  planAlternatives,
  skipPlannedClass,
  swapPlannedClass,
} from "./changes.ts";
import type { Alternative } from "./changes.ts";
import type { Reason, ReasonKind } from "./choose.ts";
import { noonOf } from "./days.ts";
import { translate } from "../../../platform/i18n/messages.ts";
import { detailOf, sentenceOf } from "./reasons.ts";
import { weekPlan } from "./week.ts";
import type { Holiday, PlannedClass, WeekPlan } from "./week.ts";

const reasonKinds = [
  "began",
  "followed",
  "goal",
  "purpose",
  "family",
  "spot",
  "rest",
  "energy",
  "time",
  "level",
  "easier",
  "harder",
  "step_up",
  "fresh",
  "again",
  "loved",
  "chosen",
  "danced",
  "course",
] as const satisfies readonly ReasonKind[];
const PlanReasonKind = builder.enumType("PlanReasonKind", { values: reasonKinds });

const detailFor = ({ reason }: { readonly reason: Reason }, _args: object, ctx: Ctx) =>
  reason.detail === null ? null : translate(detailOf(ctx.studio, reason), ctx.locale);

const PlannedClassType = builder.objectRef<PlannedClass>("PlannedClass").implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    date: t.expose("date", { type: "DateTime", description: "Noon UTC of the day." }),
    studioClass: t.expose("studioClass", { type: StudioClass }),
    reason: t.string({
      description: "Why it is in the plan, in one line in the language of the request.",
      resolve: ({ reason }, _args, ctx) => translate(sentenceOf(ctx.studio, reason), ctx.locale),
    }),
    reasonKind: t.field({ type: PlanReasonKind, resolve: ({ reason }) => reason.kind }),
    reasonDetail: t.string({
      nullable: true,
      description:
        "What the reason names: a category, a goal's label, minutes, a level, an energy, which class of a course.",
      resolve: detailFor,
    }),
    done: t.exposeBoolean("done"),
    movedFrom: t.expose("movedFrom", {
      type: "DateTime",
      nullable: true,
      description: "The day that it went on from, where life came between.",
    }),
  }),
});
const PlanHoliday = builder.objectRef<Holiday>("PlanHoliday").implement({
  fields: (t) => ({
    from: t.field({ type: "DateTime", resolve: ({ from }) => noonOf(from) }),
    to: t.field({ type: "DateTime", description: "The last day off.", resolve: ({ to }) => noonOf(to) }),
  }),
});
const PlanSettings = builder.objectRef<WeekPlan["settings"]>("PlanSettings").implement({
  fields: (t) => ({
    minutes: t.exposeInt("minutes", { description: "How long a session may be." }),
    isMinutesChosen: t.exposeBoolean("isMinutesChosen"),
    startsAt: t.exposeString("startsAt", { nullable: true, description: "HH:MM by the dancer's own clock." }),
  }),
});
const WeekPlanType = builder.objectRef<WeekPlan>("WeekPlan").implement({
  description: "Days are noon UTC.",
  fields: (t) => ({
    weekStart: t.field({ type: "DateTime", resolve: ({ monday }) => noonOf(monday) }),
    today: t.field({ type: "DateTime", resolve: ({ today }) => noonOf(today) }),
    classes: t.field({ type: [PlannedClassType], resolve: ({ classes }) => [...classes] }),
    skipped: t.field({ type: [PlannedClassType], resolve: ({ skipped }) => [...skipped] }),
    startNow: t.expose("startNow", { type: PlannedClassType, nullable: true }),
    isTailored: t.exposeBoolean("isTailored", {
      description: "Whether the person has said anything of how they want to dance.",
    }),
    holidays: t.field({ type: [PlanHoliday], resolve: ({ holidays }) => [...holidays] }),
    settings: t.field({ type: PlanSettings, resolve: ({ settings }) => settings }),
  }),
});
const PlanAlternative = builder.objectRef<Alternative>("PlanAlternative").implement({
  fields: (t) => ({
    studioClass: t.expose("studioClass", { type: StudioClass }),
    reason: t.string({
      resolve: ({ reason }, _args, ctx) => translate(sentenceOf(ctx.studio, reason), ctx.locale),
    }),
    reasonKind: t.field({ type: PlanReasonKind, resolve: ({ reason }) => reason.kind }),
    reasonDetail: t.string({ nullable: true, resolve: detailFor }),
  }),
});
const PlanCalendar = builder.objectRef<{ url: string | null }>("PlanCalendar").implement({
  fields: (t) => ({
    url: t.exposeString("url", {
      nullable: true,
      description: "A secret address that calendars read; null while there is none.",
    }),
  }),
});

builder.queryFields((t) => ({
  weekPlan: t.field({
    type: WeekPlanType,
    args: { weekStart: t.arg({ type: "DateTime" }), timeZone: t.arg.string() },
    resolve: (_root, { weekStart, timeZone }, ctx) =>
      weekPlan(ctx, { weekStart: weekStart ?? null, timeZone: timeZone ?? null }),
  }),
  planAlternatives: t.field({
    type: [PlanAlternative],
    description: "What could stand in a session's place, the best first.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => planAlternatives(ctx, id),
  }),
  planCalendar: t.field({
    type: PlanCalendar,
    resolve: async (_root, _args, ctx) => ({ url: await calendarAddress(ctx) }),
  }),
}));

builder.mutationFields((t) => ({
  swapPlannedClass: t.field({
    type: WeekPlanType,
    args: {
      id: t.arg.id({ required: true }),
      classId: t.arg.id({ required: true }),
      timeZone: t.arg.string(),
    },
    resolve: (_root, { id, classId, timeZone }, ctx) => swapPlannedClass(ctx, id, classId, timeZone ?? null),
  }),
  movePlannedClass: t.field({
    type: WeekPlanType,
    description: "To another day of its week; a class that is there takes the day that it leaves.",
    args: {
      id: t.arg.id({ required: true }),
      date: t.arg({ type: "DateTime", required: true }),
      timeZone: t.arg.string(),
    },
    resolve: (_root, { id, date, timeZone }, ctx) => movePlannedClass(ctx, id, date, timeZone ?? null),
  }),
  skipPlannedClass: t.field({
    type: WeekPlanType,
    args: {
      id: t.arg.id({ required: true }),
      skipped: t.arg.boolean({ required: true }),
      timeZone: t.arg.string(),
    },
    resolve: (_root, { id, skipped, timeZone }, ctx) => skipPlannedClass(ctx, id, skipped, timeZone ?? null),
  }),
  setPlanHoliday: t.field({
    type: WeekPlanType,
    description: "Takes days off, or ends the holidays that touch them. Gives the week of the first day.",
    args: {
      from: t.arg({ type: "DateTime", required: true }),
      to: t.arg({ type: "DateTime", required: true }),
      isOff: t.arg.boolean({ required: true }),
      timeZone: t.arg.string(),
    },
    resolve: (_root, { from, to, isOff, timeZone }, ctx) =>
      changeHoliday(ctx, { from, to, isOff }, timeZone ?? null),
  }),
  setPlanSettings: t.field({
    type: WeekPlanType,
    description: "What is null is left to the studio.",
    args: {
      minutes: t.arg.int(),
      startsAt: t.arg.string(),
      weekStart: t.arg({ type: "DateTime" }),
      timeZone: t.arg.string(),
    },
    resolve: (_root, { minutes, startsAt, weekStart, timeZone }, ctx) =>
      changePlanSettings(
        ctx,
        { minutes: minutes ?? null, startsAt: startsAt ?? null },
        { weekStart: weekStart ?? null, timeZone: timeZone ?? null },
      ),
  }),
  openPlanCalendar: t.field({
    type: PlanCalendar,
    args: { timeZone: t.arg.string() },
    resolve: async (_root, { timeZone }, ctx) => ({ url: await openCalendar(ctx, timeZone ?? null) }),
  }),
  closePlanCalendar: t.field({
    type: PlanCalendar,
    description: "Ends the calendar: its former address answers 404 from then on.",
    resolve: async (_root, _args, ctx) => {
      await closeCalendar(ctx);
      return { url: null };
    },
  }),
}));
