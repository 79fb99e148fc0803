import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { useWatch } from "react-hook-form";
import type { ServerForm } from "../../../lib/forms/use-server-form.ts";
import { Select } from "../../../ui/select.tsx";
import type { ChallengeDraft } from "./challenge-draft.ts";
import { ClassPicker } from "./class-picker.tsx";
import type { Trigger } from "./edited-challenge.ts";

/** What people do to complete the challenge, with its required classes. It is fixed once the challenge has begun. */
export function TriggerSection({ form, isFixed }: { form: ServerForm<ChallengeDraft>; isFixed: boolean }) {
  const { t } = useLingui();
  const id = useId();
  const { control, setValue } = form.form;
  const [triggerType, classes] = useWatch({ control, name: ["triggerType", "classes"] });
  const fault = form.faultOfField("classes");
  const triggers: Record<Trigger, string> = {
    class_completed: t`Any complete classes`,
    required_classes_completed: t`Specific classes`,
    minutes_practised: t`Minutes in complete classes`,
    days_practised: t`Days with a complete class`,
    streak_weeks: t`Weeks in a row, in their own rhythm`,
  };
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 className="t3" id={id}>{t`What counts`}</h2>
      {isFixed ? (
        <>
          <p>{triggers[triggerType]}</p>
          {classes.length > 0 && (
            <ol className="studio-picked">
              {classes.map((one) => (
                <li key={one.id}>{one.title ?? t`A class that isn’t in the library anymore`}</li>
              ))}
            </ol>
          )}
        </>
      ) : (
        <>
          <Select
            label={t`What counts`}
            labelHidden
            value={triggerType}
            options={(Object.keys(triggers) as Trigger[]).map((value) => ({
              value,
              label: triggers[value],
            }))}
            onChoose={(chosen) => setValue("triggerType", chosen)}
          />
          {triggerType === "required_classes_completed" && (
            <ClassPicker chosen={classes} onChoose={(chosen) => setValue("classes", [...chosen])} />
          )}
        </>
      )}
      {fault && (
        <p className="hint hint-bad" role="alert">
          {fault}
        </p>
      )}
    </section>
  );
}
