import "../billing.css";
import "./gift-cards.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment } from "../../../graphql/graphql.ts";
import { savedIpLocation } from "../../../lib/ip-location.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { EmptyState, Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
import { PaymentConfigFragment } from "../checkout/payment-config.ts";
import { TestBanner } from "../public/test-banner.tsx";
import { GiftCardFragment, GiftOfferFragment } from "./fragments.ts";

const GiftCardsQuery = graphql(
  `
    query GiftCards($countryCode: String) {
      me {
        id
        name
      }
      giftCardOffer(countryCode: $countryCode) {
        isForSale
        ...GiftOffer
      }
      giftCards {
        id
        ...GiftCard
      }
      paymentConfig {
        now
        testMode
        countryCode
        locatedIn
        countries
        ...PaymentConfig
      }
    }
  `,
  [GiftOfferFragment, GiftCardFragment, PaymentConfigFragment],
);

// Lazy, so that the page stays light; both start while the query runs.
const form = import("./gift-form.tsx");
const bought = import("./bought-cards.tsx");
const GiftForm = lazy(async () => ({ default: (await form).GiftForm }));
const BoughtCards = lazy(async () => ({ default: (await bought).BoughtCards }));

/** Buys a gift card, and lists those that were bought. */
export function Page() {
  const { t } = useLingui();
  usePageTitle(t`Gift cards`);
  // Null: the country of the request.
  const [countryCode, setCountryCode] = useState<string | null>(null);
  const [savedCountry] = useState(() => savedIpLocation(localStorage, Date.now())?.location?.countryCode);
  const query = useQuery({
    query: GiftCardsQuery,
    variables: { countryCode },
    requestPolicy: "cache-and-network",
  });
  const [{ data, error, fetching }, again] = query;
  if (data && countryCode === null && !data.paymentConfig.locatedIn && savedCountry)
    setCountryCode(savedCountry);
  const reload = (): void => again({ requestPolicy: "network-only" });
  const loading = (
    <Skeleton label={t`Loading gift cards`} className="stack">
      <TextSkeleton className="w-1/2" />
      <TextSkeleton className="w-full" />
      <TextSkeleton className="w-3/4" />
    </Skeleton>
  );
  return (
    <>
      {data?.paymentConfig.testMode && <TestBanner />}
      <div className="page">
        <header className="stack gap-3 gift-head">
          <h1 className="d1 d1-page">{t`Give dance`}</h1>
          <p className="lead muted pretty">
            {t`A gift card never expires, and works for every plan.`}{" "}
            <Link className="link" to={paths.redeemGift()}>{t`Redeem a code`}</Link>
          </p>
        </header>
        {data ? (
          <Suspense fallback={loading}>
            {data.giftCardOffer.isForSale ? (
              <GiftForm
                offer={data.giftCardOffer}
                config={data.paymentConfig}
                now={new Date(data.paymentConfig.now)}
                places={data.paymentConfig}
                countryCode={countryCode ?? data.paymentConfig.countryCode}
                isPricing={fetching}
                personId={data.me?.id ?? ""}
                asksEmail={!data.me?.name}
                onCountry={setCountryCode}
                onBought={reload}
              />
            ) : (
              <EmptyState title={t`Gift cards aren’t on sale yet`}>{t`Come back soon.`}</EmptyState>
            )}
            <BoughtCards
              cards={data.giftCards.map((card) => readFragment(GiftCardFragment, card))}
              config={readFragment(PaymentConfigFragment, data.paymentConfig)}
              onChanged={reload}
            />
          </Suspense>
        ) : error ? (
          <QueryError page query={query} title={t`Couldn’t load gift cards`}>
            {t`We couldn’t connect. You weren’t charged.`}
          </QueryError>
        ) : (
          loading
        )}
      </div>
    </>
  );
}
