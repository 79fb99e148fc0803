import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { useWatch } from "react-hook-form";
import { deviceTimeZone } from "../../../../contract/formats/time-zones.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import type { ServerForm } from "../../../lib/forms/use-server-form.ts";
import { dayOf } from "../components/days.ts";
import { draftOf, type ChallengeDraft } from "./challenge-draft.ts";
import type { EditedChallenge } from "./edited-challenge.ts";
import { Field } from "./field.tsx";

type ScheduleSectionProps = {
  form: ServerForm<ChallengeDraft>;
  /** The saved challenge; null: a new one. */
  saved: EditedChallenge | null;
};

/** First and last day. What has passed is shown as text. */
export function ScheduleSection({ form, saved }: ScheduleSectionProps) {
  const { t } = useLingui();
  const id = useId();
  const phase = saved?.phase ?? "upcoming";
  const hasBegun = phase !== "upcoming";
  const zone = deviceTimeZone();
  const firstDay = useWatch({ control: form.form.control, name: "firstDay" });
  const required = t`Choose a day.`;
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 className="t3" id={id}>{t`Its days`}</h2>
      <div className="studio-days">
        {hasBegun ? (
          <FixedDay label={t`Began`} at={saved?.startTime} />
        ) : (
          <Field label={t`First day`} field={form.field("firstDay", { required })}>
            {(control) => <input className="in" type="date" required {...control} min={dayOf(new Date())} />}
          </Field>
        )}
        {phase === "ended" ? (
          <FixedDay label={t`Ended`} at={saved?.endTime} />
        ) : (
          <Field label={t`Last day`} field={form.field("lastDay", { required })}>
            {(control) => (
              <input
                className="in"
                type="date"
                required
                {...control}
                min={hasBegun && saved ? draftOf(saved, new Date()).lastDay : firstDay}
              />
            )}
          </Field>
        )}
      </div>
      {phase !== "ended" && (
        <p className="hint">
          {hasBegun
            ? t`Days end at midnight by this device’s clock (${zone}).`
            : t`Days begin and end at midnight by this device’s clock (${zone}). What begins today begins when you save it.`}
        </p>
      )}
    </section>
  );
}

function FixedDay({ label, at }: { label: string; at: string | undefined }) {
  return (
    <p className="field">
      <span className="lab">{label}</span>
      <span className="studio-fixed tn">{formatMonthDayYear(new Date(at ?? 0))}</span>
    </p>
  );
}
