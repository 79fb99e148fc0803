import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { Button } from "../../../ui/button.tsx";
import type { Subject } from "./use-comment.ts";
import { CommentEntry } from "./comment-entry.tsx";
import { CommentForm } from "./lazy-comment-form.tsx";
import type { Me } from "../components/use-me.ts";
import { CommentFragment, CommentBodyFragment } from "./comment-fragment.ts";
import { PendingComment } from "./pending-comment.tsx";

const RepliesQuery = graphql(
  `
    query Replies($id: ID!, $after: String) {
      comment(id: $id) {
        id
        replyPage(pagination: { first: 50, after: $after }) {
          nextCursor
          items {
            id
            reportedByMe
            ...CommentBody
          }
        }
      }
    }
  `,
  [CommentBodyFragment],
);

/** Shared data of all comments of a discussion. */
export type Talk = {
  subject: Subject;
  me: Me | null;
  ownerId: string | null;
  path: string;
  /** Id of the comment that the URL links to. */
  targetId: string | null;
  onMoment?: ((ms: number) => void) | undefined;
};

/** A comment with its first replies and a button to load the rest. */
export function CommentThread({
  comment,
  talk,
}: {
  comment: FragmentOf<typeof CommentFragment>;
  talk: Talk;
}) {
  const found = readFragment(CommentFragment, comment);
  const [isReplying, setReplying] = useState(false);
  const [pending, setPending] = useState<string | null>(null);
  const [wantsAll, setWantsAll] = useState(false);
  const [{ data }] = useQuery({
    query: RepliesQuery,
    variables: { id: found.id, after: null },
    pause: !wantsAll,
  });
  if (found.reportedByMe) return <HiddenComment />;
  const replies = wantsAll ? (data?.comment?.replyPage.items ?? found.replies) : found.replies;
  const left = found.repliesCount - replies.length;
  const { subject, me, targetId, ...shared } = talk;
  const reply = () => setReplying(true);
  return (
    <CommentEntry comment={found} me={me} isTarget={targetId === found.id} onReply={reply} {...shared}>
      {replies.map((one) =>
        one.reportedByMe ? null : (
          <CommentEntry
            key={one.id}
            comment={one}
            me={me}
            isReply
            isTarget={targetId === one.id}
            onReply={reply}
            {...shared}
          />
        ),
      )}
      {left > 0 && !wantsAll && (
        <div className="reply-more">
          <Button size="s" tone="text" onClick={() => setWantsAll(true)}>
            {plural(left, { one: "Show # more reply", other: "Show # more replies" })}
          </Button>
        </div>
      )}
      {pending !== null && <PendingComment text={pending} me={me} isReply />}
      {isReplying && (
        <div className="reply-form">
          <CommentForm
            subject={subject}
            me={me}
            replyToId={found.id}
            hasMoments={talk.onMoment !== undefined}
            onSending={setPending}
            onDone={() => setReplying(false)}
          />
        </div>
      )}
    </CommentEntry>
  );
}

function HiddenComment() {
  const { t } = useLingui();
  return <p className="cm-hidden t1 muted">{t`You reported this comment, so we’ve hidden it.`}</p>;
}
