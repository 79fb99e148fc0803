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
      title={t`${planName} is yours already`}
      action={
        <div className="row wrap">
          <Button tone="go" size="l" onClick={() => void navigate({ href: after })}>
            {isRegistered ? t`Dance on` : t`Sign up`}
          </Button>
          <Link className="btn btn-l" to={paths.subscription()}>
            {t`Your subscription`}
          </Link>
        </div>
      }
    >
      {isRegistered
        ? t`Nothing is charged a second time. Another plan is chosen under your subscription.`
        : t`Nothing is charged a second time. One step is left: register, so that it is yours on every device.`}
    </EmptyState>
  );
}
