import { randomUUID } from "node:crypto";
import { ofDraft, only, staff } from "../rules.ts";
import type { Operations } from "../rules.ts";

/** The studio's list of classes in every state, and what is done to many of them. */
export const managedClasses: Operations = {
  Query: {
    managedClasses: {
      rule: only(["instructor", "otherInstructor", "teacher", "editor", "admin"]),
      args: () => ({ filter: {} }),
      select: "items { id }",
      secret: { text: ({ classId }) => classId, to: ["instructor", "editor", "admin"] },
    },
    managedClassIds: {
      rule: only(["instructor", "otherInstructor", "teacher", "editor", "admin"]),
      args: () => ({ filter: {} }),
      secret: { text: ({ classId }) => classId, to: ["instructor", "editor", "admin"] },
    },
    managedClassCounts: { rule: only(["instructor", "otherInstructor", "teacher", "editor", "admin"]) },
    previewClassAct: {
      rule: staff("editor"),
      args: async ({ make }) => ({ ids: [await make.draft()], act: { kind: "publish" } }),
    },
  },
  Mutation: {
    actOnClasses: {
      rule: staff("editor"),
      args: async ({ make }) => ({ ids: [await make.draft()], act: { kind: "set_level", to: "advanced" } }),
    },
    copyClass: ofDraft(() => ({ idempotencyKey: randomUUID() })),
  },
};
