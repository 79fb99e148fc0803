import { staff } from "../rules.ts";
import type { Operations } from "../rules.ts";

export const studioExport: Operations = {
  Query: {
    studioBackups: { rule: staff(), select: "isLate" },
    studioExport: {
      rule: staff(),
      args: async ({ make }) => {
        await make.studioExport();
        return {};
      },
      select: "id",
    },
  },
  Mutation: {
    backUpNow: {
      rule: staff(),
      select: "isLate",
      past: ["BACKUPS_OFF"],
      unaudited: "the server of these tests makes no backups",
    },
    requestStudioExport: { rule: staff(), select: "id" },
    studioExportLink: {
      rule: staff(),
      args: async ({ make }) => ({ id: await make.studioExport() }),
    },
  },
};
