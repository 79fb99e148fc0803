import "./questions.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment } from "../../../graphql/graphql.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useSearch } from "../../../lib/router/index.ts";
import { classNames } from "../../../ui/class-names.ts";
import { StudioPage } from "../../studio/public/studio-page.tsx";
import { OrderEditor } from "./order-editor.tsx";
import { EditedQuestionFragment, studioOrder } from "./studio-question.ts";
import { useQuestionLabels } from "../components/labels.ts";

// The form library isn't part of the first load.
const Translations = lazy(async () => ({
  default: (await import("../../site/public/translations.tsx")).Translations,
}));
const OptionsEditor = lazy(async () => ({ default: (await import("./options-editor.tsx")).OptionsEditor }));

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

/** The onboarding questions, for editors. */
export function Page() {
  const { t } = useLingui();
  const words = useQuestionLabels();
  const { question } = useSearch() as { question?: unknown };
  const query = useQuery({ query: StudioQuestionsQuery, requestPolicy: "cache-and-network" });
  const [{ data }, again] = query;
  const questions = data?.studioQuestions.map((one) => readFragment(EditedQuestionFragment, one));
  const shown = questions?.find(({ type }) => type === question) ?? null;
  return (
    <StudioPage
      title={t`Questions`}
      note={t`Onboarding questions and their order. Changes are logged and go live immediately.`}
      query={query}
    >
      {questions && (
        <div className="studio-q">
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
                {words[type].title}
              </Link>
            ))}
          </nav>
          {shown ? (
            <Suspense>
              <div className="stack">
                <OptionsEditor
                  key={`${shown.type} ${shown.revision}`}
                  question={shown}
                  title={words[shown.type].title}
                  onReload={() => again({ requestPolicy: "network-only" })}
                />
                <Translations
                  key={`translations ${shown.type} ${shown.revision}`}
                  kind="option"
                  prefix={`${shown.type}:`}
                />
              </div>
            </Suspense>
          ) : (
            <OrderEditor questions={questions} titleOf={(type) => words[type].title} />
          )}
        </div>
      )}
    </StudioPage>
  );
}
