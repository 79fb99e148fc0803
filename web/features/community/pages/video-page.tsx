import "../parts/community.css";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation, useQuery } from "urql";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useNavigate, useParams } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState, ErrorState, Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { AppealForm } from "../parts/appeal-form.tsx";
import { AuthorFragment, AuthorLine, AuthorPicture } from "../parts/author-line.tsx";
import { LikeButton } from "../parts/like-button.tsx";
import { ReportButton } from "../parts/report-button.tsx";
import { useErrorReason } from "../parts/use-error-reason.ts";
import { useMe } from "../parts/use-me.ts";
import { VideoStage, VideoStageFragment } from "../parts/video-stage.tsx";

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
      }
    }
  `,
  [AuthorFragment, VideoStageFragment],
);
const DeleteVideoUpload = graphql(`
  mutation DeleteVideoUpload($id: ID!) {
    deleteVideoUpload(id: $id)
  }
`);
type Found = NonNullable<ResultOf<typeof VideoQuery>["videoUpload"]>;

/** One video of a member. */
export function Page() {
  const { t } = useLingui();
  const { id = "" } = useParams();
  const [{ data, error, fetching }, again] = useQuery({
    query: VideoQuery,
    variables: { id },
    requestPolicy: "cache-and-network",
  });
  const found = data?.videoUpload;
  usePageTitle(found?.description ?? t`Video`);
  if (found) return <Video key={found.id} found={found} />;
  return (
    <div className="page page-top">
      {error ? (
        <ErrorState
          page
          title={t`The video didn’t come`}
          retryLabel={t`Try again`}
          busy={fetching}
          onRetry={() => again({ requestPolicy: "network-only" })}
        >
          {t`The studio didn’t answer. Nothing is lost.`}
        </ErrorState>
      ) : data ? (
        <EmptyState
          page
          title={t`This video isn’t here`}
          action={<Link className="btn btn-go" to={paths.feed()}>{t`To the community`}</Link>}
        >
          {t`It may have been deleted, or it isn’t for everybody.`}
        </EmptyState>
      ) : (
        <Skeleton label={t`The video is coming`} className="stack">
          <TextSkeleton className="w-1/2" />
        </Skeleton>
      )}
    </div>
  );
}

function Video({ found }: { found: Found }) {
  const { t } = useLingui();
  const me = useMe();
  const navigate = useNavigate();
  const reasonOf = useErrorReason();
  const [, deleteUpload] = useMutation(DeleteVideoUpload);
  const [asks, setAsks] = useState(false);
  const [busy, setBusy] = useState(false);
  const { id, author, availability } = found;
  const isMine = me !== null && author.id === me.id;
  const remove = async () => {
    setBusy(true);
    const { error } = await deleteUpload({ id });
    setBusy(false);
    if (error) return showToast(t`The studio didn’t answer. The video is still there.`);
    await navigate({ to: me?.username ? paths.profile(me.username) : paths.feed(), replace: true });
    showToast(t`The video and its files are deleted.`);
  };
  return (
    <div className="page page-top post has-video">
      <VideoStage video={found} eager />
      <div className="post-body">
        <header className="row post-head">
          <AuthorPicture author={author} size="l" />
          <AuthorLine author={author} at={found.createdAt} />
        </header>
        <h1 className="d2">{found.description ?? t`A video of ${author.username ?? t`a dancer`}`}</h1>
        {found.removedReason && isMine && (
          <AppealForm contentType="video_upload" id={id} reason={found.removedReason} />
        )}
        {found.isHeld && (
          <p className="notice">{t`You alone can see it until a person of the studio has looked at it.`}</p>
        )}
        {availability === "error" && <p className="notice">{reasonOf(found.errorReason)}</p>}
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
          <div className="row wrap">
            {availability !== "error" && (
              <Link
                className="btn btn-go"
                to={paths.feed()}
                search={{ video: id }}
              >{t`Write a post with it`}</Link>
            )}
            {asks ? (
              <>
                <Button
                  tone="bad"
                  busy={busy}
                  onClick={() => void remove()}
                >{t`Delete it and its files`}</Button>
                <Button tone="text" onClick={() => setAsks(false)}>{t`Keep it`}</Button>
              </>
            ) : (
              <Button onClick={() => setAsks(true)}>{t`Delete`}</Button>
            )}
          </div>
        )}
      </div>
    </div>
  );
}
