import { builder } from "../../../platform/graphql/builder.ts";
import { readAccount } from "../accounts/account.ts";
import { exportUrl, readExport, requestExport } from "../accounts/exports.ts";
import { cancelAccountDeletion, readAccountDeletion, requestAccountDeletion } from "./deletion.ts";
import { Account } from "../refs.ts";
import type { ExportRow } from "./store.ts";

const DataExport = builder.objectRef<ExportRow>("DataExport").implement({
  description: "A copy of everything about an account.",
  fields: (t) => ({
    id: t.exposeID("id"),
    requestedAt: t.field({ type: "DateTime", resolve: ({ requestedAt }) => requestedAt }),
    expiresAt: t.field({ type: "DateTime", nullable: true, resolve: ({ expiresAt }) => expiresAt }),
    sizeInBytes: t.float({ nullable: true, resolve: ({ size }) => size }),
    url: t.string({
      nullable: true,
      description: "Null while it is made. A link works for ten minutes: ask again for another.",
      resolve: (copy, _args, ctx) => exportUrl(ctx, copy),
    }),
  }),
});

builder.objectFields(Account, (t) => ({
  dataExport: t.field({
    type: DataExport,
    nullable: true,
    resolve: ({ id }, _args, ctx) => readExport(ctx, id),
  }),
  deletedAt: t.field({
    type: "DateTime",
    nullable: true,
    description: "When the account goes, unless it is kept. Null: it stays.",
    resolve: async ({ id }, _args, ctx) => (await readAccountDeletion(ctx, id))?.dueAt ?? null,
  }),
}));

builder.mutationFields((t) => ({
  requestDataExport: t.field({
    type: Account,
    description:
      "An email says when it is ready. CONFIRMATION_NEEDED unless the session was confirmed within 15 minutes.",
    resolve: async (_root, _args, ctx) => {
      await requestExport(ctx);
      return readAccount(ctx);
    },
  }),
  deleteAccount: t.field({
    type: Account,
    description:
      "The account goes in 14 days; until then `cancelAccountDeletion` takes it back. CONFIRMATION_NEEDED unless the session was confirmed within 15 minutes.",
    resolve: async (_root, _args, ctx) => {
      await requestAccountDeletion(ctx);
      return readAccount(ctx);
    },
  }),
  cancelAccountDeletion: t.field({
    type: Account,
    resolve: async (_root, _args, ctx) => {
      await cancelAccountDeletion(ctx);
      return readAccount(ctx);
    },
  }),
}));
