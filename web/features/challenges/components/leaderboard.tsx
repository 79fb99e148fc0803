import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { useLive } from "../../../graphql/use-live.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { Eight } from "../../../ui/eight.tsx";
import { Segments } from "../../../ui/segments.tsx";
import { useAmount } from "./labels.ts";

const PlaceFragment = graphql(`
  fragment Place on LeaderboardEntry {
    place
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
      approximateRank
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
  /** Requirement of the largest badge. */
  goal: number;
  /** The viewer's id. */
  me: string | null;
  /** An ended challenge no longer changes. */
  isOver: boolean;
};

const FollowedFragment = graphql(
  `
    fragment FollowedLeaderboard on Challenge {
      id
      followed: participantLeaderboard(first: 24, of: followed) {
        user {
          id
        }
        ...Place
      }
    }
  `,
  [PlaceFragment],
);
const FollowedQuery = graphql(
  `
    query FollowedLeaderboard($id: ID!) {
      challengeById(id: $id) {
        id
        ...FollowedLeaderboard
      }
    }
  `,
  [FollowedFragment],
);
const FollowedChanged = graphql(
  `
    subscription FollowedChanged($id: ID!) {
      challengeChanged(id: $id) {
        id
        ...FollowedLeaderboard
      }
    }
  `,
  [FollowedFragment],
);

/** Leaderboards of all participants and of the people that the viewer follows. */
export function Leaderboards(props: LeaderboardProps) {
  const { t } = useLingui();
  const [scope, setScope] = useState<"everyone" | "followed">("everyone");
  return (
    <>
      <div className="row">
        <Segments
          label={t`Show`}
          options={[
            { value: "everyone", label: t`Everyone` },
            { value: "followed", label: t`People you follow` },
          ]}
          value={scope}
          onChoose={setScope}
        />
      </div>
      {scope === "everyone" ? <Leaderboard {...props} /> : <FollowedLeaderboard {...props} />}
    </>
  );
}

function FollowedLeaderboard({ challenge, goal, me, isOver }: LeaderboardProps) {
  const { t } = useLingui();
  const { id, achievement } = readFragment(LeaderboardFragment, challenge);
  useLive(FollowedChanged, { id }, { isOff: isOver });
  const [{ data, error }] = useQuery({
    query: FollowedQuery,
    variables: { id },
    requestPolicy: "cache-and-network",
  });
  const found = data?.challengeById;
  if (!found) return <p className="muted">{error ? t`Couldn’t load this leaderboard. Try again.` : ""}</p>;
  const { followed } = readFragment(FollowedFragment, found);
  if (!followed.some(({ user }) => user.id !== me))
    return <p className="muted pretty">{t`No one you follow has started yet. Invite a friend.`}</p>;
  return (
    <ol className="board">
      {followed.map((entry) => (
        <Row key={entry.user.id} entry={entry} goal={goal} me={me} triggerType={achievement.triggerType} />
      ))}
    </ol>
  );
}

/** A live leaderboard. A viewer further down sees the first places and the ones around their own. */
function Leaderboard({ challenge, goal, me, isOver }: LeaderboardProps) {
  const { t, i18n } = useLingui();
  const { id, participantLeaderboard, leaderboardAround, rank, approximateRank, achievement } = readFragment(
    LeaderboardFragment,
    challenge,
  );
  useLive(ChallengeChanged, { id }, { isOff: isOver });
  if (participantLeaderboard.length === 0)
    return <p className="muted pretty">{t`No one has started yet. First place is open.`}</p>;
  const listed = new Set(participantLeaderboard.map(({ user }) => user.id));
  const further =
    me && !listed.has(me) ? leaderboardAround.filter(({ entry }) => !listed.has(entry.user.id)) : [];
  const row = { goal, me, triggerType: achievement.triggerType };
  return (
    <>
      <p className="sr-only" role="status">
        {rank === null ? "" : t`You’re #${rank}`}
      </p>
      {approximateRank !== null && (
        <p className="muted">{t`You’re around #${i18n.number(approximateRank)}.`}</p>
      )}
      <ol className="board">
        {participantLeaderboard.map((entry) => (
          <Row key={entry.user.id} {...row} entry={entry} />
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
                around={rank === null ? null : rank + distance}
              />
            ))}
          </ol>
        </>
      )}
      <p className="t1 faint">{t`In a tie, the first to get there wins.`}</p>
    </>
  );
}

type RowProps = {
  entry: FragmentOf<typeof PlaceFragment>;
  /** Rank from 1, if the entry lacks it; null beyond the counted ranks. */
  around?: number | null;
  goal: number;
  me: string | null;
  triggerType: string;
};

function Row({ entry, around = null, goal, me, triggerType }: RowProps) {
  const { t } = useLingui();
  const amountOf = useAmount();
  const { user, progressAmount, reachedAt, ...listed } = readFragment(PlaceFragment, entry);
  const place = listed.place ?? around;
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
