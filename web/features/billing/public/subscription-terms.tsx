import { useLingui } from "@lingui/react/macro";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";

/** The terms of a subscription in plain language, where the studio has published none. */
export function SubscriptionTerms() {
  const { t } = useLingui();
  const parts = [
    {
      title: t`What you’re buying`,
      text: t`A plan gives you access to its classes on every device you sign in to. A family plan covers the stated number of people in one household, each with a profile.`,
    },
    {
      title: t`Free trial`,
      text: t`One free trial per person. We email you seven and two days before it ends. Cancel before it ends and you pay nothing.`,
    },
    {
      title: t`Price and payment`,
      text: t`Next to the payment button you see the price, tax, interval, and first charge date. You pay each month or year in advance. If a payment fails, we email you, retry on days 1, 3, 5, and 7, then end the subscription.`,
    },
    {
      title: t`Renewal`,
      text: t`Subscriptions renew until you cancel. We email you 30 days before a yearly renewal, and once a year about a monthly plan. Price changes apply only from a later renewal, and we always tell you first.`,
    },
    {
      title: t`Passes`,
      text: t`A pass is paid once and ends after its days. Buy it again to add days. If you buy a plan before its end, we take the unused days off the first payment.`,
    },
    {
      title: t`Changing and pausing`,
      text: t`Upgrades take effect immediately, with credit for unused time. Downgrades take effect at your next payment. You can pause for one to three months, with unused time as credit.`,
    },
    {
      title: t`Canceling`,
      text: t`Cancel anytime in Account > Subscription, in two steps. You keep access until the end of the paid period, and can resume until then. We email you a confirmation.`,
    },
    {
      title: t`Withdrawal`,
      text: t`In the EU, Norway, and the UK, you can withdraw within 14 days without giving a reason. You pay only for the days you used.`,
    },
  ];
  return (
    <>
      {parts.map(({ title, text }) => (
        <section className="stack gap-2" key={title}>
          <h2 className="t4">{title}</h2>
          <p className="pretty">{text}</p>
        </section>
      ))}
      <p className="row wrap">
        <Link className="link strong" to={paths.subscription()}>{t`Your subscription`}</Link>
        <Link className="link strong" to={paths.withdrawal()}>{t`Withdraw from your contract`}</Link>
      </p>
    </>
  );
}
