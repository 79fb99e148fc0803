import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";
import { StudentOfferFragment } from "./student-offer-fragment.ts";

/** The student price of a plan: what it is, and how to have it. */
export function StudentPrice({
  offer,
  planId,
  isPass,
  isApplied,
  onApply,
}: {
  offer: FragmentOf<typeof StudentOfferFragment>;
  planId: string;
  /** Paid once: the code takes off no later payment. */
  isPass: boolean;
  /** The order has the student price. */
  isApplied: boolean;
  onApply: (code: string) => void;
}) {
  const { t } = useLingui();
  const { code, basisPoints, months, planIds, isEligible } = readFragment(StudentOfferFragment, offer);
  if (isApplied || (planIds && !planIds.includes(planId))) return null;
  const percent = basisPoints / 100;
  return (
    <section className="stack gap-2" aria-labelledby="student-price">
      <h2 className="strong" id="student-price">{t`Student price`}</h2>
      <p className="t1 muted pretty">
        {isPass
          ? t`Students pay ${percent}% less. A pass uses the code up in one payment. On a plan it lasts longer.`
          : t`Students pay ${percent}% less for ${plural(months, { one: "# month", other: "# months" })}. Then the normal price is charged. We email you before.`}
      </p>
      {isEligible ? (
        <div>
          <Button onClick={() => onApply(code)}>{t`Use student price`}</Button>
        </div>
      ) : (
        <p className="t1 muted pretty">
          {t`To use it, verify your school email address, or contact us.`}{" "}
          <Link className="link" to={paths.settings()}>{t`Your settings`}</Link>
        </p>
      )}
    </section>
  );
}
