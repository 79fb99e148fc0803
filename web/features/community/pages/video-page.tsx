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
import { Discussion } from "../comments/discussion.tsx";
import { DiscussionFragment } from "../comments/comment-fragment.ts";
import { LikeButton } from "../components/like-button.tsx";
import { ReportButton } from "../components/report-button.tsx";
import { useMe } from "../components/use-me.ts";
import { VideoStage, VideoStageFragment, type VideoHandle } from "../components/video-stage.tsx";

const VideoQuery = graphql(
  `
    query Video($id: ID!) {
      videoUpload(id: $id) {
        id
        description
        audience
        availability
        errorReason
        isHeld
        removedReason
        likesCount
        likedByMe
        createdAt
        author {
          id
          username
          ...Author
        }
        ...VideoStage
        discussion(pagination: { first: 20 }) {
          ...Discussion
        }
      }
    }
  `,
  [AuthorFragment, VideoStageFragment, DiscussionFragment],
);
const VideoChanged = graphql(
  `
    subscription VideoChanged($id: ID!) {
      videoUploadChanged(id: $id) {
        id
        isHeld
        likesCount
        likedByMe
        ...VideoStage
        discussion(pagination: { first: 20 }) {
          ...Discussion
        }
      }
    }
  `,
  [VideoStageFragment, DiscussionFragment],
);
const AppealForm = lazy(async () => ({
  default: (await import("../moderation/appeal-form.tsx")).AppealForm,
}));
const ErrorReason = lazy(async () => ({
  default: (await import("../components/error-reason.tsx")).ErrorReason,
}));
const OwnVideo = lazy(async () => ({ default: (await import("../components/own-video.tsx")).OwnVideo }));
type Found = NonNullable<ResultOf<typeof VideoQuery>["videoUpload"]>;

/** A member's video with its comments. */
export function Page() {
  const { t } = useLingui();
  const { id = "" } = useParams();
  const query = useQuery({ query: VideoQuery, variables: { id }, requestPolicy: "cache-and-network" });
  const found = query[0].data?.videoUpload;
  return (
    <AwaitedPage
      query={query}
      title={found && (found.description ?? t`Video by ${found.author.username ?? t`a dancer`}`)}
      failed={{ title: t`Couldn’t load the video`, words: t`We couldn’t connect. Try again.` }}
      missing={{
        title: t`Video not available`,
        words: t`It may have been deleted or isn’t public.`,
        way: <Link className="btn btn-go" to={paths.feed()}>{t`Go to Community`}</Link>,
      }}
      skeleton={
        <div className="page page-top post has-video">
          <div className="media skeleton" />
          <Skeleton label={t`Loading video`} className="stack">
            <TextSkeleton className="w-1/2" />
            <TextSkeleton className="d2 w-3/4" />
          </Skeleton>
        </div>
      }
    >
      {found && <Video key={found.id} found={found} />}
    </AwaitedPage>
  );
}

function Video({ found }: { found: Found }) {
  const { t } = useLingui();
  const me = useMe();
  const video = useRef<VideoHandle>(null);
  const { id, author, availability } = found;
  const isMine = me !== null && author.id === me.id;
  useLive(VideoChanged, { id });
  return (
    <div className="page page-top post has-video">
      <VideoStage video={found} handle={video} eager />
      <div className="post-body">
        <header className="row post-head">
          <AuthorPhoto author={author} size="l" />
          <AuthorLine author={author} at={found.createdAt} />
        </header>
        <h1 className="d2">{found.description ?? t`Video by ${author.username ?? t`a dancer`}`}</h1>
        {found.removedReason && isMine && (
          <Suspense>
            <AppealForm contentType="video_upload" id={id} reason={found.removedReason} />
          </Suspense>
        )}
        {found.isHeld && <p className="notice">{t`Only you can see this until our team reviews it.`}</p>}
        {availability === "error" && (
          <Suspense>
            <ErrorReason reason={found.errorReason} />
          </Suspense>
        )}
        <div className="row post-acts">
          <LikeButton
            contentType="video_upload"
            id={id}
            likedByMe={found.likedByMe}
            likesCount={found.likesCount}
          />
          {me && !isMine && (
            <span className="post-flag">
              <ReportButton contentType="video_upload" id={id} />
            </span>
          )}
        </div>
        {isMine && (
          <Suspense>
            <OwnVideo found={found} home={me.username ? paths.profile(me.username) : paths.feed()} />
          </Suspense>
        )}
        {availability === "available" && (
          <Discussion
            subject={{ kind: "video", id }}
            path={paths.video(id)}
            ownerId={author.id}
            count={null}
            first={found.discussion}
            onMoment={(ms) => video.current?.jump(ms)}
          />
        )}
      </div>
    </div>
  );
}
