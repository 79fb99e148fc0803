import "./studio-questions.css";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "urql";
import { graphql } from "../../../graphql/graphql.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useSearch } from "../../../lib/router/index.ts";
import { classNames } from "../../../ui/class-names.ts";
import { EmptyState, ErrorState } from "../../../ui/state.tsx";
import { OptionsEditor } from "../parts/options-editor.tsx";
import { OrderEditor } from "../parts/order-editor.tsx";
import { EditedQuestionFragment, studioOrder } from "../parts/studio-question.ts";
import { useQuestionWords } from "../parts/words.ts";
import { readFragment } from "../../../graphql/graphql.ts";

const StudioQuestionsQuery = graphql(
  `
    query StudioQuestions {
      studioQuestions {
        type
        ...EditedQuestion
      }
    }
  `,
  [EditedQuestionFragment],
);

/** What newcomers are asked, for the studio's editors. To everybody else it isn't there. */
export function Page() {
  const { t } = useLingui();
  const words = useQuestionWords();
  const { question } = useSearch() as { question?: unknown };
  const [{ data, error, fetching }, again] = useQuery({
    query: StudioQuestionsQuery,
    requestPolicy: "cache-and-network",
  });
  const isHidden = error?.graphQLErrors.some(({ extensions }) => extensions["code"] === "NOT_FOUND") ?? false;
  usePageTitle(isHidden ? t`No page here` : t`Questions`);
  if (isHidden)
    return (
      <div className="page">
        <EmptyState
          page
          title={t`No page here`}
          action={
            <Link className="btn" to={paths.dashboard()}>
              {t`To tonight’s set`}
            </Link>
          }
        >
          {t`There is no page at this address.`}
        </EmptyState>
      </div>
    );
  if (!data)
    return (
      <div className="page studio-q">
        {error ? (
          <ErrorState
            page
            title={t`The questions didn’t come`}
            retryLabel={t`Try again`}
            busy={fetching}
            onRetry={() => again({ requestPolicy: "network-only" })}
          >
            {t`The studio’s server didn’t answer. Nothing is changed by that.`}
          </ErrorState>
        ) : (
          <h1 className="t4">{t`Questions`}</h1>
        )}
      </div>
    );
  const questions = data.studioQuestions.map((one) => readFragment(EditedQuestionFragment, one));
  const shown = questions.find(({ type }) => type === question) ?? null;
  return (
    <div className="page studio-q">
      <header>
        <h1 className="t4">{t`Questions`}</h1>
        <p className="t1 muted pretty">
          {t`What newcomers are asked, in which words and order. Each change is in the audit log, and holds at once.`}
        </p>
      </header>
      <nav className="studio-q-list" aria-label={t`Questions`}>
        <Link
          className={classNames("studio-q-i", !shown && "is-here")}
          to={paths.questions()}
          aria-current={shown ? undefined : "page"}
        >
          {t`Order of the lists`}
        </Link>
        {studioOrder(questions).map(({ type }) => (
          <Link
            key={type}
            className={classNames("studio-q-i", shown?.type === type && "is-here")}
            to={paths.questions()}
            search={{ question: type }}
            aria-current={shown?.type === type ? "page" : undefined}
          >
            {words[type].title} <code className="t1 faint">{type}</code>
          </Link>
        ))}
      </nav>
      {shown ? (
        <OptionsEditor
          key={`${shown.type} ${shown.revision}`}
          question={shown}
          title={words[shown.type].title}
          onReload={() => again({ requestPolicy: "network-only" })}
        />
      ) : (
        <OrderEditor questions={questions} titleOf={(type) => words[type].title} />
      )}
    </div>
  );
}
