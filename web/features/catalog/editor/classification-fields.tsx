import { useLingui } from "@lingui/react/macro";
import { Segments } from "../../../ui/segments.tsx";
import { Select } from "../../../ui/select.tsx";
import { useClassLabels } from "../public/labels.ts";
import { accessTypes, type ClassDraft } from "./class-draft.ts";
import type { FaultField } from "./class-faults.ts";
import type { Choices } from "./edited-class.ts";
import { useEditorLabels } from "./labels.ts";

type FieldsProps = {
  draft: ClassDraft;
  choices: Choices;
  /** The error to show at a field. */
  faultOf: (field: FaultField) => string | null;
  onChange: (change: Partial<ClassDraft>) => void;
};

/** By what people find a class: instructor, style, section, level, type, access, energy and space. */
export function ClassificationFields({ draft, choices, faultOf, onChange }: FieldsProps) {
  const { t } = useLingui();
  const labels = useClassLabels();
  const { fields } = useEditorLabels();
  const named = { instructor: choices.editedInstructors, style: choices.styles, section: choices.sections };
  const pick = (name: keyof typeof named) => (
    <Select
      label={fields[name]}
      value={draft[name]}
      fault={faultOf(name)}
      options={[
        ...(draft[name] ? [] : [{ value: "", label: t`Choose` }]),
        ...named[name].map(({ slug, name: label }) => ({ value: slug, label })),
      ]}
      onChoose={(slug) => onChange({ [name]: slug })}
    />
  );
  const choose = (name: "level" | "type", names: Record<string, string>) => (
    <Select
      label={fields[name]}
      value={draft[name]}
      options={Object.entries(names).map(([value, label]) => ({ value, label }))}
      onChoose={(value) => onChange({ [name]: value })}
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
        onChoose={(value) => onChange({ [name]: value })}
      />
    </div>
  );
  const check = (name: "usesFloor" | "isExplicit") => (
    <label className="opt">
      <input
        className="check"
        type="checkbox"
        checked={draft[name]}
        onChange={(event) => onChange({ [name]: event.target.checked })}
      />
      {fields[name]}
    </label>
  );
  return (
    <>
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
          onChoose={(accessType) => onChange({ accessType })}
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
    </>
  );
}
