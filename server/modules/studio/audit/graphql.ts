import { auditKinds } from "../../../../contract/audit-actions.ts";
import { builder } from "../../../platform/graphql/builder.ts";
import { Pagination } from "../../../platform/graphql/paging.ts";
import { partsOfSubject, personLoader, subjectNameLoader } from "../../identity/index.ts";
import { auditPage } from "./audit.ts";
import type { AuditPage } from "./audit.ts";
import { changesOf } from "./changes.ts";
import type { AuditChange } from "./changes.ts";
import type { AuditRow } from "./store.ts";

const Change = builder.objectRef<AuditChange>("StudioAuditChange").implement({
  description: "A value before and after; only `after` for a fact about the act. Amounts in minor units.",
  fields: (t) => ({
    field: t.exposeString("field", { description: "`value` where an act has only one." }),
    before: t.exposeString("before", { nullable: true }),
    after: t.exposeString("after", { nullable: true }),
  }),
});
const Entry = builder.objectRef<AuditRow>("StudioAuditEntry").implement({
  description: "Something that staff did.",
  fields: (t) => ({
    id: t.exposeID("id"),
    at: t.expose("at", { type: "DateTime" }),
    byId: t.exposeID("actorId", { nullable: true, description: "Null for the machine’s operator." }),
    by: t.string({
      nullable: true,
      description: "The name of who did it; null once the account is gone.",
      resolve: async ({ actorId }, _args, ctx) =>
        actorId && ((await personLoader(ctx).load(actorId))?.name ?? null),
    }),
    action: t.exposeString("action", { description: "Such as `catalog.class_published`." }),
    subjectKind: t.string({ resolve: ({ subject }) => partsOfSubject(subject)[0] }),
    subjectId: t.string({ nullable: true, resolve: ({ subject }) => partsOfSubject(subject)[1] || null }),
    subjectName: t.string({
      nullable: true,
      description: "Null for what has no name of its own, and for what is gone.",
      resolve: async ({ subject }, _args, ctx) => (await subjectNameLoader(ctx).load(subject)) || null,
    }),
    changes: t.field({ type: [Change], resolve: ({ details }) => changesOf(details) }),
  }),
});
const Page = builder.objectRef<AuditPage>("StudioAuditLog").implement({
  fields: (t) => ({
    items: t.field({ type: [Entry], resolve: ({ items }) => [...items] }),
    nextCursor: t.exposeString("nextCursor", { nullable: true }),
  }),
});
const Filter = builder.inputType("StudioAuditFilter", {
  description: "All of them combine.",
  fields: (t) => ({
    who: t.string({ description: "The id of the person who acted, or `operator`." }),
    kind: t.field({ type: builder.enumType("StudioAuditKind", { values: auditKinds }) }),
    about: t.string({
      description:
        "A person by id, name, username, email or invoice number; or a subject such as `plan:premium-monthly`.",
    }),
    from: t.string({ description: "YYYY-MM-DD in UTC." }),
    until: t.string({ description: "The last day, inclusive." }),
  }),
});

builder.queryField("studioAudit", (t) =>
  t.field({
    type: Page,
    description: "For admins: what staff did, newest first.",
    args: { filter: t.arg({ type: Filter }), pagination: t.arg({ type: Pagination }) },
    resolve: (_root, { filter, pagination }, ctx) =>
      auditPage(
        ctx,
        {
          who: filter?.who ?? null,
          kind: filter?.kind ?? null,
          about: filter?.about ?? null,
          from: filter?.from ?? null,
          until: filter?.until ?? null,
        },
        { first: pagination?.first ?? null, after: pagination?.after ?? null },
      ),
  }),
);
