import { randomUUID } from "node:crypto";
import { open, staff } from "../rules.ts";
import type { Operations } from "../rules.ts";

export const students: Operations = {
  Query: {
    studentOffer: {
      rule: open,
      args: async ({ server }) => {
        await server.pool.query(
          `insert into billing.coupons (id, discount_type, basis_points, duration, duration_months, for_students)
           values ('STUDENTS', 'percentage', 5000, 'limited_period', 12, true) on conflict do nothing`,
        );
        return {};
      },
    },
  },
  Mutation: {
    studioApproveStudent: {
      rule: staff("support", "finance"),
      args: ({ owner }) => ({
        personId: owner.id,
        key: randomUUID(),
        until: new Date(Date.now() + 86_400_000),
      }),
    },
  },
};
