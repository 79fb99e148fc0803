import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useEffect, useState } from "react";
import { readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { useLocation } from "../../../lib/router/index.ts";
import { PagedList, type ListPage } from "../../../layouts/paged-list.tsx";
import { Button } from "../../../ui/button.tsx";
import type { Subject } from "./use-comment.ts";
import { CommentForm } from "./lazy-comment-form.tsx";
import type { Me } from "../components/use-me.ts";
import { CommentThread, type Talk } from "./comment-thread.tsx";
import { CommentFragment, CommentBodyFragment, DiscussionFragment } from "./comment-fragment.ts";
import { EarlierComments } from "./earlier-comments.tsx";
import { PendingComment } from "./pending-comment.tsx";

const LinkedComment = lazy(async () => ({ default: (await import("./linked-comment.tsx")).LinkedComment }));

type CommentListProps = {
  subject: Subject;
  me: Me | null;
  ownerId: string | null;
  path: string;
  onMoment?: ((ms: number) => void) | undefined;
  /** The first page, newest first. */
  first: FragmentOf<typeof DiscussionFragment>;
};

/** Comments on a subject, newest first, with the comment form. */
export function CommentList({ subject, me, ownerId, path, onMoment, first }: CommentListProps) {
  const { t } = useLingui();
  const hash = useLocation({ select: (location) => location.hash });
  const targetId = /^comment-([0-9a-f-]{36})$/.exec(hash)?.[1] ?? null;
  const [pending, setPending] = useState<string | null>(null);
  const talk: Talk = { subject, me, ownerId, path, onMoment, targetId };
  const { items } = readFragment(DiscussionFragment, first);
  const comments = items.map((item) => readFragment(CommentFragment, item));
  const isHere = comments.some(
    ({ id, replies }) => id === targetId || replies.some((reply) => reply.id === targetId),
  );
  // The live stream may deliver the viewer's own comment before the mutation's response.
  const hasArrived = comments.slice(0, 3).some((found) => {
    const { text, author } = readFragment(CommentBodyFragment, found);
    return author.id === me?.id && text === pending;
  });
  useEffect(() => {
    if (targetId && isHere)
      document.getElementById(`comment-${targetId}`)?.scrollIntoView({ block: "center" });
  }, [targetId, isHere]);
  const more = (show: () => void) => (
    <div className="list-more">
      <Button onClick={show}>{t`Show earlier comments`}</Button>
    </div>
  );
  return (
    <div className="talk">
      <CommentForm
        subject={subject}
        me={me}
        replyToId={null}
        hasMoments={onMoment !== undefined}
        onSending={setPending}
      />
      {pending !== null && !hasArrived && <PendingComment text={pending} me={me} />}
      {targetId && !isHere && (
        <Suspense>
          <LinkedComment id={targetId} talk={talk} />
        </Suspense>
      )}
      {items.length === 0 && pending === null && (
        <p className="muted pretty talk-empty">{t`No comments yet. Start the conversation.`}</p>
      )}
      <PagedList list={`comments ${path}`} more={more}>
        {({ after, further }) => {
          const show = (page: FragmentOf<typeof DiscussionFragment>) => (
            <CommentPage page={page} talk={talk} further={further} />
          );
          return after === null ? (
            show(first)
          ) : (
            <EarlierComments subject={subject} after={after} show={show} />
          );
        }}
      </PagedList>
    </div>
  );
}

type CommentPageProps = {
  page: FragmentOf<typeof DiscussionFragment>;
  talk: Talk;
  further: ListPage["further"];
};

function CommentPage({ page, talk, further }: CommentPageProps) {
  const { items, nextCursor } = readFragment(DiscussionFragment, page);
  return (
    <>
      {items.map((item) => (
        <CommentThread key={item.id} comment={item} talk={talk} />
      ))}
      {further(nextCursor)}
    </>
  );
}
