import "./player.css";
import { useLingui } from "@lingui/react/macro";
import { Link, useLocation, useNavigate, useParams, useSearch } from "../../../lib/router/index.ts";
import { Suspense, useEffect, useRef, useState } from "react";
import { useClient, useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useSessionState } from "../../../graphql/provider.tsx";
import "../../../lib/start-state.ts";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths, setIdOf } from "../../../lib/paths.ts";
import type { PageModule } from "../../../lib/route.ts";
import { keepLeftPictures, pressedPicture } from "../../../ui/left-pictures.ts";
import { Eight } from "../../../ui/eight.tsx";
import { EmptyState } from "../../../ui/state.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
import { preloadStreamEngine } from "../engine/engine.ts";
import { resumePlace } from "../../catalog/public/resume-place.ts";
import { startPosition } from "../engine/clock.ts";
import { useFullScreenEnd } from "../controls/full-screen.ts";
import { mayDance, readDownload } from "../downloads/record.ts";

// Loads in parallel with the class query: both are needed.
const { Part: PlayerScreen, preload } = lazyPart(
  async () => (await import("../controls/player-screen.tsx")).PlayerScreen,
);
preload();
preloadStreamEngine();

const PlayerQuery = graphql(`
  query Player($id: ID!) {
    studioClass(id: $id) {
      id
      classId
      title
      unpublishedState
      accessType
      isSoldApart
      isLocked
      thumbnailImageUrl
      imageFocus
      instructor {
        slug
        name
      }
      userProgress {
        completed
        percent
        time {
          hour
          minute
          second
        }
      }
      parts {
        index
        title
        kind
        startMs
        endMs
        eights
      }
      beatGrid {
        startMs
        endMs
        bpm
        firstBeatMs
      }
      nextClass {
        id
        classId
        title
        isLocked
        video {
          encodingStatus
        }
      }
      video {
        durationInMs
        encodingStatus
        encodingPercent
        playback {
          hlsUrl
          framing {
            spread
            points {
              atMs
              x
            }
          }
          angles {
            key
            label
            hlsUrl
            uprightHlsUrl
          }
          storyboardUrl
          isPreview
          castAppId
          expiresAt
          slowSounds {
            percent
            url
          }
          captions {
            language
            label
            url
          }
        }
      }
    }
  }
`);

/** Time in which a prefetched class isn't fetched again, in milliseconds. */
const freshMs = 10_000;
/** When each class was prefetched, by the monotonic clock in milliseconds. */
const prefetchedAt = new Map<string, number>();
const isFresh = (classId: string): boolean =>
  performance.now() < (prefetchedAt.get(classId) ?? Number.NEGATIVE_INFINITY) + freshMs;

/** Fetches the class while the viewer is about to press Start: the first frame shows earlier by a round trip. */
export const prefetch: PageModule["prefetch"] = (send, { classId = "" }) => {
  if (isFresh(classId)) return;
  prefetchedAt.set(classId, performance.now());
  send(PlayerQuery, { id: classId });
};

export const beforeShow: PageModule["beforeShow"] = ({ classId = "" }) =>
  keepLeftPictures(paths.studioClass(classId));

/** Poll interval while a class is being prepared, in milliseconds. */
const askAgainMs = 2_000;
/** Timeout for the server if the class is downloaded, in milliseconds. */
const patienceMs = 4_000;

/** Whether the page was opened by a link that starts a class. A reload and the way back open it paused. */
function useStarts(): boolean {
  const navigate = useNavigate();
  const isStart = useLocation({ select: ({ state }) => state.starts === true });
  const [starts] = useState(isStart);
  useEffect(() => {
    if (!isStart) return;
    void navigate({
      to: ".",
      search: (search) => search,
      hash: true,
      state: (state) => ({ ...state, starts: false }),
      replace: true,
      resetScroll: false,
    });
  }, [isStart, navigate]);
  return starts;
}

