import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useId, useState } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type FragmentOf, type ResultOf } from "../../../graphql/graphql.ts";
import { formatList, formatOptions } from "../../../../contract/formats/names.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { formatMoney } from "../../../lib/money.ts";
import { paths } from "../../../lib/paths.ts";
import { here } from "../../../lib/reader.ts";
import { Link } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { CouponOptionsFragment, StudioCouponFragment } from "./fragments.ts";
import { lastDayOf } from "./typed.ts";
import { discountLabels } from "./coupon-labels.ts";
import { termText } from "../checkout/intervals.ts";

// Loaded on press.
const CouponLimits = lazy(async () => ({ default: (await import("./limits.tsx")).CouponLimits }));

const CouponLink = lazy(async () => ({ default: (await import("./coupon-link.tsx")).CouponLink }));

const ArchiveCoupon = graphql(`
  mutation CouponArchive($id: ID!) {
    couponArchive(id: $id) {
      id
      state
    }
  }
`);
const RestoreCoupon = graphql(`
  mutation CouponRestore($id: ID!) {
    couponRestore(id: $id) {
      id
      state
    }
  }
`);

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
  const formId = useId();
  const [isOpen, setOpen] = useState(false);
  const [isShared, setShared] = useState(false);
  const found = readFragment(StudioCouponFragment, coupon);
  const { id, state } = found;
  const isArchived = state === "archived";
  const [{ fetching: isArchiving }, archive] = useMutation(ArchiveCoupon);
  const [{ fetching: isRestoring }, restore] = useMutation(RestoreCoupon);
  const move = async (): Promise<void> => {
    const { error } = await (isArchived ? restore : archive)({ id });
    if (error) return showToast(t`Couldn’t update ${id}. Try again.`);
    setOpen(false);
    showToast(isArchived ? t`${id} restored.` : t`${id} archived. Existing discounts still apply.`);
  };
  const tag = useTag(found);
  return (
    <li className="coupon">
      <div className="coupon-terms">
        <p className="strong">
          {id} {tag && <span className="tag">{tag}</span>}
          {found.forStudents && <span className="tag">{t`For students`}</span>}
        </p>
        <p className="t1 muted pretty">
          <Terms coupon={found} options={options} />
        </p>
      </div>
      <p className="t1 muted tn coupon-count">
        <Count coupon={found} linksPeople={linksPeople} />
      </p>
      <div className="row coupon-acts">
        {state === "active" && (
          <Button
            size="s"
            aria-haspopup="dialog"
            aria-label={t`Link for ${id}`}
            onClick={() => setShared(true)}
          >
            {t`Link`}
          </Button>
        )}
        {!isArchived && (
          <Button
            size="s"
            aria-expanded={isOpen}
            aria-controls={formId}
            aria-label={t`Edit limits of ${id}`}
            onClick={() => setOpen(!isOpen)}
          >
            {t`Edit limits`}
          </Button>
        )}
        <Button
          size="s"
          tone="line"
          busy={isArchiving || isRestoring}
          aria-label={isArchived ? t`Restore ${id}` : t`Archive ${id}`}
          onClick={() => void move()}
        >
          {isArchived ? t`Restore` : t`Archive`}
        </Button>
      </div>
      {isShared && (
        <Suspense>
          <CouponLink code={id} onClose={() => setShared(false)} />
        </Suspense>
      )}
      <div className="coupon-limits" id={formId} hidden={!isOpen}>
        {isOpen && (
          <Suspense>
            <CouponLimits coupon={found} now={now} onRefused={reload} onSaved={() => setOpen(false)} />
          </Suspense>
        )}
      </div>
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

function Terms({ coupon, options }: { coupon: Coupon; options: CouponRowProps["options"] }) {
  const { t } = useLingui();
  const { plans } = readFragment(CouponOptionsFragment, options);
  const { basisPoints, amounts, duration, months, planIds } = coupon;
  const off =
    basisPoints === null
      ? formatOptions(
          amounts.map(({ amount, currencyCode }) => formatMoney(amount, currencyCode, { short: true })),
          here(),
        )
      : `${basisPoints / 100}%`;
  const names = planIds?.map((id) => {
    const plan = plans.find((one) => one.id === id);
    return plan ? `${plan.name} ${termText(plan.period, plan.periodUnit)}` : id;
  });
  return (
    <>
      {discountLabels(off, duration, months)}.{" "}
      {names ? t`For ${formatList(names, here())}.` : t`For all plans and passes.`}
    </>
  );
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
