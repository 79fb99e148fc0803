import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import type { ServerForm } from "../../../lib/forms/use-server-form.ts";
import type { ChallengeDraft } from "./challenge-draft.ts";
import { Field } from "./field.tsx";

type SectionProps = { form: ServerForm<ChallengeDraft> };

/** Title and description. */
export function TitleSection({ form: { field } }: SectionProps) {
  const { t } = useLingui();
  const id = useId();
  const required = t`Fill in this field.`;
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 className="t3" id={id}>{t`What it is called`}</h2>
      <Field label={t`Title`} field={field("title", { required })}>
        {(control) => <input className="in" maxLength={80} required autoComplete="off" {...control} />}
      </Field>
      <Field label={t`Description`} field={field("description", { required })}>
        {(control) => <textarea className="in" rows={3} maxLength={1000} required {...control} />}
      </Field>
    </section>
  );
}

/** Texts that replace the generated ones on the challenge's page. */
export function PageTextSection({ form: { field } }: SectionProps) {
  const { t } = useLingui();
  const id = useId();
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 className="t3" id={id}>{t`Three lines on its page`}</h2>
      <p className="hint">{t`Leave empty to generate them automatically.`}</p>
      {(
        [
          ["goalHeader", t`The goal`],
          ["subtitleHeader", t`Below the goal`],
          ["earnedByHeader", t`Beside the badges`],
        ] as const
      ).map(([name, label]) => (
        <Field key={name} label={label} field={field(name)}>
          {(control) => <input className="in" maxLength={80} autoComplete="off" {...control} />}
        </Field>
      ))}
    </section>
  );
}
