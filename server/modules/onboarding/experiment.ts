import type { Ctx, Tx } from "../../ctx.ts";
import { msg } from "../../platform/i18n/messages.ts";
import { defineSubject, emptyValue, variantOf } from "../growth/index.ts";
import type { ShownExperiment } from "../growth/index.ts";
import { listEditedQuestions, saveOrder } from "./editing/store.ts";
import type { EditedQuestion } from "./editing/store.ts";

/** Which of the studio's two lists of questions the viewer is asked. */
export interface OnboardingList {
  readonly list: "a" | "b";
  readonly experiment: ShownExperiment | null;
}

function typesOf(questions: readonly EditedQuestion[], list: "a" | "b"): string[] {
  const placeOf = ({ position, variantBPosition }: EditedQuestion) =>
    list === "b" ? variantBPosition : position;
  return questions
    .filter((question) => placeOf(question) !== null)
    .toSorted((one, other) => placeOf(one)! - placeOf(other)!)
    .map(({ type }) => type);
}
const listB = async (db: Tx["db"]): Promise<string[]> => typesOf(await listEditedQuestions(db), "b");

defineSubject({
  subject: "onboarding_order",
  unavailable: msg("Choose the questions of list A first."),
  control: async (ctx) => {
    const questions = typesOf(await listEditedQuestions(ctx.db), "a");
    return questions.length > 0 ? { ...emptyValue, questions } : null;
  },
  // The editor of questions has list B.
  read: async (ctx) => ({ ...emptyValue, questions: await listB(ctx.db) }),
  apply: async (tx) => saveOrder(tx.db, { types: await listB(tx.db), isVariantB: false }),
});

/** The viewer's list. */
export async function onboardingList(ctx: Ctx): Promise<OnboardingList> {
  const found = await variantOf(ctx, "onboarding_order");
  return { list: found?.shown.variant === "variant-b" ? "b" : "a", experiment: found?.shown ?? null };
}
