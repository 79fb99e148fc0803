import "../components/community.css";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Upload } from "lucide-react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type FragmentOf, type ResultOf } from "../../../graphql/graphql.ts";
import { formatDuration, formatShare } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { PagedList, type ListPage } from "../../../layouts/paged-list.tsx";
import { Button } from "../../../ui/button.tsx";
import { Eight } from "../../../ui/eight.tsx";
import { Icon } from "../../../ui/icon.tsx";

export const UploadRailFragment = graphql(`
  fragment UploadRail on VideoUploadPage {
    total
    nextCursor
    items {
      id
      description
      thumbnailUrl
      availability
      encodingPercent
      durationInMs
      likesCount
      isHeld
      createdAt
      reportedByMe
    }
  }
`);

const FurtherUploadsQuery = graphql(
  `
    query FurtherUploads($username: String!, $after: String) {
      userProfileGetByUsername(username: $username) {
        id
        videoUploads(pagination: { first: 24, after: $after }) {
          ...UploadRail
        }
      }
    }
  `,
  [UploadRailFragment],
);
type UploadPage = FragmentOf<typeof UploadRailFragment>;
type UploadRailProps = {
  /** The first page, newest first. */
  page: UploadPage;
  /** The owner's username. */
  username: string;
  isMe: boolean;
};

/** A person's videos, newest first, with pagination. The owner also sees videos in transcoding or review. */
export function UploadRail({ page, username, isMe }: UploadRailProps) {
  const { t } = useLingui();
  const { items, total } = readFragment(UploadRailFragment, page);
  const isEmpty = items.every(({ reportedByMe }) => reportedByMe);
  if (isEmpty && !isMe) return null;
  const more = (show: () => void) => (
    <li className="rail-more">
      <Button onClick={show}>{t`Show earlier videos`}</Button>
    </li>
  );
  return (
    <section className="sec" aria-labelledby="uploads">
      <div className="sec-h">
        <h2 className="d2" id="uploads">{t`Uploads`}</h2>
        {total > items.length && <span className="t1 muted tn">{total}</span>}
        {isMe && (
          <Link className="btn btn-s" to={paths.upload()}>
            <Icon of={Upload} size="s" />
            {t`Upload a video`}
          </Link>
        )}
      </div>
      {isEmpty ? (
        <p className="muted pretty">{t`Share your progress. Only you can see it until you share it.`}</p>
      ) : (
        <ul className="rail rail-posters" role="list">
          <PagedList list="uploads" more={more}>
            {({ after, further }) =>
              after === null ? (
                <UploadCards page={page} further={further} />
              ) : (
                <FurtherUploads username={username} after={after} further={further} />
              )
            }
          </PagedList>
        </ul>
      )}
    </section>
  );
}

function UploadCards({ page, further }: { page: UploadPage; further: ListPage["further"] }) {
  const { items, nextCursor } = readFragment(UploadRailFragment, page);
  return (
    <>
      {items.map((video) => !video.reportedByMe && <UploadCard key={video.id} video={video} />)}
      {further(nextCursor)}
    </>
  );
}

type FurtherUploadsProps = { username: string; after: string; further: ListPage["further"] };

function FurtherUploads({ username, after, further }: FurtherUploadsProps) {
  const { t } = useLingui();
  const [{ data, error }, again] = useQuery({ query: FurtherUploadsQuery, variables: { username, after } });
  const found = data?.userProfileGetByUsername;
  if (found) return <UploadCards page={found.videoUploads} further={further} />;
  return (
    <li className="rail-more">
      <Button busy={!error} onClick={() => again({ requestPolicy: "network-only" })}>
        {error ? t`Couldn’t load. Try again` : t`Show earlier videos`}
      </Button>
    </li>
  );
}

type Video = ResultOf<typeof UploadRailFragment>["items"][number];

function UploadCard({ video }: { video: Video }) {
  const { t, i18n } = useLingui();
  return (
    <li>
      <Link className="card" to={paths.video(video.id)}>
        <div className="media media-3x4 upload-card">
          {video.thumbnailUrl && (
            <img src={video.thumbnailUrl} alt="" loading="lazy" width={360} height={480} />
          )}
          {video.availability === "available" && video.durationInMs !== null && (
            <span className="len">{formatDuration(video.durationInMs)}</span>
          )}
          {(video.availability === "requested" || video.availability === "uploaded") && (
            <div className="post-wait">
              <b className="num">{formatShare(video.encodingPercent / 100)}</b>
              <Eight value={video.encodingPercent / 100} label={t`${video.encodingPercent}% processed`} />
            </div>
          )}
        </div>
        <div>
          <h3 className="card-name">
            {video.description ?? i18n.date(video.createdAt, { day: "numeric", month: "long" })}
          </h3>
          <p className="t1 muted">
            {video.isHeld
              ? t`Only you can see this until it’s reviewed`
              : video.availability === "error"
                ? t`Processing failed`
                : plural(video.likesCount, { one: "# like", other: "# likes" })}
          </p>
        </div>
      </Link>
    </li>
  );
}
