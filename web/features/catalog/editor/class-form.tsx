import { useLingui } from "@lingui/react/macro";
import { useId, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { CategoryFields } from "./category-fields.tsx";
import { useClassFaults, type FaultField } from "./class-faults.ts";
import { ClassificationFields } from "./classification-fields.tsx";
import { ConflictNotice } from "./conflict-notice.tsx";
import type { Choices } from "./edited-class.ts";
import { MissingLibrary } from "./missing-library.tsx";
import { PartRows } from "./part-rows.tsx";
import type { DraftInHand } from "./use-class-draft.ts";
import { useEditorLabels } from "./labels.ts";

type ClassFormProps = {
  hand: DraftInHand;
  choices: Choices;
  durationMs: number | null;
  /** The class doesn't exist yet. */
  isNew: boolean;
  /** The class can be published: saving isn't the next step. */
  isReady: boolean;
  busy: boolean;
  /** Error of the last attempt. */
  fault: string | null;
  onSave: () => void;
};

/** Form for the attributes of a class. */
export function ClassForm({
  hand,
  choices,
  durationMs,
  isNew,
  isReady,
  busy,
  fault,
  onSave,
}: ClassFormProps) {
  const { t } = useLingui();
  const { fields } = useEditorLabels();
  const form = useRef<HTMLFormElement>(null);
  const titleId = useId();
  const [isTried, setTried] = useState(false);
  const { draft, isChanged, conflicts, change } = hand;
  const named = { instructor: choices.editedInstructors, style: choices.styles, section: choices.sections };
  const { faults, isWrong } = useClassFaults(draft, durationMs);
  const shown = (name: FaultField) => (isTried ? faults[name] : null);
  const save = () => {
    if (busy) return;
    setTried(isWrong);
    if (!isWrong) return onSave();
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
  };
  return (
    <form
      className="edit-form"
      ref={form}
      noValidate
      aria-label={t`The class`}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {hand.wasRestored && (
        <p className="edit-note" role="status">
          {t`We restored your unsaved changes.`}
        </p>
      )}
      <MissingLibrary named={named} />
      <div className="stack">
        {!isNew && <h2 className="t3 strong">{t`What it is`}</h2>}
        <div className="field">
          <label className="lab" htmlFor={titleId}>
            {fields.title}
          </label>
          <input
            id={titleId}
            className="in"
            value={draft.title}
            maxLength={100}
            required
            aria-invalid={shown("title") ? true : undefined}
            aria-describedby={shown("title") ? `${titleId}-fault` : undefined}
            onChange={(event) => change({ title: event.target.value })}
          />
          {shown("title") && (
            <span className="hint hint-bad" id={`${titleId}-fault`}>
              {shown("title")}
            </span>
          )}
        </div>
        <label className="field">
          <span className="lab">{fields.description}</span>
          <textarea
            className="in"
            rows={4}
            maxLength={2000}
            value={draft.description}
            onChange={(event) => change({ description: event.target.value })}
          />
        </label>
        <ClassificationFields draft={draft} choices={choices} faultOf={shown} onChange={change} />
      </div>
      {choices.categories.length > 0 && (
        <CategoryFields
          title={fields.categories}
          categories={choices.categories}
          chosen={draft.categories}
          fault={shown("categories")}
          onChange={(categories) => change({ categories })}
        />
      )}
      <PartRows
        parts={draft.parts}
        durationMs={durationMs}
        isTried={isTried}
        onChange={(parts) => change({ parts })}
      />
      <div className="edit-foot">
        {conflicts.length > 0 ? (
          <ConflictNotice conflicts={conflicts} onSettle={hand.settle} />
        ) : (
          <div className="row wrap">
            <Button
              type="submit"
              tone={isReady && !isChanged ? "quiet" : "go"}
              busy={busy}
              disabledReason={isChanged ? null : isNew ? t`No changes yet.` : t`All changes saved.`}
            >
              {isNew ? t`Save as a draft` : t`Save`}
            </Button>
            {isChanged && !busy && (
              <Button tone="text" onClick={hand.undo}>
                {isNew ? t`Clear` : t`Discard changes`}
              </Button>
            )}
          </div>
        )}
        <p role="alert" className="hint hint-bad">
          {isTried && isWrong ? t`Fix the highlighted fields.` : conflicts.length === 0 ? fault : null}
        </p>
      </div>
    </form>
  );
}
