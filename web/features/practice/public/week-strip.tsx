import "./week-strip.css";
import { useLingui } from "@lingui/react/macro";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { classNames } from "../../../ui/class-names.ts";
import { formatDay, weekDays } from "./plan-labels.ts";

export const WeekStripFragment = graphql(`
  fragment WeekStrip on WeekPlan {
    weekStart
    today
    classes {
      id
      date
      done
    }
    holidays {
      from
      to
    }
  }
`);

/** The week as ticks: chalk is danced, spot is next, a line is a rest day. */
export function WeekStrip({ plan }: { plan: FragmentOf<typeof WeekStripFragment> }) {
  const { t } = useLingui();
  const { weekStart, today, classes, holidays } = readFragment(WeekStripFragment, plan);
  const done = classes.filter((one) => one.done).length;
  const all = classes.length;
  const next = classes.find((one) => !one.done && one.date >= today);
  return (
    <div
      className={classNames("week-strip", all > 0 && done === all && "full")}
      role="img"
      aria-label={all === 0 ? t`A week without a class` : t`${done} of ${all} classes danced`}
    >
      {weekDays(weekStart).map((day) => {
        const here = classes.filter(({ date }) => date === day);
        const isOff = holidays.some(({ from, to }) => from <= day && day <= to);
        return (
          <div key={day} className={classNames("week-day", day === today && "is-today", isOff && "is-off")}>
            <span className="week-ticks">
              {here.map((one) => (
                <i key={one.id} className={one.done ? "on" : one.id === next?.id ? "now" : undefined} />
              ))}
              {here.length === 0 && <i className="rest" />}
            </span>
            <span className="t1">{formatDay(day, "shortWeekday")}</span>
            <span className="num">{formatDay(day, "dayOfMonth")}</span>
          </div>
        );
      })}
    </div>
  );
}
