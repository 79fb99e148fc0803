import { useLingui } from "@lingui/react/macro";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { useLive } from "../../../graphql/use-live.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { Eight } from "../../../ui/eight.tsx";
import { useAmount } from "./words.ts";

const PlaceFragment = graphql(`
  fragment Place on LeaderboardEntry {
    user {
      id
      username
      photoURL
    }
    progressAmount
    reachedAt
  }
`);

export const LeaderboardFragment = graphql(
  `
    fragment Leaderboard on Challenge {
      id
      rank
      progressAmount
      participantsCount
      achievement {
        id
        triggerType
      }
      participantLeaderboard(first: 24) {
        user {
          id
        }
        ...Place
      }
      leaderboardAround {
        distance
        entry {
          user {
            id
          }
          ...Place
        }
      }
    }
  `,
  [PlaceFragment],
);

const ChallengeChanged = graphql(
  `
    subscription ChallengeChanged($id: ID!) {
      challengeChanged(id: $id) {
        id
        isJoined
        badges {
          badge {
            id
          }
          isEarned
        }
        ...Leaderboard
      }
    }
  `,
  [LeaderboardFragment],
);

type LeaderboardProps = {
  challenge: FragmentOf<typeof LeaderboardFragment>;
  /** What the largest badge asks for. */
  goal: number;
  /** The viewer's id. */
  me: string | null;
  /** Nothing changes once a challenge has ended. */
  isOver: boolean;
};

/** Where everyone is, as it changes; who is further down sees those just ahead and behind below the first. */
export function Leaderboard({ challenge, goal, me, isOver }: LeaderboardProps) {
  const { t } = useLingui();
  const { id, participantLeaderboard, leaderboardAround, rank, achievement } = readFragment(
    LeaderboardFragment,
    challenge,
  );
  useLive(ChallengeChanged, { id }, { isOff: isOver });
  if (participantLeaderboard.length === 0)
    return <p className="muted pretty">{t`Nobody has counted a class yet. The first place is open.`}</p>;
  const listed = new Set(participantLeaderboard.map(({ user }) => user.id));
  const further =
    me && !listed.has(me) ? leaderboardAround.filter(({ entry }) => !listed.has(entry.user.id)) : [];
  const row = { goal, me, triggerType: achievement.triggerType };
  return (
    <>
      <p className="sr-only" role="status">
        {rank === null ? "" : t`You’re number ${rank}`}
      </p>
      <ol className="board">
        {participantLeaderboard.map((entry, index) => (
          <Row key={entry.user.id} {...row} entry={entry} place={index + 1} />
        ))}
      </ol>
      {further.length > 0 && (
        <>
          <h3 className="t4">{t`Around you`}</h3>
          <ol className="board">
            {further.map(({ entry, distance }) => (
              <Row
                key={entry.user.id}
                {...row}
                entry={entry}
                place={rank === null ? null : rank + distance}
              />
            ))}
          </ol>
        </>
      )}
      <p className="t1 faint">{t`Same count? Whoever got there first stands higher.`}</p>
    </>
  );
}

type RowProps = {
  entry: FragmentOf<typeof PlaceFragment>;
  /** From 1; null beyond what is counted. */
  place: number | null;
  goal: number;
  me: string | null;
  triggerType: string;
};

function Row({ entry, place, goal, me, triggerType }: RowProps) {
  const { t } = useLingui();
  const amountOf = useAmount();
  const { user, progressAmount, reachedAt } = readFragment(PlaceFragment, entry);
  const isMe = user.id === me;
  return (
    <li className={isMe ? "is-me" : undefined}>
      <b className={place !== null && place > 99 ? "num pos is-far" : "num pos"}>{place}</b>
      <span>
        <span className="strong">{isMe ? t`You` : (user.username ?? t`A dancer`)}</span>
        <br />
        <span className="t1 faint">{formatMonthDayYear(new Date(reachedAt))}</span>
      </span>
      <Eight size="md" value={progressAmount / goal} label={amountOf(triggerType, progressAmount)} />
      <b className="num board-amount" aria-hidden="true">
        {progressAmount}
      </b>
    </li>
  );
}
