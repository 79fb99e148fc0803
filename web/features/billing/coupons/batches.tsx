import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type FragmentOf, type ResultOf } from "../../../graphql/graphql.ts";
import { PagedList } from "../../../layouts/paged-list.tsx";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { CouponTerms } from "./coupon-terms.tsx";
import { StudioCouponFragment, type CouponOptionsFragment } from "./fragments.ts";

const CouponBatchesQuery = graphql(
  `
    query StudioCouponBatches($after: String) {
      couponBatches(pagination: { first: 12, after: $after }) {
        nextCursor
        items {
          id
          size
          redeemed
          archived
          createdAt
          example {
            id
            ...StudioCoupon
          }
        }
      }
    }
  `,
  [StudioCouponFragment],
);
type Batch = ResultOf<typeof CouponBatchesQuery>["couponBatches"]["items"][number];
type Options = FragmentOf<typeof CouponOptionsFragment>;

/** The batches of one-time codes; nothing if there are none. */
export function CouponBatches({ options }: { options: Options }) {
  const { t } = useLingui();
  const [{ data }] = useQuery({
    query: CouponBatchesQuery,
    variables: { after: null },
    requestPolicy: "cache-and-network",
  });
  if (!data || data.couponBatches.items.length === 0) return null;
  const { items, nextCursor } = data.couponBatches;
  return (
    <section className="stack gap-3" aria-labelledby="coupon-batches">
      <h2 className="t3" id="coupon-batches">{t`One-time codes`}</h2>
      <PagedList list="coupon-batches">
        {({ after, further }) =>
          after === null ? (
            <>
              <Rows items={items} options={options} />
              {further(nextCursor)}
            </>
          ) : (
            <Further after={after} options={options} further={further} />
          )
        }
      </PagedList>
    </section>
  );
}

type FurtherProps = {
  after: string;
  options: Options;
  further: (nextCursor: string | null) => ReactNode;
};

function Further({ after, options, further }: FurtherProps) {
  const [{ data }] = useQuery({ query: CouponBatchesQuery, variables: { after } });
  if (!data) return null;
  return (
    <>
      <Rows items={data.couponBatches.items} options={options} />
      {further(data.couponBatches.nextCursor)}
    </>
  );
}

function Rows({ items, options }: { items: readonly Batch[]; options: Options }) {
  const { t } = useLingui();
  return (
    <ul className="coupons" aria-label={t`One-time codes`}>
      {items.map((batch) => {
        const day = formatMonthDayYear(new Date(batch.createdAt));
        return (
          <li className="coupon" key={batch.id}>
            <div className="coupon-terms">
              <p className="strong">
                <Link className="link" to={paths.coupons()} search={{ batch: batch.id }}>
                  {batch.id}-…
                </Link>
              </p>
              <p className="t1 muted pretty">
                <CouponTerms coupon={readFragment(StudioCouponFragment, batch.example)} options={options} />
              </p>
            </div>
            <p className="t1 muted tn coupon-count">
              {redeemedText(batch)}
              <br />
              {t`Created on ${day}`}
            </p>
          </li>
        );
      })}
    </ul>
  );
}

/** How many codes of a batch were redeemed: "3 of 500 codes redeemed". */
export const redeemedText = ({ redeemed, size }: Pick<Batch, "redeemed" | "size">): string =>
  plural(size, { one: `${redeemed} of # code redeemed`, other: `${redeemed} of # codes redeemed` });
