import { builder } from "../../../platform/graphql/builder.ts";
import { EditedClassType } from "../../catalog/refs.ts";
import { managedFigures } from "./summaries.ts";
import type { ManagedFigures } from "./summaries.ts";

const ManagedFiguresType = builder.objectRef<ManagedFigures>("ManagedClassFigures").implement({
  description: "How a class is danced, up to an hour old.",
  fields: (t) => ({
    dancers: t.exposeInt("dancers"),
    finishedPercent: t.exposeInt("finishedPercent"),
    saved: t.exposeInt("saved"),
    stopsAtInMs: t.exposeInt("stopsAtMs", {
      nullable: true,
      description: "Where most of those who didn't finish stopped; null while too few stopped in one place.",
    }),
  }),
});
builder.objectField(EditedClassType, "figures", (t) =>
  t.field({
    type: ManagedFiguresType,
    nullable: true,
    description: "Null while too few people danced it.",
    resolve: ({ id }, _args, ctx) => managedFigures(ctx, id),
  }),
);
