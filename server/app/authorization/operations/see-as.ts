import { randomUUID } from "node:crypto";
import { staff } from "../rules.ts";
import type { Operations } from "../rules.ts";

export const seeAs: Operations = {
  Mutation: {
    studioSeeAs: {
      rule: staff("support"),
      target: "personId",
      args: ({ owner }) => ({ key: randomUUID(), personId: owner.id, reason: "Asked for help" }),
    },
  },
};
