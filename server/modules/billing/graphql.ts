import { builder } from "../../platform/graphql/builder.ts";
import { User } from "../identity/refs.ts";
import { hasSubscription } from "./index.ts";

builder.objectField(User, "isActive", (t) =>
  t.boolean({
    description:
      "While a subscription grants access. Only the person and staff see it of themselves; others see false.",
    resolve: (person, _args, ctx) =>
      person.id === ctx.viewer?.personId ? hasSubscription(ctx, person.id) : false,
  }),
);
