import "./challenges.css";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { EmptyState } from "../../../ui/state.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
import { MyBadgeWall } from "../public/badge-wall.tsx";
import { StreakStrip } from "../public/streak-strip.tsx";
import { phaseOf, type ChallengePhaseName } from "../components/phase.ts";
import { useWhen } from "../components/labels.ts";

const ChallengesQuery = graphql(`
  query Challenges {
    challenges(pagination: { first: 48 }) {
      id
      slug
      title
      thumbnailImageUrl
      startTime
      endTime
      isJoined
      participantsCount
      displayText {
        goalHeader
      }
    }
  }
`);
type Found = ResultOf<typeof ChallengesQuery>["challenges"][number];

/** All challenges: running, then upcoming, then ended. */
export function Page() {
  const { t } = useLingui();
  usePageTitle(t`Challenges`);
  const query = useQuery({
    query: ChallengesQuery,
    requestPolicy: "cache-and-network",
  });
  const [{ data, error }] = query;
  const now = new Date();
  const by = Map.groupBy(data?.challenges ?? [], (found) => phaseOf(found, now));
  const names: Record<ChallengePhaseName, string> = {
    running: t`Active`,
    upcoming: t`Upcoming`,
    ended: t`Past`,
  };
  return (
    <div className="page page-top">
      <h1 className="d1 d1-page">{t`Challenges`}</h1>
      {!data && error && (
        <QueryError query={query} title={t`Couldn’t load challenges`}>
          {t`We couldn’t connect. Your progress still counts.`}
        </QueryError>
      )}
      <StreakStrip />
      {data?.challenges.length === 0 && (
        <EmptyState title={t`No challenges yet`}>{t`New challenges will appear here.`}</EmptyState>
      )}
      {(["running", "upcoming", "ended"] as const).map((phase) => {
        const found = by.get(phase);
        return (
          found && (
            <section className="sec challenge-section" key={phase} aria-labelledby={phase}>
              <h2 className="d2" id={phase}>
                {names[phase]}
              </h2>
              <div className={phase === "running" ? "challenge-grid is-running" : "challenge-grid"}>
                {found.map((challenge) => (
                  <Card key={challenge.id} challenge={challenge} />
                ))}
              </div>
            </section>
          )
        );
      })}
      <MyBadgeWall />
    </div>
  );
}

function Card({ challenge }: { challenge: Found }) {
  const { t } = useLingui();
  const when = useWhen();
  const { slug, title, thumbnailImageUrl, isJoined, participantsCount, displayText } = challenge;
  const people = plural(participantsCount, { one: "# dancer", other: "# dancers" });
  return (
    <Link className="challenge-card" to={paths.challenge(slug)}>
      <img src={thumbnailImageUrl} alt="" loading="lazy" width={1200} height={675} />
      <div>
        <h3 className="t3 strong">{title}</h3>
        <p className="muted">{displayText.goalHeader}</p>
        <p className="t1 faint">
          {when(challenge)}, {people}
          {isJoined && <>, {t`joined`}</>}
        </p>
      </div>
    </Link>
  );
}
