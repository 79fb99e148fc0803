import type { Ctx, Tx } from "../../ctx.ts";
import { rejectCardNumbers } from "../../platform/card-numbers.ts";
import { BadInput } from "../../platform/errors.ts";
import { readText } from "../../platform/text.ts";
import type { Db } from "../../platform/db.ts";
import { surveyAnswered } from "./events.ts";
import { requireViewer } from "../identity/index.ts";
import {
  findDaysPerWeek,
  listGoals,
  listQuestions,
  listQuestionsOf,
  mergeAnswers,
  replaceAnswers,
} from "./store.ts";
import { moveChildren } from "./children/store.ts";
import type { NewAnswer, QuestionRow } from "./store.ts";
import { msg, inEnglish } from "../../platform/i18n/messages.ts";

export type { OptionRow, QuestionRow } from "./store.ts";

export const preferenceTypes = [
  "account_type",
  "age",
  "dance_energy",
  "dance_goals_community",
  "dance_goals_learn_and_practice",
  "dance_goals_personal",
  "dance_goals_professional",
  "dance_habit",
  "dance_location",
  "days_of_week",
  "family_goal",
  "hdyhau_survey_response",
  "level",
  "levelV2",
  "num_of_days",
  "reason",
] as const;
export type PreferenceType = (typeof preferenceTypes)[number];

const goalTypes = preferenceTypes.filter((type) => type.startsWith("dance_goals_"));
const maxOtherTextLength = 500;

/**
 * Questions of list A or variant B in order, with the viewer's answers; without a viewer nothing is
 * selected.
 */
export function preferenceQuestions(ctx: Ctx, list: "a" | "b"): Promise<QuestionRow[]> {
  return listQuestions(ctx.db, { personId: ctx.viewer?.personId ?? null, isVariantB: list === "b" });
}

async function answer(
  ctx: Ctx,
  answers: readonly Omit<NewAnswer, "otherText">[],
  field: string,
): Promise<void> {
  const { personId } = requireViewer(ctx);
  if (!answers.every(({ slugs }) => slugs.every(isSlug))) throw unknownOption(field);
  const rows = answers.map((given) => ({ ...given, slugs: [...new Set(given.slugs)], otherText: null }));
  if (!(await replaceAnswers(ctx.db, personId, rows, ctx.clock.now()))) throw unknownOption(field);
}

/** All options match this, and PostgreSQL doesn't accept every text. */
const isSlug = (text: string) => /^[a-z0-9-]{1,40}$/.test(text);

const unknownOption = (field: string) =>
  new BadInput(field, inEnglish("Unknown option. `userPreferenceOptions` lists the options."));

/** Answers a single-choice question. @throws BadInput for an unknown option, Unauthenticated */
export function choose(ctx: Ctx, question: PreferenceType, slug: string): Promise<void> {
  return answer(ctx, [{ question, slugs: [slug] }], "slug");
}

/** Answers a multiple-choice question; an empty list clears the answer. @throws BadInput, Unauthenticated */
export function chooseSeveral(ctx: Ctx, question: PreferenceType, slugs: readonly string[]): Promise<void> {
  return answer(ctx, [{ question, slugs }], "slugs");
}

/**
 * Sets the level by a slug of either level question; answers both if both have the slug.
 * @throws BadInput, Unauthenticated
 */
export async function chooseLevel(ctx: Ctx, slug: string): Promise<void> {
  requireViewer(ctx);
  if (!isSlug(slug)) throw unknownOption("slug");
  const found = await listQuestionsOf(ctx.db, [slug], ["level", "levelV2"]);
  if (found.length === 0) throw unknownOption("slug");
  const isIn = (question: string) => found.some((row) => row.question === question);
  await answer(
    ctx,
    ["level", "levelV2"].map((question) => ({ question, slugs: isIn(question) ? [slug] : [] })),
    "slug",
  );
}

/**
 * Replaces the answers of all four goal questions by slugs of any of them.
 * @throws BadInput, Unauthenticated
 */
export async function chooseGoals(ctx: Ctx, slugs: readonly string[]): Promise<void> {
  requireViewer(ctx);
  if (!slugs.every(isSlug)) throw unknownOption("slugs");
  const found = await listQuestionsOf(ctx.db, slugs, goalTypes);
  const known = new Set(found.map((row) => row.slug));
  if (slugs.some((slug) => !known.has(slug))) throw unknownOption("slugs");
  await answer(
    ctx,
    goalTypes.map((question) => ({
      question,
      slugs: found.filter((row) => row.question === question).map((row) => row.slug),
    })),
    "slugs",
  );
}

/** Slugs of all goals: those of the four goal questions and the family goals. Retired goals stay valid. */
export function goalSlugs(db: Db): Promise<string[]> {
  return listGoals(db, [...goalTypes, "family_goal"]);
}

/** Sets the days on which a person dances, and how many per week. @throws BadInput, Unauthenticated */
export async function chooseCadence(ctx: Ctx, days: readonly string[], daysPerWeek: number): Promise<void> {
  requireViewer(ctx);
  if (daysPerWeek < 1 || daysPerWeek > 7)
    throw new BadInput("daysPerWeek", msg("Choose 1 to 7 days a week."));
  await answer(
    ctx,
    [
      { question: "days_of_week", slugs: days },
      { question: "num_of_days", slugs: [String(daysPerWeek)] },
    ],
    "slugs",
  );
}

/** Saves how a person heard of the studio. @throws BadInput, Unauthenticated */
export async function answerSurvey(ctx: Ctx, slug: string, otherText: string | null): Promise<void> {
  const { personId } = requireViewer(ctx);
  if (!isSlug(slug)) throw unknownOption("slug");
  const text = readText(otherText ?? "", "otherText", maxOtherTextLength) || null;
  rejectCardNumbers(text, "otherText");
  const given = {
    question: "hdyhau_survey_response",
    slugs: [slug],
    otherText: slug === "other" ? text : null,
  };
  await ctx.transact(async (tx) => {
    if (!(await replaceAnswers(tx.db, personId, [given], tx.clock.now()))) throw unknownOption("slug");
    await tx.publish(surveyAnswered, { personId, slug });
  });
}

/**
 * Merges a guest's answers into the account that takes over; the newer of two answers stays.
 * @returns the number of answers moved
 */
export async function mergePreferences(tx: Tx, people: { from: string; into: string }): Promise<number> {
  const answers = await mergeAnswers(tx.db, people);
  return answers + (await moveChildren(tx.db, people));
}

/** Planned days per week, 1 to 7; 1 by default. */
export async function daysPerWeekOf(db: Db, personId: string): Promise<number> {
  return (await findDaysPerWeek(db, personId)) ?? 1;
}

/** Saves a person's answers, for seeds. @param given slugs by question */
export async function seedAnswers(
  tx: Tx,
  personId: string,
  given: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  const rows = Object.entries(given).map(([question, slugs]) => ({ question, slugs, otherText: null }));
  if (!(await replaceAnswers(tx.db, personId, rows, tx.clock.now())))
    throw new Error("A seed answer is not an option of its question.");
}
