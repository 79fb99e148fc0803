import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import type { FieldProps } from "../../../lib/forms/use-server-form.ts";
import { LinesField } from "../../../ui/lines-field.tsx";

type InstructorFieldsProps = {
  /** Of the description. */
  label: string;
  field: (name: "bio" | "links") => FieldProps;
};

/** What an instructor's page says of them: a description, and links to their pages elsewhere. */
export function InstructorFields({ label, field }: InstructorFieldsProps) {
  const { t } = useLingui();
  const id = useId();
  const { fault, ...bio } = field("bio");
  return (
    <>
      <div className="field">
        <label className="lab" htmlFor={id}>
          {label}
        </label>
        <textarea
          dir="auto"
          className="in"
          id={id}
          rows={3}
          maxLength={1000}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? `${id}-fault` : undefined}
          {...bio}
        />
        {fault && (
          <p className="hint hint-bad" id={`${id}-fault`}>
            {fault}
          </p>
        )}
      </div>
      <LinesField
        label={t`Links`}
        hint={t`Website, Instagram, YouTube, or TikTok. One web address on each line.`}
        rows={3}
        spellCheck={false}
        {...field("links")}
      />
    </>
  );
}
