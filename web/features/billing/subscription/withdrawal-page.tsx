import "../billing.css";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type ResultOf } from "../../../graphql/graphql.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { formatMoney } from "../../../lib/money.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useNavigate, useSearch } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/state.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useSubscriptionCommands } from "./use-subscription-commands.ts";
import { CurrentFragment } from "./current-fragment.ts";
import { termText } from "../checkout/intervals.ts";
import { refusalOf } from "../checkout/refusals.ts";
import { isLive } from "./statuses.ts";

const WithdrawableFragment = graphql(
  `
    fragment Withdrawable on Subscription {
      id
      status
      withdrawal {
        refund
        credit
        used
      }
      ...Current
    }
  `,
  [CurrentFragment],
);
const WithdrawalQuery = graphql(
  `
    query Withdrawal {
      userSubscriptionHistory {
        ...Withdrawable
      }
      boughtAlone {
        ...Withdrawable
      }
    }
  `,
  [WithdrawableFragment],
);

/** The EU's fourteen-day right of withdrawal: two steps, no reason, full refund. */
export function Page() {
  const { t } = useLingui();
  usePageTitle(t`Withdraw from your contract`);
  const query = useQuery({
    query: WithdrawalQuery,
    requestPolicy: "cache-and-network",
  });
  const [{ data, error }] = query;
  // A link names what was bought alone; without one, it is about the plan.
  const { purchase } = useSearch();
  const live =
    data &&
    (typeof purchase === "string"
      ? readFragment(WithdrawableFragment, data.boughtAlone).find(({ id }) => id === purchase)
      : readFragment(WithdrawableFragment, data.userSubscriptionHistory).find(({ status }) =>
          isLive(status),
        ));
  const current = live ? readFragment(CurrentFragment, live) : null;
  return (
    <div className="page form-page account">
      <h1 className="d1 d1-page">{t`Withdraw`}</h1>
      <p className="pretty">
        {t`In the EU, Norway, and the UK, you can withdraw within 14 days without giving a reason. Your plan ends immediately. You’ll see your refund before you confirm.`}
      </p>
      {error && !data ? (
        <QueryError query={query} title={t`Couldn’t load your subscription`}>
          {t`We couldn’t connect. This doesn’t affect your withdrawal period.`}
        </QueryError>
      ) : current?.withdrawableUntil ? (
        <Withdraw
          subscription={current}
          until={current.withdrawableUntil}
          returned={live?.withdrawal ?? null}
        />
      ) : (
        data && (
          <EmptyState
            title={
              current ? t`Your withdrawal period has ended or doesn’t apply` : t`Nothing to withdraw from`
            }
            action={
              <p className="row wrap">
                <Link className="btn" to={paths.withdrawContract()}>
                  {t`Withdraw without signing in`}
                </Link>
                <Link className="btn" to={paths.subscription()}>
                  {t`Your subscription`}
                </Link>
              </p>
            }
          >
            {current
              ? t`You can cancel anytime and keep access until the end of the paid period.`
              : t`You don’t have an active subscription. If you bought as a guest, open this page in the browser you used to pay.`}
          </EmptyState>
        )
      )}
    </div>
  );
}

function Withdraw({
  subscription,
  until,
  returned,
}: {
  subscription: ResultOf<typeof CurrentFragment>;
  /** ISO 8601. */
  until: string;
  /** What goes back, in minor units. */
  returned: { refund: number; credit: number; used: number } | null;
}) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const commands = useSubscriptionCommands(subscription.id);
  const [isSure, setSure] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const { plan } = subscription;
  const name = `${plan.name}, ${termText(plan.period, plan.periodUnit)}`;
  const bought = formatMonthDayYear(new Date(subscription.agreedAt));
  const money = (amount: number): string => formatMoney(amount, subscription.currencyCode);
  const confirm = async (): Promise<void> => {
    const { code } = await commands.withdraw();
    if (code !== null) return setFault(refusalOf(code).text);
    showToast(t`Contract withdrawn.`);
    await navigate({ to: paths.subscription() });
  };
  return (
    <section className="step" aria-labelledby="contract">
      <div className="stack gap-2">
        <p className="t1 muted">{isSure ? t`Step 2 of 2` : t`Step 1 of 2`}</p>
        <h2 className="d2" id="contract">
          {name}
        </h2>
        <p className="muted">
          {t`Bought on ${bought}. You can withdraw until ${formatMonthDayYear(new Date(until))}.`}
        </p>
      </div>
      {isSure && (
        <p className="pretty" role="status">
          {t`“I withdraw from my contract for ${name}, bought on ${bought}.” Your access ends immediately.`}
        </p>
      )}
      {returned && (
        <dl className="sum t1 tn">
          {returned.used > 0 && (
            <div>
              <dt className="muted">{t`Days you used`}</dt>
              <dd>{money(returned.used)}</dd>
            </div>
          )}
          {returned.credit !== 0 && (
            <div>
              <dt className="muted">{returned.credit > 0 ? t`Credit added` : t`Credit removed`}</dt>
              <dd>{money(Math.abs(returned.credit))}</dd>
            </div>
          )}
          <div className="sum-total">
            <dt className="strong">{t`Refund within 14 days`}</dt>
            <dd>
              <b className="num">{money(returned.refund)}</b>
            </dd>
          </div>
        </dl>
      )}
      <p className="hint hint-bad" role="alert">
        {fault}
      </p>
      <div className="equal">
        {isSure ? (
          <>
            <Button tone="line" size="l" busy={commands.busy} onClick={() => void confirm()}>
              {t`Confirm withdrawal`}
            </Button>
            <Button tone="line" size="l" onClick={() => setSure(false)}>
              {t`Keep my plan`}
            </Button>
          </>
        ) : (
          <Button tone="line" size="l" onClick={() => setSure(true)}>
            {t`Withdraw from contract`}
          </Button>
        )}
      </div>
    </section>
  );
}
