import "./draft-page.css";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { formatDuration, formatMoment } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useParams } from "../../../lib/router/index.ts";
import { AwaitedPage } from "../../../layouts/awaited-page.tsx";
import { EmptyState } from "../../../ui/state.tsx";
import { HeadSkeleton } from "../components/head-skeleton.tsx";
import { PreviewPlaybackFragment, PreviewPlayer } from "../../player/public/preview-player.tsx";

const SharedDraftQuery = graphql(
  `
    query SharedDraft($token: String!) {
      sharedDraft(token: $token) {
        classId
        title
        description
        instructor
        durationInMs
        beatGrid {
          startMs
          endMs
          bpm
          firstBeatMs
        }
        parts {
          index
          title
          startMs
        }
        playback {
          ...PreviewPlayback
        }
        expiresAt
      }
    }
  `,
  [PreviewPlaybackFragment],
);

type Draft = NonNullable<ResultOf<typeof SharedDraftQuery>["sharedDraft"]>;

/** A draft that an editor shows by a link, without signing in. */
export function Page() {
  const { t } = useLingui();
  const { token = "" } = useParams() as { token?: string };
  const query = useQuery({ query: SharedDraftQuery, variables: { token } });
  const draft = query[0].data?.sharedDraft;
  return (
    <AwaitedPage
      query={query}
      title={draft?.title}
      failed={{ title: t`Couldn’t load this draft`, words: t`We couldn’t connect.` }}
      missing={{
        title: t`This link doesn’t work`,
        words: t`It has expired or was withdrawn. Ask the studio for a new one.`,
        way: (
          <Link className="btn" to={paths.library()}>
            {t`Browse the library`}
          </Link>
        ),
      }}
      skeleton={<HeadSkeleton label={t`Loading draft`} />}
    >
      {draft && <SharedDraft token={token} draft={draft} />}
    </AwaitedPage>
  );
}

function SharedDraft({ token, draft }: { token: string; draft: Draft }) {
  const { t } = useLingui();
  const { title, description, instructor, durationInMs, parts, playback, classId } = draft;
  const until = formatMoment(new Date(draft.expiresAt), "dateTime");
  const length = formatDuration(durationInMs);
  return (
    <div className="page page-top draft-page">
      <div className="stack gap-2">
        <p className="row wrap">
          <span className="tag">{classId ? t`In the library` : t`Draft`}</span>
          <span className="t1 muted">{t`This link works until ${until}.`}</span>
        </p>
        <h1 className="d1">{title}</h1>
        <p className="muted">{t`${instructor}, ${length}`}</p>
        {classId && (
          <p>
            <Link className="link" to={paths.studioClass(classId)}>{t`Open it in the library`}</Link>
          </p>
        )}
      </div>
      {playback ? (
        <PreviewPlayer id={token} playback={playback} durationMs={durationInMs} beatGrid={draft.beatGrid} />
      ) : classId ? null : (
        <EmptyState title={t`No video yet`}>{t`The studio is still working on it.`}</EmptyState>
      )}
      {description && <p className="pretty">{description}</p>}
      {parts.length > 0 && (
        <section className="stack gap-2" aria-labelledby="draft-parts">
          <h2 className="t4" id="draft-parts">{t`Parts`}</h2>
          <ol className="draft-parts">
            {parts.map((part) => (
              <li key={part.index}>
                <span className="tn muted">{formatDuration(part.startMs)}</span> {part.title}
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}
