import { randomUUID } from "node:crypto";
import { staff } from "../rules.ts";
import type { Operations } from "../rules.ts";
import type { World } from "../world.ts";

const batch = async ({ make }: World) => ({ id: await make.couponBatch() });

export const couponBatches: Operations = {
  Query: {
    couponBatch: { rule: staff("finance"), target: "id", args: batch },
    couponBatchCodes: { rule: staff("finance"), args: batch },
    couponBatches: { rule: staff("finance") },
  },
  Mutation: {
    couponBatchArchive: { rule: staff("finance"), target: "id", args: batch },
    couponBatchCreate: {
      rule: staff("finance"),
      args: () => ({
        count: 2,
        input: {
          code: `B${randomUUID().slice(0, 8)}`,
          discountType: "percentage",
          basisPoints: 2500,
          duration: "one_time",
        },
      }),
    },
  },
};
