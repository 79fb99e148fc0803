import { useLingui } from "@lingui/react/macro";
import { Lock } from "lucide-react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { formatMoney } from "../../../lib/money.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { useIsChild } from "../../identity/public/me.ts";
import { lengthOf } from "../checkout/intervals.ts";
import { plansPaid, type ChoosablePlan } from "../checkout/plan-choice.ts";
import { OwnOfferFragment } from "./own-offer-fragment.ts";
import { OwnOffers } from "./own-offers.tsx";

const PlansThatOpenQuery = graphql(`
  query PlansThatOpen($accessType: AccessType!) {
    me {
      id
      isActive
      primarySubscription {
        id
        plan {
          id
          renews
        }
      }
    }
    plans(accessType: $accessType) {
      id
      name
      accessType
      period
      periodUnit
      priceInCents
      currencyCode
      isBestValue
      monthlySavingsInPercent
      trialPeriod
      trialPeriodUnit
      trialEndTime
    }
  }
`);

const ClassOffersQuery = graphql(
  `
    query ClassOffers($classId: ID!) {
      studioClass(id: $classId) {
        id
        isSoldApart
      }
      ownOffers(classId: $classId) {
        ...OwnOffer
      }
    }
  `,
  [OwnOfferFragment],
);

type UpgradePromptProps = {
  classId: string;
  accessType: Exclude<ChoosablePlan["accessType"], "free">;
  /** Label of the access type. */
  name: string;
  /** Return target once it is unlocked: a path of this app. */
  next: string;
};

/** Upgrade prompt of a locked class. A child sees no prices. */
export function UpgradePrompt(props: UpgradePromptProps) {
  const { t } = useLingui();
  return useIsChild() ? (
    <p className="muted">{t`An adult can open the whole class.`}</p>
  ) : (
    <PlansThatOpen {...props} />
  );
}

/**
 * What opens a locked class: the cheapest plan that includes it, its price, and links there and back; and what opens the class
 * alone. Where no plan opens it, that only.
 */
function PlansThatOpen({ classId, accessType, name, next }: UpgradePromptProps) {
  const { t } = useLingui();
  const [{ data }] = useQuery({ query: PlansThatOpenQuery, variables: { accessType } });
  const [{ data: alone }] = useQuery({ query: ClassOffersQuery, variables: { classId } });
  const plans = data?.plans ?? [];
  const [monthly] = plansPaid(plans, "month");
  const [yearly] = plansPaid(plans, "year");
  const price = (plan: (typeof plans)[number] | undefined): string | null =>
    plan ? formatMoney(plan.priceInCents, plan.currencyCode) : null;
  const prices =
    monthly && yearly
      ? t`${price(monthly)} a month or ${price(yearly)} a year.`
      : monthly
        ? t`${price(monthly)} a month.`
        : yearly
          ? t`${price(yearly)} a year.`
          : null;
  const trial = monthly ?? yearly;
  const begins =
    trial?.trialEndTime && trial.trialPeriod && trial.trialPeriodUnit
      ? t`Free for ${lengthOf(trial.trialPeriod, trial.trialPeriodUnit)}, then your first payment is on ${formatMonthDayYear(new Date(trial.trialEndTime))}.`
      : trial
        ? t`You’ll be charged today.`
        : null;
  // A pass isn't changed: a plan is bought instead.
  const hasPass = data?.me?.isActive === true && data.me.primarySubscription?.plan.renews === false;
  const isMember = data?.me?.isActive === true && !hasPass;
  const offers = alone?.ownOffers ?? [];
  if (alone?.studioClass?.isSoldApart)
    return (
      <>
        <div className="note">
          <Icon of={Lock} />
          <p className="strong">{t`This class is sold on its own`}</p>
          <p className="t1 muted">
            {offers.length > 0 ? t`No plan includes it.` : t`It isn’t for sale in your currency yet.`}
          </p>
        </div>
        <OwnOffers offers={offers} next={next} isMain />
      </>
    );
  return (
    <>
      <div className="note">
        <Icon of={Lock} />
        <p className="strong">{t`Get this class with ${name}`}</p>
        <p className="t1 muted">
          {isMember ? t`Your plan doesn’t include this class. ${prices ?? ""}` : prices}
        </p>
        <p className="t1 muted">{isMember || hasPass ? t`We’ll credit what you’ve already paid.` : begins}</p>
      </div>
      {isMember ? (
        <Link
          className={buttonClass({ tone: "go", size: "l", wide: true })}
          to={paths.subscription()}
          search={{ do: "plan", for: accessType, next }}
        >
          {t`Change plan`}
        </Link>
      ) : (
        <Link
          className={buttonClass({ tone: "go", size: "l", wide: true })}
          to={paths.checkout()}
          search={{ for: accessType, next }}
        >
          {t`See plans`}
        </Link>
      )}
      <OwnOffers offers={offers} next={next} isMain={false} />
    </>
  );
}
