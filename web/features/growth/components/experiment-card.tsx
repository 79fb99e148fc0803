import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useId, useState } from "react";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import type { Experiment } from "./experiment-fragment.ts";
import { experimentName } from "../public/experiment-names.ts";
import { useExperimentNames } from "./use-experiment-names.ts";

const ExperimentActs = lazy(async () => ({
  default: (await import("./experiment-acts.tsx")).ExperimentActs,
}));
const ExperimentGoals = lazy(async () => ({
  default: (await import("./experiment-goals.tsx")).ExperimentGoals,
}));
const ExperimentSheet = lazy(async () => ({
  default: (await import("./experiment-sheet.tsx")).ExperimentSheet,
}));

/** An experiment: its plan, how many people took part, and what it changed. */
export function ExperimentCard({ experiment }: { experiment: Experiment }) {
  const { t } = useLingui();
  const names = useExperimentNames();
  const titleId = useId();
  const [isEditing, setEditing] = useState(false);
  const { name, status, subject, goal, value, controlValue, since, endedAt, chosen } = experiment;
  const { control, variant, isMismatched, goals } = experiment;
  const startedOn = formatMonthDayYear(new Date(since));
  return (
    <article className="experiment" aria-labelledby={titleId}>
      <header className="experiment-head">
        <div className="stack gap-2">
          <div className="row wrap">
            <h2 className="t4" id={titleId}>
              {experimentName(experiment)}
            </h2>
            <span className="tag">{names.statuses[status]}</span>
          </div>
          <p className="facts">
            {name && subject && <span>{names.subjects[subject]}</span>}
            {goal && <span>{t`Goal: ${names.goals[goal]}`}</span>}
            {status !== "draft" && <span>{t`Started ${startedOn}`}</span>}
            {endedAt && <span>{t`Ended ${formatMonthDayYear(new Date(endedAt))}`}</span>}
          </p>
        </div>
        <Suspense>
          <ExperimentActs experiment={experiment} onEdit={() => setEditing(true)} />
        </Suspense>
      </header>
      {subject && subject !== "onboarding_order" && (
        <div className="experiment-values">
          {controlValue && <VariantValue label={t`Control`} value={controlValue} />}
          {value && <VariantValue label={t`Variant B`} value={value} />}
        </div>
      )}
      {status === "paused" && <p className="muted">{t`Everyone sees the control until you resume it.`}</p>}
      {status !== "draft" && <Progress experiment={experiment} />}
      {isMismatched && (
        <p className="experiment-warning" role="note">
          <strong>{t`Sample ratio mismatch.`}</strong>{" "}
          {t`Expected 50/50, got ${control} to ${variant} (p < 0.1%). One variant is losing people. Don’t trust this result.`}
        </p>
      )}
      {status !== "draft" && goals.length > 0 && (
        <Suspense>
          <ExperimentGoals id={`${titleId}-goals`} experiment={experiment} />
        </Suspense>
      )}
      {chosen && <p>{chosen === "variant_b" ? t`Variant B was applied.` : t`The control was kept.`}</p>}
      {isEditing && (
        <Suspense>
          <ExperimentSheet
            draft={experiment}
            onClose={() => setEditing(false)}
            onSaved={() => setEditing(false)}
          />
        </Suspense>
      )}
    </article>
  );
}

/** What a variant shows. */
function VariantValue({ label, value }: { label: string; value: NonNullable<Experiment["value"]> }) {
  const { t } = useLingui();
  const { intervals } = useExperimentNames();
  const { title, text, interval } = value;
  return (
    <div className="experiment-value">
      <p className="t1 muted">{label}</p>
      <p className="strong">{title ?? (interval ? intervals[interval] : t`Best value`)}</p>
      {text && <p className="pretty">{text}</p>}
    </div>
  );
}

/** How many of the planned people took part. Until all have, there is no result. */
function Progress({ experiment }: { experiment: Experiment }) {
  const { t, i18n } = useLingui();
  const { control, variant, plannedSize, isComplete, status } = experiment;
  // Both variants need their number: more people of one don't make up for fewer of the other.
  const people = plannedSize === null ? 0 : Math.min(control, plannedSize) + Math.min(variant, plannedSize);
  const seen = t`${i18n.number(control)} saw the control, ${i18n.number(variant)} saw variant B.`;
  if (plannedSize === null)
    return (
      <p className="muted">
        {seen} {t`No number of people was planned, so read this result with care.`}
      </p>
    );
  const planned = 2 * plannedSize;
  return (
    <div className="experiment-progress">
      <p className="strong">{t`${i18n.number(people)} of ${i18n.number(planned)} people`}</p>
      <span className="bars-track" aria-hidden="true">
        <span
          className={isComplete ? "bars-fill is-marked" : "bars-fill"}
          style={{ width: `${Math.min(100, (100 * people) / planned)}%` }}
        />
      </span>
      <p className="t1 muted">
        {seen}{" "}
        {!isComplete &&
          (status === "ended"
            ? t`It ended before the planned number of people, so this isn’t a result.`
            : t`The result appears once the planned number of people took part. A number read earlier isn’t a result.`)}
      </p>
    </div>
  );
}
