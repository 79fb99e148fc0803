import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useMutation } from "../../../graphql/hooks.ts";
import { hasCode } from "../../../graphql/codes.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { invalidating } from "../../../graphql/invalidate.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { formatMoment } from "../../../lib/formats.ts";
import { formatMoney } from "../../../lib/money.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useConfirmation } from "../../identity/public/use-confirmation.tsx";
import { termText } from "../checkout/intervals.ts";
import type { Grid, GridChange } from "./fragments.ts";
import { dayText } from "./price-labels.ts";

const Undo = graphql(`
  mutation PriceChangeUndo($id: ID!) {
    priceChangeUndo(id: $id) {
      id
      undoneAt
      canUndo
    }
  }
`);

defineCacheUpdates({ priceChangeUndo: invalidating("priceGrid") });

/** The announced changes of what running members pay, with how far their emails are. */
export function PriceChanges({ grid, onStale }: { grid: Grid; onStale: () => void }) {
  const { t } = useLingui();
  if (grid.changes.length === 0) return null;
  return (
    <section className="stack gap-2" aria-label={t`Changes for running members`}>
      <h2 className="t3 strong">{t`Changes for running members`}</h2>
      <ul className="price-versions">
        {grid.changes.map((change) => (
          <Change key={change.id} change={change} grid={grid} onStale={onStale} />
        ))}
      </ul>
    </section>
  );
}

function Change({ change, grid, onStale }: { change: GridChange; grid: Grid; onStale: () => void }) {
  const { t } = useLingui();
  const [{ fetching }, undo] = useMutation(Undo);
  const { confirmedCall, sheet } = useConfirmation();
  const plan = grid.plans.find(({ id }) => id === change.planId);
  const name = plan ? `${plan.name}, ${termText(plan.period, plan.periodUnit)}` : change.planId;
  const amount = formatMoney(change.amount, change.currencyCode);
  const day = dayText(change.startsOn);
  const press = async (): Promise<void> => {
    const result = await confirmedCall(() => undo({ id: change.id }));
    if (!result) return;
    const { error } = result;
    if (!error) showToast(t`Undone. No one was emailed.`);
    else if (hasCode(error, "TOO_LATE_TO_UNDO")) showToast(t`The emails are already going out.`);
    else return showToast(t`Couldn’t undo this. Try again.`);
    onStale();
  };
  return (
    <li>
      <div>
        <p className="strong">{t`${name}: ${amount} from ${day}`}</p>
        <p className="t1 muted">
          <State change={change} />
        </p>
      </div>
      {change.canUndo && (
        <Button size="s" busy={fetching} aria-label={t`Undo ${name}: ${amount}`} onClick={() => void press()}>
          {t`Undo`}
        </Button>
      )}
      {sheet}
    </li>
  );
}

function State({ change }: { change: GridChange }) {
  const { t } = useLingui();
  const { undoneAt, canUndo, finishedAt, notified, mustAgree, accepted, noticesAt } = change;
  if (undoneAt && notified > 0)
    return plural(notified, {
      one: "Price deleted. # member was emailed, and keeps their price.",
      other: "Price deleted. # members were emailed, and keep their price.",
    });
  if (undoneAt) return t`Undone. No one was emailed.`;
  const at = formatMoment(new Date(noticesAt), "dateTime");
  if (canUndo) return t`Emails go out on ${at}. Until then you can undo this.`;
  const emailed = plural(notified, { one: "# member emailed", other: "# members emailed" });
  const progress = finishedAt ? t`${emailed}.` : t`Sending: ${emailed}.`;
  if (mustAgree === 0) return progress;
  const agreed = plural(mustAgree, {
    one: `${accepted} of # who must agree has agreed.`,
    other: `${accepted} of # who must agree have agreed.`,
  });
  const others = change.endsWithoutConsent
    ? t`Without consent, a plan ends with its paid term.`
    : t`Without consent, a member keeps their price.`;
  return `${progress} ${agreed} ${others}`;
}
