import { builder } from "../../../platform/graphql/builder.ts";
import { readStudioExport, requestStudioExport, studioExportLink } from "./export.ts";
import type { StudioExportRow } from "./store.ts";

const StudioExport = builder.objectRef<StudioExportRow>("StudioExport").implement({
  description: "An export of everything: the rows and files of the studio in one archive.",
  fields: (t) => ({
    id: t.exposeID("id"),
    requestedAt: t.expose("requestedAt", { type: "DateTime" }),
    readyAt: t.expose("readyAt", {
      type: "DateTime",
      nullable: true,
      description: "Null while in progress.",
    }),
    size: t.exposeFloat("size", { nullable: true, description: "Bytes." }),
    files: t.exposeInt("files", { nullable: true }),
    expiresAt: t.expose("expiresAt", { type: "DateTime", nullable: true }),
  }),
});

builder.queryField("studioExport", (t) =>
  t.field({
    type: StudioExport,
    nullable: true,
    description: "The newest export that is ready or in progress. For admins.",
    resolve: (_root, _args, ctx) => readStudioExport(ctx),
  }),
);
builder.mutationFields((t) => ({
  requestStudioExport: t.field({
    type: StudioExport,
    description:
      "Requests an export of everything, or returns the one in progress. The requester is emailed when it is ready. For admins. In the audit log. CONFIRMATION_NEEDED unless the session was confirmed within 15 minutes.",
    resolve: (_root, _args, ctx) => requestStudioExport(ctx),
  }),
  studioExportLink: t.string({
    description:
      "A link to the archive that works for a day, without signing in. It answers ranges, so that a download can go on where it broke off. For admins. In the audit log. CONFIRMATION_NEEDED unless the session was confirmed within 15 minutes.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => studioExportLink(ctx, id),
  }),
}));
