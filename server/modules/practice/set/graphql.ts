import { builder } from "../../../platform/graphql/builder.ts";
import { selectedPaths } from "../../../platform/graphql/selection.ts";
import { depthOf } from "../../catalog/index.ts";
import { StudioClass } from "../../catalog/refs.ts";
import { findSet, finishSetClass, newcomersSet, todaysSet } from "./set.ts";
import type { DanceSet, DanceSetItem } from "./set.ts";

const DanceSetItemType = builder.objectRef<DanceSetItem>("DanceSetItem").implement({
  fields: (t) => ({
    place: t.exposeInt("place", { description: "From 1, among the classes that the viewer may dance." }),
    isDanced: t.exposeBoolean("isDanced", { description: "Whether it was danced to its end in this set." }),
    studioClass: t.expose("studioClass", { type: StudioClass }),
  }),
});
const DanceSetType = builder.objectRef<DanceSet>("DanceSet").implement({
  description: "Classes to dance in order.",
  fields: (t) => ({
    id: t.exposeID("id"),
    items: t.field({ type: [DanceSetItemType], resolve: ({ items }) => [...items] }),
  }),
});

const itemsPrefix = "items.studioClass.";
builder.queryFields((t) => ({
  todaysSet: t.field({
    type: DanceSetType,
    nullable: true,
    description:
      "The viewer's set of the day, in their time zone. Only classes that they may play now. Null without a viewer.",
    resolve: (_root, _args, ctx, info) => todaysSet(ctx, depthOf(selectedPaths(info), itemsPrefix)),
  }),
  newcomersSet: t.field({
    type: [DanceSetItemType],
    description:
      "The classes of the set that a new visitor will have today, for a page that is shown before they have a session. Empty for a viewer.",
    resolve: (_root, _args, ctx) => newcomersSet(ctx),
  }),
  danceSet: t.field({
    type: DanceSetType,
    nullable: true,
    description: "A set of the viewer; null if it isn't theirs or nothing of it can be played any more.",
    args: { id: t.arg.id({ required: true, description: "`today` is the viewer's set of the day." }) },
    resolve: (_root, { id }, ctx, info) => findSet(ctx, id, depthOf(selectedPaths(info), itemsPrefix)),
  }),
}));
builder.mutationField("finishSetClass", (t) =>
  t.field({
    type: DanceSetType,
    description: "Notes that a class of the viewer's set was danced to its end. Idempotent.",
    args: { setId: t.arg.id({ required: true }), classId: t.arg.id({ required: true }) },
    resolve: (_root, args, ctx, info) => finishSetClass(ctx, args, depthOf(selectedPaths(info), itemsPrefix)),
  }),
);
