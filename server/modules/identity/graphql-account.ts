import { builder } from "../../platform/graphql/builder.ts";
import { readAccount, sendProofAgain } from "./account.ts";
import type { AccountRow } from "./store-account.ts";

const Account = builder.objectRef<AccountRow>("Account").implement({
  description: "How the viewer gets in; nobody else sees it.",
  fields: (t) => ({
    id: t.exposeID("id"),
    email: t.exposeString("email", { nullable: true, description: "Proved to be theirs." }),
    pendingEmail: t.exposeString("pendingEmail", {
      nullable: true,
      description: "Given, and not proved yet: a letter is on its way.",
    }),
    hasPassword: t.exposeBoolean("hasPassword"),
  }),
});

builder.queryField("account", (t) =>
  t.field({ type: Account, resolve: (_root, _args, ctx) => readAccount(ctx) }),
);
builder.mutationField("sendAddressProof", (t) =>
  t.field({
    type: Account,
    description: "Writes once more to the address that isn't proved.",
    resolve: (_root, _args, ctx) => sendProofAgain(ctx),
  }),
);
