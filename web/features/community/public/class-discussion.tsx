import "../components/community.css";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, type FragmentOf } from "../../../graphql/graphql.ts";
import { useLive } from "../../../graphql/use-live.ts";
import { paths } from "../../../lib/paths.ts";
import { startState } from "../../../lib/start-state.ts";
import { useNavigate } from "../../../lib/router/index.ts";
import { CommentList } from "../comments/comment-list.tsx";
import { DiscussionFragment } from "../comments/comment-fragment.ts";
import { useMe } from "../components/use-me.ts";

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
const EarlierTalkQuery = graphql(
  `
    query ClassEarlierTalk($id: ID!, $after: String) {
      studioClass(id: $id) {
        id
        discussion(pagination: { first: 20, after: $after }) {
          ...Discussion
        }
      }
    }
  `,
  [DiscussionFragment],
);

const ClassTalkChanged = graphql(
  `
    subscription ClassTalkChanged($id: ID!) {
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
  const { t } = useLingui();
  const me = useMe();
  const navigate = useNavigate();
  const [{ data }] = useQuery({ query: ClassDiscussionQuery, variables: { id } });
  useLive(ClassTalkChanged, { id });
  const found = data?.studioClass;
  if (!found) return null;
  const { classId, commentsCount } = found;
  return (
    <section className="sec" aria-labelledby="discussion">
      <div className="sec-h">
        <h2 className="d2" id="discussion">{t`Comments`}</h2>
        {commentsCount > 0 && <span className="t1 muted tn">{commentsCount}</span>}
      </div>
      <CommentList
        subject={{ kind: "class", id }}
        me={me}
        ownerId={null}
        path={paths.studioClass(classId)}
        onMoment={(ms) =>
          void navigate({
            to: paths.player(classId),
            search: { t: Math.floor(ms / 1000) },
            state: startState,
          })
        }
        first={found.discussion}
        earlier={(after, show) => <Further id={id} after={after} show={show} />}
      />
    </section>
  );
}

function Further({
  id,
  after,
  show,
}: {
  id: string;
  after: string;
  show: (page: FragmentOf<typeof DiscussionFragment>) => ReactNode;
}) {
  const [{ data }] = useQuery({ query: EarlierTalkQuery, variables: { id, after } });
  return data?.studioClass ? show(data.studioClass.discussion) : null;
}
