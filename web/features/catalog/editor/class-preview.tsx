import { useLingui } from "@lingui/react/macro";
import type { RefObject } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
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

type ClassPreviewProps = { found: EditedClass; handle: RefObject<PreviewHandle | null> };

/** The video of a class in its editor, published or not. */
export function ClassPreview({ found, handle }: ClassPreviewProps) {
  const { t } = useLingui();
  const [{ data }] = useQuery({
    query: ClassPreviewQuery,
    variables: { classId: found.id },
    requestPolicy: "cache-and-network",
  });
  const shown = data?.editedClass;
  return (
    <section className="stack gap-2 edit-preview" aria-labelledby="preview">
      <h2 className="t3 strong" id="preview">{t`Preview`}</h2>
      {shown?.playback && (
        <PreviewPlayer
          // A new version has another length or other views.
          id={`${shown.id} ${shown.durationInMs} ${found.sourceVideos.map(({ id }) => id).join(" ")}`}
          playback={shown.playback}
          durationMs={shown.durationInMs ?? 0}
          beatGrid={shown.beatGrid}
          handle={handle}
        />
      )}
    </section>
  );
}
