import { useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { useFieldArray, useWatch } from "react-hook-form";
import type { ServerForm } from "../../../lib/forms/use-server-form.ts";
import { newBadge, type ChallengeDraft } from "./challenge-draft.ts";
import type { Trigger } from "./edited-challenge.ts";
import { Field } from "./field.tsx";
import { Button, IconButton } from "../../../ui/button.tsx";
import { useAmount } from "../components/labels.ts";

const maxBadges = 5;

type BadgeFieldsProps = {
  form: ServerForm<ChallengeDraft>;
  /** Amounts can't change once the challenge has started. */
  isFixed: boolean;
};

/** Badges of a challenge, sorted by amount. */
export function BadgeFields({ form, isFixed }: BadgeFieldsProps) {
  const { t } = useLingui();
  const amountOf = useAmount();
  const units: Record<Trigger, string> = {
    class_completed: t`Classes`,
    required_classes_completed: t`Classes`,
    minutes_practised: t`Minutes`,
    days_practised: t`Days`,
    streak_weeks: t`Weeks`,
  };
  const { control } = form.form;
  const { fields, append, remove } = useFieldArray({ control, name: "badges" });
  const [triggerType, badges] = useWatch({ control, name: ["triggerType", "badges"] });
  const fault = form.faultOfField("badges");
  const required = t`Fill in this field.`;
  return (
    <>
      {!isFixed && <p className="hint">{t`1–5 badges, each with a higher goal.`}</p>}
      <ol className="studio-badges">
        {fields.map(({ id }, place) => {
          const nth = place + 1;
          const { name, amount } = badges[place] ?? newBadge("");
          return (
            <li key={id}>
              <fieldset className="studio-badge">
                <legend className="sr-only">{t`Badge ${nth}`}</legend>
                {isFixed ? (
                  <p className="field">
                    <span className="lab">{t`For`}</span>
                    <span className="studio-fixed tn">{amountOf(triggerType, Number(amount))}</span>
                  </p>
                ) : (
                  <Field
                    label={units[triggerType]}
                    field={form.field(`badges.${place}.amount`, { required })}
                  >
                    {(input) => (
                      <input
                        className="in tn"
                        type="number"
                        inputMode="numeric"
                        step={1}
                        required
                        {...input}
                        min={1}
                        max={10_000}
                      />
                    )}
                  </Field>
                )}
                <Field label={t`Name`} field={form.field(`badges.${place}.name`, { required })}>
                  {(input) => <input className="in" required autoComplete="off" {...input} maxLength={40} />}
                </Field>
                <Field
                  label={t`What it is for`}
                  field={form.field(`badges.${place}.description`, { required })}
                >
                  {(input) => <input className="in" required autoComplete="off" {...input} maxLength={140} />}
                </Field>
                {!isFixed && fields.length > 1 && (
                  <IconButton
                    icon={X}
                    label={name ? t`Take out: ${name}` : t`Take out badge ${nth}`}
                    onClick={(event) => {
                      const row = event.currentTarget.closest("li");
                      const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
                      neighbour?.querySelector("input")?.focus();
                      remove(place);
                    }}
                  />
                )}
              </fieldset>
            </li>
          );
        })}
      </ol>
      {fault && (
        <p className="hint hint-bad" role="alert">
          {fault}
        </p>
      )}
      {!isFixed && fields.length < maxBadges && (
        <div>
          <Button size="s" onClick={() => append(newBadge(""))}>
            {t`Add a badge`}
          </Button>
        </div>
      )}
    </>
  );
}
