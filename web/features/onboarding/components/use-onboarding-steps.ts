import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { paths } from "../../../lib/paths.ts";
import { useNavigate, useSearch } from "../../../lib/router/index.ts";
import { showToast } from "../../../ui/toast.ts";
import { useAnswer } from "../actions/use-answer.ts";
import type { StepType } from "./labels.ts";
import type { Onboarding } from "./onboarding-query.ts";
import {
  childrenQuestion,
  firstOpen,
  pressed,
  stepsFor,
  withBefore,
  type Answers,
  type Question,
} from "./questions.ts";

/** The categories to follow as a question; for a family, family categories come first. */
function followQuestion({ categories, userPreferenceOptions }: Onboarding): Question {
  const [audience] = userPreferenceOptions.find(({ type }) => type === "account_type")?.selectedSlugs ?? [];
  const isFirst = (section: string) => (audience === "family") === (section === "family");
  const sorted = categories.toSorted(
    (one, other) => Number(isFirst(other.section)) - Number(isFirst(one.section)),
  );
  return {
    type: "categories",
    isMultiple: true,
    options: sorted.map(({ slug, name, description, previewVideoUrl }) => ({
      slug,
      label: name,
      description,
      previewUrl: previewVideoUrl,
    })),
    selectedSlugs: categories.filter(({ isFollowing }) => isFollowing).map(({ slug }) => slug),
  };
}

/** Answers and steps of onboarding. The URL has the current step; each answer is saved at once. */
export function useOnboardingSteps(data: Onboarding, list: "a" | "b") {
  const { t } = useLingui();
  const navigate = useNavigate();
  const answer = useAnswer();
  const { step } = useSearch() as { step?: unknown };
  const [answers, setAnswers] = useState<Answers>(() =>
    Object.fromEntries(
      [
        ...data.userPreferenceOptions,
        followQuestion(data),
        childrenQuestion(data.children.map(({ id }) => id)),
      ].map(({ type, selectedSlugs }) => [type, selectedSlugs]),
    ),
  );
  const order = (list === "b" ? data.userPreferenceOptionsVariantB : data.userPreferenceOptions).map(
    ({ type }) => type,
  );
  const askedQuestions: Question[] = order.flatMap(
    (type) => data.userPreferenceOptions.find((one) => one.type === type) ?? [],
  );
  const listed = askedQuestions.toSpliced(1, 0, childrenQuestion([]));
  // The shorter list omits it; category pages offer it instead.
  const questions =
    list === "a" && data.categories.length > 0
      ? withBefore(listed, "num_of_days", followQuestion(data))
      : listed;
  const steps = stepsFor(questions, answers);
  // The first step is fixed on mount: an answer mustn't remove its own question.
  const [initialStep] = useState(() => firstOpen(steps, answers)?.type ?? "done");
  const here = step ?? initialStep;
  const found = steps.findIndex(({ type }) => type === here);
  const at = found < 0 ? (here === "done" ? steps.length : 0) : found;
  const question = steps[at];

  const goTo = (index: number): void => {
    const next = steps[index]?.type ?? "done";
    void navigate({ to: paths.onboarding(), search: { step: next } });
  };
  const press = (type: StepType, slug: string): void => {
    if (!question) return;
    const next = { ...answers, [type]: pressed(question, answers, slug) };
    setAnswers(next);
    void answer(type, next).then((isSaved) => {
      if (!isSaved) showToast(t`We couldn’t save that answer. Try again.`);
    });
  };
  return {
    answers,
    steps,
    /** Index of the current step; the number of steps once all are answered. */
    at,
    /** The current question; undefined at the end. */
    question,
    goTo,
    press,
    setChildren: (ids: readonly string[]) => setAnswers({ ...answers, children: ids }),
  };
}
