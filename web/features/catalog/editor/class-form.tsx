import { useLingui } from "@lingui/react/macro";
import { useId, useRef, useState } from "react";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";
import { Segments } from "../../../ui/segments.tsx";
import { Select } from "../../../ui/select.tsx";
import { useClassLabels } from "../public/labels.ts";
import { accessTypes, partFaults, type ClassDraft } from "./class-draft.ts";
import type { Choices } from "./edited-class.ts";
import { PartRows } from "./part-rows.tsx";
import type { DraftInHand } from "./use-class-draft.ts";
import { useEditorLabels } from "./labels.ts";

const maxCategories = 10;

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
  const labels = useClassLabels();
  const { fields } = useEditorLabels();
  const form = useRef<HTMLFormElement>(null);
  const titleId = useId();
  const [isTried, setTried] = useState(false);
  const { draft, isChanged, conflicts, change } = hand;
  const named = { instructor: choices.editedInstructors, style: choices.styles, section: choices.sections };
  const faults = {
    title: draft.title.trim() ? null : t`Give the class a title.`,
    instructor: draft.instructor ? null : t`Choose an instructor.`,
    style: draft.style ? null : t`Choose its style.`,
    section: draft.section ? null : t`Choose a section.`,
    categories: draft.categories.length > maxCategories ? t`Choose ${maxCategories} at most.` : null,
  };
  const isWrong =
    Object.values(faults).some(Boolean) || partFaults(draft.parts, durationMs).some((one) => one !== null);
  const shown = (name: keyof typeof faults) => (isTried ? faults[name] : null);
  const save = () => {
    if (busy) return;
    setTried(isWrong);
    if (!isWrong) return onSave();
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
  };
  const pick = (name: keyof typeof named) => (
    <Select
      label={fields[name]}
      value={draft[name]}
      fault={shown(name)}
      options={[
        ...(draft[name] ? [] : [{ value: "", label: t`Choose` }]),
        ...named[name].map(({ slug, name: label }) => ({ value: slug, label })),
      ]}
      onChoose={(slug) => change({ [name]: slug })}
    />
  );
  const choose = (name: "level" | "type", names: Record<string, string>) => (
    <Select
      label={fields[name]}
      value={draft[name]}
      options={Object.entries(names).map(([value, label]) => ({ value, label }))}
      onChoose={(value) => change({ [name]: value })}
    />
  );
  const segments = (name: "energy" | "space", names: Record<string, string>) => (
    <div className="field">
      <span className="lab" aria-hidden="true">
        {fields[name]}
      </span>
      <Segments
        label={fields[name]}
        value={draft[name]}
        options={Object.entries(names).map(([value, label]) => ({ value, label }))}
        onChoose={(value) => change({ [name]: value })}
      />
    </div>
  );
  const check = (name: "usesFloor" | "isExplicit") => (
    <label className="opt">
      <input
        className="check"
        type="checkbox"
        checked={draft[name]}
        onChange={(event) => change({ [name]: event.target.checked })}
      />
      {fields[name]}
    </label>
  );
  const turn = (slug: string, isIn: boolean): Partial<ClassDraft> => ({
    categories: isIn ? [...draft.categories, slug] : draft.categories.filter((one) => one !== slug),
  });
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
      <Missing named={named} />
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
        <div className="edit-thirds">
          {pick("instructor")}
          {pick("style")}
          {pick("section")}
        </div>
        <div className="edit-thirds">
          {choose("level", labels.levels)}
          {choose("type", labels.types)}
          <Select
            label={fields.accessType}
            value={draft.accessType}
            options={accessTypes.map((value) => ({ value, label: labels.accessType(value) }))}
            onChoose={(accessType) => change({ accessType })}
          />
        </div>
        <div className="row wrap edit-segments">
          {segments("energy", labels.energies)}
          {segments("space", labels.spaces)}
        </div>
        <div className="edit-checks">
          {check("usesFloor")}
          {check("isExplicit")}
        </div>
      </div>
      {choices.categories.length > 0 && (
        <fieldset>
          <legend className="t3 strong">{fields.categories}</legend>
          <div className="edit-checks">
            {choices.categories.map(({ slug, name }) => (
              <label key={slug} className="opt">
                <input
                  className="check"
                  type="checkbox"
                  checked={draft.categories.includes(slug)}
                  aria-invalid={shown("categories") ? true : undefined}
                  aria-describedby={shown("categories") ? "categories-fault" : undefined}
                  onChange={(event) => change(turn(slug, event.target.checked))}
                />
                {name}
              </label>
            ))}
          </div>
          {shown("categories") && (
            <p className="hint hint-bad" id="categories-fault">
              {shown("categories")}
            </p>
          )}
        </fieldset>
      )}
      <PartRows
        parts={draft.parts}
        durationMs={durationMs}
        isTried={isTried}
        onChange={(parts) => change({ parts })}
      />
      <div className="edit-foot">
        {conflicts.length > 0 ? (
          <div className="stack gap-2" role="alert">
            <p className="hint-bad">
              {t`Someone else edited this: ${conflicts.map((field) => fields[field]).join(", ")}. Your changes are still here.`}
            </p>
            <div className="row wrap">
              <Button onClick={() => hand.settle("mine")}>{t`Keep mine`}</Button>
              <Button onClick={() => hand.settle("theirs")}>{t`Take theirs`}</Button>
            </div>
          </div>
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

type Named = Record<"instructor" | "style" | "section", readonly unknown[]>;

/** Lists what the library lacks before a class can be created. */
function Missing({ named }: { named: Named }) {
  const { t } = useLingui();
  const lacking = [
    named.instructor.length === 0 && t`No instructors yet.`,
    named.style.length === 0 && t`No styles yet.`,
    named.section.length === 0 && t`No sections yet.`,
  ].filter((one) => one !== false);
  if (lacking.length === 0) return null;
  return (
    <p className="edit-note">
      {lacking.join(" ")}{" "}
      <Link className="link" to={paths.studioLibrary()}>
        {t`Add it in the library first; what you type here stays.`}
      </Link>
    </p>
  );
}
