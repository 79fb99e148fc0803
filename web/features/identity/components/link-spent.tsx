import { useLingui } from "@lingui/react/macro";
import { Link } from "../../../lib/router/index.ts";
import { paths } from "../../../lib/paths.ts";
import { EmptyState } from "../../../ui/state.tsx";

/** Shown if an email link carries no token. */
export function LinkSpent() {
  const { t } = useLingui();
  return (
    <div className="page form-page">
      <EmptyState
        page
        title={t`This link has expired`}
        action={
          <Link className="btn btn-go" to={paths.forgot()}>
            {t`Get a new link`}
          </Link>
        }
      >
        {t`Links work once and expire. Request a new one.`}
      </EmptyState>
    </div>
  );
}
