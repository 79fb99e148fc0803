import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useId, useState } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { Button } from "../../../ui/button.tsx";
import { countryName } from "../checkout/places.ts";

// Lazy: most people never open it, and the form library is large.
const DetailsForm = lazy(async () => ({ default: (await import("./details-form.tsx")).DetailsForm }));

const BillingDetailsQuery = graphql(`
  query BillingDetails {
    billingDetails {
      name
      company
      line1
      line2
      postalCode
      city
      countryCode
      vatId
      isVatIdPending
    }
    paymentConfig {
      countryCode
      locatedIn
      countries
    }
  }
`);

export type BillingDetailsData = ResultOf<typeof BillingDetailsQuery>;

/**
 * Name, company, address and VAT ID for invoices: a summary with a form behind it.
 * @param countryCode in the checkout, the country of its prices
 */
export function BillingDetails({ countryCode = null }: { countryCode?: string | null }) {
  const { t } = useLingui();
  const headingId = useId();
  const [isOpen, setOpen] = useState(false);
  const [{ data }] = useQuery({ query: BillingDetailsQuery, requestPolicy: "cache-and-network" });
  if (!data) return null;
  const { billingDetails: details } = data;
  const lines = details && [
    [details.company, details.name].filter(Boolean).join(", "),
    [details.line1, details.line2].filter(Boolean).join(", "),
    [details.postalCode, details.city].filter(Boolean).join(" "),
    details.countryCode ? countryName(details.countryCode) : "",
    details.vatId ? t`VAT ID ${details.vatId}` : "",
  ];
  if (isOpen)
    return (
      <section className="stack gap-3" aria-labelledby={headingId}>
        <h2 className="t4" id={headingId}>{t`Billing details`}</h2>
        <Suspense>
          <DetailsForm data={data} countryCode={countryCode} onDone={() => setOpen(false)} />
        </Suspense>
      </section>
    );
  if (!details && countryCode)
    return (
      <div>
        <Button tone="text" onClick={() => setOpen(true)}>{t`Add company details`}</Button>
      </div>
    );
  return (
    <section className="stack gap-3" aria-labelledby={headingId}>
      <h2 className="t4" id={headingId}>{t`Billing details`}</h2>
      {lines ? (
        <address className="not-italic">
          {lines.filter(Boolean).map((line) => (
            <div key={line}>{line}</div>
          ))}
        </address>
      ) : (
        <p className="muted">{t`Add your company or address to your invoices.`}</p>
      )}
      {details?.isVatIdPending && (
        <p className="hint">{t`We’re still checking your VAT ID. Until then, you pay tax.`}</p>
      )}
      <div>
        <Button onClick={() => setOpen(true)}>
          {details ? t`Edit billing details` : t`Add billing details`}
        </Button>
      </div>
    </section>
  );
}
