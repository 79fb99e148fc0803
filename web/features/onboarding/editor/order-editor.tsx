import { useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp, Minus } from "lucide-react";
import { useState } from "react";
import { hasCode } from "../../../graphql/codes.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { invalidating } from "../../../graphql/invalidate.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { showToast } from "../../../ui/toast.ts";
import { VaryingNote } from "../../growth/public/varying-note.tsx";
import { moved } from "../components/option-list.ts";
import { EditedQuestionFragment, type EditedQuestion } from "./studio-question.ts";
import type { PreferenceType } from "../components/labels.ts";

const SaveOrder = graphql(
  `
    mutation SaveQuestionOrder($list: QuestionList!, $types: [PreferenceType!]!) {
      saveQuestionOrder(list: $list, types: $types) {
        type
        ...EditedQuestion
      }
    }
  `,
  [EditedQuestionFragment],
);

defineCacheUpdates({
  saveQuestionOrder: invalidating(
    "studioQuestions",
    "userPreferenceOptions",
    "userPreferenceOptionsVariantB",
  ),
});

type OrderProps = { questions: readonly EditedQuestion[]; titleOf: (type: PreferenceType) => string };

/** Questions and order of two lists: A is asked, and experiments compare B with it. */
export function OrderEditor({ questions, titleOf }: OrderProps) {
  const { t } = useLingui();
  return (
    <div className="stack">
      <VaryingNote subject="onboarding_order" />
      <div className="studio-lists">
        <List list="a" name={t`List A`} questions={questions} titleOf={titleOf} />
        <List list="b" name={t`List B`} questions={questions} titleOf={titleOf} />
      </div>
    </div>
  );
}

function List({ list, name, questions, titleOf }: OrderProps & { list: "a" | "b"; name: string }) {
  const { t } = useLingui();
  const placeOf = (question: EditedQuestion) =>
    list === "b" ? question.variantBPosition : question.position;
  const savedOrder = questions
    .filter((question) => placeOf(question) !== null)
    .toSorted((a, b) => (placeOf(a) ?? 0) - (placeOf(b) ?? 0))
    .map(({ type }) => type);
  const [types, setTypes] = useState(savedOrder);
  const [{ fetching }, save] = useMutation(SaveOrder);
  const isChanged = types.join() !== savedOrder.join();
  const left = questions.map(({ type }) => type).filter((type) => !types.includes(type));
  const submit = async (): Promise<void> => {
    const { error } = await save({ list, types });
    showToast(
      hasCode(error, "SUBJECT_VARIED")
        ? t`An experiment compares this. End it first.`
        : error
          ? t`Couldn’t save. Try again.`
          : list === "a"
            ? t`Saved ${name}. Live for new members.`
            : t`Saved ${name}. An experiment asks it.`,
    );
  };
  return (
    <section className="stack" aria-label={name}>
      <h2 className="strong">{name}</h2>
      <ol className="studio-rows studio-order">
        {types.map((type, place) => (
          <li key={type}>
            <span className="tn faint">{place + 1}</span>
            <span>{titleOf(type)}</span>
            {place === 0 ? (
              <span className="faint">{t`Always first`}</span>
            ) : (
              <span className="row">
                <IconButton
                  icon={ArrowUp}
                  label={t`Move “${titleOf(type)}” up`}
                  onClick={() => place > 1 && setTypes(moved(types, place, -1))}
                />
                <IconButton
                  icon={ArrowDown}
                  label={t`Move “${titleOf(type)}” down`}
                  onClick={() => setTypes(moved(types, place, 1))}
                />
                <IconButton
                  icon={Minus}
                  label={t`Don’t ask “${titleOf(type)}”`}
                  onClick={() => setTypes(types.filter((one) => one !== type))}
                />
              </span>
            )}
          </li>
        ))}
      </ol>
      {left.length > 0 && (
        <Select
          label={t`Ask also`}
          value=""
          options={[
            { value: "", label: t`Choose a question` },
            ...left.map((type) => ({ value: type as string, label: titleOf(type) })),
          ]}
          onChoose={(type) => {
            const added = left.find((one) => one === type);
            if (added) setTypes([...types, added]);
          }}
        />
      )}
      <p className="row wrap">
        <Button
          busy={fetching}
          disabledReason={isChanged ? null : t`Nothing is changed.`}
          onClick={() => void submit()}
        >
          {t`Save ${name}`}
        </Button>
        {isChanged && (
          <Button tone="text" onClick={() => setTypes(savedOrder)}>
            {t`Discard changes`}
          </Button>
        )}
      </p>
    </section>
  );
}
