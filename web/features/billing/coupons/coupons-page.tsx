import "../billing.css";
import "./coupons.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useId, useState } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { PagedList, type ListPage } from "../../../layouts/paged-list.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
import { Button } from "../../../ui/button.tsx";
import { usePermissions } from "../../studio/public/use-permissions.ts";
import { StudioPage } from "../../studio/public/studio-page.tsx";
import { CouponOptionsFragment, StudioCouponFragment } from "./fragments.ts";
import { CouponRow } from "./coupon-row.tsx";

// Loaded on press.
const CouponForm = lazy(async () => ({ default: (await import("./coupon-form.tsx")).CouponForm }));

const CouponsFragment = graphql(
  `
    fragment Coupons on StudioCouponPage {
      nextCursor
      items {
        id
        ...StudioCoupon
      }
    }
  `,
  [StudioCouponFragment],
);
const StudioCouponsQuery = graphql(
  `
    query StudioCoupons($after: String) {
      studioCoupons(pagination: { first: 24, after: $after }) {
        ...Coupons
      }
      couponOptions {
        ...CouponOptions
      }
      paymentConfig {
        now
      }
    }
  `,
  [CouponsFragment, CouponOptionsFragment],
);

/** The studio's coupons: creation, redemptions and limits. */
export function Page() {
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
  const reload = () => again({ requestPolicy: "network-only" });
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
                <CouponForm options={data.couponOptions} now={data.paymentConfig.now} onSaved={reload} />
              </Suspense>
            )}
          </section>
          <div>
            <PagedList list="coupons">
              {({ after, further }) =>
                after === null ? (
                  <Coupons
                    page={data.studioCoupons}
                    options={data.couponOptions}
                    now={data.paymentConfig.now}
                    further={further}
                    reload={reload}
                  />
                ) : (
                  <Further after={after} further={further} />
                )
              }
            </PagedList>
          </div>
        </>
      )}
    </StudioPage>
  );
}

type CouponsProps = {
  page: FragmentOf<typeof CouponsFragment>;
  options: FragmentOf<typeof CouponOptionsFragment>;
  now: string;
  further: ListPage["further"];
  reload: () => void;
};

function Coupons({ page, options, now, further, reload }: CouponsProps) {
  const { t } = useLingui();
  const linksPeople = usePermissions()("seePeople");
  const { items, nextCursor } = readFragment(CouponsFragment, page);
  if (items.length === 0) return <p className="muted">{t`No promo codes yet.`}</p>;
  return (
    <>
      <ul className="coupons" aria-label={t`Promo codes`}>
        {items.map((coupon) => (
          <CouponRow
            key={coupon.id}
            coupon={coupon}
            options={options}
            now={now}
            linksPeople={linksPeople}
            reload={reload}
          />
        ))}
      </ul>
      {further(nextCursor)}
    </>
  );
}

function Further({ after, further }: { after: string; further: ListPage["further"] }) {
  const { t } = useLingui();
  const query = useQuery({ query: StudioCouponsQuery, variables: { after } });
  const [{ data, error }, again] = query;
  if (data)
    return (
      <Coupons
        page={data.studioCoupons}
        options={data.couponOptions}
        now={data.paymentConfig.now}
        further={further}
        reload={() => again({ requestPolicy: "network-only" })}
      />
    );
  return error ? (
    <QueryError query={query} title={t`Couldn’t load more`}>
      {t`We couldn’t connect. Nothing changed.`}
    </QueryError>
  ) : null;
}
