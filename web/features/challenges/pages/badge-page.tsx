import "./challenges.css";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useParams, useSearch } from "../../../lib/router/index.ts";
import { AwaitedPage } from "../../../layouts/awaited-page.tsx";
import { Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { useIsChild } from "../../identity/public/me.ts";
import { ShareButton } from "../../../layouts/share-button.tsx";

const BadgeQuery = graphql(`
  query BadgeById($id: ID!) {
    me {
      id
      username
    }
    badgeById(id: $id) {
      id
      slug
      name
      description
      activeImageUrl
      inactiveImageUrl
      challengeSlug
    }
    mine: myBadgesByYear {
      year
      badges {
        earnedAt
        badge {
          id
        }
      }
    }
  }
`);
const EarnedByQuery = graphql(`
  query BadgeEarnedBy($username: String!) {
    badgesByYear(username: $username) {
      year
      badges {
        earnedAt
        badge {
          id
        }
      }
    }
  }
`);

type Years = readonly { badges: readonly { earnedAt: string; badge: { id: string } }[] }[];
const earnedIn = (years: Years | undefined, id: string | undefined): string | null =>
  years?.flatMap(({ badges }) => badges).find(({ badge }) => badge.id === id)?.earnedAt ?? null;

/** A badge, to view and to share; `by` in the URL names its owner. */
export function Page() {
  const { t } = useLingui();
  const { id = "" } = useParams();
  const { by } = useSearch() as { by?: unknown };
  const query = useQuery({ query: BadgeQuery, variables: { id } });
  const [{ data }] = query;
  const badge = data?.badgeById;
  return (
    <AwaitedPage
      query={query}
      title={badge?.name}
      failed={{
        title: t`Couldn’t load the badge`,
        words: t`We couldn’t connect. Your badges are safe.`,
      }}
      missing={{
        title: t`Badge not found`,
        words: t`The link may be wrong.`,
        way: (
          <Link className="btn btn-go" to={paths.challenges()}>
            {t`See all challenges`}
          </Link>
        ),
      }}
      skeleton={
        <Skeleton label={t`Loading badge`} className="page page-top badge-page">
          <span className="sk sk-pic" />
          <div className="stack">
            <TextSkeleton className="d1 d1-page w-4/5" />
            <TextSkeleton className="w-full" />
          </div>
        </Skeleton>
      }
    >
      {data && badge && <Badge data={data} badge={badge} username={typeof by === "string" ? by : null} />}
    </AwaitedPage>
  );
}

type Answer = ResultOf<typeof BadgeQuery>;
type BadgeProps = {
  data: Answer;
  badge: NonNullable<Answer["badgeById"]>;
  /** Username of the owner if the badge is shared; null: view only. */
  username: string | null;
};

function Badge({ data, badge, username }: BadgeProps) {
  const { t } = useLingui();
  const [{ data: theirs }] = useQuery({
    query: EarnedByQuery,
    variables: { username: username ?? "" },
    pause: username === null,
  });
  const me = data.me?.username ?? null;
  const isChild = useIsChild();
  const myDate = earnedIn(data.mine, badge.id);
  const theirDate = earnedIn(theirs?.badgesByYear, badge.id);
  const isMine = myDate !== null && (username === null || username === me);
  const date = isMine ? myDate : theirDate;
  const day = date && formatMonthDayYear(new Date(date));
  return (
    <div className="page page-top badge-page">
      <img
        src={date || username === null ? badge.activeImageUrl : badge.inactiveImageUrl}
        alt=""
        width={320}
        height={320}
      />
      <div className="stack">
        <h1 className="d1 d1-page">{badge.name}</h1>
        <p className="pretty">{badge.description}</p>
        {day && (
          <p className="strong">{isMine ? t`Earned ${day}` : t`${username ?? ""} earned it on ${day}`}</p>
        )}
        {!isChild && (
          <div className="row wrap">
            <Link
              className="btn btn-go"
              to={badge.challengeSlug ? paths.challenge(badge.challengeSlug) : paths.challenges()}
            >
              {badge.challengeSlug ? t`See the challenge` : t`See all challenges`}
            </Link>
            <ShareButton
              title={badge.name}
              path={`${paths.badge(badge.slug)}${isMine && me ? `?by=${encodeURIComponent(me)}` : ""}`}
            />
          </div>
        )}
      </div>
    </div>
  );
}
