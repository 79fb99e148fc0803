import { builder } from "../../platform/graphql/builder.ts";
import { Pagination } from "../../platform/graphql/paging.ts";
import type { FailedJob } from "../../platform/jobs/failed-jobs.ts";
import { failedJobs, queuedTasks, retry } from "./failed-jobs.ts";
import type { FailedJobPage, QueuedTask } from "./failed-jobs.ts";
import { areaKeys, studioAreas } from "./studio.ts";
import type { StudioArea } from "./studio.ts";

const StudioAreaType = builder.objectRef<StudioArea>("StudioArea").implement({
  description: "One of the studio's pages that the viewer may open.",
  fields: (t) => ({
    key: t.field({
      type: builder.enumType("StudioAreaKey", { values: areaKeys }),
      resolve: ({ key }) => key,
    }),
    waiting: t.exposeInt("waiting", {
      nullable: true,
      description: "How much waits there for the viewer; null where nothing can.",
    }),
  }),
});
builder.queryField("studioAreas", (t) =>
  t.field({
    type: [StudioAreaType],
    description: "None for those who neither work nor teach in the studio.",
    resolve: (_root, _args, ctx) => studioAreas(ctx),
  }),
);

const FailedJobType = builder.objectRef<FailedJob>("FailedJob").implement({
  description: "Work that failed at its last try, and waits for an admin.",
  fields: (t) => ({
    id: t.exposeID("id"),
    task: t.exposeString("task", { description: "The job's name, or that of the reaction that it ran." }),
    error: t.exposeString("error", { description: "What the last try ended with, without personal data." }),
    attempts: t.exposeInt("attempts"),
    enqueuedAt: t.expose("enqueuedAt", { type: "DateTime" }),
    failedAt: t.expose("failedAt", { type: "DateTime" }),
  }),
});
const FailedJobPageType = builder.objectRef<FailedJobPage>("FailedJobPage").implement({
  fields: (t) => ({
    items: t.field({ type: [FailedJobType], resolve: (page) => [...page.items] }),
    nextCursor: t.exposeString("nextCursor", { nullable: true }),
  }),
});
builder.queryField("failedJobs", (t) =>
  t.field({
    type: FailedJobPageType,
    description: "For admins: the newest first.",
    args: { pagination: t.arg({ type: Pagination }) },
    resolve: (_root, { pagination }, ctx) =>
      failedJobs(ctx, { first: pagination?.first ?? null, after: pagination?.after ?? null }),
  }),
);
const QueuedTaskType = builder.objectRef<QueuedTask>("QueuedTask").implement({
  description: "Jobs with the same task that run now or later.",
  fields: (t) => ({
    task: t.exposeString("task"),
    ready: t.exposeInt("ready", { description: "May run, and wait for a worker." }),
    running: t.exposeInt("running"),
    scheduled: t.exposeInt("scheduled", { description: "Run later, also after a failed attempt." }),
    waitingSince: t.expose("waitingSince", {
      type: "DateTime",
      nullable: true,
      description: "Of the oldest that is ready.",
    }),
  }),
});
builder.queryField("queuedTasks", (t) =>
  t.field({
    type: [QueuedTaskType],
    description: "For admins: jobs that run now or later, those that wait for a worker first.",
    resolve: (_root, _args, ctx) => queuedTasks(ctx),
  }),
);
builder.mutationField("retryFailedJob", (t) =>
  t.id({
    description: "For admins: all its tries again. Answers its id; NOT_FOUND once it is among them no more.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => retry(ctx, id),
  }),
);
