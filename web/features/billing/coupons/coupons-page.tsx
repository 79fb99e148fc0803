import "../billing.css";
import "./coupons.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useId, useState } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { PagedList, type ListPage } from "../../../layouts/paged-list.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
import { useSearch } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";
import { usePermissions } from "../../studio/public/use-permissions.ts";
import { StudioPage } from "../../studio/public/studio-page.tsx";
import { CouponOptionsFragment, StudioCouponFragment } from "./fragments.ts";
import { CouponRow } from "./coupon-row.tsx";

// Loaded on press.
const CouponForm = lazy(async () => ({ default: (await import("./coupon-form.tsx")).CouponForm }));
const CouponBatches = lazy(async () => ({ default: (await import("./batch-parts.ts")).CouponBatches }));
const CouponBatchPage = lazy(async () => ({ default: (await import("./batch-parts.ts")).CouponBatchPage }));

const StudioCouponsQuery = graphql(
  `
    query StudioCoupons($after: String) {
      studioCoupons(pagination: { first: 24, after: $after }) {
        nextCursor
        items {
          id
          ...StudioCoupon
        }
      }
      couponOptions {
        ...CouponOptions
      }
      paymentConfig {
        now
      }
    }
  `,
  [StudioCouponFragment, CouponOptionsFragment],
);

/** The studio's coupons, or with `?batch=` the one-time codes of a batch. */
export function Page() {
  const { batch } = useSearch();
  if (typeof batch !== "string") return <CouponsPage />;
  return (
    <Suspense>
      <CouponBatchPage key={batch} id={batch} />
    </Suspense>
  );
}

/** Creation of coupons, their redemptions and limits. */
function CouponsPage() {
  const { t } = useLingui();
  const formId = useId();
  // Null until first opened; when closed again, it preserves the input.
  const [isMaking, setMaking] = useState<boolean | null>(null);
  const query = useQuery({
    query: StudioCouponsQuery,
    variables: { after: null },
    requestPolicy: "cache-and-network",
  });
  const [{ data }, again] = query;
  const linksPeople = usePermissions()("seePeople");
  const reload = () => again({ requestPolicy: "network-only" });
  // A new batch loads the batches again.
  const [saves, setSaves] = useState(0);
  const showSaved = () => {
    reload();
    setSaves((count) => count + 1);
  };
  return (
    <StudioPage
      title={t`Promo codes`}
      note={t`Discount codes for checkout. Later you can change the end date and limit, not the discount.`}
      query={query}
      controls={
        data && (
          <Button
            aria-expanded={isMaking ?? false}
            aria-controls={formId}
            onClick={() => setMaking(!isMaking)}
          >
            {t`New promo code`}
          </Button>
        )
      }
    >
      {data && (
        <>
          <section id={formId} hidden={!isMaking} aria-label={t`New promo code`}>
            {isMaking !== null && (
              <Suspense>
                <CouponForm options={data.couponOptions} now={data.paymentConfig.now} onSaved={showSaved} />
              </Suspense>
            )}
          </section>
          <Suspense>
            <CouponBatches key={saves} options={data.couponOptions} />
          </Suspense>
          <div>
            <PagedList list="coupons">
              {(page) => <Coupons page={page} linksPeople={linksPeople} />}
            </PagedList>
          </div>
        </>
      )}
    </StudioPage>
  );
}

type CouponsProps = {
  page: ListPage;
  linksPeople: boolean;
};

/** A page of the list. */
function Coupons({ page: { after, further }, linksPeople }: CouponsProps) {
  const { t } = useLingui();
  const query = useQuery({ query: StudioCouponsQuery, variables: { after } });
  const [{ data, error }, again] = query;
  if (!data)
    return error ? (
      <QueryError query={query} title={t`Couldn’t load more`}>
        {t`We couldn’t connect. Nothing changed.`}
      </QueryError>
    ) : null;
  const { items, nextCursor } = data.studioCoupons;
  if (items.length === 0) return <p className="muted">{t`No promo codes yet.`}</p>;
  return (
    <>
      <ul className="coupons" aria-label={t`Promo codes`}>
        {items.map((coupon) => (
          <CouponRow
            key={coupon.id}
            coupon={coupon}
            options={data.couponOptions}
            now={data.paymentConfig.now}
            linksPeople={linksPeople}
            reload={() => again({ requestPolicy: "network-only" })}
          />
        ))}
      </ul>
      {further(nextCursor)}
    </>
  );
}
