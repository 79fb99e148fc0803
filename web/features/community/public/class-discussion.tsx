import "../components/community.css";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useLive } from "../../../graphql/use-live.ts";
import { paths } from "../../../lib/paths.ts";
import { startState } from "../../../lib/start-state.ts";
import { useNavigate } from "../../../lib/router/index.ts";
import { Discussion } from "../comments/discussion.tsx";
import { DiscussionFragment } from "../comments/comment-fragment.ts";

const ClassDiscussionQuery = graphql(
  `
    query ClassDiscussion($id: ID!) {
      studioClass(id: $id) {
        id
        classId
        commentsCount
        discussion(pagination: { first: 20 }) {
          ...Discussion
        }
      }
    }
  `,
  [DiscussionFragment],
);

const ClassTalkChanged = graphql(
  `
    subscription ClassDiscussionChanged($id: ID!) {
      classTalkChanged(id: $id) {
        id
        classId
        commentsCount
        discussion(pagination: { first: 20 }) {
          ...Discussion
        }
      }
    }
  `,
  [DiscussionFragment],
);

/** Comments on a class; a timestamp opens the player there. `id`: the class's internal id. */
export function ClassDiscussion({ id }: { id: string }) {
  const navigate = useNavigate();
  const [{ data }] = useQuery({ query: ClassDiscussionQuery, variables: { id } });
  useLive(ClassTalkChanged, { id });
  const found = data?.studioClass;
  if (!found) return null;
  const { classId, commentsCount } = found;
  return (
    <Discussion
      subject={{ kind: "class", id }}
      path={paths.studioClass(classId)}
      ownerId={null}
      count={commentsCount}
      first={found.discussion}
      onMoment={(ms) =>
        void navigate({
          to: paths.player(classId),
          search: { t: Math.floor(ms / 1000) },
          state: startState,
        })
      }
    />
  );
}
