import "../styles/frame.css";
import "./beat.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { hasCode } from "../../../graphql/codes.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { useParams } from "../../../lib/router/index.ts";
import { EmptyState } from "../../../ui/state.tsx";
import { StudioPage } from "../../studio/public/studio-page.tsx";
import { ClassPages } from "../controls/class-pages.tsx";
import type { CountedClass } from "./beat-editor.tsx";

const BeatQuery = graphql(`
  query Beat($id: ID!) {
    beatProposal(classId: $id) {
      startMs
      endMs
      bpm
      firstBeatMs
      confidence
    }
    studioClass(id: $id) {
      id
      classId
      title
      beatGrid {
        startMs
        endMs
        bpm
        firstBeatMs
      }
      video {
        durationInMs
        playback {
          hlsUrl
          isPreview
        }
      }
    }
  }
`);
const DraftBeatQuery = graphql(`
  query DraftBeat($id: ID!) {
    editedClass(classId: $id) {
      id
      title
      durationInMs
      beatGrid {
        startMs
        endMs
        bpm
        firstBeatMs
      }
      beatProposal {
        startMs
        endMs
        bpm
        firstBeatMs
        confidence
      }
      playback {
        hlsUrl
      }
    }
  }
`);
const BeatEditor = lazy(async () => ({ default: (await import("./beat-editor.tsx")).BeatEditor }));

/** For instructors: tempo and counts of a class, proposed by audio analysis and corrected by tapping along. */
export function Page() {
  const { t } = useLingui();
  const { classId = "" } = useParams() as { classId?: string };
  const published = useQuery({ query: BeatQuery, variables: { id: classId } });
  // Only editors and teachers have drafts: others see the answer to the first query.
  const isHidden = hasCode(published[0].error, "NOT_FOUND");
  const draft = useQuery({ query: DraftBeatQuery, variables: { id: classId }, pause: !isHidden });
  const query = isHidden ? draft : published;
  const found = isHidden ? draftOf(draft[0].data) : publishedOf(published[0].data);
  return (
    <StudioPage
      title={t`Tempo and counts`}
      neighbours={isHidden ? null : <ClassPages classId={classId} title={found?.title} />}
      query={query}
    >
      {query[0].data &&
        (found ? (
          <Suspense>
            <BeatEditor key={found.id} found={found} />
          </Suspense>
        ) : (
          <EmptyState title={t`No video yet`}>{t`Add a video to set the counts.`}</EmptyState>
        ))}
    </StudioPage>
  );
}

function publishedOf(data: ResultOf<typeof BeatQuery> | undefined): CountedClass | null {
  const found = data?.studioClass;
  const playback = found?.video.playback;
  if (!playback) return null;
  const { id, title, beatGrid, video } = found;
  const proposed = data?.beatProposal ?? [];
  return {
    id,
    title,
    durationMs: video.durationInMs,
    hlsUrl: playback.hlsUrl,
    grid: beatGrid,
    proposed,
    isDraft: false,
  };
}

function draftOf(data: ResultOf<typeof DraftBeatQuery> | undefined): CountedClass | null {
  const found = data?.editedClass;
  if (!found?.playback || found.durationInMs === null) return null;
  const { id, title, beatGrid, beatProposal, durationInMs, playback } = found;
  return {
    id,
    title,
    durationMs: durationInMs,
    hlsUrl: playback.hlsUrl,
    grid: beatGrid,
    proposed: beatProposal,
    isDraft: true,
  };
}
