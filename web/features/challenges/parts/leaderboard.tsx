import { useLingui } from "@lingui/react/macro";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { Eight } from "../../../ui/eight.tsx";
import { useAmount } from "./words.ts";

export const LeaderboardFragment = graphql(`
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
        username
        photoURL
      }
      progressAmount
      reachedAt
    }
  }
`);

type LeaderboardProps = {
  challenge: FragmentOf<typeof LeaderboardFragment>;
  /** What the largest badge asks for. */
  goal: number;
  /** The viewer's id. */
  me: string | null;
};

/** Where everyone is; the viewer's own row stands last when they are further down. */
export function Leaderboard({ challenge, goal, me }: LeaderboardProps) {
  const { t } = useLingui();
  const amountOf = useAmount();
  const { participantLeaderboard, rank, progressAmount, achievement } = readFragment(
    LeaderboardFragment,
    challenge,
  );
  const isListed = participantLeaderboard.some(({ user }) => user.id === me);
  if (participantLeaderboard.length === 0)
    return <p className="muted pretty">{t`Nobody has counted a class yet. The first place is open.`}</p>;
  return (
    <>
      <ol className="board">
        {participantLeaderboard.map((entry, index) => {
          const { user, reachedAt } = entry;
          const date = formatMonthDayYear(new Date(reachedAt));
          const amount = amountOf(achievement.triggerType, entry.progressAmount);
          return (
            <li key={user.id} className={user.id === me ? "is-me" : undefined}>
              <b className="num pos">{index + 1}</b>
              <span>
                <span className="strong">{user.id === me ? t`You` : (user.username ?? t`A dancer`)}</span>
                <br />
                <span className="t1 faint">{date}</span>
              </span>
              <Eight size="md" value={entry.progressAmount / goal} label={amount} />
              <b className="num board-amount" aria-hidden="true">
                {entry.progressAmount}
              </b>
            </li>
          );
        })}
        {!isListed && rank !== null && progressAmount !== null && (
          <li className="is-me">
            <b className="num pos">{rank}</b>
            <span className="strong">{t`You`}</span>
            <Eight
              size="md"
              value={progressAmount / goal}
              label={amountOf(achievement.triggerType, progressAmount)}
            />
            <b className="num board-amount" aria-hidden="true">
              {progressAmount}
            </b>
          </li>
        )}
      </ol>
      <p className="t1 faint">{t`Same count? Whoever got there first stands higher.`}</p>
    </>
  );
}
