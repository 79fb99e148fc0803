import { useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp } from "lucide-react";
import { lazy, Suspense } from "react";
import { useFieldArray } from "react-hook-form";
import { useMutation } from "../../../graphql/hooks.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { invalidating } from "../../../graphql/invalidate.ts";
import { codeOf, isCombinedError } from "../../../graphql/codes.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { showToast } from "../../../ui/toast.ts";
import { slugOf } from "../components/option-list.ts";
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

type OptionDraft = {
  /** Null: new, its slug follows from its label. */
  slug: string | null;
  label: string;
  description: string;
  isOffered: boolean;
};

const draftOf = (question: EditedQuestion): OptionDraft[] =>
  question.options.map(({ slug, label, description, isRetired }) => ({
    slug,
    label,
    description: description ?? "",
    isOffered: !isRetired,
  }));

const slugOfDraft = ({ slug, label }: OptionDraft): string => slug ?? slugOf(label);

const newOption: OptionDraft = { slug: null, label: "", description: "", isOffered: true };

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
  const [, save] = useMutation(SaveOptions);
  const { form, submit, busy, field, formFault } = useServerForm<{ options: OptionDraft[] }>({
    defaultValues: { options: draftOf(question) },
    send: async ({ options }) => {
      const { error } = await save({
        type: question.type,
        revision: question.revision,
        options: options.map((option) => ({
          slug: slugOfDraft(option),
          label: option.label,
          description: option.description.trim() || null,
          isRetired: !option.isOffered,
        })),
      });
      if (error) throw error;
      showToast(t`Saved. Live for new members.`);
    },
    faultOf: (error) => {
      if (!isCombinedError(error)) return null;
      const texts: Record<string, string> = {
        CHANGED_MEANWHILE: t`Someone else edited this question. Copy your edits, then reload.`,
        BAD_INPUT: t`Labels: up to 60 characters. Explanations: up to 140. 12 options at most.`,
      };
      const text = texts[codeOf(error)] ?? t`Couldn’t save. Your changes are still here. Try again.`;
      return { field: null, text };
    },
  });
  const rows = useFieldArray({
    control: form.control,
    name: "options",
    rules: {
      validate: (options) => options.some(({ isOffered }) => isOffered) || t`Offer at least one option.`,
    },
  });
  const options = form.watch("options");
  const isChanged = JSON.stringify(options) !== JSON.stringify(draftOf(question));
  const listFault = form.formState.errors.options?.root?.message;
  const validateLabel = (place: number): true | string => {
    const now = form.getValues("options");
    const option = now[place]!;
    const slug = slugOfDraft(option);
    if (option.label.trim() === "") return t`Enter a label.`;
    if (slug === "") return t`Labels need at least one letter or number.`;
    return now.findIndex((one) => slugOfDraft(one) === slug) === place || t`Two options say the same.`;
  };

  return (
    <form className="stack" aria-label={title} noValidate onSubmit={(event) => void submit(event)}>
      <div>
        <h2 className="strong">{title}</h2>
        <p className="t1 muted">{question.isMultiple ? t`Several can be chosen.` : t`One can be chosen.`}</p>
      </div>
      <ol className="studio-rows">
        {rows.fields.map(({ id: key, slug }, place) => {
          const option = options[place] ?? newOption;
          const name = option.label || t`the new option`;
          return (
            <li key={key} className={option.isOffered ? "studio-row" : "studio-row is-retired"}>
              <div className="studio-moves">
                <IconButton
                  icon={ArrowUp}
                  label={t`Move ${name} up`}
                  onClick={() => place > 0 && rows.move(place, place - 1)}
                />
                <IconButton
                  icon={ArrowDown}
                  label={t`Move ${name} down`}
                  onClick={() => place < rows.fields.length - 1 && rows.move(place, place + 1)}
                />
              </div>
              <div className="stack gap-2">
                <div className="studio-fields">
                  <LineField
                    label={t`Says`}
                    most={60}
                    {...field(`options.${place}.label`, { validate: () => validateLabel(place) })}
                  />
                  <LineField label={t`Explains`} most={140} {...field(`options.${place}.description`)} />
                </div>
                <div className="studio-more">
                  <code className="faint">{slugOfDraft(option)}</code>
                  <label className="opt">
                    <input
                      className="check"
                      type="checkbox"
                      {...form.register(`options.${place}.isOffered`)}
                    />
                    {t`Offered`}
                  </label>
                  {slug === null && (
                    <button type="button" className="link" onClick={() => rows.remove(place)}>
                      {t`Remove code`}
                    </button>
                  )}
                </div>
                {slug && (
                  <Suspense>
                    <OptionVideoSetting
                      question={question.type}
                      slug={slug}
                      name={name}
                      url={question.options.find((saved) => saved.slug === slug)?.previewUrl ?? null}
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
        <Button size="s" onClick={() => rows.append(newOption)}>
          {t`Add an option`}
        </Button>
      </p>
      <div className="studio-foot">
        <Button
          type="submit"
          tone="go"
          busy={busy}
          disabledReason={isChanged ? null : t`Nothing is changed.`}
        >
          {t`Save`}
        </Button>
        {isChanged && (
          <Button tone="text" onClick={() => form.reset({ options: draftOf(question) })}>
            {t`Discard changes`}
          </Button>
        )}
        <p role="alert" className="hint hint-bad">
          {listFault ?? formFault}
        </p>
        {formFault && (
          <button type="button" className="link t1" onClick={onReload}>
            {t`Reload`}
          </button>
        )}
      </div>
    </form>
  );
}
