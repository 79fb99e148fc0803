import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { formatDuration } from "../../../lib/formats.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useOwnText } from "../actions/use-own-text.ts";
import { AuthorLine, AuthorPhoto } from "../components/author-line.tsx";
import type { Me } from "../components/use-me.ts";
import { CommentBodyFragment } from "./comment-fragment.ts";
import { LikeButton } from "../components/like-button.tsx";
import { Markdown } from "../components/markdown.tsx";
import { ReportButton } from "../components/report-button.tsx";

const History = lazy(async () => ({ default: (await import("../moderation/history.tsx")).History }));
const CommentEdit = lazy(async () => ({ default: (await import("./comment-edit.tsx")).CommentEdit }));

type CommentEntryProps = {
  comment: FragmentOf<typeof CommentBodyFragment>;
  me: Me | null;
  /** The profile that may remove comments here. */
  ownerId: string | null;
  /** Path of the page that the comment is on, for its permalink. */
  path: string;
  isReply?: boolean;
  /** The URL links to this comment. */
  isTarget: boolean;
  onMoment?: ((ms: number) => void) | undefined;
  onReply: () => void;
  children?: ReactNode;
};

/** One comment with its actions. */
export function CommentEntry(props: CommentEntryProps) {
  const { comment, me, ownerId, path, isReply = false, isTarget, onMoment, onReply, children } = props;
  const { t } = useLingui();
  const own = useOwnText();
  const found = readFragment(CommentBodyFragment, comment);
  const { id, text, atMs, author, isDeleted, isWaiting, isHeld } = found;
  const [isEditing, setEditing] = useState(false);
  const [wantsHistory, setWantsHistory] = useState(false);
  const [busy, setBusy] = useState(false);
  const isMine = me !== null && author.id === me.id;
  const act = async (work: () => Promise<string | null>) => {
    setBusy(true);
    const error = await work();
    setBusy(false);
    if (error) showToast(error);
  };
  if (isDeleted)
    return (
      <article id={`comment-${id}`} className="cm is-gone">
        <span className="av" aria-hidden="true" />
        <p className="muted">{t`This comment was deleted.`}</p>
        {children}
      </article>
    );
  return (
    <article id={`comment-${id}`} className={`cm ${isReply ? "reply" : ""} ${isTarget ? "is-target" : ""}`}>
      <AuthorPhoto author={author} size={isReply ? "s" : "m"} />
      <AuthorLine
        author={author}
        at={found.createdAt}
        editedAt={found.editedAt}
        href={`${path}#comment-${id}`}
      >
        {isWaiting && (
          <span className="tag tag-line">{isMine ? t`Awaiting approval` : t`Needs your approval`}</span>
        )}
        {isHeld && <span className="tag tag-line">{t`In review`}</span>}
      </AuthorLine>
      {!isEditing ? (
        <div>
          {atMs !== null && onMoment && !text.includes(formatDuration(atMs)) && (
            <button type="button" className="ts" onClick={() => onMoment(atMs)}>
              {formatDuration(atMs)}
            </button>
          )}
          <Markdown text={text} onMoment={onMoment} />
          {wantsHistory && (
            <Suspense>
              <History kind="comment" id={id} />
            </Suspense>
          )}
        </div>
      ) : (
        <Suspense>
          <CommentEdit id={id} text={text} onDone={() => setEditing(false)} />
        </Suspense>
      )}
      <div className="acts">
        <LikeButton
          contentType="comment"
          id={id}
          likedByMe={found.likedByMe}
          likesCount={found.likesCount}
          small
        />
        <Button size="s" tone="bare" onClick={onReply}>{t`Reply`}</Button>
        {isMine && !isEditing && (
          <Button size="s" tone="bare" onClick={() => setEditing(true)}>{t`Edit`}</Button>
        )}
        {found.editedAt && !isEditing && (
          <Button
            size="s"
            tone="bare"
            aria-expanded={wantsHistory}
            onClick={() => setWantsHistory(!wantsHistory)}
          >
            {t`Edit history`}
          </Button>
        )}
        {isWaiting && !isMine && (
          <Button size="s" tone="bare" busy={busy} onClick={() => void act(() => own.approveComment(id))}>
            {t`Approve`}
          </Button>
        )}
        {me && (isMine || ownerId === me.id) && (
          <Button size="s" tone="bare" busy={busy} onClick={() => void act(() => own.deleteComment(id))}>
            {t`Delete`}
          </Button>
        )}
        {!isMine && me && <ReportButton contentType="comment" id={id} />}
      </div>
      {children}
    </article>
  );
}
