import "./streak-strip.css";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "urql";
import { graphql, readFragment, type ResultOf } from "../../../graphql/graphql.ts";
import { Button } from "../../../ui/button.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { Eight } from "../../../ui/eight.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { dayAfter, daysOfWeek, formatCalendarDay } from "../components/days.ts";

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
    <section className="sec streak streak-room" aria-label={t`Your weeks`}>
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
    one: "You mean to dance once a week.",
    other: "You mean to dance # days a week.",
  });
  const more = plural(left, {
    one: "Once more by Sunday and it’s yours.",
    other: "# more by Sunday and it’s yours.",
  });
  return (
    <div className="streak-words">
      <h2 className="d2">
        {weeks > 0
          ? plural(weeks, { one: "One week, danced", other: "# weeks straight" })
          : t`A first week to dance`}
      </h2>
      <p className="muted pretty">
        {isReached
          ? t`This week is yours. Whatever you dance now is extra.`
          : isBreak
            ? t`You’re resting this week. Your weeks wait for you.`
            : `${wanted} ${more}`}
      </p>
    </div>
  );
}

function Days({ streak }: { streak: Streak }) {
  const { t } = useLingui();
  const done = streak.daysDone.length;
  const label = plural(done, { one: "# day danced this week", other: "# days danced this week" });
  return (
    <div>
      <p className="sr-only">{label}</p>
      <ol className="streak-days">
        {daysOfWeek(streak.week).map((day) => {
          const isDone = streak.daysDone.includes(day);
          const isToday = day === streak.today;
          return (
            <li key={day} className={classNames(isDone && "did", isToday && "today")}>
              <span aria-hidden="true">{formatCalendarDay(day, { weekday: "narrow" })}</span>
              <b aria-hidden="true">{formatCalendarDay(day, { day: "numeric" })}</b>
              <span className="sr-only">
                {formatCalendarDay(day, { weekday: "long" })}
                {isDone && `, ${t`danced`}`}
                {isToday && `, ${t`today`}`}
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
      isRefused
        ? t`Both breaks of that quarter are planned already.`
        : t`The studio didn’t answer. Nothing was changed; press it again.`,
    );
  };
  const name = nextBadge?.name;
  const goal = nextBadge?.amountToEarn ?? weeks;
  const left = goal - weeks;
  const rest =
    breaksLeft === 0
      ? t`Both rests of this quarter are planned.`
      : plural(breaksLeft, {
          one: "One week of rest is left this quarter.",
          other: "# weeks of rest are yours this quarter.",
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
          plural(left, { one: `One more week earns “${name}”.`, other: `# more weeks earn “${name}”.` })}{" "}
        {rest}
      </p>
      <div className="row wrap">
        {isBreak ? (
          <Button size="s" tone="line" busy={fetching} onClick={() => void plan(week, false)}>
            {t`Dance this week after all`}
          </Button>
        ) : (
          breaksLeft > 0 &&
          !isReached && (
            <Button size="s" tone="line" busy={fetching} onClick={() => void plan(week, true)}>
              {t`Rest this week`}
            </Button>
          )
        )}
        {breaks.includes(nextWeek) ? (
          <Button size="s" tone="line" busy={fetching} onClick={() => void plan(nextWeek, false)}>
            {t`Dance next week after all`}
          </Button>
        ) : (
          breaksLeft > 0 && (
            <Button size="s" tone="line" busy={fetching} onClick={() => void plan(nextWeek, true)}>
              {t`Rest next week`}
            </Button>
          )
        )}
      </div>
    </div>
  );
}
