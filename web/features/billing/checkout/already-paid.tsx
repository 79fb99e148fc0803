import { useLingui } from "@lingui/react/macro";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useNavigate } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/state.tsx";

/**
 * Shown instead of the checkout after payment: the back button, a second tab, or a guest who left before
 * registering.
 */
export function AlreadyPaid({
  planName,
  billedBy,
  freeUntil,
  isRegistered,
  after,
}: {
  planName: string;
  /** The store or the provider that bills it; null for the studio itself. */
  billedBy: string | null;
  /** When a plan that the studio gave ends, ISO 8601; null for a paid one. */
  freeUntil: string | null;
  isRegistered: boolean;
  /** The next step: a path of this app. */
  after: string;
}) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const day = freeUntil && formatMonthDayYear(new Date(freeUntil));
  return (
    <EmptyState
      page
      title={t`You already have ${planName}`}
      action={
        <div className="row wrap">
          <Button tone="go" size="l" onClick={() => void navigate({ href: after })}>
            {isRegistered ? t`Keep dancing` : t`Sign up`}
          </Button>
          <Link className="btn btn-l" to={paths.subscription()}>
            {t`Your subscription`}
          </Link>
        </div>
      }
    >
      {day
        ? t`It’s free until ${day}, and ends that day. You can buy a plan then.`
        : billedBy
          ? t`${billedBy} bills it. To buy a plan here, cancel that one first.`
          : isRegistered
            ? t`You won’t be charged again. Change plans in Subscription.`
            : t`You won’t be charged again. Sign up to use your plan on any device.`}
    </EmptyState>
  );
}
