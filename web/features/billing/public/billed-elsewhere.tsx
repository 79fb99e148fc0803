import { useLingui } from "@lingui/react/macro";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { isLive } from "../subscription/statuses.ts";

const BilledElsewhereQuery = graphql(`
  query BilledElsewhere {
    userSubscriptionHistory {
      id
      status
      management {
        billedBy
        url
        acts
      }
    }
  }
`);

/**
 * Warns that subscriptions go on where they were bought when the account is deleted here. Renders nothing if the studio can
 * end them.
 */
export function BilledElsewhere() {
  const { t } = useLingui();
  const [{ data }] = useQuery({ query: BilledElsewhereQuery, requestPolicy: "cache-and-network" });
  const going = data?.userSubscriptionHistory.flatMap(({ id, status, management }) =>
    isLive(status) && management && !management.acts.includes("cancel_now") ? [{ id, ...management }] : [],
  );
  return going?.map(({ id, billedBy, url }) => (
    <p className="pretty strong" key={id}>
      {t`${billedBy} goes on billing your subscription after that. Cancel it there first.`}{" "}
      {url && (
        <a className="link" href={url} target="_blank" rel="noreferrer">
          {t`Manage in ${billedBy}`}
        </a>
      )}
    </p>
  ));
}
