import "../billing.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { codeOf } from "../../../graphql/codes.ts";
import { graphql, readFragment, type ResultOf } from "../../../graphql/graphql.ts";
import { invalidateQueries } from "../../../graphql/invalidate.ts";
import { QueryError } from "../../../layouts/query-error.tsx";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { formatMoney } from "../../../lib/money.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { EmptyState, Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import type { PaymentConfig } from "../providers/provider.ts";
import { PaymentConfigFragment } from "../checkout/payment-config.ts";
import { termText } from "../checkout/intervals.ts";
import { refusalOf } from "../checkout/refusals.ts";
import { CurrentFragment } from "./current-fragment.ts";
import { useMethodLabels } from "./method-labels.ts";
import { isLive } from "./statuses.ts";

const ConfirmPanel = lazy(async () => ({ default: (await import("./confirm-panel.tsx")).ConfirmPanel }));

const OpenInvoiceQuery = graphql(
  `
    query OpenInvoice {
      me {
        id
        name
      }
      userSubscriptionHistory {
        id
        status
        ...Current
      }
      paymentConfig {
        ...PaymentConfig
      }
    }
  `,
  [CurrentFragment, PaymentConfigFragment],
);
const Pay = graphql(
  `
    mutation InvoicePay($id: ID!, $amountInCents: Int!) {
      invoicePay(id: $id, amountInCents: $amountInCents) {
        id
        ...Current
      }
    }
  `,
  [CurrentFragment],
);

defineCacheUpdates({ invoicePay: invalidateQueries });

/** Pays the open invoice, or confirms its payment. Emails about failed payments link here. */
export function Page() {
  const { t } = useLingui();
  usePageTitle(t`Pay an invoice`);
  const query = useQuery({ query: OpenInvoiceQuery, requestPolicy: "cache-and-network" });
  const [{ data, error }, again] = query;
  const live = data?.userSubscriptionHistory.find(({ status }) => isLive(status) && status !== "pending");
  const found = live ? readFragment(CurrentFragment, live) : null;
  return (
    <div className="page form-page account">
      <h1 className="d1 d1-page">{t`Pay an invoice`}</h1>
      {error && !data ? (
        <QueryError query={query} title={t`Couldn’t load your invoice`}>
          {t`You weren’t charged.`}
        </QueryError>
      ) : !data ? (
        <Skeleton label={t`Loading your invoice`} className="stack">
          <TextSkeleton className="w-4/5" />
          <TextSkeleton className="w-1/2" />
        </Skeleton>
      ) : found && (found.dunning || found.nextAction) ? (
        <OpenInvoice
          subscription={found}
          config={readFragment(PaymentConfigFragment, data.paymentConfig)}
          onStale={() => again({ requestPolicy: "network-only" })}
        />
      ) : data.me?.name ? (
        <EmptyState
          title={t`Nothing to pay`}
          action={
            <Link className={buttonClass({ tone: "go" })} to={paths.subscription()}>
              {t`Your subscription`}
            </Link>
          }
        >
          {t`All your invoices are paid.`}
        </EmptyState>
      ) : (
        <EmptyState
          title={t`Sign in to pay`}
          action={
            <Link
              className={buttonClass({ tone: "go" })}
              to={paths.login()}
              search={{ next: paths.payInvoice() }}
            >
              {t`Sign in`}
            </Link>
          }
        >
          {t`Use the account your invoice belongs to.`}
        </EmptyState>
      )}
    </div>
  );
}

function OpenInvoice({
  subscription: found,
  config,
  onStale,
}: {
  subscription: ResultOf<typeof CurrentFragment>;
  config: PaymentConfig;
  onStale: () => void;
}) {
  const { t } = useLingui();
  const methodLabels = useMethodLabels();
  const [{ fetching }, pay] = useMutation(Pay);
  const [fault, setFault] = useState<string | null>(null);
  const [isPressed, setPressed] = useState(false);
  const { dunning, nextAction, plan } = found;
  const name = `${plan.name}, ${termText(plan.period, plan.periodUnit)}`;
  const paidBy = found.paymentMethod ? methodLabels(found.paymentMethod) : null;
  const money = formatMoney(dunning?.amount ?? 0, found.currencyCode);
  const otherMethod = (
    <Link className={buttonClass({ size: "l" })} to={paths.subscription()} search={{ do: "pay" }}>
      {t`Use another payment method`}
    </Link>
  );
  const day = dunning?.retryAt ? formatMonthDayYear(new Date(dunning.retryAt)) : null;
  const press = async (invoice: NonNullable<typeof dunning>): Promise<void> => {
    setFault(null);
    setPressed(true);
    const { data, error } = await pay({ id: invoice.invoiceId, amountInCents: invoice.amount });
    if (error || !data) {
      const refusal = refusalOf(error ? codeOf(error) : "INTERNAL");
      setFault(refusal.text);
      return onStale();
    }
    const { nextAction: action } = readFragment(CurrentFragment, data.invoicePay);
    if (action?.url) location.assign(action.url);
  };
  return (
    <>
      <p role="alert" className="hint hint-bad">
        {fault}
      </p>
      {nextAction ? (
        <>
          <Suspense>
            <ConfirmPanel
              subscription={found}
              action={nextAction}
              config={config}
              startsAtOnce={isPressed}
              onFault={setFault}
              onStale={onStale}
            />
          </Suspense>
          <div className="row wrap">{otherMethod}</div>
        </>
      ) : (
        dunning && (
          <section className="step" aria-labelledby="invoice">
            <div className="stack gap-2">
              <h2 className="d2" id="invoice">{t`${money} for ${name}`}</h2>
              <p className="muted pretty">
                {day && !dunning.willRetry ? t`Pay by ${day} to keep your subscription.` : null}{" "}
                {dunning.needsConfirmation ? t`Your bank will ask you to confirm.` : null}
              </p>
              {paidBy && <p className="t1 muted">{paidBy}</p>}
            </div>
            <div className="row wrap">
              <Button tone="go" size="l" busy={fetching} onClick={() => void press(dunning)}>
                {t`Pay ${money}`}
              </Button>
              {otherMethod}
            </div>
          </section>
        )
      )}
    </>
  );
}
