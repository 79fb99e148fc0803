import type { Ctx } from "../../../ctx.ts";
import { builder } from "../../../platform/graphql/builder.ts";
import { Pagination } from "../../../platform/graphql/paging.ts";
import { lastActLoader, personLoader } from "../../identity/index.ts";
import type { LastAct } from "../../identity/index.ts";
import { EditedClassPage } from "../editing/graphql.ts";
import { AccessTypeEnum, ClassStateEnum, EditedClassType } from "../refs.ts";
import { actOnClasses, actRefusals, classActs, previewAct } from "./acts.ts";
import type { ActResult, GivenAct } from "./acts.ts";
import { copyClass } from "./copy.ts";
import { absences, managedClasses, managedClassIds, managedCounts, managedSorts } from "./list.ts";
import type { GivenFilters } from "./list.ts";
import { classStateOf } from "./states.ts";
import type { ClassState } from "./states.ts";

const ManagedSortEnum = builder.enumType("ManagedClassSort", {
  description: "`danced`: by plays in the last 28 days; `finished`: by the share of dancers who finish.",
  values: managedSorts,
});
const AbsenceEnum = builder.enumType("ClassAbsence", { values: absences });
const ManagedFilter = builder.inputType("ManagedClassFilter", {
  fields: (t) => ({
    search: t.string({ description: "Title, instructor, style, song or description." }),
    state: t.field({ type: ClassStateEnum }),
    instructor: t.string({ description: "Slug." }),
    style: t.string({ description: "Slug." }),
    level: t.string(),
    category: t.string({ description: "Slug." }),
    accessType: t.field({ type: AccessTypeEnum }),
    without: t.field({ type: AbsenceEnum }),
  }),
});
const filtersOf = (given: typeof ManagedFilter.$inferInput): GivenFilters => ({
  search: given.search ?? null,
  state: given.state ?? null,
  instructor: given.instructor ?? null,
  style: given.style ?? null,
  level: given.level ?? null,
  category: given.category ?? null,
  accessType: given.accessType ?? null,
  without: given.without ?? null,
});

const StateCountType = builder.objectRef<{ state: ClassState; count: number }>("ClassStateCount").implement({
  fields: (t) => ({
    state: t.expose("state", { type: ClassStateEnum }),
    count: t.exposeInt("count"),
  }),
});
const LastEdit = builder.objectRef<LastAct>("ClassEdit").implement({
  description: "The newest change of a class by staff.",
  fields: (t) => ({
    at: t.expose("at", { type: "DateTime" }),
    name: t.string({
      nullable: true,
      description: "Null for a deleted account.",
      resolve: async ({ actorId }, _args, ctx) => (await personLoader(ctx).load(actorId))?.name ?? null,
    }),
    isMine: t.boolean({ resolve: ({ actorId }, _args, { viewer }) => viewer?.accountId === actorId }),
  }),
});
builder.objectFields(EditedClassType, (t) => ({
  state: t.field({ type: ClassStateEnum, resolve: classStateOf }),
  lastEdit: t.field({
    type: LastEdit,
    nullable: true,
    resolve: ({ id }, _args, ctx) => lastActLoader(ctx).load(`class:${id}`),
  }),
}));

const ClassActKind = builder.enumType("ClassActKind", { values: classActs });
const ActRefusalEnum = builder.enumType("ClassActRefusal", { values: actRefusals });
const ClassAct = builder.inputType("ClassAct", {
  fields: (t) => ({
    kind: t.field({ type: ClassActKind, required: true }),
    to: t.string({ description: "A level, or the slug of an instructor or category." }),
    accessType: t.field({ type: AccessTypeEnum, description: "For `set_plan`." }),
    publishAt: t.string({
      description: "For `schedule`, in the studio's time zone to the minute: 2026-03-29T18:00.",
    }),
  }),
});
const actOf = ({ kind, to, accessType, publishAt }: typeof ClassAct.$inferInput): GivenAct => ({
  kind,
  to: to ?? null,
  accessType: accessType ?? null,
  publishAt: publishAt ?? null,
});
const Refused = builder.objectRef<ActResult["refused"][number]>("RefusedClass").implement({
  fields: (t) => ({
    classId: t.exposeID("id"),
    title: t.exposeString("title", { description: "Empty for a class that was deleted." }),
    reason: t.expose("reason", { type: ActRefusalEnum }),
  }),
});
const ActResultType = builder.objectRef<ActResult>("ClassActResult").implement({
  fields: (t) => ({
    changed: t.exposeInt("changed"),
    unchanged: t.exposeInt("unchanged", { description: "They were as the act wants them." }),
    refused: t.field({ type: [Refused], resolve: ({ refused }) => [...refused] }),
  }),
});

builder.queryFields((t) => ({
  managedClasses: t.field({
    type: EditedClassPage,
    description: "Classes in every state: all for the studio's editors, their own for instructors.",
    args: {
      filter: t.arg({ type: ManagedFilter, required: true }),
      sort: t.arg({ type: ManagedSortEnum }),
      pagination: t.arg({ type: Pagination }),
    },
    resolve: (_root, { filter, sort, pagination }, ctx) =>
      managedClasses(ctx, filtersOf(filter), sort ?? "newest", pagination),
  }),
  managedClassIds: t.field({
    type: ["ID"],
    description: "All that match, to choose them at once; 10,000 at most.",
    args: { filter: t.arg({ type: ManagedFilter, required: true }) },
    resolve: (_root, { filter }, ctx) => managedClassIds(ctx, filtersOf(filter)),
  }),
  managedClassCounts: t.field({
    type: [StateCountType],
    description: "How many classes of the list are in each state; those of 0 are missing.",
    resolve: (_root, _args, ctx: Ctx) => managedCounts(ctx),
  }),
  previewClassAct: t.field({
    type: ActResultType,
    description: "What `actOnClasses` would do. For the studio's editors.",
    args: { ids: t.arg.idList({ required: true }), act: t.arg({ type: ClassAct, required: true }) },
    resolve: (_root, { ids, act }, ctx) => previewAct(ctx, ids.map(String), actOf(act)),
  }),
}));
builder.mutationFields((t) => ({
  actOnClasses: t.field({
    type: ActResultType,
    description:
      "Does one thing to up to 100 classes, each by itself. A repeated call changes nothing more. For the studio's editors.",
    args: { ids: t.arg.idList({ required: true }), act: t.arg({ type: ClassAct, required: true }) },
    resolve: (_root, { ids, act }, ctx) => actOnClasses(ctx, ids.map(String), actOf(act)),
  }),
  copyClass: t.field({
    type: EditedClassType,
    description: "Makes a draft of a class's attributes, categories, parts and songs, without its videos.",
    args: {
      classId: t.arg.id({ required: true }),
      idempotencyKey: t.arg.string({ required: true }),
    },
    resolve: (_root, { classId, idempotencyKey }, ctx) => copyClass(ctx, classId, idempotencyKey),
  }),
}));
