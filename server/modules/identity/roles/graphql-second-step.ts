import { builder } from "../../../platform/graphql/builder.ts";
import { readSecondStepDue } from "./second-step.ts";

builder.queryField("staffSecondStepDueAt", (t) =>
  t.field({
    type: "DateTime",
    nullable: true,
    description:
      "Until when the viewer works as staff without two-step verification or a passkey; then the studio's operations answer SECOND_STEP_REQUIRED. Null for members and for staff that have one.",
    resolve: (_root, _args, ctx) => readSecondStepDue(ctx),
  }),
);
