import { useLingui } from "@lingui/react/macro";
import { Link } from "../../../lib/router/index.ts";
import { useQuery } from "urql";
import { graphql } from "../../../graphql/graphql.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { ErrorState } from "../../../ui/state.tsx";

const SubscriptionQuery = graphql(`
  query Subscription {
    me {
      id
      name
      isActive
    }
  }
`);

export function Page() {
  const { t } = useLingui();
  usePageTitle(t`Subscription`);
  const [{ data, error }, again] = useQuery({ query: SubscriptionQuery });
  const me = data?.me;
  return (
    <div className="page form-page">
      <h1 className="d1 d1-page">{t`Subscription`}</h1>
      {error && !data ? (
        <ErrorState
          title={t`Your subscription didn’t come`}
          retryLabel={t`Try again`}
          onRetry={() => again({ requestPolicy: "network-only" })}
        >
          {t`The studio didn’t answer. Nothing about it has changed.`}
        </ErrorState>
      ) : (
        me && (
          <>
            <p className="d2">{me.isActive ? t`Your subscription is active.` : t`You dance for free.`}</p>
            <p className="muted pretty">
              {me.isActive
                ? t`Every class that it covers opens for you, on every device you sign in to.`
                : t`Free classes open whole, all others for their first 30 seconds. Nothing is charged.`}
            </p>
            {!me.name && (
              <p>
                <Link className="btn" to={paths.login()} search={{ next: paths.subscription() }}>
                  {t`Sign in to an account that has one`}
                </Link>
              </p>
            )}
          </>
        )
      )}
    </div>
  );
}
