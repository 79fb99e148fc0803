import { randomBytes } from "node:crypto";
import { staff } from "../rules.ts";
import type { Operation, Operations } from "../rules.ts";
import { importDefaults } from "../world-drafts.ts";

/** The teacher's import, or one of its files. */
const of = (target: "id" | "itemId", more: () => object = () => ({})): Operation => ({
  rule: staff("editor", "teacher"),
  target,
  args: async ({ make }) => {
    const { importId, itemId } = await make.videoImport();
    return { [target]: target === "id" ? importId : itemId, ...more() };
  },
});
/** Folders of videos that become drafts. */
export const videoImport: Operations = {
  Query: {
    videoImports: { rule: staff("editor", "teacher") },
    videoImport: of("id"),
  },
  Mutation: {
    videoImportStart: {
      rule: staff("editor", "teacher"),
      args: () => ({ name: "House", defaults: importDefaults }),
    },
    videoImportAddFiles: {
      ...of("id", () => ({
        files: [
          {
            fileName: "added.mp4",
            folder: "",
            sizeInBytes: 1000,
            fingerprint: randomBytes(32).toString("hex"),
          },
        ],
      })),
      unaudited: "the import and its drafts have entries",
    },
    videoImportFill: {
      rule: staff("editor", "teacher"),
      target: "id",
      args: async ({ make }) => {
        const { importId, itemId } = await make.videoImport();
        return { id: importId, itemIds: [itemId], fields: { level: "advanced" } };
      },
    },
    videoImportSend: of("itemId"),
    videoImportSetView: {
      ...of("itemId", () => ({ angle: "front" })),
      unaudited: "it proposes; the upload has an entry",
    },
    videoImportRemove: of("itemId"),
  },
};
