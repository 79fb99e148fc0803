import "../billing.css";
import { useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { savedIpLocation } from "../../../lib/ip-location.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { safeReturnPath } from "../../../lib/paths.ts";
import { useSearch } from "../../../lib/router/index.ts";
import { studio } from "../../../lib/studio.ts";
import { EmptyState } from "../../../ui/state.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
import { TestBanner } from "../public/test-banner.tsx";
import { Checkout, CheckoutFragment } from "./checkout.tsx";
import { CheckoutSkeleton } from "./checkout-skeleton.tsx";

const PlansQuery = graphql(
  `
    query Plans($countryCode: String) {
      ...Checkout
      paymentConfig {
        testMode
        locatedIn
      }
    }
  `,
  [CheckoutFragment],
);

/** The checkout; before the studio's opening, a note that nothing is for sale yet. */
export function Page() {
  return studio.isOpen ? <OpenCheckout /> : <ClosedCheckout />;
}

function ClosedCheckout() {
  const { t } = useLingui();
  usePageTitle(t`Opening soon`);
  return (
    <div className="page page-top">
      <EmptyState page title={t`Opening soon`}>
        {t`This studio isn’t open yet. Plans appear here when it is.`}
      </EmptyState>
    </div>
  );
}

/** From a price to a subscription: plan, payment method and agreement. */
function OpenCheckout() {
  const { t } = useLingui();
  usePageTitle(t`Choose your plan`);
  const search = useSearch();
  // Null: the country of the request.
  const [countryCode, setCountryCode] = useState<string | null>(null);
  const [savedCountry] = useState(() => savedIpLocation(localStorage, Date.now())?.location?.countryCode);
  const query = useQuery({ query: PlansQuery, variables: { countryCode } });
  const [{ data, error, fetching }, again] = query;
  // The server's location comes first. Without one, the IP location saved in this browser preselects the
  // country.
  if (data && countryCode === null && !data.paymentConfig.locatedIn && savedCountry)
    setCountryCode(savedCountry);
  const text = (name: string): string | null => {
    const value = search[name];
    return typeof value === "string" ? value : null;
  };
  return (
    <>
      {data?.paymentConfig.testMode && <TestBanner />}
      <div className="page">
        {data ? (
          <Suspense fallback={<CheckoutSkeleton />}>
            <Checkout
              data={data}
              isPricing={fetching}
              countryCode={countryCode}
              onCountry={setCountryCode}
              asked={{ planId: text("plan"), accessType: text("for"), couponId: text("coupon") }}
              next={text("next") && safeReturnPath(text("next"), location.origin)}
              onStale={() => again({ requestPolicy: "network-only" })}
            />
          </Suspense>
        ) : error ? (
          <QueryError page query={query} title={t`Couldn’t load plans`}>
            {t`We couldn’t connect. You weren’t charged.`}
          </QueryError>
        ) : (
          <CheckoutSkeleton />
        )}
      </div>
    </>
  );
}
