import { useLingui } from "@lingui/react/macro";
import { Play } from "lucide-react";
import { useEffect, useRef } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment } from "../../../graphql/graphql.ts";
import { minutesOf } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { startState } from "../../../lib/start-state.ts";
import { Link } from "../../../lib/router/index.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { EmptyState } from "../../../ui/state.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
import { deviceTimeZone } from "../../../../contract/formats/time-zones.ts";
import { formatDay, ReasonFragment, useReasonLabels } from "./plan-labels.ts";
import { WeekStrip, WeekStripFragment } from "./week-strip.tsx";

const FirstWeekQuery = graphql(
  `
    query FirstWeek($timeZone: String) {
      me {
        id
        name
      }
      weekPlan(timeZone: $timeZone) {
        weekStart
        classes {
          id
          date
          ...PlanReason
          studioClass {
            id
            classId
            title
            video {
              durationInMs
            }
          }
        }
        startNow {
          id
          studioClass {
            id
            classId
            video {
              encodingStatus
            }
          }
        }
        ...WeekStrip
      }
    }
  `,
  [ReasonFragment, WeekStripFragment],
);

/** End of the onboarding: the first week's plan, and a class to start now. */
export function FirstWeek() {
  const { t } = useLingui();
  const reasonOf = useReasonLabels();
  const query = useQuery({
    query: FirstWeekQuery,
    variables: { timeZone: deviceTimeZone() },
    // Answers may have been given a moment ago, also on another device.
    requestPolicy: "network-only",
  });
  const [{ data, error }] = query;
  const heading = useRef<HTMLHeadingElement>(null);
  const isLaid = Boolean(data);
  // Rendered after the last question is gone: the focus announces it.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [isLaid]);
  if (!data)
    return error ? (
      <QueryError page query={query} title={t`Couldn’t load your week`}>
        {t`We couldn’t connect. Your answers are saved.`}
      </QueryError>
    ) : (
      <div className="first-week" aria-busy="true">
        <h1 className="d1" tabIndex={-1} ref={heading}>{t`Planning your week`}</h1>
      </div>
    );
  const { weekPlan: plan, me } = data;
  const { classes, startNow } = plan;
  if (classes.length === 0)
    return (
      <EmptyState
        title={t`You’re all set`}
        page
        action={
          <Link className={buttonClass()} to={paths.dashboard()}>
            {t`See today’s set`}
          </Link>
        }
      >
        {t`No classes match yet. We’ll add them to your week as they arrive.`}
      </EmptyState>
    );
  const isReady = startNow?.studioClass.video.encodingStatus === "available";
  return (
    <div className="first-week">
      <div className="stack">
        <h1 className="d1" tabIndex={-1} ref={heading}>{t`Your first week`}</h1>
        <p className="muted pretty">{t`Every class has a day. Move, swap, or skip any of them.`}</p>
      </div>
      <WeekStrip plan={plan} />
      <ol>
        {classes.map((one) => {
          const { studioClass, date } = one;
          const minutes = minutesOf(studioClass.video.durationInMs);
          return (
            <li key={one.id} className="first-week-i">
              <span className="t1 strong">{formatDay(date, "shortWeekday")}</span>
              <Link className="strong" to={paths.studioClass(studioClass.classId)}>
                {studioClass.title}
              </Link>
              <span className="t1 muted tn nowrap">{t`${minutes} min`}</span>
              <span className="t1 muted">{reasonOf(readFragment(ReasonFragment, one))}</span>
            </li>
          );
        })}
      </ol>
      <div className="row wrap">
        {startNow && isReady && (
          <Link
            className={buttonClass({ tone: "go", size: "l" })}
            to={paths.player(startNow.studioClass.classId)}
            state={startState}
          >
            <Icon of={Play} /> {t`Start now`}
          </Link>
        )}
        <Link className={buttonClass({ size: "l" })} to={paths.plan()}>
          {t`See your week`}
        </Link>
      </div>
      {me && !me.name && (
        <p className="t1 muted">
          {t`To see it on your other devices,`}{" "}
          <Link className="link strong" to={paths.register()} search={{ next: paths.plan() }}>
            {t`sign up`}
          </Link>
          .
        </p>
      )}
    </div>
  );
}
