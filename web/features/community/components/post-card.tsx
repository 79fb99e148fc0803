import { useLingui } from "@lingui/react/macro";
import { MessageCircle } from "lucide-react";
import { useRef, useState } from "react";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Icon } from "../../../ui/icon.tsx";
import { AuthorFragment, AuthorLine, AuthorPhoto } from "./author-line.tsx";
import { ClassLine } from "./class-line.tsx";
import { LikeButton } from "./like-button.tsx";
import { Markdown } from "./markdown.tsx";
import { ReportButton } from "./report-button.tsx";
import { useIsSeen } from "./use-is-seen.ts";
import { VideoStage, VideoStageFragment, type VideoHandle } from "./video-stage.tsx";

export const PostCardFragment = graphql(
  `
    fragment PostCard on Post {
      id
      text
      createdAt
      editedAt
      likesCount
      likedByMe
      reportedByMe
      commentsCount
      atMs
      isHeld
      removedReason
      author {
        id
        ...Author
      }
      videoUpload {
        id
        availability
        ...VideoStage
      }
      studioClass {
        id
        classId
        title
        thumbnailImageUrl
      }
    }
  `,
  [AuthorFragment, VideoStageFragment],
);

/** Texts are truncated to this many characters in lists. */
const maxLengthInList = 700;

/** A post in a list. */
export function PostCard({ post, meId }: { post: FragmentOf<typeof PostCardFragment>; meId: string | null }) {
  const { t } = useLingui();
  const found = readFragment(PostCardFragment, post);
  const { id, text, author, videoUpload, studioClass, commentsCount } = found;
  const [isWhole, setWhole] = useState(text.length <= maxLengthInList);
  const box = useRef<HTMLElement>(null);
  const video = useRef<VideoHandle>(null);
  const isSeen = useIsSeen(box, videoUpload?.availability === "available");
  const path = paths.post(id);
  if (found.reportedByMe)
    return <p className="cm-hidden t1 muted">{t`You reported this post, so we’ve hidden it.`}</p>;
  return (
    <article className="post-card" ref={box}>
      <header className="row post-head">
        <AuthorPhoto author={author} />
        <AuthorLine author={author} at={found.createdAt} editedAt={found.editedAt} href={path}>
          {found.isHeld && <span className="tag tag-line">{t`In review`}</span>}
        </AuthorLine>
      </header>
      <div className={isWhole ? undefined : "is-cut"}>
        <Markdown text={text} onMoment={videoUpload ? (ms) => video.current?.jump(ms) : undefined} />
      </div>
      {!isWhole && (
        <button type="button" className="link post-rest" onClick={() => setWhole(true)}>
          {t`Read more`}
        </button>
      )}
      {videoUpload && <VideoStage video={videoUpload} handle={video} isSeen={isSeen} />}
      {studioClass && <ClassLine studioClass={studioClass} atMs={found.atMs} />}
      <footer className="row post-acts">
        <LikeButton contentType="post" id={id} likedByMe={found.likedByMe} likesCount={found.likesCount} />
        <Link className="btn btn-bare" to={path} hash="comments" aria-label={t`Comments: ${commentsCount}`}>
          <Icon of={MessageCircle} />
          <span className="tn">{commentsCount}</span>
        </Link>
        {meId !== null && author.id !== meId && (
          <span className="post-flag">
            <ReportButton contentType="post" id={id} />
          </span>
        )}
      </footer>
    </article>
  );
}
