import "./person.css";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment } from "../../../graphql/graphql.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useParams } from "../../../lib/router/index.ts";
import { StudioPage } from "../public/studio-page.tsx";
import { ListedSubscriptionFragment } from "./fragments.ts";
import { phaseOf } from "./labels.ts";

const PersonQuery = graphql(
  `
    query StudioPerson($id: ID!) {
      studioPerson(id: $id) {
        id
        name
        username
        email
        isEmailVerified
        isGuest
        joinedAt
        subscription {
          ...ListedSubscription
        }
        practice {
          lastDancedAt
          started
          completed
        }
      }
    }
  `,
  [ListedSubscriptionFragment],
);

const day = (time: string): string => formatMonthDayYear(new Date(time));

/** One account: who it is, its plan, and what it danced. */
export function Page() {
  const { t } = useLingui();
  const { id = "" } = useParams() as { id?: string };
  const query = useQuery({ query: PersonQuery, variables: { id }, requestPolicy: "cache-and-network" });
  const person = query[0].data?.studioPerson;
  const subscription = person?.subscription && readFragment(ListedSubscriptionFragment, person.subscription);
  return (
    <StudioPage
      title={person ? person.name || person.email || t`Guest` : t`People`}
      neighbours={<Link to={paths.studioPeople()}>{t`People`}</Link>}
      query={query}
    >
      {person && (
        <dl className="person-facts">
          <dt>{t`Email`}</dt>
          <dd>
            {person.email ?? t`None`}
            {person.email && !person.isEmailVerified && (
              <span className="tag tag-danger">{t`Not verified`}</span>
            )}
          </dd>
          <dt>{t`Username`}</dt>
          <dd>
            {person.username ? (
              <Link className="link" to={paths.profile(person.username)}>
                @{person.username}
              </Link>
            ) : (
              t`None`
            )}
          </dd>
          <dt>{t`Joined`}</dt>
          <dd>{day(person.joinedAt)}</dd>
          <dt>{t`Plan`}</dt>
          <dd>
            {subscription ? (
              <>
                {subscription.plan.name} <span className="tag">{phaseOf(subscription).text}</span>
              </>
            ) : (
              t`Free`
            )}
          </dd>
          <dt>{t`Last danced`}</dt>
          <dd>{person.practice ? day(person.practice.lastDancedAt) : t`Never`}</dd>
        </dl>
      )}
    </StudioPage>
  );
}
