import { useLingui } from "@lingui/react/macro";
import { useWatch } from "react-hook-form";
import type { ServerForm } from "../../../lib/forms/use-server-form.ts";
import { ChoiceField } from "../../../ui/choice-field.tsx";
import { Segments } from "../../../ui/segments.tsx";
import { useClassLabels } from "../public/labels.ts";
import { accessTypes, type ClassDraft } from "./class-draft.ts";
import type { Choices } from "./edited-class.ts";
import { useEditorLabels } from "./labels.ts";

type FieldsProps = { form: ServerForm<ClassDraft>; choices: Choices };

/** By what people find a class: instructor, style, section, level, type, access, energy and space. */
export function ClassificationFields({ form, choices }: FieldsProps) {
  const { t } = useLingui();
  const labels = useClassLabels();
  const { fields } = useEditorLabels();
  const { control, register, setValue } = form.form;
  const [energy, space] = useWatch({ control, name: ["energy", "space"] });
  const named = {
    instructor: { options: choices.editedInstructors, required: t`Choose an instructor.` },
    style: { options: choices.styles, required: t`Choose its style.` },
    section: { options: choices.sections, required: t`Choose a section.` },
  };
  const pick = (name: keyof typeof named) => (
    <ChoiceField
      label={fields[name]}
      unset={t`Choose`}
      options={named[name].options.map(({ slug, name: label }) => ({ value: slug, label }))}
      {...form.field(name, { required: named[name].required })}
    />
  );
  const choose = (name: "level" | "type", names: Record<string, string>) => (
    <ChoiceField
      label={fields[name]}
      options={Object.entries(names).map(([value, label]) => ({ value, label }))}
      {...form.field(name)}
    />
  );
  const segments = (name: "energy" | "space", value: string, names: Record<string, string>) => (
    <div className="field">
      <span className="lab" aria-hidden="true">
        {fields[name]}
      </span>
      <Segments
        label={fields[name]}
        value={value}
        options={Object.entries(names).map(([option, label]) => ({ value: option, label }))}
        onChoose={(chosen) => setValue(name, chosen)}
      />
    </div>
  );
  const check = (name: "usesFloor" | "isExplicit") => (
    <label className="opt">
      <input className="check" type="checkbox" {...register(name)} />
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
        <ChoiceField
          label={fields.accessType}
          options={accessTypes.map((value) => ({ value, label: labels.accessType(value) }))}
          {...form.field("accessType")}
        />
      </div>
      <div className="row wrap edit-segments">
        {segments("energy", energy, labels.energies)}
        {segments("space", space, labels.spaces)}
      </div>
      <div className="edit-checks">
        {check("usesFloor")}
        {check("isExplicit")}
      </div>
    </>
  );
}
