import type { Ctx } from "../../ctx.ts";
import { builder } from "../../platform/graphql/builder.ts";
import { personLoader, requireViewer } from "../identity/index.ts";
import type { PersonRow } from "../identity/index.ts";
import { User } from "../identity/refs.ts";
import { Experiment } from "../growth/refs.ts";
import { onboardingList } from "./experiment.ts";
import type { OnboardingList } from "./experiment.ts";
import { translated } from "../site/index.ts";
import {
  answerSurvey,
  choose,
  chooseCadence,
  chooseGoals,
  chooseLevel,
  chooseSeveral,
  preferenceQuestions,
  preferenceTypes,
} from "./preferences.ts";
import type { OptionRow, PreferenceType, QuestionRow } from "./preferences.ts";

export const PreferenceTypeEnum = builder.enumType("PreferenceType", { values: preferenceTypes });
const PreferenceOption = builder
  .objectRef<OptionRow & { readonly question: string }>("PreferenceOption")
  .implement({
    fields: (t) => ({
      slug: t.exposeString("slug"),
      label: t.string({
        resolve: ({ question, slug, label }, _args, ctx) =>
          translated(ctx, "option", `${question}:${slug}`, "label", label),
      }),
      description: t.string({
        nullable: true,
        resolve: ({ question, slug, description }, _args, ctx) =>
          description && translated(ctx, "option", `${question}:${slug}`, "description", description),
      }),
      previewUrl: t.string({
        nullable: true,
        resolve: ({ preview }, _args, ctx) => (preview ? `${ctx.publicUrl}/pictures/${preview}` : null),
      }),
      displayIndex: t.exposeInt("position"),
    }),
  });
const PreferenceQuestion = builder.objectRef<QuestionRow>("PreferenceQuestion").implement({
  fields: (t) => ({
    type: t.field({ type: PreferenceTypeEnum, resolve: ({ type }) => type as PreferenceType }),
    isMultiple: t.exposeBoolean("isMultiple", { description: "Whether several options may be chosen." }),
    options: t.field({
      type: [PreferenceOption],
      resolve: ({ type, options }) => options.map((option) => ({ ...option, question: type })),
    }),
    selectedSlugs: t.field({ type: ["String"], resolve: ({ selected }) => [...selected] }),
  }),
});

export const QuestionList = builder.enumType("QuestionList", { values: ["a", "b"] as const });
const OnboardingListType = builder.objectRef<OnboardingList>("OnboardingList").implement({
  fields: (t) => ({
    list: t.expose("list", {
      type: QuestionList,
      description: "a: `userPreferenceOptions`; b: `userPreferenceOptionsVariantB`.",
    }),
    experiment: t.expose("experiment", {
      type: Experiment,
      nullable: true,
      description: "Whose variant this is; call `setExperiment` once it is on the screen. Null: none’s.",
    }),
  }),
});

builder.queryFields((t) => ({
  onboardingList: t.field({
    type: OnboardingListType,
    description: "Which list the viewer is asked.",
    resolve: (_root, _args, ctx) => onboardingList(ctx),
  }),
  userPreferenceOptions: t.field({
    type: [PreferenceQuestion],
    description: "What is asked at the start, in its order.",
    resolve: (_root, _args, ctx) => preferenceQuestions(ctx, "a"),
  }),
  userPreferenceOptionsVariantB: t.field({
    type: [PreferenceQuestion],
    description: "List B: what an experiment with the order of questions compares.",
    resolve: (_root, _args, ctx) => preferenceQuestions(ctx, "b"),
  }),
}));

/** The viewer, once the answer is saved. */
async function answered(ctx: Ctx, work: Promise<void>): Promise<PersonRow> {
  await work;
  const person = await personLoader(ctx).load(requireViewer(ctx).personId);
  if (!person) throw new Error("The account no longer exists.");
  return person;
}

builder.mutationFields((t) => {
  const single = (question: PreferenceType) =>
    t.field({
      type: User,
      args: { slug: t.arg.string({ required: true }) },
      resolve: (_root, { slug }, ctx) => answered(ctx, choose(ctx, question, slug)),
    });
  return {
    setDanceLevelPreference: t.field({
      type: User,
      description: "By a slug of `level` or `levelV2`.",
      args: { slug: t.arg.string({ required: true }) },
      resolve: (_root, { slug }, ctx) => answered(ctx, chooseLevel(ctx, slug)),
    }),
    setDanceReasonPreference: single("reason"),
    setFamilyGoalPreference: single("family_goal"),
    setAccountTypePreference: single("account_type"),
    setDanceHabitPreference: single("dance_habit"),
    setDanceEnergyPreference: single("dance_energy"),
    setUserAgeResponse: single("age"),
    setDanceLocationsPreference: t.field({
      type: User,
      args: { slugs: t.arg.stringList({ required: true }) },
      resolve: (_root, { slugs }, ctx) => answered(ctx, chooseSeveral(ctx, "dance_location", slugs)),
    }),
    setDanceGoalsPreference: t.field({
      type: User,
      description: "Replaces the goals of all four questions.",
      args: { slugs: t.arg.stringList({ required: true }) },
      resolve: (_root, { slugs }, ctx) => answered(ctx, chooseGoals(ctx, slugs)),
    }),
    setDanceCadencePreference: t.field({
      type: User,
      args: { slugs: t.arg.stringList({ required: true }), daysPerWeek: t.arg.int({ required: true }) },
      resolve: (_root, { slugs, daysPerWeek }, ctx) => answered(ctx, chooseCadence(ctx, slugs, daysPerWeek)),
    }),
    setHDYHAUSurveyResponse: t.field({
      type: User,
      args: { slug: t.arg.string({ required: true }), otherText: t.arg.string() },
      resolve: (_root, { slug, otherText }, ctx) => answered(ctx, answerSurvey(ctx, slug, otherText ?? null)),
    }),
  };
});
