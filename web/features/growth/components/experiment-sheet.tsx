import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { subjectGoals } from "../../../../contract/experiments.ts";
import { peoplePerVariant } from "../../../../contract/sample-size.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { graphql, type EnumValue } from "../../../graphql/graphql.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { invalidating } from "../../../graphql/invalidate.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { paths } from "../../../lib/paths.ts";
import { Button } from "../../../ui/button.tsx";
import { ChoiceField } from "../../../ui/choice-field.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { LinesField } from "../../../ui/lines-field.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { showToast } from "../../../ui/toast.ts";
import { ExperimentFragment, type Experiment } from "./experiment-fragment.ts";
import { countriesOf, numberOf, percentText, wholeNumberOf } from "./experiment-input.ts";
import { SizeNote } from "./size-note.tsx";
import { useExperimentFaults } from "./use-experiment-faults.ts";
import { useExperimentNames } from "./use-experiment-names.ts";

const SaveExperiment = graphql(
  `
    mutation SaveExperiment($id: ID!, $version: Int!, $input: ExperimentInput!) {
      saveExperiment(id: $id, version: $version, input: $input) {
        ...StudioExperiment
      }
    }
  `,
  [ExperimentFragment],
);

defineCacheUpdates({ saveExperiment: invalidating("experiments") });

type Values = {
  name: string;
  subject: EnumValue<"ExperimentSubject">;
  title: string;
  text: string;
  interval: EnumValue<"PreselectedInterval">;
  goal: EnumValue<"ExperimentGoal">;
  expectedRate: string;
  minDifference: string;
  /** Isn’t saved: the form estimates from it how long the experiment takes. */
  daily: string;
  share: string;
  countries: string;
};

/** Writes a new experiment, or the draft of one. */
export function ExperimentSheet({
  draft,
  onClose,
  onSaved,
}: {
  /** Null: a new one. */
  draft: Experiment | null;
  onClose: () => void;
  onSaved: () => void;
}) {
  const { t } = useLingui();
  const names = useExperimentNames();
  const faultOf = useExperimentFaults();
  // One id for all attempts, so that a repeated one creates nothing.
  const [id] = useState(() => draft?.id ?? crypto.randomUUID());
  // That of the fields: a later one belongs to someone else's edits.
  const [version] = useState(draft?.version ?? 0);
  const [, save] = useMutation(SaveExperiment);
  const form = useServerForm<Values>({
    defaultValues: {
      name: draft?.name ?? "",
      subject: draft?.subject ?? "landing_hero",
      title: draft?.value?.title ?? "",
      text: draft?.value?.text ?? "",
      interval: draft?.value?.interval ?? "month",
      goal: draft?.goal ?? "registered",
      expectedRate: percentText(draft?.expectedRate ?? 0.1),
      minDifference: percentText(draft?.minDifference ?? 0.02),
      daily: "",
      share: String(draft?.share ?? 100),
      countries: draft?.countries.join(", ") ?? "",
    },
    send: async (values) => {
      const { name, subject, goal } = values;
      const value =
        subject === "landing_hero"
          ? { title: values.title, text: values.text }
          : subject === "checkout_interval"
            ? { interval: values.interval }
            : {};
      const input = {
        name,
        subject,
        value,
        goal,
        expectedRate: numberOf(values.expectedRate),
        minDifference: numberOf(values.minDifference),
        share: wholeNumberOf(values.share),
        countries: countriesOf(values.countries),
      };
      const { error } = await save({ id, version, input });
      if (error) throw error;
      showToast(t`Draft saved.`);
      onSaved();
    },
    faultOf,
  });
  const { subject, expectedRate, minDifference, daily, share } = form.form.watch();
  const needed = peoplePerVariant(numberOf(expectedRate) / 100, numberOf(minDifference) / 100);
  const percent = {
    validate: (typed: string) => numberOf(typed) <= 100 || t`Enter a rate of 0% to 100%.`,
  };
  const options = <Value extends string>(labels: Readonly<Record<Value, string>>) =>
    Object.entries<string>(labels).map(([value, label]) => ({ value, label }));
  const title = draft ? t`Edit draft` : t`New experiment`;
  return (
    <Sheet title={title} closeLabel={t`Close`} onClose={onClose}>
      <form
        className="experiment-form"
        aria-label={title}
        noValidate
        onSubmit={(event) => void form.submit(event)}
      >
        <LineField
          label={t`Name`}
          most={80}
          {...form.field("name", { required: t`Enter a name of up to 80 characters.` })}
        />
        <ChoiceField
          label={t`What it varies`}
          options={options(names.subjects)}
          {...form.field("subject", {
            onChange: ({ target }: { target: { value: Values["subject"] } }) => {
              const [first] = subjectGoals[target.value];
              if (first && !subjectGoals[target.value].includes(form.form.getValues("goal")))
                form.form.setValue("goal", first);
            },
          })}
        />
        {subject === "landing_hero" && (
          <>
            <LineField
              label={t`Heading of variant B`}
              most={120}
              {...form.field("title", { required: t`Write a heading of up to 120 characters.` })}
            />
            <LinesField
              label={t`Text of variant B`}
              hint={t`Shown in the language that you write it in.`}
              rows={3}
              most={2000}
              {...form.field("text")}
            />
          </>
        )}
        {subject === "checkout_interval" && (
          <ChoiceField
            label={t`Preselected in variant B`}
            options={options(names.intervals)}
            {...form.field("interval")}
          />
        )}
        {subject === "onboarding_order" && (
          <p className="hint">
            {t`Variant B asks list B.`} {/* A tab of its own: this form isn't saved yet. */}
            <a className="link" href={paths.questions()} target="_blank" rel="noreferrer">{t`Edit list B`}</a>
          </p>
        )}
        <ChoiceField
          label={t`Goal`}
          options={subjectGoals[subject].map((value) => ({ value, label: names.goals[value] }))}
          {...form.field("goal")}
        />
        {subject === "checkout_interval" && (
          <p className="hint">{t`Most people at checkout have signed up and completed a class already.`}</p>
        )}
        <div className="experiment-size">
          <LineField
            label={t`Expected rate of the control, %`}
            inputMode="decimal"
            {...form.field("expectedRate", percent)}
          />
          <LineField
            label={t`Smallest difference, percentage points`}
            inputMode="decimal"
            {...form.field("minDifference", percent)}
          />
          <LineField label={t`People a day`} inputMode="numeric" {...form.field("daily")} />
        </div>
        <SizeNote needed={needed} perDay={(wholeNumberOf(daily) * wholeNumberOf(share)) / 100} />
        <div className="experiment-size">
          <LineField
            label={t`Share of people, %`}
            inputMode="numeric"
            {...form.field("share", {
              validate: (typed: string) =>
                wholeNumberOf(typed) <= 100 || t`Enter a whole number from 0 to 100.`,
            })}
          />
          <LineField
            label={t`Countries`}
            hint={t`Codes such as DE, US. Empty: all.`}
            {...form.field("countries")}
          />
        </div>
        <p className="hint hint-bad empty:hidden" role="alert">
          {form.formFault}
        </p>
        <div className="row wrap">
          <Button type="submit" tone="go" busy={form.busy}>{t`Save draft`}</Button>
          <Button tone="text" onClick={onClose}>{t`Cancel`}</Button>
        </div>
      </form>
    </Sheet>
  );
}
