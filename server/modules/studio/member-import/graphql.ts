import { dateOrders } from "../../../../contract/table-dates.ts";
import type { SlashedDates } from "../../../../contract/table-dates.ts";
import { builder } from "../../../platform/graphql/builder.ts";
import { Pagination } from "../../../platform/graphql/paging.ts";
import { listGivablePlans } from "../../billing/index.ts";
import { requireStaff } from "../../identity/index.ts";
import { listedDates } from "./dry-run.ts";
import { memberFields } from "./fields.ts";
import { GivablePlanType, MemberImportSubscriptions } from "./graphql-running.ts";
import {
  changeMemberImport,
  deleteImport,
  listedPlans,
  readMemberImport,
  readMemberImports,
  refusedRows,
  rowCounts,
  samplesOf,
  startMemberImport,
} from "./imports.ts";
import type { ListedPlanChoice, RefusedRow } from "./imports.ts";
import { rowStateTexts } from "./row-state-texts.ts";
import type { RowState } from "./read-row.ts";
import { namesSubscriptions } from "./running.ts";
import type { MemberImportRow } from "./store.ts";

const MemberImportField = builder.enumType("MemberImportField", {
  description: "What a column of a list of members is.",
  values: [...memberFields, "unused"] as const,
});
const MemberImportRowState = builder.enumType("MemberImportRowState", { values: rowStateTexts });

interface Column {
  readonly name: string;
  readonly field: (typeof memberFields)[number] | null;
  readonly samples: readonly string[];
}
const MemberImportColumn = builder.objectRef<Column>("MemberImportColumn").implement({
  fields: (t) => ({
    name: t.exposeString("name"),
    field: t.field({ type: MemberImportField, resolve: ({ field }) => field ?? "unused" }),
    samples: t.exposeStringList("samples", { description: "Of the first rows; none once they are handled." }),
  }),
});
const MemberImportCount = builder
  .objectRef<{ state: RowState; count: number }>("MemberImportCount")
  .implement({
    fields: (t) => ({
      state: t.expose("state", { type: MemberImportRowState }),
      count: t.exposeInt("count"),
    }),
  });
const RefusedRowType = builder.objectRef<RefusedRow>("MemberImportRow").implement({
  description: "A row that isn't invited.",
  fields: (t) => ({
    line: t.exposeInt("line"),
    state: t.expose("state", { type: MemberImportRowState }),
    email: t.exposeString("email", { nullable: true, description: "Null once the rows are handled." }),
  }),
});
const RefusedRowPage = builder
  .objectRef<{ items: readonly RefusedRow[]; nextCursor: string | null }>("MemberImportRowPage")
  .implement({
    fields: (t) => ({
      items: t.field({ type: [RefusedRowType], resolve: ({ items }) => [...items] }),
      nextCursor: t.exposeString("nextCursor", { nullable: true }),
    }),
  });
