import "../components/community.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useRef } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { useLive } from "../../../graphql/use-live.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useParams } from "../../../lib/router/index.ts";
import { AwaitedPage } from "../../../layouts/awaited-page.tsx";
import { Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { AuthorFragment, AuthorLine, AuthorPhoto } from "../components/author-line.tsx";
import { ClassLine } from "../components/class-line.tsx";
import { Discussion } from "../comments/discussion.tsx";
import { DiscussionFragment } from "../comments/comment-fragment.ts";
import { LikeButton } from "../components/like-button.tsx";
import { PostText } from "../components/post-text.tsx";
import { useMe } from "../components/use-me.ts";
import { VideoStage, VideoStageFragment, type VideoHandle } from "../components/video-stage.tsx";

const PostQuery = graphql(
  `
    query PostPage($id: ID!) {
      post(id: $id) {
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
          username
          ...Author
        }
        videoUpload {
          id
          ...VideoStage
        }
        studioClass {
          id
          classId
          title
          thumbnailImageUrl
        }
        discussion(pagination: { first: 20 }) {
          ...Discussion
        }
      }
    }
  `,
  [AuthorFragment, VideoStageFragment, DiscussionFragment],
);
const PostChanged = graphql(
  `
    subscription PostChanged($id: ID!) {
      postChanged(id: $id) {
        id
        likesCount
        likedByMe
        commentsCount
        discussion(pagination: { first: 20 }) {
          ...Discussion
        }
      }
    }
  `,
  [DiscussionFragment],
);
const ShareButton = lazy(async () => ({
  default: (await import("../../../layouts/share-button.tsx")).ShareButton,
}));
const ReportButton = lazy(async () => ({
  default: (await import("../components/report-button.tsx")).ReportButton,
}));
const AppealForm = lazy(async () => ({
  default: (await import("../moderation/appeal-form.tsx")).AppealForm,
}));
const OwnText = lazy(async () => ({ default: (await import("../components/own-text.tsx")).OwnText }));
type Found = NonNullable<ResultOf<typeof PostQuery>["post"]>;

/** A post with its media and comments. */
export function Page() {
  const { t } = useLingui();
  const { id = "" } = useParams();
  const query = useQuery({ query: PostQuery, variables: { id }, requestPolicy: "cache-and-network" });
  const found = query[0].data?.post;
  return (
    <AwaitedPage
      query={query}
      title={found && t`Post by ${found.author.username ?? t`a dancer`}`}
      failed={{ title: t`Couldn’t load the post`, words: t`We couldn’t connect. Try again.` }}
      missing={{
        title: t`Post not available`,
        words: t`It may have been deleted or isn’t public.`,
        way: <Link className="btn btn-go" to={paths.feed()}>{t`Go to Community`}</Link>,
      }}
      skeleton={
        <Skeleton label={t`Loading post`} className="page page-top stack">
          <TextSkeleton className="w-1/2" />
          <TextSkeleton className="w-full" />
          <TextSkeleton className="w-3/4" />
        </Skeleton>
      }
    >
      {found && <Post key={found.id} found={found} />}
    </AwaitedPage>
  );
}

function Post({ found }: { found: Found }) {
  const { t } = useLingui();
  const me = useMe();
  const video = useRef<VideoHandle>(null);
  const { id, author, videoUpload, studioClass } = found;
  const isMine = me !== null && author.id === me.id;
  useLive(PostChanged, { id });
  const jump = videoUpload ? (ms: number) => video.current?.jump(ms) : undefined;
  return (
    <div className={videoUpload ? "page page-top post has-video" : "page page-top post"}>
      {videoUpload && <VideoStage video={videoUpload} handle={video} eager />}
      <div className="post-body">
        <h1 className="sr-only">{t`Post by ${author.username ?? t`a dancer`}`}</h1>
        <header className="row post-head">
          <AuthorPhoto author={author} size="l" />
          <AuthorLine author={author} at={found.createdAt} editedAt={found.editedAt}>
            {found.isHeld && <span className="tag tag-line">{t`In review`}</span>}
          </AuthorLine>
        </header>
        {found.removedReason && isMine && (
          <Suspense>
            <AppealForm contentType="post" id={id} reason={found.removedReason} />
          </Suspense>
        )}
        {isMine || found.editedAt ? (
          <Suspense fallback={<PostText text={found.text} onMoment={jump} />}>
            <OwnText found={found} isMine={isMine} onMoment={jump} />
          </Suspense>
        ) : (
          <PostText text={found.text} onMoment={jump} />
        )}
        {studioClass && <ClassLine studioClass={studioClass} atMs={found.atMs} />}
        <div className="row post-acts">
          <LikeButton contentType="post" id={id} likedByMe={found.likedByMe} likesCount={found.likesCount} />
          <Suspense>
            <ShareButton tone="bare" path={paths.post(id)} />
            {me && !isMine && (
              <span className="post-flag">
                <ReportButton contentType="post" id={id} />
              </span>
            )}
          </Suspense>
        </div>
        <Discussion
          subject={{ kind: "post", id }}
          path={paths.post(id)}
          ownerId={author.id}
          count={null}
          first={found.discussion}
          onMoment={jump}
        />
      </div>
    </div>
  );
}
