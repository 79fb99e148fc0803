import { useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { invalidating } from "../../../graphql/invalidate.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { moved, slugOf } from "../components/option-list.ts";
import { EditedQuestionFragment, type EditedQuestion } from "./studio-question.ts";

const SaveOptions = graphql(
  `
    mutation SaveQuestionOptions($type: PreferenceType!, $revision: Int!, $options: [StudioOptionInput!]!) {
      saveQuestionOptions(type: $type, revision: $revision, options: $options) {
        type
        ...EditedQuestion
      }
    }
  `,
  [EditedQuestionFragment],
);

defineCacheUpdates({
  saveQuestionOptions: invalidating("userPreferenceOptions", "userPreferenceOptionsVariantB"),
});

const OptionVideoSetting = lazy(async () => ({
  default: (await import("./option-video-setting.tsx")).OptionVideoSetting,
}));

type Draft = {
  /** Stable key of the row. */
  key: string;
  /** Null: new, its slug follows from its label. */
  slug: string | null;
  label: string;
  description: string;
  isRetired: boolean;
};

const draftOf = ({ slug, label, description, isRetired }: EditedQuestion["options"][number]): Draft => ({
  key: slug,
  slug,
  label,
  description: description ?? "",
  isRetired,
});

/** Options of a question: labels, order, and which are offered. */
export function OptionsEditor({
  question,
  title,
  onReload,
}: {
  question: EditedQuestion;
  title: string;
  onReload: () => void;
}) {
  const { t } = useLingui();
  const [{ fetching }, save] = useMutation(SaveOptions);
  const [options, setOptions] = useState(() => question.options.map(draftOf));
  const [fault, setFault] = useState<string | null>(null);
  const isChanged = JSON.stringify(options) !== JSON.stringify(question.options.map(draftOf));
  const change = (key: string, part: Partial<Draft>) =>
    setOptions(options.map((one) => (one.key === key ? { ...one, ...part } : one)));

  const submit = async (): Promise<void> => {
    if (fetching) return;
    const slugs = options.map(({ slug, label }) => slug ?? slugOf(label));
    if (options.some(({ label }) => label.trim() === "")) return setFault(t`Enter a label.`);
    if (slugs.some((slug) => slug === "")) return setFault(t`Labels need at least one letter or number.`);
    if (new Set(slugs).size < slugs.length) return setFault(t`Two options say the same.`);
    if (options.every(({ isRetired }) => isRetired)) return setFault(t`Offer at least one option.`);
    setFault(null);
    const { error } = await save({
      type: question.type,
      revision: question.revision,
      options: options.map(({ label, description, isRetired }, place) => ({
        slug: slugs[place] ?? "",
        label,
        description: description.trim() || null,
        isRetired,
      })),
    });
    if (!error) return showToast(t`Saved. Live for new members.`);
    const code = error.graphQLErrors[0]?.extensions["code"];
    if (code === "CHANGED_MEANWHILE") {
      setFault(t`Someone else edited this question. Copy your edits, then reload.`);
    } else
      setFault(
        code === "BAD_INPUT"
          ? t`Labels: up to 60 characters. Explanations: up to 140. 12 options at most.`
          : t`Couldn’t save. Your changes are still here. Try again.`,
      );
  };

  return (
    <form
      className="stack"
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div>
        <h2 className="strong">{title}</h2>
        <p className="t1 muted">{question.isMultiple ? t`Several can be chosen.` : t`One can be chosen.`}</p>
      </div>
      <ol className="studio-rows">
        {options.map((option, place) => {
          const name = option.label || t`the new option`;
          return (
            <li key={option.key} className={option.isRetired ? "studio-row is-retired" : "studio-row"}>
              <div className="studio-moves">
                <IconButton
                  icon={ArrowUp}
                  label={t`Move ${name} up`}
                  onClick={() => setOptions(moved(options, place, -1))}
                />
                <IconButton
                  icon={ArrowDown}
                  label={t`Move ${name} down`}
                  onClick={() => setOptions(moved(options, place, 1))}
                />
              </div>
              <div className="stack gap-2">
                <div className="studio-fields">
                  <label className="field">
                    <span className="lab">{t`Says`}</span>
                    <input
                      className="in"
                      value={option.label}
                      maxLength={60}
                      onChange={(event) => change(option.key, { label: event.target.value })}
                    />
                  </label>
                  <label className="field">
                    <span className="lab">{t`Explains`}</span>
                    <input
                      className="in"
                      value={option.description}
                      maxLength={140}
                      onChange={(event) => change(option.key, { description: event.target.value })}
                    />
                  </label>
                </div>
                <div className="studio-more">
                  <code className="faint">{option.slug ?? slugOf(option.label)}</code>
                  <label className="opt">
                    <input
                      className="check"
                      type="checkbox"
                      checked={!option.isRetired}
                      onChange={(event) => change(option.key, { isRetired: !event.target.checked })}
                    />
                    {t`Offered`}
                  </label>
                  {option.slug === null && (
                    <button
                      type="button"
                      className="link"
                      onClick={() => setOptions(options.filter(({ key }) => key !== option.key))}
                    >
                      {t`Remove code`}
                    </button>
                  )}
                </div>
                {option.slug && (
                  <Suspense>
                    <OptionVideoSetting
                      question={question.type}
                      slug={option.slug}
                      name={name}
                      url={question.options.find(({ slug }) => slug === option.slug)?.previewUrl ?? null}
                      onChanged={onReload}
                    />
                  </Suspense>
                )}
              </div>
            </li>
          );
        })}
      </ol>
      <p>
        <Button
          size="s"
          onClick={() =>
            setOptions([
              ...options,
              {
                key: crypto.randomUUID(),
                slug: null,
                label: "",
                description: "",
                isRetired: false,
              },
            ])
          }
        >
          {t`Add an option`}
        </Button>
      </p>
      <div className="studio-foot">
        <Button
          type="submit"
          tone="go"
          busy={fetching}
          disabledReason={isChanged ? null : t`Nothing is changed.`}
        >
          {t`Save`}
        </Button>
        {isChanged && (
          <Button tone="text" onClick={() => setOptions(question.options.map(draftOf))}>
            {t`Discard changes`}
          </Button>
        )}
        <p role="alert" className="hint hint-bad">
          {fault}
        </p>
        {fault && (
          <button type="button" className="link t1" onClick={onReload}>
            {t`Reload`}
          </button>
        )}
      </div>
    </form>
  );
}
