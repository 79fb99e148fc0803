import type { Ctx } from "../../ctx.ts";
import { msg } from "../../platform/i18n/messages.ts";
import { defineSubject, emptyValue, variantOf } from "../growth/index.ts";
import type { ShownExperiment } from "../growth/index.ts";
import { recordAuditEntry } from "../identity/index.ts";
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
const listB = async (db: Ctx["db"]): Promise<string[]> => typesOf(await listEditedQuestions(db), "b");

defineSubject({
  subject: "onboarding_order",
  unavailable: msg("Choose the questions of list A first."),
  control: async ({ db }) => {
    const questions = typesOf(await listEditedQuestions(db), "a");
    return questions.length > 0 ? { ...emptyValue, questions } : null;
  },
  // The editor of questions has list B.
  read: async ({ db }) => ({ ...emptyValue, questions: await listB(db) }),
  apply: async (tx, { questions }) => {
    // The first release's experiment has list B alone.
    const types = questions ?? (await listB(tx.db));
    await saveOrder(tx.db, { types, isVariantB: false });
    await recordAuditEntry(tx, {
      action: "onboarding.order_saved",
      subject: "questions:a",
      details: { types },
    });
  },
});

/** The viewer's list. */
export async function onboardingList(ctx: Ctx): Promise<OnboardingList> {
  const found = await variantOf(ctx, "onboarding_order");
  return { list: found?.shown.variant === "variant-b" ? "b" : "a", experiment: found?.shown ?? null };
}
