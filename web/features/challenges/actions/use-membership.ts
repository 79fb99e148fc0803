import { useLingui } from "@lingui/react/macro";
import { useMutation } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { LeaderboardFragment } from "../components/leaderboard.tsx";
import { showToast } from "../../../ui/toast.ts";

const JoinChallenge = graphql(
  `
    mutation JoinChallenge($id: ID!) {
      joinChallenge(id: $id) {
        id
        isJoined
        ...Leaderboard
      }
    }
  `,
  [LeaderboardFragment],
);
const LeaveChallenge = graphql(
  `
    mutation LeaveChallenge($id: ID!) {
      leaveChallenge(id: $id) {
        id
        isJoined
        ...Leaderboard
      }
    }
  `,
  [LeaderboardFragment],
);

/** Joins or leaves a challenge, by its internal id. A rejection is announced. */
export function useMembership(): { busy: boolean; change: (id: string, join: boolean) => Promise<void> } {
  const { t } = useLingui();
  const [{ fetching: isJoining }, join] = useMutation(JoinChallenge);
  const [{ fetching: isLeaving }, leave] = useMutation(LeaveChallenge);
  return {
    busy: isJoining || isLeaving,
    change: async (id, isJoin) => {
      const { error } = await (isJoin ? join({ id }) : leave({ id }));
      if (!error) return;
      const isOver = error.graphQLErrors.some(({ extensions }) => extensions["code"] === "BAD_INPUT");
      showToast(isOver ? t`This challenge has ended.` : t`Couldn’t save. Try again.`);
    },
  };
}
