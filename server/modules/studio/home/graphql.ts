import { builder } from "../../../platform/graphql/builder.ts";
import { DunningType, NetMrrType, RevenueTaskType } from "../../billing/refs.ts";
import type { FailedPayments, TrialsEnding } from "../../billing/index.ts";
import type { Release } from "../../catalog/index.ts";
import { personLoader } from "../../identity/index.ts";
import { User } from "../../identity/refs.ts";
import { StudioBackupsType } from "../backups/graphql.ts";
import { OpeningStepKeyType } from "../opening/graphql.ts";
import { studioHome } from "./home.ts";
import type { StudioHome, StudioToday, StudioWeek } from "./home.ts";

const TodayType = builder.objectRef<StudioToday>("StudioToday").implement({
  description: "What happened since midnight in the studio's time zone.",
  fields: (t) => ({
    since: t.expose("since", { type: "DateTime" }),
    until: t.expose("until", { type: "DateTime", description: "The next midnight." }),
    dancers: t.exposeInt("dancers", { description: "Accounts: a family counts once." }),
    completed: t.exposeInt("completed", { description: "Classes danced to their end." }),
    joined: t.exposeInt("joined", { description: "New accounts, without guests." }),
    left: t.exposeInt("left", {
      description: "Subscriptions canceled, at once or at the end of their term.",
    }),
  }),
});
const WeekType = builder.objectRef<StudioWeek>("StudioWeek").implement({
  description: "Seven days in the studio's time zone.",
  fields: (t) => ({
    since: t.expose("since", { type: "DateTime" }),
    until: t.expose("until", {
      type: "DateTime",
      description: "Accounts and cancellations count before it.",
    }),
    plays: t.exposeInt("plays", { description: "How often classes were danced." }),
    joined: t.exposeInt("joined", { description: "New accounts, without guests." }),
    left: t.exposeInt("left", {
      description: "Subscriptions canceled, at once or at the end of their term.",
    }),
  }),
});
const ReleaseType = builder.objectRef<Release>("StudioRelease").implement({
  description: "A class that is published by itself.",
  fields: (t) => ({
    id: t.exposeID("id"),
    slug: t.exposeString("slug"),
    title: t.exposeString("title"),
    publishAt: t.expose("publishAt", { type: "DateTime" }),
  }),
});
const TrialEndType = builder.objectRef<TrialsEnding["items"][number]>("StudioTrialEnd").implement({
  fields: (t) => ({
    planName: t.exposeString("planName"),
    endsAt: t.expose("endsAt", { type: "DateTime" }),
    member: t.field({
      type: User,
      nullable: true,
      resolve: ({ accountId }, _args, ctx) => personLoader(ctx).load(accountId),
    }),
  }),
});
const TrialsEndingType = builder.objectRef<TrialsEnding>("StudioTrialsEnding").implement({
  description: "Trials that end within a week.",
  fields: (t) => ({
    until: t.expose("until", { type: "DateTime", description: "They end before." }),
    total: t.exposeInt("total"),
    items: t.field({
      type: [TrialEndType],
      description: "The next five.",
      resolve: ({ items }) => [...items],
    }),
  }),
});
const FailedPaymentsType = builder.objectRef<FailedPayments>("StudioFailedPayments").implement({
  description: "Failed payments that are being retried.",
  fields: (t) => ({
    total: t.exposeInt("total"),
    items: t.field({
      type: [DunningType],
      description: "The next five to be retried.",
      resolve: ({ items }) => [...items],
    }),
  }),
});
const StudioHomeType = builder.objectRef<StudioHome>("StudioHome").implement({
  description: "What happens in the studio. Fields are null where the viewer lacks the permission.",
  fields: (t) => ({
    today: t.expose("today", { type: TodayType, nullable: true }),
    week: t.expose("week", { type: WeekType, nullable: true, description: "The last of its days is today." }),
    weekBefore: t.expose("weekBefore", {
      type: WeekType,
      nullable: true,
      description:
        "The seven days before. Accounts and cancellations count as far as the same time of the day.",
    }),
    releases: t.field({
      type: [ReleaseType],
      nullable: true,
      description: "The next five.",
      resolve: ({ releases }) => releases && [...releases],
    }),
    netMrr: t.field({ type: [NetMrrType], nullable: true, resolve: ({ netMrr }) => netMrr && [...netMrr] }),
    trialsEnding: t.expose("trialsEnding", { type: TrialsEndingType, nullable: true }),
    failedPayments: t.expose("failedPayments", { type: FailedPaymentsType, nullable: true }),
    revenueTasks: t.field({
      type: [RevenueTaskType],
      nullable: true,
      description: "What waits for finance, the most urgent kind first. Kinds without any are left out.",
      resolve: ({ revenueTasks }) => revenueTasks && [...revenueTasks],
    }),
    missingSteps: t.field({
      type: [OpeningStepKeyType],
      nullable: true,
      description:
        "For admins: required steps of the opening that are missing. After the opening, those that the server lost since.",
      resolve: ({ missingSteps }) => missingSteps && [...missingSteps],
    }),
    backups: t.expose("backups", { type: StudioBackupsType, nullable: true, description: "For admins." }),
  }),
});

builder.queryField("studioHome", (t) =>
  t.field({ type: StudioHomeType, resolve: (_root, _args, ctx) => studioHome(ctx) }),
);
