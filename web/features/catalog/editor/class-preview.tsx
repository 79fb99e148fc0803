import { useLingui } from "@lingui/react/macro";
import { useState, type RefObject } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { Button } from "../../../ui/button.tsx";
import {
  PreviewPlaybackFragment,
  PreviewPlayer,
  type PreviewHandle,
} from "../../player/public/preview-player.tsx";
import type { EditedClass } from "./edited-class.ts";

const ClassPreviewQuery = graphql(
  `
    query ClassPreview($classId: ID!) {
      editedClass(classId: $classId) {
        id
        durationInMs
        beatGrid {
          startMs
          endMs
          bpm
          firstBeatMs
        }
        playback {
          ...PreviewPlayback
        }
      }
    }
  `,
  [PreviewPlaybackFragment],
);

type ClassPreviewProps = {
  found: EditedClass;
  handle: RefObject<PreviewHandle | null>;
  /** Something beside it needs its position. */
  isNeeded: boolean;
};

/** The video of a class in its editor, published or not. It is loaded when it is played or needed. */
export function ClassPreview({ found, handle, isNeeded }: ClassPreviewProps) {
  const { t } = useLingui();
  const [isWanted, setWanted] = useState(false);
  const [{ data }] = useQuery({
    query: ClassPreviewQuery,
    variables: { classId: found.id },
    requestPolicy: "cache-and-network",
    pause: !isWanted && !isNeeded,
  });
  const shown = data?.editedClass;
  return (
    <section className="stack gap-2 edit-preview" aria-labelledby="preview">
      <h2 className="t3 strong" id="preview">{t`Preview`}</h2>
      {!shown?.playback && (
        <div>
          <Button busy={isWanted || isNeeded} onClick={() => setWanted(true)}>{t`Play the video`}</Button>
        </div>
      )}
      {shown?.playback && (
        <PreviewPlayer
          // A new version has another length or other views.
          id={`${shown.id} ${shown.durationInMs} ${found.sourceVideos.map(({ id }) => id).join(" ")}`}
          playback={shown.playback}
          durationMs={shown.durationInMs ?? 0}
          beatGrid={shown.beatGrid}
          handle={handle}
          hasClick
          startsPlaying={isWanted}
        />
      )}
    </section>
  );
}