export function Page() {
  const { t } = useLingui();
  const { classId = "" } = useParams() as { classId?: string };
  const search = useSearch() as { t?: unknown; part?: unknown; set?: unknown };
  const setId = setIdOf(search);
  const starts = useStarts();
  useFullScreenEnd();
  const client = useClient();
  // Media URLs are signed and expire, so an older cached response may be useless.
  const [requestPolicy] = useState(() =>
    isFresh(classId) ? ("cache-first" as const) : ("cache-and-network" as const),
  );
  const query = useQuery({ query: PlayerQuery, variables: { id: classId }, requestPolicy });
  const [{ data, error, stale }, again] = query;
  const last = useRef({ client, classId, data });
  if (data || last.current.client !== client || last.current.classId !== classId)
    last.current = { client, classId, data };
  // A class that plays stays through a failed request for fresh addresses; the player says what is wrong.
  const found = (data ?? (error ? last.current.data : undefined))?.studioClass;
  const playback = found?.video.playback;
  usePageTitle(found?.title ?? (data ? t`Class not found` : undefined));
  const status = found?.video.encodingStatus;
  const isComing = status === "queued" || status === "running";
  useEffect(() => {
    if (!isComing) return;
    const timer = setInterval(() => again({ requestPolicy: "network-only" }), askAgainMs);
    return () => clearInterval(timer);
  }, [isComing, again]);

  const numberOf = (value: unknown): number | null =>
    typeof value === "string" && value !== "" ? Number(value) : null;
  const asked = { t: numberOf(search.t), part: numberOf(search.part) };
  // Offline, or on a connection without data: falls back to the profile's download if it is still valid.
  const session = useSessionState();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  const isOffline = Boolean(error?.networkError) || (!data && (isLate || !navigator.onLine));
  const download =
    isOffline && !found && session.status === "ready"
      ? readDownload(localStorage, session.userId, classId)
      : null;
  if (download && mayDance(download, Date.now())) {
    const { parts, video } = download.studioClass;
    return (
      <Suspense fallback={<WaitingPlayer />}>
        <PlayerScreen
          key={download.studioClass.id}
          studioClass={download.studioClass}
          playback={{ ...download.playback, castAppId: null }}
          isDownload
          setId={setId}
          startMs={startPosition({ ...asked, parts, resumeMs: 0, durationMs: video.durationInMs })}
          starts={starts}
          refresh={async () => download.playback}
        />
      </Suspense>
    );
  }
  if (found && playback && !(stale && new Date(playback.expiresAt).getTime() < Date.now() + 60_000)) {
    const startMs = startPosition({
      ...asked,
      parts: found.parts,
      resumeMs: resumePlace(found.userProgress, found.video.durationInMs),
      durationMs: found.video.durationInMs,
    });
    return (
      <Suspense fallback={<WaitingPlayer />}>
        <PlayerScreen
          key={found.id}
          studioClass={found}
          playback={playback}
          isDownload={false}
          setId={setId}
          startMs={playback.isPreview ? 0 : startMs}
          starts={starts}
          refresh={async () => {
            const renewed = await client.query(
              PlayerQuery,
              { id: classId },
              { requestPolicy: "network-only" },
            );
            if (renewed.error) throw renewed.error;
            return renewed.data?.studioClass?.video.playback ?? null;
          }}
        />
      </Suspense>
    );
  }
  return (
    <div className="pl" data-theme="room">
      <div className="pl-wait">
        {error ? (
          <QueryError
            query={query}
            title={error.networkError && !download ? t`Class not downloaded` : t`Couldn’t load the class`}
          >
            {!error.networkError
              ? t`We couldn’t connect. Your progress is saved.`
              : !download
                ? t`You’re offline. Your progress is saved.`
                : download.isWhole
                  ? t`This download expired. Go online to renew it.`
                  : t`This download isn’t finished. Go online to complete it.`}{" "}
            <Link className="link" to={paths.onDevice()}>{t`Downloaded classes`}</Link>
          </QueryError>
        ) : data && !found ? (
          <EmptyState
            title={t`Class not found`}
            action={<Link className="btn" to={paths.library()}>{t`Browse the library`}</Link>}
          />
        ) : found && isComing ? (
          <div className="stack" role="status">
            <h1 className="d2">{found.title}</h1>
            <p className="muted">{t`Processing, ${found.video.encodingPercent}%. It starts automatically.`}</p>
            <Eight value={found.video.encodingPercent / 100} label={t`Class processing progress`} />
            <Link className="btn btn-text" to={paths.studioClass(found.classId)}>
              {t`Back to class`}
            </Link>
          </div>
        ) : found && status === "error" ? (
          <EmptyState
            title={t`We couldn’t process this class`}
            action={<Link className="btn" to={paths.library()}>{t`Browse the library`}</Link>}
          >
            {t`We’re looking into it. Try another class?`}
          </EmptyState>
        ) : (
          <LeftImage />
        )}
      </div>
    </div>
  );
}

/** The player until its code has loaded. */
function WaitingPlayer() {
  return (
    <div className="pl" data-theme="room">
      <LeftImage />
    </div>
  );
}

/** The image of the class where the page before showed it, so that the screen is never empty. The player moves it to its place. */
function LeftImage() {
  const [picture] = useState(pressedPicture);
  if (!picture) return null;
  const { left, top, width, height } = picture.box;
  // The element itself: another one would have to load the image again.
  return (
    <div
      className="pl-left"
      style={{ left, top, width, height }}
      ref={(box) => box?.append(picture.element)}
    />
  );
}
