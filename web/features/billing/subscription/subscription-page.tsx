import "../billing.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { stringifySearch } from "../../../lib/search-params.ts";
import { Link, useSearch } from "../../../lib/router/index.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
import { AccountNav } from "../../account/public/account-nav.tsx";
import { CurrentFragment } from "./current-fragment.ts";
import { OwnedFragment, OwnedSubscription } from "./owned-subscription.tsx";
import { PaymentConfigFragment } from "../checkout/payment-config.ts";
import { isLive } from "./statuses.ts";
import { stateSentence } from "./state-sentence.ts";

// Lazy: only studios without a payment provider show it.
const TestBanner = lazy(async () => ({ default: (await import("../public/test-banner.tsx")).TestBanner }));
// Lazy: below the fold.
const BillingDetails = lazy(async () => ({
  default: (await import("../billing-details/billing-details.tsx")).BillingDetails,
}));
const OwnedDocuments = lazy(async () => ({
  default: (await import("./owned-documents.tsx")).OwnedDocuments,
}));
const Invoices = lazy(async () => ({ default: (await import("./invoices.tsx")).Invoices }));

const BoughtAlone = lazy(async () => ({ default: (await import("./bought-alone.tsx")).BoughtAlone }));

const CreditHistory = lazy(async () => ({
  default: (await import("./credit-history.tsx")).CreditHistory,
}));

// Preloaded while the subscription is being fetched.
const currentSubscription = import("./current-subscription.tsx");
const CurrentSubscription = lazy(async () => ({ default: (await currentSubscription).CurrentSubscription }));

const StatusQuery = graphql(
  `
    query UserStatusAndSubscriptionHistory {
      me {
        id
        name
        isActive
      }
      userSubscriptionHistory {
        id
        status
        management {
          billedBy
          acts
        }
        ...Current
        ...Owned
      }
      boughtAlone {
        id
      }
      paymentConfig {
        testMode
        now
        ...PaymentConfig
      }
    }
  `,
  [CurrentFragment, OwnedFragment, PaymentConfigFragment],
);

/** The payer's subscription: its state in one sentence, and all actions. */
export function Page() {
  const { t } = useLingui();
  const search = useSearch();
  usePageTitle(t`Subscription`);
  const query = useQuery({
    query: StatusQuery,
    requestPolicy: "cache-and-network",
  });
  const [{ data, error }, again] = query;
  const refresh = (): void => again({ requestPolicy: "network-only" });
  if (!data)
    return (
      <div className="page acct account">
        <h1 className="d1 d1-page">{t`Settings`}</h1>
        <AccountNav />
        {error ? (
          <QueryError query={query} title={t`Couldn’t load your subscription`}>
            {t`We couldn’t connect. Nothing has changed.`}
          </QueryError>
        ) : (
          <SubscriptionSkeleton />
        )}
      </div>
    );
  const { me, userSubscriptionHistory: history, boughtAlone, paymentConfig } = data;
  const elsewhere = history.filter(
    ({ status, management }) => isLive(status) && management?.acts.length === 0,
  );
  const current =
    history.find((one) => (isLive(one.status) && !elsewhere.includes(one)) || one.status === "pending") ??
    (elsewhere.length === 0 ? history.find(({ status }) => status === "canceled") : null) ??
    null;
  const free = stateSentence(null);
  // The step that an email links to opens after signing in.
  const returnPath = paths.subscription() + stringifySearch({ do: search["do"] });
  return (
    <>
      {paymentConfig.testMode && (
        <Suspense>
          <TestBanner />
        </Suspense>
      )}
      <div className="page acct account">
        <h1 className="d1 d1-page">{t`Settings`}</h1>
        <AccountNav />
        <div className="account-main">
          {elsewhere.map((owned) => (
            <OwnedSubscription key={owned.id} subscription={owned} />
          ))}
          {current ? (
            <Suspense fallback={<SubscriptionSkeleton />}>
              <CurrentSubscription
                key={current.id}
                subscription={current}
                config={paymentConfig}
                now={new Date(paymentConfig.now)}
                isRegistered={Boolean(me?.name)}
                onStale={refresh}
              />
            </Suspense>
          ) : elsewhere.length > 0 ? null : (
            <section className="stack">
              <p className="d2 account-title">{free.title}</p>
              <p className="muted pretty">{free.detail}</p>
              <div className="row wrap">
                <Link className={buttonClass({ tone: "go", size: "l" })} to={paths.checkout()}>
                  {t`See plans`}
                </Link>
                {!me?.name && (
                  <Link
                    className={buttonClass({ size: "l" })}
                    to={paths.login()}
                    search={{ next: returnPath }}
                  >
                    {t`Already subscribed? Sign in`}
                  </Link>
                )}
              </div>
            </section>
          )}
          {history.some(({ management }) => management?.acts.includes("list_invoices")) && (
            <Suspense>
              <OwnedDocuments />
            </Suspense>
          )}
          {boughtAlone.length > 0 && (
            <Suspense>
              <BoughtAlone />
            </Suspense>
          )}
          {(boughtAlone.length > 0 || history.some(({ management }) => !management)) && (
            <Suspense>
              <BillingDetails />
              <Invoices />
            </Suspense>
          )}
          {/* Also without a plan: a gift card is credit before the first one. */}
          {(me?.name || history.length > 0) && (
            <Suspense>
              <CreditHistory />
            </Suspense>
          )}
        </div>
      </div>
    </>
  );
}

function SubscriptionSkeleton() {
  const { t } = useLingui();
  return (
    <Skeleton label={t`Loading your subscription`} className="stack">
      <TextSkeleton className="account-title w-4/5" />
      <TextSkeleton className="w-1/2" />
    </Skeleton>
  );
}
