import "./onboarding.css";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useEffectEvent, useState } from "react";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { safeReturnPath } from "../../../lib/paths.ts";
import { useNavigate, useSearch } from "../../../lib/router/index.ts";

import { QueryError } from "../../../layouts/query-error.tsx";
import { QuestionForm } from "../components/question-form.tsx";
import { useQuestionLabels } from "../components/labels.ts";

const SurveyQuery = graphql(`
  query Survey {
    userPreferenceOptions {
      type
      isMultiple
      selectedSlugs
      options {
        slug
        label
        description
      }
    }
  }
`);
const AnswerSurvey = graphql(`
  mutation SetHDYHAUSurveyResponse($slug: String!, $otherText: String) {
    setHDYHAUSurveyResponse(slug: $slug, otherText: $otherText) {
      id
    }
  }
`);
const formId = "survey";

/** The referral question, asked once after registering. */
export function Page() {
  const { t } = useLingui();
  const words = useQuestionLabels().hdyhau_survey_response;
  usePageTitle(words.title);
  const navigate = useNavigate();
  const { next } = useSearch() as { next?: unknown };
  const query = useQuery({ query: SurveyQuery });
  const [{ data, error }] = query;
  const [{ fetching: busy }, answer] = useMutation(AnswerSurvey);
  const [slug, setSlug] = useState<string | null>(null);
  const [otherText, setOtherText] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const question = data?.userPreferenceOptions.find(({ type }) => type === "hdyhau_survey_response");

  const leave = (): void =>
    void navigate({ href: safeReturnPath(typeof next === "string" ? next : null, location.origin) });
  // It isn't asked twice, neither after a payment nor from an old link.
  const wasAnswered = slug === null && (question?.selectedSlugs.length ?? 0) > 0;
  const leaveAtOnce = useEffectEvent(leave);
  useEffect(() => {
    if (wasAnswered) leaveAtOnce();
  }, [wasAnswered]);
  const submit = async (): Promise<void> => {
    if (!slug) return setFault(t`Choose one, or skip.`);
    if (busy) return;
    const { error: refused } = await answer({ slug, otherText: otherText.trim() || null });
    if (!refused) return leave();
    const isCard = refused.graphQLErrors.some(({ extensions }) => extensions["code"] === "PAN_REJECTED");
    setFault(isCard ? t`Please don’t include card numbers.` : t`We couldn’t save your answer. Try again.`);
  };

  if (!question)
    return (
      <div className="page form-page">
        {error && (
          <QueryError page query={query} title={t`Couldn’t load this question`}>
            {t`We couldn’t connect.`}
          </QueryError>
        )}
      </div>
    );
  return (
    <div className="onb-task onb-survey">
      <QuestionForm
        id={formId}
        question={question}
        title={words.title}
        lead={words.lead}
        chosen={slug ? [slug] : []}
        onPress={(chosen) => {
          setSlug(chosen);
          setFault(null);
        }}
        onSubmit={() => void submit()}
      >
        {slug === "other" && (
          <label className="field">
            <span className="lab">{t`Where?`}</span>
            <input
              className="in"
              value={otherText}
              maxLength={500}
              onChange={(event) => setOtherText(event.target.value)}
            />
          </label>
        )}
        <p role="alert" className="hint hint-bad">
          {fault}
        </p>
      </QuestionForm>
      <footer className="row between">
        <button type="button" className="btn btn-text" onClick={leave}>
          {t`Skip`}
        </button>
        <button type="submit" form={formId} className="btn btn-go btn-l" aria-busy={busy}>
          {t`Send`}
        </button>
      </footer>
    </div>
  );
}
