import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment } from "../../../graphql/graphql.ts";
import { minutesOf } from "../../../lib/formats.ts";
import { Button } from "../../../ui/button.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { showToast } from "../../../ui/toast.ts";
import { ClassSummaryFragment } from "../../catalog/public/class-summary.ts";
import { usePlanChanges } from "../actions/change-plan.ts";
import { formatDay, useReasonLabels } from "../public/plan-labels.ts";
import type { Planned } from "./plan-fragment.ts";

const AlternativesQuery = graphql(
  `
    query PlanAlternatives($id: ID!) {
      planAlternatives(id: $id) {
        reasonKind
        reasonDetail
        studioClass {
          id
          ...ClassSummary
        }
      }
    }
  `,
  [ClassSummaryFragment],
);

type SheetProps = {
  planned: Planned;
  /** Days that the session can move to. */
  days: readonly string[];
  onClose: () => void;
};

/** Changes a session: another day, another class, or removal. */
export function SessionSheet({ planned, days, onClose }: SheetProps) {
  const { t } = useLingui();
  const reasonOf = useReasonLabels();
  const changes = usePlanChanges();
  const [busy, setBusy] = useState(false);
  const [{ data, error }] = useQuery({ query: AlternativesQuery, variables: { id: planned.id } });
  const { title } = readFragment(ClassSummaryFragment, planned.studioClass);
  const change = async (work: Promise<boolean>, said: string, undo?: () => Promise<boolean>) => {
    if (busy) return;
    setBusy(true);
    const isDone = await work;
    setBusy(false);
    if (!isDone) return;
    onClose();
    showToast(said, undo && { label: t`Undo`, run: () => void undo() });
  };
  return (
    <Sheet title={title} closeLabel={t`Close`} onClose={onClose}>
      <section className="stack gap-2" aria-labelledby="another-day">
        <h3 className="t4" id="another-day">{t`Move to another day`}</h3>
        <div className="plan-days">
          {days.map((day) => (
            <Button
              key={day}
              size="s"
              chosen={day === planned.date}
              aria-pressed={day === planned.date}
              onClick={() =>
                day === planned.date
                  ? onClose()
                  : void change(
                      changes.move(planned.id, day),
                      t`Moved to ${formatDay(day, "weekday")}.`,
                      () => changes.move(planned.id, planned.date),
                    )
              }
            >
              {`${formatDay(day, "weekday")} ${formatDay(day, "dayOfMonth")}`}
            </Button>
          ))}
        </div>
      </section>
      <section className="stack gap-2" aria-labelledby="another-class">
        <h3 className="t4" id="another-class">{t`Swap class`}</h3>
        {error && <p className="muted">{t`Couldn’t load options. Try again.`}</p>}
        {data?.planAlternatives.length === 0 && <p className="muted">{t`No other matching classes.`}</p>}
        <ul className="plan-options">
          {data?.planAlternatives.map((one) => {
            const studioClass = readFragment(ClassSummaryFragment, one.studioClass);
            const minutes = minutesOf(studioClass.video.durationInMs);
            return (
              <li key={studioClass.id}>
                <button
                  type="button"
                  onClick={() =>
                    void change(
                      changes.swap(planned.id, studioClass.id),
                      t`Swapped to ${studioClass.title}.`,
                      () => changes.swap(planned.id, planned.studioClass.id),
                    )
                  }
                >
                  <span className="strong">{studioClass.title}</span>
                  <span className="facts">
                    <span>{t`${minutes} min`}</span>
                    <span>{studioClass.styleV2.name}</span>
                  </span>
                  <span className="t1 muted">{reasonOf(one)}</span>
                </button>
              </li>
            );
          })}
        </ul>
      </section>
      <Button
        wide
        onClick={() =>
          void change(changes.skip(planned.id, true), t`Skipped this week.`, () =>
            changes.skip(planned.id, false),
          )
        }
      >
        {t`Skip this week`}
      </Button>
    </Sheet>
  );
}
