import { useLingui } from "@lingui/react/macro";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";

/** The terms of a subscription in plain language, linked next to the commit button. */
export function Page() {
  const { t } = useLingui();
  usePageTitle(t`Terms of a subscription`);
  const parts = [
    {
      title: t`What you buy`,
      text: t`A plan opens the classes of its access on every device that you sign in to. A family plan opens them for as many people as it names, each with a profile of their own, in one household.`,
    },
    {
      title: t`The trial`,
      text: t`A trial is once for each person. Nothing is charged while it runs. We write seven and two days before it ends. Cancel until then, and nothing is ever charged.`,
    },
    {
      title: t`Price and payment`,
      text: t`The price, its tax, the day of the first charge and how often it comes stand beside the button that you press. It is charged for each month or year in advance. If a payment fails we try again after one, three, five and seven days, and write each time; after that the subscription ends.`,
    },
    {
      title: t`Renewal`,
      text: t`A subscription goes on until you cancel it. Before a year renews we write thirty days ahead. A changed price counts from a later renewal alone, and never without telling you first.`,
    },
    {
      title: t`Changing and pausing`,
      text: t`More counts at once, and what is unused of the old plan is taken off. Less counts from the next payment. A pause is one to three months; what is paid for and unused is kept as credit.`,
    },
    {
      title: t`Cancelling`,
      text: t`Two presses under Account, Subscription, at any time and without a reason. What is paid for stays open until its end, and until then you can take it back. The proof comes by e-mail.`,
    },
    {
      title: t`Withdrawing`,
      text: t`Who lives in the EU, Norway or the United Kingdom may take the contract back within fourteen days without a reason, and gets back all that was paid.`,
    },
  ];
  return (
    <div className="page form-page">
      <h1 className="d1 d1-page">{t`Terms of a subscription`}</h1>
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
    </div>
  );
}
