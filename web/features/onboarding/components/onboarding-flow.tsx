import { useLingui } from "@lingui/react/macro";
import { ArrowLeft } from "lucide-react";
import { lazy, Suspense, useEffect, useRef } from "react";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Eight } from "../../../ui/eight.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { useQuestionLabels } from "./labels.ts";
import type { Onboarding } from "./onboarding-query.ts";
import { QuestionForm } from "./question-form.tsx";
import { useOnboardingSteps } from "./use-onboarding-steps.ts";

const ChildrenForm = lazy(async () => ({ default: (await import("./children-form.tsx")).ChildrenForm }));
const FirstWeek = lazy(async () => ({
  default: (await import("../../practice/public/first-week.tsx")).FirstWeek,
}));
const EnteredChildren = lazy(async () => ({
  default: (await import("../../identity/public/entered-children.tsx")).EnteredChildren,
}));

const formId = "question";

type OnboardingFlowProps = {
  data: Onboarding;
  list: "a" | "b";
  onLook: (previewUrl: string | null) => void;
};

/** The current question with the way back and on; after the last one, the first week. */
export function OnboardingFlow({ data, list, onLook }: OnboardingFlowProps) {
  const { t } = useLingui();
  const words = useQuestionLabels();
  const { answers, steps, at, question, goTo, press, setChildren } = useOnboardingSteps(data, list);

  const heading = useRef<HTMLDivElement>(null);
  const shown = useRef(at);
  useEffect(() => {
    // The focus moves to a new question, so that it is announced and Tab continues from it.
    if (shown.current !== at) onLook(null);
    if (shown.current !== at) heading.current?.querySelector("h1")?.focus({ preventScroll: true });
    shown.current = at;
  }, [at, onLook]);

  const count = steps.length;
  const number = Math.min(at + 1, count);

  return (
    <div className="onb-task" ref={heading}>
      <header className="onb-head">
        <Link className="btn btn-text" to={paths.dashboard()}>
          {t`Exit`}
        </Link>
        <div className="row">
          <Eight
            size="md"
            value={count === 0 ? 1 : at / count}
            label={question ? t`Question ${number} of ${count}` : t`All questions answered`}
          />
          {question && (
            <span className="t1 muted tn" aria-hidden="true">
              {number}/{count}
            </span>
          )}
        </div>
        {question ? (
          <button type="button" className="btn btn-text" onClick={() => goTo(at + 1)}>
            {t`Skip`}
          </button>
        ) : (
          <span />
        )}
      </header>
      {question ? (
        question.type === "children" ? (
          <Suspense fallback={<div />}>
            <ChildrenForm
              id={formId}
              title={words.children.title}
              lead={words.children.lead}
              initial={data.children}
              onEntered={setChildren}
              onSubmit={() => goTo(at + 1)}
            />
          </Suspense>
        ) : (
          <QuestionForm
            key={question.type}
            id={formId}
            question={question}
            title={words[question.type].title}
            lead={words[question.type].lead}
            chosen={answers[question.type] ?? []}
            onPress={(slug) => press(question.type, slug)}
            onSubmit={() => goTo(at + 1)}
            submitsOnTap
            onLook={onLook}
          />
        )
      ) : (
        <Suspense fallback={<div />}>
          <div className="onb-end">
            <FirstWeek />
            {["family", "myself-and-family"].includes(answers.account_type?.[0] ?? "") && <EnteredChildren />}
          </div>
        </Suspense>
      )}
      {count > 0 && (
        <footer className="onb-foot">
          {at > 0 ? (
            <button type="button" className="btn btn-text" onClick={() => goTo(at - 1)}>
              <Icon of={ArrowLeft} size="s" /> {t`Back`}
            </button>
          ) : (
            <span />
          )}
          {question && (
            <button type="submit" form={formId} className="btn btn-go btn-l">
              {t`Next`}
            </button>
          )}
        </footer>
      )}
    </div>
  );
}
