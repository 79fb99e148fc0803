import "./challenges.css";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type ResultOf } from "../../../graphql/graphql.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useParams } from "../../../lib/router/index.ts";
import { AwaitedPage } from "../../../layouts/awaited-page.tsx";
import { Eight } from "../../../ui/eight.tsx";
import { Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { useMembership } from "../actions/use-membership.ts";
import { PushPrompt } from "../../notifications/public/push-prompt.tsx";
import { Badge, BadgeFragment } from "../components/badge.tsx";
import { LeaderboardFragment, Leaderboards } from "../components/leaderboard.tsx";
import { ShareButton } from "../../../layouts/share-button.tsx";
import { phaseOf } from "../components/phase.ts";
import { useAmount, useWhen } from "../components/labels.ts";

const ChallengeQuery = graphql(
  `
    query GetChallengeById($id: ID!) {
      me {
        id
      }
      challengeById(id: $id) {
        id
        slug
        title
        description
        thumbnailImageUrl
        startTime
        endTime
        isJoined
        progressAmount
        participantsCount
        achievement {
          id
          triggerType
          requiredPublishedStudioClasses {
            id
            classId
            title
            userProgress {
              completed
            }
          }
        }
        badges {
          badge {
            id
            ...Badge
          }
          isEarned
        }
        displayText {
          goalHeader
          subtitleHeader
          earnedByHeader
        }
        ...Leaderboard
      }
    }
  `,
  [BadgeFragment, LeaderboardFragment],
);
type Found = NonNullable<ResultOf<typeof ChallengeQuery>["challengeById"]>;

/** A challenge: requirements, progress, badges and leaderboard. */
export function Page() {
  const { t } = useLingui();
  const { id = "" } = useParams();
  const query = useQuery({ query: ChallengeQuery, variables: { id }, requestPolicy: "cache-and-network" });
  const [{ data }] = query;
  const found = data?.challengeById;
  return (
    <AwaitedPage
      query={query}
      title={found?.title}
      failed={{
        title: t`Couldn’t load the challenge`,
        words: t`We couldn’t connect. Your progress still counts.`,
      }}
      missing={{
        title: t`Challenge not found`,
        words: t`It may have been removed, or the link may be wrong.`,
        way: (
          <Link className="btn btn-go" to={paths.challenges()}>
            {t`See all challenges`}
          </Link>
        ),
      }}
      skeleton={
        <div className="page page-top">
          <Skeleton label={t`Loading challenge`} className="challenge-hero">
            <span className="sk sk-pic" />
            <div className="stack">
              <TextSkeleton className="w-1/2" />
              <TextSkeleton className="d1 d1-page w-4/5" />
              <TextSkeleton className="w-full" />
              <span className="sk btn btn-l w-1/2" />
            </div>
          </Skeleton>
        </div>
      }
    >
      {found && <Challenge found={found} me={data?.me?.id ?? null} />}
    </AwaitedPage>
  );
}

function Challenge({ found, me }: { found: Found; me: string | null }) {
  const { t } = useLingui();
  const when = useWhen();
  const amountOf = useAmount();
  const { busy, change } = useMembership();
  const { displayText, badges, achievement, isJoined } = found;
  const phase = phaseOf(found, new Date());
  const last = badges.at(-1);
  const goal = last ? readFragment(BadgeFragment, last.badge).amountToEarn : 1;
  const amount = found.progressAmount ?? 0;
  const required = achievement.requiredPublishedStudioClasses;
  const next = required.find(({ userProgress }) => !userProgress?.completed);
  const people = plural(found.participantsCount, { one: "# dancer joined", other: "# dancers joined" });
  const counted = amountOf(achievement.triggerType, amount);
  const asked = amountOf(achievement.triggerType, goal);
  return (
    <div className="page page-top">
      <article className="challenge-hero">
        <img src={found.thumbnailImageUrl} alt="" width={1200} height={675} />
        <div className="stack">
          <p className="strong">
            {when(found)}, {people}
          </p>
          <h1 className="d1 d1-page">{found.title}</h1>
          <p className="pretty">{found.description}</p>
          <div className="row wrap">
            {isJoined && phase === "running" && (
              <Link
                className="btn btn-go btn-l"
                to={next ? paths.studioClass(next.classId) : paths.library()}
              >
                {next ? t`Start next class` : t`Find a class`}
              </Link>
            )}
            {phase !== "ended" && (
              <button
                type="button"
                className={isJoined ? "btn btn-l" : "btn btn-go btn-l"}
                aria-busy={busy || undefined}
                onClick={() => void (busy || change(found.id, !isJoined))}
              >
                {isJoined ? t`Leave challenge` : t`Join challenge`}
              </button>
            )}
            <ShareButton title={found.title} path={paths.challenge(found.slug)} />
          </div>
        </div>
      </article>
      {isJoined && phase !== "ended" && (
        <PushPrompt reason={t`Get notified when it starts, ends, or you earn a badge?`} />
      )}
      <div className="sec split split-a">
        <section className="stack">
          {isJoined && (
            <div className="row wrap between end">
              <Eight size="lg" value={amount / goal} label={t`${counted} of ${asked}`} />
              <p className="num challenge-count" aria-hidden="true">
                {amount}
                <span className="faint"> {t`of ${goal}`}</span>
              </p>
            </div>
          )}
          <div className="stack">
            <h2 className="d2">{displayText.goalHeader}</h2>
            <p className="muted">{displayText.subtitleHeader}</p>
          </div>
          <h2 className="d2">{t`Leaderboard`}</h2>
          <Leaderboards challenge={found} goal={goal} me={me} isOver={phase === "ended"} />
        </section>
        <aside className="stack">
          <h2 className="t4">{t`Badges`}</h2>
          <ul className="badge-list">
            {badges.map(({ badge, isEarned }) => (
              <Badge key={badge.id} badge={badge} isEarned={isEarned} />
            ))}
          </ul>
          <p className="t1 muted">{displayText.earnedByHeader}</p>
          {required.length > 0 && (
            <>
              <h2 className="t4">{t`The classes`}</h2>
              <ol className="setlist">
                {required.map(({ id, classId, title, userProgress }) => (
                  <li key={id} className={id === next?.id ? "now" : undefined}>
                    <Link to={paths.studioClass(classId)}>{title}</Link>
                    <span className="t1 muted">
                      {userProgress?.completed ? t`Done` : id === next?.id ? t`Next` : ""}
                    </span>
                  </li>
                ))}
              </ol>
            </>
          )}
        </aside>
      </div>
    </div>
  );
}
