import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { PeopleFigure } from "../../../../contract/people-figures.ts";
import { formatCalendarDay, formatMoment } from "../../../lib/formats.ts";
import { useQuery } from "../../../graphql/hooks.ts";
import { useChangeNames } from "../../billing/public/use-change-names.ts";
import { useChurnNames } from "../../billing/public/use-churn-names.ts";
import { PeopleOptionsQuery } from "./people-options.ts";

type FigureTitleProps = {
  figure: PeopleFigure;
  /** How many people it counts; null while that is unknown. */
  people: number | null;
};

/** Names the figure whose people are listed, and how many they are. */
export function FigureTitle({ figure, people }: FigureTitleProps) {
  const name = useFigureName(figure)(figure);
  return (
    <div className="stack gap-1">
      <h2 className="t4">{name}</h2>
      {people !== null && (
        <p className="muted tn" role="status">
          {plural(people, { one: "# person", other: "# people" })}
        </p>
      )}
    </div>
  );
}

function useFigureName({ kind }: PeopleFigure): (figure: PeopleFigure) => string {
  const { t } = useLingui();
  const [{ data }] = useQuery({ query: PeopleOptionsQuery, pause: !kind.startsWith("pass_") });
  const passName = (id: string) => data?.couponOptions?.plans.find((plan) => plan.id === id)?.name ?? t`Pass`;
  const reasonName = useChurnNames();
  const changeNames = useChangeNames();
  const monthOf = (month: string) => formatCalendarDay(new Date(`${month}-01T00:00:00Z`), "month");
  const momentOf = (text: string) => formatMoment(new Date(text), "dateTime");
  const spanOf = ({ from, until }: { from: string; until: string }) =>
    `${momentOf(from)} – ${momentOf(until)}`;
  return (figure) => {
    switch (figure.kind) {
      case "cohort": {
        const month = monthOf(figure.month);
        const { age } = figure;
        return age === ""
          ? t`First paid in ${month}`
          : t`First paid in ${month}, still paying after ${age} months`;
      }
      case "trials_ending": {
        const until = momentOf(figure.until);
        return t`Trials ending before ${until}`;
      }
      case "mrr":
        return `${changeNames[figure.change]}, ${figure.currency}, ${monthOf(figure.month)}`;
      case "pass_running": {
        const pass = passName(figure.plan);
        return t`Have ${pass} now, ${figure.currency}`;
      }
      case "pass_sold": {
        const pass = passName(figure.plan);
        const span = spanOf(figure);
        return t`Bought ${pass}, ${figure.currency}, ${span}`;
      }
      case "dunning": {
        const { currency } = figure;
        return currency ? t`Payments in retry, ${currency}` : t`Payments in retry`;
      }
      case "recovered":
      case "lost": {
        const { currency } = figure;
        const span = spanOf(figure);
        return figure.kind === "recovered"
          ? t`Payments recovered, ${currency}, ${span}`
          : t`Payments given up, ${currency}, ${span}`;
      }
      case "churned": {
        const span = spanOf(figure);
        const reason = reasonName(figure.reason);
        return figure.reason ? t`Churned: ${reason}, ${span}` : t`Churned, ${span}`;
      }
      case "trials_started": {
        const span = spanOf(figure);
        return t`Trials started, ${span}`;
      }
      case "danced": {
        const from = momentOf(figure.from);
        return t`Danced since ${from}`;
      }
      case "joined": {
        const span = spanOf(figure);
        return t`Joined, ${span}`;
      }
      case "canceled": {
        const span = spanOf(figure);
        return t`Canceled, ${span}`;
      }
    }
  };
}
