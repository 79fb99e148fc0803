import { useLingui } from "@lingui/react/macro";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { minutesOf } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { deviceTimeZone } from "../../../../contract/formats/time-zones.ts";
import { formatDay } from "./plan-labels.ts";
import { WeekStrip, WeekStripFragment } from "./week-strip.tsx";

const WeekCardQuery = graphql(
  `
    query WeekCard($timeZone: String) {
      weekPlan(timeZone: $timeZone) {
        weekStart
        today
        isTailored
        classes {
          id
          date
          done
          studioClass {
            id
            classId
            title
            video {
              durationInMs
            }
          }
        }
        ...WeekStrip
      }
    }
  `,
  [WeekStripFragment],
);

/**
 * The week at a glance, with the next session. Its space is reserved while loading; on failure it renders
 * nothing.
 */
export function WeekCard() {
  const { t } = useLingui();
  const [{ data, error }] = useQuery({ query: WeekCardQuery, variables: { timeZone: deviceTimeZone() } });
  if (error && !data) return null;
  const plan = data?.weekPlan;
  if (plan?.isTailored && plan.classes.length === 0) return null;
  const next = plan?.classes.find(({ done, date }) => !done && date >= plan.today);
  const all = plan?.classes.length ?? 0;
  const done = plan?.classes.filter((one) => one.done).length ?? 0;
  const day = next && (next.date === plan?.today ? t`Today` : formatDay(next.date, "weekday"));
  return (
    <section className="sec week-room week-card" aria-labelledby="week-card">
      {plan &&
        (plan.isTailored ? (
          <>
            <div className="stack">
              <h2 className="d2" id="week-card">
                {done === 0
                  ? t`Your week is planned`
                  : done === all
                    ? t`You finished your week`
                    : t`${done} of ${all} done this week`}
              </h2>
              {next ? (
                <p className="muted pretty">
                  {day}
                  {" · "}
                  <Link className="link strong" to={paths.studioClass(next.studioClass.classId)}>
                    {next.studioClass.title}
                  </Link>
                  {" · "}
                  {t`${minutesOf(next.studioClass.video.durationInMs)} min`}
                </p>
              ) : (
                <p className="muted pretty">{t`Nothing else this week. Anything more is a bonus.`}</p>
              )}
              <p>
                <Link className={buttonClass({ size: "s" })} to={paths.plan()}>
                  {t`Your week`}
                </Link>
              </p>
            </div>
            <WeekStrip plan={plan} />
          </>
        ) : (
          <>
            <div className="stack">
              <h2 className="d2" id="week-card">{t`Plan your week`}</h2>
              <p className="muted pretty">
                {t`Tell us when, where, and why you dance. We’ll pick a class for each day.`}
              </p>
            </div>
            <p>
              <Link className={buttonClass()} to={paths.onboarding()}>
                {t`Plan my week`}
              </Link>
            </p>
          </>
        ))}
    </section>
  );
}
