import { builder } from "../../../platform/graphql/builder.ts";
import { Pagination } from "../../../platform/graphql/paging.ts";
import { LeaderboardUser } from "../../identity/refs.ts";
import { imageUrlOf, playbackOf } from "../../media/index.ts";
import { Playback } from "../../media/refs.ts";
import { appeal, countCases, decideCase, pageOfCases, passCase, pathOfCase, undoCase } from "./moderation.ts";
import type { CaseRow } from "./moderation.ts";
import type { Page } from "../pages.ts";
import { ContentTypeEnum, DecisionEnum, ModerationStatusEnum, QueueEnum, ReportReasonEnum } from "../refs.ts";

type CaseReport = CaseRow["reports"][number];
const CaseReportType = builder.objectRef<CaseReport>("CaseReport").implement({
  fields: (t) => ({
    reason: t.expose("reason", { type: ReportReasonEnum }),
    details: t.exposeString("details", { nullable: true }),
    reportedAt: t.field({ type: "DateTime", resolve: ({ reportedAt }) => new Date(reportedAt) }),
  }),
});
const Case = builder.objectRef<CaseRow>("ModerationCase").implement({
  description: "Something that moderators look at.",
  fields: (t) => ({
    id: t.exposeID("id"),
    contentType: t.expose("contentType", { type: ContentTypeEnum }),
    contentId: t.exposeID("contentId"),
    person: t.expose("person", { type: LeaderboardUser, nullable: true }),
    status: t.expose("status", { type: ModerationStatusEnum }),
    cause: t.exposeString("cause", { description: "newcomer, spam, reports or appeal" }),
    reportsCount: t.exposeInt("reportsCount"),
    reports: t.field({
      type: [CaseReportType],
      description: "The last twenty, the newest first; never who.",
      resolve: ({ reports }) => [...reports],
    }),
    openedAt: t.expose("openedAt", { type: "DateTime" }),
    isPassed: t.exposeBoolean("isPassed"),
    decision: t.expose("decision", { type: DecisionEnum, nullable: true }),
    reason: t.expose("reason", { type: ReportReasonEnum, nullable: true }),
    note: t.exposeString("note", { nullable: true }),
    decidedBy: t.expose("decidedBy", { type: LeaderboardUser, nullable: true }),
    decidedAt: t.expose("decidedAt", { type: "DateTime", nullable: true }),
    appeal: t.exposeString("appeal", { nullable: true }),
    text: t.exposeString("text", {
      nullable: true,
      description: "Markdown; null for a person, and where it is gone.",
    }),
    path: t.string({ nullable: true, resolve: (found) => pathOfCase(found) }),
    contentCreatedAt: t.expose("contentCreatedAt", { type: "DateTime", nullable: true }),
    thumbnailUrl: t.string({
      nullable: true,
      resolve: ({ asset }, _args, ctx) => (asset?.thumbnail ? imageUrlOf(ctx, asset.thumbnail) : null),
    }),
    playback: t.field({
      type: Playback,
      nullable: true,
      resolve: ({ asset }, _args, ctx) =>
        asset && ctx.viewer
          ? playbackOf(ctx, { assetId: asset.id, personId: ctx.viewer.personId, scope: "clip" })
          : null,
    }),
    removals: t.exposeInt("strikes", { description: "Of the person, that stand." }),
    cleared: t.exposeInt("cleared", { description: "Of the person: looked at and kept." }),
    memberSince: t.expose("memberSince", {
      type: "DateTime",
      nullable: true,
      description: "Their first word.",
    }),
  }),
});
const CasePage = builder.objectRef<Page<CaseRow>>("ModerationCasePage").implement({
  fields: (t) => ({
    items: t.field({ type: [Case], resolve: ({ items }) => [...items] }),
    nextCursor: t.exposeString("nextCursor", { nullable: true }),
  }),
});
const Counts = builder.objectRef<Awaited<ReturnType<typeof countCases>>>("ModerationCounts").implement({
  fields: (t) => ({
    reported: t.exposeInt("reported"),
    pending: t.exposeInt("pending"),
    appeals: t.exposeInt("appeals"),
    passed: t.exposeInt("passed"),
    done: t.exposeInt("done", { description: "Within a week." }),
    oldest: t.expose("oldest", { type: "DateTime", nullable: true }),
  }),
});

builder.queryFields((t) => ({
  moderationCases: t.field({
    type: CasePage,
    description: "For moderators. The most reported first; of `done` the last decided.",
    args: {
      queue: t.arg({ type: QueueEnum, required: true }),
      reason: t.arg({ type: ReportReasonEnum }),
      pagination: t.arg({ type: Pagination }),
    },
    resolve: (_root, { queue, reason, pagination }, ctx) => pageOfCases(ctx, { queue, reason }, pagination),
  }),
  moderationCounts: t.field({ type: Counts, resolve: (_root, _args, ctx) => countCases(ctx) }),
}));
builder.mutationFields((t) => ({
  decideCase: t.field({
    type: Case,
    args: {
      id: t.arg.id({ required: true }),
      decision: t.arg({ type: DecisionEnum, required: true }),
      reason: t.arg({ type: ReportReasonEnum }),
      note: t.arg.string(),
    },
    resolve: (_root, { id, ...verdict }, ctx) => decideCase(ctx, id, verdict),
  }),
  undoCase: t.field({
    type: Case,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => undoCase(ctx, id),
  }),
  passCase: t.field({
    type: Case,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => passCase(ctx, id),
  }),
  appeal: t.boolean({
    description: "Asks for another look at what a moderator took down.",
    args: {
      contentType: t.arg({ type: ContentTypeEnum, required: true }),
      id: t.arg.id({ required: true }),
      text: t.arg.string({ required: true }),
    },
    resolve: async (_root, { contentType, id, text }, ctx) => {
      await appeal(ctx, contentType, id, text);
      return true;
    },
  }),
}));
