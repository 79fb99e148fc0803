import { staff } from "../rules.ts";
import type { Operations } from "../rules.ts";

export const studioExport: Operations = {
  Query: {
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
    requestStudioExport: { rule: staff(), select: "id" },
    studioExportLink: {
      rule: staff(),
      args: async ({ make }) => ({ id: await make.studioExport() }),
    },
  },
};
