import { useLingui } from "@lingui/react/macro";
import { Play } from "lucide-react";
import { lazy, Suspense } from "react";
import { readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { minutesOf } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { startState } from "../../../lib/start-state.ts";
import { Link } from "../../../lib/router/index.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Picture } from "../../../ui/picture.tsx";
import { Select } from "../../../ui/select.tsx";
import { ClassSummaryFragment } from "../../catalog/public/class-summary.ts";
import { usePlanChanges } from "../actions/change-plan.ts";
import { Holidays } from "./holidays.tsx";
import { PlanFragment, PlannedFragment } from "./plan-fragment.ts";

const CalendarSetting = lazy(async () => ({
  default: (await import("./calendar-setting.tsx")).CalendarSetting,
}));

const minuteSteps = [10, 15, 20, 30, 45, 60];
const hours = Array.from({ length: 36 }, (_unused, half) => {
  const minutes = 5 * 60 + half * 30;
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${minutes % 60 === 0 ? "00" : "30"}`;
});

/** Next to the week: the class to start now, and the plan's settings. */
export function PlanSide({ plan: masked }: { plan: FragmentOf<typeof PlanFragment> }) {
  const { t } = useLingui();
  const plan = readFragment(PlanFragment, masked);
  const now = readFragment(PlannedFragment, plan.startNow);
  const changes = usePlanChanges();
  const { minutes, isMinutesChosen, startsAt } = plan.settings;
  const chosen = isMinutesChosen ? minutes : null;
  const studioClass = now && readFragment(ClassSummaryFragment, now.studioClass);
  const length = studioClass ? minutesOf(studioClass.video.durationInMs) : 0;
  const isReady = studioClass?.video.encodingStatus === "available";
  const steps = [...new Set([...minuteSteps, ...(chosen ? [chosen] : [])])].toSorted((a, b) => a - b);
  const times = [...new Set([...hours, ...(startsAt ? [startsAt] : [])])].toSorted();
  return (
    <aside className="plan-side">
      {studioClass && (
        <section className="stack" aria-labelledby="start-now">
          <h2 className="sr-only" id="start-now">{t`Start now`}</h2>
          <div className="media" data-theme="room">
            <Picture url={studioClass.thumbnailImageUrl} sizes="(min-width: 64rem) 30vw, 100vw" eager />
          </div>
          <p className="t4">{studioClass.title}</p>
          <p className="row wrap">
            {isReady ? (
              <Link
                className={buttonClass({ tone: "go", size: "l" })}
                to={paths.player(studioClass.classId)}
                state={startState}
              >
                <Icon of={Play} /> {t`Start now`}
              </Link>
            ) : (
              <Link className={buttonClass({ size: "l" })} to={paths.studioClass(studioClass.classId)}>
                {t`Coming soon`}
              </Link>
            )}
            <span className="t1 muted">{t`${length} min`}</span>
          </p>
        </section>
      )}
      <section className="stack" aria-labelledby="how-you-dance">
        <h2 className="t4" id="how-you-dance">{t`Preferences`}</h2>
        <div className="plan-dates">
          <Select
            label={t`Session length`}
            value={chosen === null ? "" : String(chosen)}
            options={[
              { value: "", label: t`Let us choose` },
              ...steps.map((step) => ({ value: String(step), label: t`${step} min` })),
            ]}
            onChoose={(value) =>
              void changes.settings({ minutes: value ? Number(value) : null, startsAt }, plan.weekStart)
            }
          />
          <Select
            label={t`Start time`}
            value={startsAt ?? ""}
            options={[
              { value: "", label: t`Any time` },
              ...times.map((time) => ({ value: time, label: time })),
            ]}
            onChoose={(value) =>
              void changes.settings({ minutes: chosen, startsAt: value || null }, plan.weekStart)
            }
          />
        </div>
        <p className="row wrap">
          <Link className="link" to={paths.onboarding()} search={{ step: "num_of_days" }}>
            {t`Edit your days`}
          </Link>
          <Link className="link" to={paths.onboarding()} search={{ step: "levelV2" }}>
            {t`Edit level, goals, and space`}
          </Link>
        </p>
      </section>
      <Holidays today={plan.today} holidays={plan.holidays} />
      <Suspense>
        <CalendarSetting />
      </Suspense>
    </aside>
  );
}
