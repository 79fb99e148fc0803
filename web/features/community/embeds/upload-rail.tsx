import "../parts/community.css";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Upload } from "lucide-react";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { formatDuration } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
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

/** A person's videos; one's own also while they are prepared or looked at. */
export function UploadRail({ page, isMe }: { page: FragmentOf<typeof UploadRailFragment>; isMe: boolean }) {
  const { t, i18n } = useLingui();
  const { items } = readFragment(UploadRailFragment, page);
  const shown = items.filter(({ reportedByMe }) => !reportedByMe);
  if (shown.length === 0 && !isMe) return null;
  return (
    <section className="sec" aria-labelledby="uploads">
      <div className="sec-h">
        <h2 className="d2" id="uploads">{t`Uploads`}</h2>
        {isMe && (
          <Link className="btn btn-s" to={paths.upload()}>
            <Icon of={Upload} size="s" />
            {t`Upload a video`}
          </Link>
        )}
      </div>
      {shown.length === 0 ? (
        <p className="muted pretty">{t`Show what you practised: yourself alone see it until you share it.`}</p>
      ) : (
        <ul className="rail rail-posters" role="list">
          {shown.map((video) => (
            <li key={video.id}>
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
                      <b className="num">{`${video.encodingPercent} %`}</b>
                      <Eight
                        value={video.encodingPercent / 100}
                        label={t`Prepared: ${video.encodingPercent} percent`}
                      />
                    </div>
                  )}
                </div>
                <div>
                  <h3 className="card-name">
                    {video.description ?? i18n.date(video.createdAt, { day: "numeric", month: "long" })}
                  </h3>
                  <p className="t1 muted">
                    {video.isHeld
                      ? t`Only you see it until it was looked at`
                      : video.availability === "error"
                        ? t`Couldn’t be prepared`
                        : plural(video.likesCount, { one: "# like", other: "# likes" })}
                  </p>
                </div>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
