import { useLingui } from "@lingui/react/macro";
import { Button } from "../../../ui/button.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { LinesField } from "../../../ui/lines-field.tsx";
import { CategoryFields } from "./category-fields.tsx";
import { partFaults } from "./class-draft.ts";
import { ClassificationFields } from "./classification-fields.tsx";
import { ConflictNotice } from "./conflict-notice.tsx";
import type { Choices, EditedClass } from "./edited-class.ts";
import { MissingLibrary } from "./missing-library.tsx";
import { PartRows } from "./part-rows.tsx";
import { UnplacedParts } from "./unplaced-parts.tsx";
import type { ClassEditing } from "./use-class-draft.ts";
import { useEditorLabels } from "./labels.ts";

type ClassFormProps = {
  editing: ClassEditing;
  /** Null before it is created. */
  found: EditedClass | null;
  choices: Choices;
  /** The class can be published: saving isn't the next step. */
  isReady: boolean;
};

/** Form for the attributes of a class. */
export function ClassForm({ editing, found, choices, isReady }: ClassFormProps) {
  const { t } = useLingui();
  const { fields } = useEditorLabels();
  const { form, draft, isChanged, conflicts } = editing;
  const isNew = found === null;
  const durationMs = found?.durationInMs ?? null;
  const { errors } = form.form.formState;
  const named = { instructor: choices.editedInstructors, style: choices.styles, section: choices.sections };
  // Whether a part is right depends on the others: the errors of the last attempt may be out of date.
  const isWrong =
    Object.keys(errors).some((name) => name !== "root" && name !== "parts") ||
    (errors.parts !== undefined && partFaults(draft.parts, durationMs).some((fault) => fault !== null));
  return (
    <form
      className="edit-form"
      noValidate
      aria-label={t`The class`}
      onSubmit={(event) => void form.submit(event)}
    >
      {editing.wasRestored && (
        <p className="edit-note" role="status">
          {t`We restored your unsaved changes.`}
        </p>
      )}
      <MissingLibrary named={named} />
      <div className="stack">
        {!isNew && <h2 className="t3 strong">{t`What it is`}</h2>}
        <LineField
          label={fields.title}
          most={100}
          required
          {...form.field("title", { validate: (title) => title.trim() !== "" || t`Give the class a title.` })}
        />
        <LinesField label={fields.description} rows={4} most={2000} {...form.field("description")} />
        <ClassificationFields form={form} choices={choices} />
      </div>
      {choices.categories.length > 0 && (
        <CategoryFields title={fields.categories} categories={choices.categories} form={form} />
      )}
      {found && <UnplacedParts found={found} editing={editing} />}
      <PartRows form={form} durationMs={durationMs} />
      <div className="edit-foot">
        {conflicts.length > 0 ? (
          <ConflictNotice conflicts={conflicts} onSettle={editing.settle} />
        ) : (
          <div className="row wrap">
            <Button
              type="submit"
              tone={isReady && !isChanged ? "quiet" : "go"}
              busy={form.busy}
              disabledReason={isChanged ? null : isNew ? t`No changes yet.` : t`All changes saved.`}
            >
              {isNew ? t`Save as a draft` : t`Save`}
            </Button>
            {isChanged && !form.busy && (
              <Button tone="text" onClick={editing.undo}>
                {isNew ? t`Clear` : t`Discard changes`}
              </Button>
            )}
          </div>
        )}
        <p role="alert" className="hint hint-bad">
          {isWrong ? t`Fix the highlighted fields.` : conflicts.length === 0 ? form.formFault : null}
        </p>
      </div>
    </form>
  );
}
