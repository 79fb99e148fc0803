import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Suspense } from "react";
import { readFragment, type FragmentOf, type ResultOf } from "../../../graphql/graphql.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { StudioCouponFragment, type CouponOptionsFragment } from "./fragments.ts";
import { lastDayOf } from "./typed.ts";
import { CouponTerms } from "./coupon-terms.tsx";

// Loaded right after the page, which stays within its budget without it.
const { Part: CouponActs, preload } = lazyPart(async () => (await import("./coupon-acts.tsx")).CouponActs);
preload();

type CouponRowProps = {
  coupon: FragmentOf<typeof StudioCouponFragment>;
  options: FragmentOf<typeof CouponOptionsFragment>;
  /** Billing's current time. */
  now: string;
  /** The viewer may open the list of people. */
  linksPeople: boolean;
  reload: () => void;
};

/** One coupon: discount, number of redemptions, and limits. */
export function CouponRow({ coupon, options, now, linksPeople, reload }: CouponRowProps) {
  const { t } = useLingui();
  const found = readFragment(StudioCouponFragment, coupon);
  const tag = useTag(found);
  return (
    <li className="coupon">
      <div className="coupon-terms">
        <p className="strong">
          {found.id} {tag && <span className="tag">{tag}</span>}
          {found.forStudents && <span className="tag">{t`For students`}</span>}
        </p>
        <p className="t1 muted pretty">
          <CouponTerms coupon={found} options={options} />
        </p>
      </div>
      <p className="t1 muted tn coupon-count">
        <Count coupon={found} linksPeople={linksPeople} />
      </p>
      <Suspense fallback={<div className="coupon-acts" />}>
        <CouponActs coupon={coupon} now={now} reload={reload} />
      </Suspense>
    </li>
  );
}

type Coupon = ResultOf<typeof StudioCouponFragment>;

/** Why a coupon can't be redeemed, or null. */
function useTag({ state, redemptionsLeft }: Coupon): string | null {
  const { t } = useLingui();
  if (state === "archived") return t`Archived`;
  if (state === "expired") return t`Expired`;
  return redemptionsLeft === 0 ? t`Fully redeemed` : null;
}

function Count({ coupon, linksPeople }: { coupon: Coupon; linksPeople: boolean }) {
  const { t } = useLingui();
  const { redemptionsUsed, redemptionsLeft, redeemBy, state } = coupon;
  const all = redemptionsUsed + (redemptionsLeft ?? 0);
  const day = redeemBy && formatMonthDayYear(lastDayOf(redeemBy));
  const count =
    redemptionsLeft === null
      ? plural(redemptionsUsed, { one: "Redeemed # time", other: "Redeemed # times" })
      : plural(all, {
          one: `${redemptionsUsed} of # redemption used`,
          other: `${redemptionsUsed} of # redemptions used`,
        });
  return (
    <>
      {linksPeople && redemptionsUsed > 0 ? (
        <Link className="link" to={paths.studioPeople()} search={{ coupon: coupon.id }}>
          {count}
        </Link>
      ) : (
        count
      )}
      {day && (
        <>
          <br />
          {state === "expired" ? t`Ended on ${day}` : t`Until ${day}`}
        </>
      )}
    </>
  );
}
