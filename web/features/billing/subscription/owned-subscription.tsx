import { useLingui } from "@lingui/react/macro";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { termText } from "../checkout/intervals.ts";

/** A subscription whose terms a provider owns, such as an app store. */
export const OwnedFragment = graphql(`
  fragment Owned on Subscription {
    id
    status
    createdAt
    nextBillingAt
    accessEndsAt
    resumesAt
    dunningStatus
    management {
      billedBy
      url
    }
    plan {
      id
      name
      period
      periodUnit
    }
  }
`);

/** A running subscription that is billed elsewhere: its state in a sentence, who bills it, and where it is managed. */
export function OwnedSubscription({ subscription }: { subscription: FragmentOf<typeof OwnedFragment> }) {
  const { t } = useLingui();
  const found = readFragment(OwnedFragment, subscription);
  const { plan, status, management } = found;
  const day = (time: string | null) => time && formatMonthDayYear(new Date(time));
  const name = `${plan.name}, ${termText(plan.period, plan.periodUnit)}`;
  const billedBy = management?.billedBy ?? "";
  const [next, end, resumes] = [day(found.nextBillingAt), day(found.accessEndsAt), day(found.resumesAt)];
  const since = formatMonthDayYear(new Date(found.createdAt));
  const isOwing = found.dunningStatus === "in_progress";
  const title = isOwing
    ? t`${name}: the last payment failed`
    : status === "in_trial" && next
      ? t`${name}: free trial until ${next}`
      : status === "non_renewing" && end
        ? t`${name}: ends ${end}`
        : status === "paused"
          ? resumes
            ? t`${name}: paused until ${resumes}`
            : t`${name}: paused`
          : next
            ? t`${name}: renews ${next}`
            : t`${name}: active`;
  return (
    <section className="stack account-state">
      <p className="d2 account-title">{title}</p>
      <p className="muted pretty">
        {isOwing
          ? t`${billedBy} will try again. Update your payment method there to keep access.`
          : t`Billed by ${billedBy}. Change, pause, or cancel it there.`}
      </p>
      <p className="t1 muted">{t`Member since ${since}.`}</p>
      {management?.url && (
        <div className="row wrap">
          <a
            className={buttonClass({ tone: isOwing ? "go" : "line" })}
            href={management.url}
            target="_blank"
            rel="noreferrer"
          >
            {t`Manage in ${billedBy}`}
          </a>
        </div>
      )}
    </section>
  );
}
