import "./streak-strip.css";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type ResultOf } from "../../../graphql/graphql.ts";
import { formatCalendarDay } from "../../../lib/formats.ts";
import { Button } from "../../../ui/button.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { Eight } from "../../../ui/eight.tsx";
import { showToast } from "../../../ui/toast.ts";
import { dateOf, dayAfter, daysOfWeek } from "../components/days.ts";

const StreakFragment = graphql(`
  fragment StreakStrip on Streak {
    id
    weeks
    week
    today
    daysDone
    daysWanted
    isReached
    isBreak
    breaks
    breaksLeft
    nextBadge {
      id
      name
      amountToEarn
    }
  }
`);
const StreakQuery = graphql(
  `
    query Streak {
      streak {
        id
        ...StreakStrip
      }
    }
  `,
  [StreakFragment],
);
const PlanBreak = graphql(
  `
    mutation PlanBreak($week: String!, $planned: Boolean!) {
      planBreak(week: $week, planned: $planned) {
        id
        ...StreakStrip
      }
    }
  `,
  [StreakFragment],
);

type Streak = ResultOf<typeof StreakFragment>;

/** The viewer's streak: weeks in a row, this week's goal, and planned rest. Its space is reserved while loading. */
export function StreakStrip() {
  const { t } = useLingui();
  const [{ data, error }] = useQuery({ query: StreakQuery, requestPolicy: "cache-and-network" });
  if (!data) return error ? null : <div className="sec streak-room" />;
  const streak = readFragment(StreakFragment, data.streak);
  return (
    <section className="sec streak streak-room" aria-label={t`Weekly streak`}>
      <Words streak={streak} />
      <Days streak={streak} />
      <Next streak={streak} />
    </section>
  );
}

function Words({ streak }: { streak: Streak }) {
  const { t } = useLingui();
  const { weeks, daysWanted, daysDone, isReached, isBreak } = streak;
  const left = daysWanted - daysDone.length;
  const wanted = plural(daysWanted, {
    one: "Your goal: # day a week.",
    other: "Your goal: # days a week.",
  });
  const more = plural(left, {
    one: "Dance # more day by Sunday to reach it.",
    other: "Dance # more days by Sunday to reach it.",
  });
  return (
    <div className="streak-words">
      <h2 className="d2">
        {weeks > 0
          ? plural(weeks, { one: "#-week streak", other: "#-week streak" })
          : t`Start your first week`}
      </h2>
      <p className="muted pretty">
        {isReached
          ? t`You’ve hit this week’s goal. Anything more is a bonus.`
          : isBreak
            ? t`Rest week. Your streak is safe.`
            : `${wanted} ${more}`}
      </p>
    </div>
  );
}

function Days({ streak }: { streak: Streak }) {
  const { t } = useLingui();
  const done = streak.daysDone.length;
  const label = plural(done, { one: "# day danced this week", other: "# days danced this week" });
  const labelOf = (weekday: string, isDone: boolean, isToday: boolean): string => {
    if (isToday) return isDone ? t`${weekday}, today, danced` : t`${weekday}, today`;
    return isDone ? t`${weekday}, danced` : weekday;
  };
  return (
    <div>
      <p className="sr-only">{label}</p>
      <ol className="streak-days">
        {daysOfWeek(streak.week).map((day) => {
          const isDone = streak.daysDone.includes(day);
          const isToday = day === streak.today;
          return (
            <li key={day} className={classNames(isDone && "did", isToday && "today")}>
              <span aria-hidden="true">{formatCalendarDay(dateOf(day), "narrowWeekday")}</span>
              <b aria-hidden="true">{formatCalendarDay(dateOf(day), "dayOfMonth")}</b>
              <span className="sr-only">
                {labelOf(formatCalendarDay(dateOf(day), "weekday"), isDone, isToday)}
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function Next({ streak }: { streak: Streak }) {
  const { t } = useLingui();
  const [{ fetching }, run] = useMutation(PlanBreak);
  const { weeks, week, nextBadge, breaks, breaksLeft, isBreak, isReached } = streak;
  const nextWeek = dayAfter(week, 7);
  const plan = async (of: string, planned: boolean) => {
    const { error } = await run({ week: of, planned });
    if (!error) return;
    const isRefused = error.graphQLErrors.some(({ extensions }) => extensions["code"] === "BAD_INPUT");
    showToast(
      isRefused ? t`You’ve already planned both rest weeks for that quarter.` : t`Couldn’t save. Try again.`,
    );
  };
  const name = nextBadge?.name;
  const goal = nextBadge?.amountToEarn ?? weeks;
  const left = goal - weeks;
  // There is no streak to protect before the first week.
  const offersRest = weeks > 0 || isBreak || breaks.length > 0;
  const rest = !offersRest
    ? ""
    : breaksLeft === 0
      ? t`You’ve planned both rest weeks this quarter.`
      : plural(breaksLeft, {
          one: "# rest week left this quarter.",
          other: "# rest weeks left this quarter.",
        });
  return (
    <div className="streak-next">
      {nextBadge && (
        <div className="row">
          <Eight size="md" value={weeks / goal} label={t`${weeks} of ${goal} weeks`} />
          <span className="num" aria-hidden="true">
            {weeks}
            <span className="faint"> / {goal}</span>
          </span>
        </div>
      )}
      <p className="t1 muted pretty">
        {nextBadge &&
          plural(left, {
            one: `# more week to earn “${name}”.`,
            other: `# more weeks to earn “${name}”.`,
          })}{" "}
        {rest}
      </p>
      {offersRest && (
        <div className="row wrap">
          {isBreak ? (
            <Button size="s" tone="line" busy={fetching} onClick={() => void plan(week, false)}>
              {t`Cancel this rest week`}
            </Button>
          ) : (
            breaksLeft > 0 &&
            !isReached && (
              <Button size="s" tone="line" busy={fetching} onClick={() => void plan(week, true)}>
                {t`Take this week off`}
              </Button>
            )
          )}
          {breaks.includes(nextWeek) ? (
            <Button size="s" tone="line" busy={fetching} onClick={() => void plan(nextWeek, false)}>
              {t`Cancel next rest week`}
            </Button>
          ) : (
            breaksLeft > 0 && (
              <Button size="s" tone="line" busy={fetching} onClick={() => void plan(nextWeek, true)}>
                {t`Take next week off`}
              </Button>
            )
          )}
        </div>
      )}
    </div>
  );
}
