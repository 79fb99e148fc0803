import { useLingui } from "@lingui/react/macro";
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
  isRegistered,
  after,
}: {
  planName: string;
  isRegistered: boolean;
  /** The next step: a path of this app. */
  after: string;
}) {
  const { t } = useLingui();
  const navigate = useNavigate();
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
      {isRegistered
        ? t`You won’t be charged again. Change plans in Subscription.`
        : t`You won’t be charged again. Sign up to use your plan on any device.`}
    </EmptyState>
  );
}
