import "./onboarding.css";
import { useLingui } from "@lingui/react/macro";
import { ArrowLeft } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useQuery } from "urql";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { savesData } from "../../../lib/autoplay.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useNavigate, useSearch } from "../../../lib/router/index.ts";
import { Eight } from "../../../ui/eight.tsx";
import { Icon } from "../../../ui/icon.tsx";

import { QueryError } from "../../../layouts/query-error.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useAnswer } from "../actions/use-answer.ts";
import { useExperiment } from "../../growth/public/use-experiment.ts";
import { OptionPreview } from "../components/option-preview.tsx";
import { QuestionForm } from "../components/question-form.tsx";
import {
  childrenQuestion,
  firstOpen,
  pressed,
  stepsFor,
  withBefore,
  type Answers,
  type Question,
} from "../components/questions.ts";
import { useQuestionLabels, type StepType } from "../components/labels.ts";

export const OnboardingQuery = graphql(`
  query Onboarding {
    userPreferenceOptions {
      type
      isMultiple
      selectedSlugs
      options {
        slug
        label
        description
        previewUrl
      }
    }
    userPreferenceOptionsVariantB {
      type
    }
    children {
      id
      age
      level
    }
    categories {
      slug
      name
      description
      section
      isFollowing
      previewVideoUrl
    }
    forYouClasses(first: 1) {
      id
      thumbnailImageUrl
    }
  }
`);

const ChildrenForm = lazy(async () => ({
  default: (await import("../components/children-form.tsx")).ChildrenForm,
}));
const FirstWeek = lazy(async () => ({
  default: (await import("../../practice/public/first-week.tsx")).FirstWeek,
}));
const EnteredChildren = lazy(async () => ({
  default: (await import("../../identity/public/entered-children.tsx")).EnteredChildren,
}));

const formId = "question";
type Onboarding = ResultOf<typeof OnboardingQuery>;

/**
 * Onboarding: one question at a time. Each answer is saved at once, so that onboarding can be left and
 * resumed anywhere.
 */
export function Page() {
  const { t } = useLingui();
  usePageTitle(t`Your first week`);
  const query = useQuery({
    query: OnboardingQuery,
    requestPolicy: "cache-and-network",
  });
  const [{ data, error }] = query;
  const experiment = useExperiment("onboarding-variant-b");
  const list = experiment && (experiment.value === "variant-b" ? "b" : "a");
  const [clipUrl, setClipUrl] = useState<string | null>(null);
  return (
    <div className="onb">
      {data && list ? (
        <Flow data={data} list={list} onLook={setClipUrl} />
      ) : (
        <div className="onb-task">
          {error && (
            <QueryError page query={query} title={t`Couldn’t load the questions`}>
              {t`We couldn’t connect. Your answers are saved.`}
            </QueryError>
          )}
        </div>
      )}
      <div className="onb-scene" aria-hidden="true">
        {data?.userPreferenceOptions && <Scene data={data} clipUrl={clipUrl} />}
      </div>
    </div>
  );
}

/** Next to the questions: the clip of the hovered or focused option, else the image of a class. */
function Scene({ data, clipUrl }: { data: Onboarding; clipUrl: string | null }) {
  const [first] = data.forYouClasses;
  if (clipUrl && !savesData()) return <OptionPreview key={clipUrl} url={clipUrl} isPlaying />;
  return first ? <img src={first.thumbnailImageUrl} alt="" /> : null;
}

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

type FlowProps = { data: Onboarding; list: "a" | "b"; onLook: (previewUrl: string | null) => void };

function Flow({ data, list, onLook }: FlowProps) {
  const { t } = useLingui();
  const words = useQuestionLabels();
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

  const heading = useRef<HTMLDivElement>(null);
  const shown = useRef(at);
  useEffect(() => {
    // The focus moves to a new question, so that it is announced and Tab continues from it.
    if (shown.current !== at) onLook(null);
    if (shown.current !== at) heading.current?.querySelector("h1")?.focus({ preventScroll: true });
    shown.current = at;
  }, [at, onLook]);

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
              onEntered={(ids) => setAnswers({ ...answers, children: ids })}
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
