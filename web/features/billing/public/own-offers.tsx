import { useLingui } from "@lingui/react/macro";
import { readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { formatMoney } from "../../../lib/money.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { isForever, lengthOf } from "../checkout/intervals.ts";
import { OwnOfferFragment } from "./own-offer-fragment.ts";

/** The prices of a course or class alone, each with a way to buy it and back; nothing where none is sold. */
export function OwnOffers({
  offers,
  next,
  isMain,
}: {
  offers: readonly FragmentOf<typeof OwnOfferFragment>[];
  /** Where the purchase leads: a path of this app. */
  next: string;
  /** Whether buying is the main thing to do here; else a plan is. */
  isMain: boolean;
}) {
  const { t } = useLingui();
  const shown = readFragment(OwnOfferFragment, offers);
  return shown.map(({ plan, course }, at) => {
    const price = formatMoney(plan.priceInCents, plan.currencyCode, { short: true });
    const length = lengthOf(plan.period, plan.periodUnit);
    return (
      <div className="stack gap-2" key={plan.id}>
        <p className="t1 muted">
          {isForever(plan) ? t`${price} once, yours to keep.` : t`${price} once, for ${length}.`}
        </p>
        <Link
          className={buttonClass({ tone: isMain && at === 0 ? "go" : "line", size: "l", wide: true })}
          to={paths.checkout()}
          search={{ plan: plan.id, next }}
        >
          {course ? t`Buy “${course.title}”` : t`Buy this class`}
        </Link>
      </div>
    );
  });
}
