import { builder } from "../../../platform/graphql/builder.ts";
import { editedTranslations, saveTranslations, translatedKinds } from "./translations.ts";
import type { EditedText, EditedTranslations } from "./translations.ts";

const TranslatedKindEnum = builder.enumType("TranslatedKind", { values: translatedKinds });

const Translation = builder.objectRef<EditedText["translations"][number]>("Translation").implement({
  fields: (t) => ({ locale: t.exposeString("locale"), text: t.exposeString("text", { nullable: true }) }),
});
const TranslatedText = builder.objectRef<EditedText>("TranslatedText").implement({
  description: "A text as the studio wrote it, with its translations.",
  fields: (t) => ({
    field: t.exposeString("field"),
    text: t.exposeString("text"),
    maxLength: t.exposeInt("maxLength"),
    isLong: t.exposeBoolean("isLong", { description: "It may have several lines." }),
    translations: t.field({
      type: [Translation],
      description: "One for each language but the studio's; null without a translation.",
      resolve: ({ translations }) => [...translations],
    }),
  }),
});
const TranslatedContent = builder.objectRef<EditedTranslations>("TranslatedContent").implement({
  fields: (t) => ({
    kind: t.expose("kind", { type: TranslatedKindEnum }),
    subject: t.exposeString("subject"),
    texts: t.field({ type: [TranslatedText], resolve: ({ texts }) => [...texts] }),
  }),
});
const TranslationInput = builder.inputType("TranslationInput", {
  fields: (t) => ({
    field: t.string({ required: true }),
    locale: t.string({ required: true }),
    text: t.string({ required: true, description: "Empty: delete the translation." }),
  }),
});

builder.queryField("translations", (t) =>
  t.field({
    type: [TranslatedContent],
    description:
      "The studio's contents of a kind with their translations. Without `subject` all; none for classes and challenges, the 200 most frequent titles for parts. For editors; plans for admins.",
    args: { kind: t.arg({ type: TranslatedKindEnum, required: true }), subject: t.arg.string() },
    resolve: (_root, { kind, subject }, ctx) => editedTranslations(ctx, kind, subject ?? null),
  }),
);
builder.mutationField("saveTranslations", (t) =>
  t.field({
    type: TranslatedContent,
    description: "Those that aren't sent stay. For editors; plans for admins.",
    args: {
      kind: t.arg({ type: TranslatedKindEnum, required: true }),
      subject: t.arg.string({ required: true }),
      texts: t.arg({ type: [TranslationInput], required: true }),
    },
    resolve: (_root, { kind, subject, texts }, ctx) => saveTranslations(ctx, kind, subject, texts),
  }),
);
