import type { StepType } from "./labels.ts";

/** A question as the flow needs it. */
export type Question = {
  type: StepType;
  isMultiple: boolean;
  options: readonly { slug: string; label: string; description: string | null; previewUrl?: string | null }[];
  selectedSlugs: readonly string[];
};

/** Chosen options by question. */
export type Answers = Readonly<Partial<Record<StepType, readonly string[]>>>;

/** Asked elsewhere: after registering, and by older apps. */
const elsewhere: ReadonlySet<StepType> = new Set(["hdyhau_survey_response", "level"]);
const ofDancers: ReadonlySet<StepType> = new Set([
  "levelV2",
  "age",
  "reason",
  "dance_goals_personal",
  "dance_goals_learn_and_practice",
  "dance_goals_community",
  "dance_goals_professional",
  "dance_habit",
]);

const ofFamilies: ReadonlySet<StepType> = new Set(["family_goal", "children"]);

/** Steps by who is going to dance: a family is asked for its children, a single dancer for goals. */
export function stepsFor<Asked extends Question>(questions: readonly Asked[], answers: Answers): Asked[] {
  const [audience] = answers.account_type ?? [];
  return questions.filter(({ type }) => {
    if (elsewhere.has(type)) return false;
    if (ofFamilies.has(type)) return audience === "family" || audience === "myself-and-family";
    return audience !== "family" || !ofDancers.has(type);
  });
}

/** The first question without an answer, where onboarding resumes. Null: all are answered. */
export function firstOpen<Asked extends Question>(steps: readonly Asked[], answers: Answers): Asked | null {
  return steps.find(({ type }) => (answers[type] ?? []).length === 0) ?? null;
}

/** Answers after a press: replaces a single answer, or toggles one of several in the options' order. */
export function pressed(question: Question, answers: Answers, slug: string): readonly string[] {
  const chosen = answers[question.type] ?? [];
  if (!question.isMultiple) return [slug];
  const next = new Set(chosen);
  if (!next.delete(slug)) next.add(slug);
  return question.options.map((option) => option.slug).filter((one) => next.has(one));
}

/** The children as a question: it counts as answered if there are any. */
export const childrenQuestion = (ids: readonly string[]): Question => ({
  type: "children",
  isMultiple: true,
  options: [],
  selectedSlugs: ids,
});

/** Inserts `added` before the first question of the type `before`, else at the end. */
export function withBefore<Asked extends Question>(
  questions: readonly Asked[],
  before: StepType,
  added: Asked,
): Asked[] {
  const at = questions.findIndex(({ type }) => type === before);
  return questions.toSpliced(at < 0 ? questions.length : at, 0, added);
}
