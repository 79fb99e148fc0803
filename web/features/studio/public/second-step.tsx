import { useLingui } from "@lingui/react/macro";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";

const SecondStepQuery = graphql(`
  query StaffSecondStep {
    staffSecondStepDueAt
  }
`);

/** Tells staff without a second factor how long their pages still work without one. Renders nothing for others. */
export function SecondStepBanner() {
  const { t } = useLingui();
  const [{ data }] = useQuery({ query: SecondStepQuery, requestPolicy: "cache-and-network" });
  const dueAt = data?.staffSecondStepDueAt;
  if (!dueAt) return null;
  const day = formatMonthDayYear(new Date(dueAt));
  return (
    <aside className="studio-second-step" aria-label={t`Two-step verification`}>
      <p className="pretty">
        <span className="strong">{t`Set up two-step verification or a passkey by ${day}.`}</span>{" "}
        {t`After that, the studio’s pages need it.`}
      </p>
      <Link className="btn btn-s" to={paths.settings()} hash="security">
        {t`Set up`}
      </Link>
    </aside>
  );
}

/** Replaces studio pages for staff whose grace period without a second factor has ended. */
export function SecondStepRequiredPage() {
  const { t } = useLingui();
  usePageTitle(t`Second step required`);
  return (
    <div className="page void-page">
      <h1 className="d2">{t`Set up a second step`}</h1>
      <p className="muted pretty">
        {t`The studio’s pages need two-step verification or a passkey. They open again when you’ve set one up.`}
      </p>
      <Link className="btn btn-go" to={paths.settings()} hash="security">
        {t`Set up`}
      </Link>
    </div>
  );
}
