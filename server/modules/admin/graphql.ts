import { builder } from "../../platform/graphql/builder.ts";
import { areaKeys, studioAreas } from "./studio.ts";
import type { StudioArea } from "./studio.ts";

const StudioAreaType = builder.objectRef<StudioArea>("StudioArea").implement({
  description: "One of the studio's pages that the viewer may open.",
  fields: (t) => ({
    key: t.field({
      type: builder.enumType("StudioAreaKey", { values: areaKeys }),
      resolve: ({ key }) => key,
    }),
    waiting: t.exposeInt("waiting", {
      nullable: true,
      description: "How much waits there for the viewer; null where nothing can.",
    }),
  }),
});
builder.queryField("studioAreas", (t) =>
  t.field({
    type: [StudioAreaType],
    description: "None for those who neither work nor teach in the studio.",
    resolve: (_root, _args, ctx) => studioAreas(ctx),
  }),
);