const DateOrderEnum = builder.enumType("DateOrder", {
  description: "Which number comes first in dates with slashes.",
  values: dateOrders,
});
const SlashedDatesType = builder.objectRef<SlashedDates>("MemberImportDates").implement({
  description: "How the dates with slashes of a list are read.",
  fields: (t) => ({
    sample: t.exposeString("sample", { description: "One of them." }),
    order: t.expose("order", {
      type: DateOrderEnum,
      nullable: true,
      description: "Null: no one has said it; their rows are at fault.",
    }),
    isAmbiguous: t.exposeBoolean("isAmbiguous", { description: "Whether they don’t say it themselves." }),
  }),
});
const ListedPlanType = builder.objectRef<ListedPlanChoice>("MemberImportPlan").implement({
  description: "A plan that a list names.",
  fields: (t) => ({
    value: t.exposeString("value"),
    rows: t.exposeInt("rows"),
    planId: t.exposeID("planId", { nullable: true, description: "Plan that it stands for; null: none." }),
    isKnown: t.exposeBoolean("isKnown", { description: "Whether it is one of our plans, or was chosen." }),
  }),
});
const PlanChoiceInput = builder.inputType("MemberImportPlanChoice", {
  fields: (t) => ({
    value: t.string({ required: true }),
    planId: t.id({ description: "Null: rows with this name or price get no plan by it." }),
  }),
});
const readChoice = (choice: { value: string; planId?: string | null | undefined }) => ({
  value: choice.value,
  planId: choice.planId ?? null,
});
const MemberImport = builder.objectRef<MemberImportRow>("MemberImport").implement({
  description: "A list of members from another service.",
  fields: (t) => ({
    id: t.exposeID("id"),
    fileName: t.exposeString("fileName"),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    state: t.field({
      type: builder.enumType("MemberImportState", { values: ["draft", "running", "done"] }),
      resolve: ({ state }) => state,
    }),
    columns: t.field({
      type: [MemberImportColumn],
      resolve: async (found, _args, ctx) => {
        const samples = await samplesOf(ctx, found);
        return found.header.map((name, at) => ({
          name,
          field: found.fields[at] ?? null,
          samples: samples[at] ?? [],
        }));
      },
    }),
    plans: t.field({
      type: [ListedPlanType],
      description: "Plans that the list names, the most frequent first; none once the rows are handled.",
      resolve: (found, _args, ctx) => listedPlans(ctx, found),
    }),
    subscriptions: t.field({
      type: MemberImportSubscriptions,
      nullable: true,
      description: "Null without a column of customers or subscriptions.",
      resolve: (found, _args, ctx) => {
        const named = namesSubscriptions(ctx, found);
        return named && { found, ...named };
      },
    }),
    planId: t.exposeID("planId", { nullable: true, description: "For rows that name no plan." }),
    accessUntil: t.expose("accessUntil", {
      type: "DateTime",
      nullable: true,
      description: "For rows that name no day.",
    }),
    dates: t.field({
      type: SlashedDatesType,
      nullable: true,
      description: "Null if no day has slashes, and once the rows are handled.",
      resolve: (found, _args, ctx) => listedDates(ctx, found),
    }),
    counts: t.field({ type: [MemberImportCount], resolve: (found, _args, ctx) => rowCounts(ctx, found) }),
    refused: t.field({
      type: RefusedRowPage,
      description: "Rows that aren't invited, by line.",
      args: { pagination: t.arg({ type: Pagination }) },
      resolve: (found, { pagination }, ctx) => refusedRows(ctx, found, pagination),
    }),
    endedAt: t.expose("endedAt", { type: "DateTime", nullable: true }),
  }),
});
builder.queryFields((t) => ({
  memberImports: t.field({
    type: [MemberImport],
    description: "The newest 20. For admins.",
    resolve: (_root, _args, ctx) => readMemberImports(ctx),
  }),
  memberImport: t.field({
    type: MemberImport,
    description: "For admins.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => readMemberImport(ctx, id),
  }),
  givablePlans: t.field({
    type: [GivablePlanType],
    description: "For admins.",
    resolve: (_root, _args, ctx) => {
      requireStaff(ctx);
      return listGivablePlans(ctx);
    },
  }),
}));
builder.mutationFields((t) => ({
  memberImportChange: t.field({
    type: MemberImport,
    description:
      "Corrects what the columns of a draft are and what its members are given, and checks its rows again. No one is changed. For admins.",
    args: {
      id: t.arg.id({ required: true }),
      fields: t.arg({ type: [MemberImportField], required: true, description: "Of each column." }),
      planId: t.arg.id(),
      accessUntil: t.arg({ type: "DateTime" }),
      dateOrder: t.arg({
        type: DateOrderEnum,
        description: "For dates with slashes that don’t say it; it stays unless it is sent.",
      }),
      planChoices: t.arg({
        type: [PlanChoiceInput],
        description: "Which plans names of the list stand for; others stay as they were.",
      }),
      priceChoices: t.arg({
        type: [PlanChoiceInput],
        description:
          "Which plans go on with prices of running subscriptions; others stay as they were. Null: they aren't taken over.",
      }),
    },
    resolve: (_root, { id, fields, planId, accessUntil, dateOrder, planChoices, priceChoices }, ctx) =>
      changeMemberImport(ctx, id, {
        fields,
        planId: planId ?? null,
        accessUntil: accessUntil ?? null,
        dateOrder: dateOrder ?? undefined,
        planChoices: planChoices?.map(readChoice),
        priceChoices: priceChoices?.map(readChoice),
      }),
  }),
  memberImportStart: t.field({
    type: MemberImport,
    description:
      "Creates an account for each row without a fault, takes its running subscription over, and emails its link. For admins. In the audit log. CONFIRMATION_NEEDED unless the session was confirmed within 15 minutes.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => startMemberImport(ctx, id),
  }),
  memberImportDelete: t.boolean({
    description: "Deletes an import with what its rows say; its members stay. For admins.",
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, ctx) => {
      await deleteImport(ctx, id);
      return true;
    },
  }),
}));
