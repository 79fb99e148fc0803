import { useLingui } from "@lingui/react/macro";
import { Suspense } from "react";
import type { FragmentOf } from "../../../graphql/graphql.ts";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { useMe } from "../components/use-me.ts";
import type { DiscussionFragment } from "./comment-fragment.ts";
import type { Subject } from "./use-comment.ts";

const { Part: CommentList, preload } = lazyPart(async () => (await import("./comment-list.tsx")).CommentList);
preload();

type DiscussionProps = {
  subject: Subject;
  /** Path of the page, for permalinks of comments. */
  path: string;
  /** The profile that may remove comments here. */
  ownerId: string | null;
  /** Shown in a heading if not null; otherwise only screen readers get the heading. */
  count: number | null;
  /** The first page, newest first. */
  first: FragmentOf<typeof DiscussionFragment>;
  /** Opens the moment that a comment names, in milliseconds. Without it, moments aren't links. */
  onMoment?: ((ms: number) => void) | undefined;
};

/** The comments on a post, a video or a class, with the comment form. Their first page comes with the subject. */
export function Discussion({ subject, path, ownerId, count, first, onMoment }: DiscussionProps) {
  const { t } = useLingui();
  const me = useMe();
  const heading = (
    <h2 className={count === null ? "sr-only" : "d2"} id="comments">
      {t`Comments`}
    </h2>
  );
  return (
    <section className={count === null ? undefined : "sec"} aria-labelledby="comments">
      {count === null ? (
        heading
      ) : (
        <div className="sec-h">
          {heading}
          {count > 0 && <span className="t1 muted tn">{count}</span>}
        </div>
      )}
      <Suspense>
        <CommentList
          subject={subject}
          me={me}
          ownerId={ownerId}
          path={path}
          onMoment={onMoment}
          first={first}
        />
      </Suspense>
    </section>
  );
}
