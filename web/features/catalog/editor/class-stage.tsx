import { lazy, Suspense, type RefObject } from "react";
import type { PreviewHandle } from "../../player/public/preview-player.tsx";
import type { EditedClass } from "./edited-class.ts";
import type { ClassEditing } from "./use-class-draft.ts";

const ClassPreview = lazy(async () => ({ default: (await import("./class-preview.tsx")).ClassPreview }));
const ClassCounts = lazy(async () => ({ default: (await import("./class-counts.tsx")).ClassCounts }));
const ClassTimeline = lazy(async () => ({
  default: (await import("./timeline/class-timeline.tsx")).ClassTimeline,
}));
const CaptionEditor = lazy(async () => ({
  default: (await import("./captions/caption-editor.tsx")).CaptionEditor,
}));

type ClassStageProps = {
  found: EditedClass;
  editing: ClassEditing;
  preview: RefObject<PreviewHandle | null>;
  /** Something beside the video needs it. */
  isPreviewNeeded: boolean;
  /** Language of the captions that are edited; null: none. */
  captions: string | null;
  onCloseCaptions: () => void;
};

/** What is edited on the video: the video beside counts and captions, and the timeline below it. */
export function ClassStage(props: ClassStageProps) {
  const { found, editing, preview, isPreviewNeeded, captions, onCloseCaptions } = props;
  if (!found.isAvailable && captions === null) return null;
  return (
    <div className="edit-stage">
      {found.isAvailable && (
        <Suspense>
          <ClassPreview found={found} handle={preview} isNeeded={isPreviewNeeded || captions !== null} />
        </Suspense>
      )}
      <div className="stack">
        {found.counts && (
          <Suspense>
            <ClassCounts found={found} counts={found.counts} />
          </Suspense>
        )}
        {captions !== null && (
          <Suspense>
            <CaptionEditor
              key={captions}
              classId={found.id}
              language={captions}
              isNew={found.captions.every(({ language }) => language !== captions)}
              onClose={onCloseCaptions}
            />
          </Suspense>
        )}
      </div>
      {found.isAvailable && (
        <Suspense>
          <ClassTimeline
            found={found}
            parts={editing.draft.parts}
            takenParts={editing.takenParts}
            onChange={editing.setParts}
          />
        </Suspense>
      )}
    </div>
  );
}
