import { builder } from "../../../platform/graphql/builder.ts";
import { saveOptions, saveQuestionOrder, studioQuestions } from "./editing.ts";
import type { EditedOption, EditedQuestion } from "./editing.ts";
import { PreferenceTypeEnum, QuestionList } from "../graphql.ts";
import type { PreferenceType } from "../preferences.ts";

const StudioOption = builder.objectRef<EditedOption>("StudioOption").implement({
  fields: (t) => ({
    slug: t.exposeString("slug"),
    label: t.exposeString("label"),
    description: t.exposeString("description", { nullable: true }),
    previewUrl: t.string({
      nullable: true,
      resolve: ({ preview }, _args, ctx) => (preview ? `${ctx.publicUrl}/pictures/${preview}` : null),
    }),
    isRetired: t.exposeBoolean("isRetired", { description: "Not offered any more." }),
  }),
});
const StudioQuestion = builder.objectRef<EditedQuestion>("StudioQuestion").implement({
  fields: (t) => ({
    type: t.field({ type: PreferenceTypeEnum, resolve: ({ type }) => type as PreferenceType }),
    isMultiple: t.exposeBoolean("isMultiple"),
    position: t.exposeInt("position", { nullable: true, description: "In list A; null: not asked there." }),
    variantBPosition: t.exposeInt("variantBPosition", { nullable: true }),
    revision: t.exposeInt("revision"),
    options: t.field({ type: [StudioOption], resolve: ({ options }) => [...options] }),
  }),
});
const StudioOptionInput = builder.inputType("StudioOptionInput", {
  fields: (t) => ({
    slug: t.string({ required: true }),
    label: t.string({ required: true }),
    description: t.string(),
    isRetired: t.boolean({ required: true }),
  }),
});

builder.queryField("studioQuestions", (t) =>
  t.field({
    type: [StudioQuestion],
    description: "For the studio's editors.",
    resolve: (_root, _args, ctx) => studioQuestions(ctx),
  }),
);
builder.mutationFields((t) => ({
  saveQuestionOptions: t.field({
    type: StudioQuestion,
    description: "In the order given. For the studio's editors.",
    args: {
      type: t.arg({ type: PreferenceTypeEnum, required: true }),
      revision: t.arg.int({ required: true }),
      options: t.arg({ type: [StudioOptionInput], required: true }),
    },
    resolve: (_root, { type, revision, options }, ctx) =>
      saveOptions(
        ctx,
        type,
        revision,
        options.map((option) => ({ ...option, description: option.description ?? null })),
      ),
  }),
  saveQuestionOrder: t.field({
    type: [StudioQuestion],
    description: "What a list asks, in this order. For the studio's editors.",
    args: {
      list: t.arg({ type: QuestionList, required: true }),
      types: t.arg({ type: [PreferenceTypeEnum], required: true }),
    },
    resolve: (_root, { list, types }, ctx) => saveQuestionOrder(ctx, list, types),
  }),
}));
