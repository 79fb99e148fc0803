import { staff } from "../rules.ts";
import type { Operation, Operations } from "../rules.ts";

const ofDraft: Operation = {
  rule: staff(),
  target: "id",
  args: async ({ make }) => ({ id: await make.memberImport() }),
};

export const memberImport: Operations = {
  Query: {
    memberImports: { rule: staff() },
    memberImport: {
      ...ofDraft,
      select: "refused { items { email } }",
      secret: { text: () => "listed.member", to: ["admin"] },
    },
    givablePlans: { rule: staff() },
  },
  Mutation: {
    memberImportChange: {
      rule: staff(),
      target: "id",
      args: async ({ make }) => ({ id: await make.memberImport(), fields: ["email"] }),
      unaudited: "It changes a draft; the start of the import is in the audit log.",
    },
    memberImportStart: ofDraft,
    memberImportDelete: { rule: staff(), args: async ({ make }) => ({ id: await make.memberImport() }) },
  },
};
