import { useLingui } from "@lingui/react/macro";
import { plural } from "@lingui/core/macro";
import { useEffect, useState, type ReactNode } from "react";
import { formatList } from "../../../../contract/formats/names.ts";
import { here } from "../../../lib/reader.ts";
import { Button } from "../../../ui/button.tsx";
import { Picture } from "../../../ui/picture.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import type { ClassSourceVideo, EditedClass } from "./edited-class.ts";
import { restorableUntil } from "./restorable.ts";
import { VideoFacts } from "./video-facts.tsx";

/** A part may end this much later: lengths of files are rounded. */
const toleranceMs = 500;

type ReplaceSheetProps = {
  found: EditedClass;
  /** The view plays the sound of the class. */
  isMain: boolean;
  /** The uploaded video that would be replaced; null for one that came from elsewhere, and for none. */
  current: ClassSourceVideo | null;
  title: string;
  /** What the button says that replaces it. */
  action: string;
  next: ReactNode;
  /** Of the new video; null while or if unknown. */
  nextDurationMs: number | null;
  busy?: boolean;
  fault?: string | null;
  onReplace: () => void;
  onClose: () => void;
};

/** Asks before a video is replaced: shows both, and says what stays. */
export function ReplaceSheet(props: ReplaceSheetProps) {
  const { found, isMain, current, title, action, next, nextDurationMs, busy, fault, onReplace, onClose } =
    props;
  const { t } = useLingui();
  const uploaded = current?.state === "ready" ? current : null;
  const plays = isMain && found.isAvailable;
  const [until] = useState(restorableUntil);
  const beyond = isMain ? partsBeyond(found, nextDurationMs) : [];
  const titles = formatList(beyond, here());
  const movable = useMovable(found);
  return (
    <Sheet
      title={title}
      closeLabel={t`Close`}
      onClose={onClose}
      footer={
        <div className="row wrap">
          <Button tone="go" busy={busy ?? false} onClick={onReplace}>
            {action}
          </Button>
          <Button tone="text" onClick={onClose}>{t`Cancel`}</Button>
        </div>
      }
    >
      <div className="video-pair">
        <VideoFacts
          title={t`Current video`}
          fileName={uploaded?.fileName ?? null}
          sizeInBytes={uploaded?.sizeInBytes ?? null}
          durationMs={uploaded?.durationInMs ?? (plays ? found.durationInMs : null)}
          uploadedAt={uploaded?.uploadedAt ?? null}
        >
          {plays && found.thumbnailImageUrl ? (
            <Picture url={found.thumbnailImageUrl} alt={t`Image of the current video`} sizes="20rem" />
          ) : (
            <p className="t1 muted">{t`No image of this view`}</p>
          )}
        </VideoFacts>
        {next}
      </div>
      <ul className="edit-lacks t1">
        {movable && <li>{t`Moves with the sound: ${movable}. Members’ notes do too.`}</li>}
        {uploaded && <li>{t`You can restore the current video until ${until}.`}</li>}
        {found.publishedAt && <li>{t`Members see the current video until the new one is ready.`}</li>}
      </ul>
      {beyond.length > 0 && (
        <p className="edit-note t1 pretty" role="status">
          {t`These parts may not fit: ${titles}.`} {t`We’ll keep them here and hide them from members.`}
        </p>
      )}
      <p role="alert" className="hint hint-bad empty:hidden">
        {fault}
      </p>
    </Sheet>
  );
}

/** What a class has on its video, in words. */
function useMovable({ parts, captions, hasCounts, trailer }: EditedClass): string {
  const { t } = useLingui();
  return formatList(
    [
      parts.length > 0 && plural(parts.length, { one: "# part", other: "# parts" }),
      hasCounts && t`counts`,
      captions.length > 0 &&
        plural(captions.length, { one: "captions in # language", other: "captions in # languages" }),
      trailer && t`the trailer`,
    ].filter((one) => typeof one === "string"),
    here(),
  );
}

/** Titles of the parts that end after a new front video does, as far as the length says it. */
function partsBeyond({ parts, cutFromInMs }: EditedClass, durationMs: number | null): string[] {
  if (durationMs === null) return [];
  return parts
    .filter(({ endMs }) => endMs + (cutFromInMs ?? 0) > durationMs + toleranceMs)
    .map(({ title }) => title);
}

type ReplaceByFileProps = Pick<ReplaceSheetProps, "found" | "isMain" | "current" | "onClose"> & {
  file: File;
  onReplace: () => void;
};

/** Asks before a file replaces a video, and plays the file from this device. */
export function ReplaceByFile({ file, ...props }: ReplaceByFileProps) {
  const { t } = useLingui();
  const [url, setUrl] = useState<string | null>(null);
  const [durationMs, setDuration] = useState<number | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return (
    <ReplaceSheet
      {...props}
      title={t`Replace the video?`}
      action={t`Replace video`}
      nextDurationMs={durationMs}
      next={
        <VideoFacts
          title={t`New video`}
          fileName={file.name}
          sizeInBytes={file.size}
          durationMs={durationMs}
          uploadedAt={null}
        >
          {isUnreadable ? (
            <p className="t1 muted pretty">{t`No preview in this browser, but you can still upload it.`}</p>
          ) : (
            url && (
              <video
                src={url}
                controls
                muted
                playsInline
                preload="metadata"
                aria-label={t`New video`}
                onLoadedMetadata={({ currentTarget: { duration } }) =>
                  setDuration(Number.isFinite(duration) ? Math.round(duration * 1000) : null)
                }
                onError={() => setUnreadable(true)}
              />
            )
          )}
        </VideoFacts>
      }
    />
  );
}

type ReplaceByEarlierProps = Pick<
  ReplaceSheetProps,
  "found" | "isMain" | "current" | "busy" | "fault" | "onReplace" | "onClose"
> & { earlier: EditedClass["replacedSourceVideos"][number] };

/** Asks before an earlier video is used again. */
export function ReplaceByEarlier({ earlier, ...props }: ReplaceByEarlierProps) {
  const { t } = useLingui();
  const { fileName, sizeInBytes, durationInMs, uploadedAt, thumbnailImageUrl } = earlier;
  return (
    <ReplaceSheet
      {...props}
      title={t`Restore this video?`}
      action={t`Restore video`}
      nextDurationMs={durationInMs}
      next={
        <VideoFacts
          title={t`Earlier video`}
          fileName={fileName}
          sizeInBytes={sizeInBytes}
          durationMs={durationInMs}
          uploadedAt={uploadedAt}
        >
          {thumbnailImageUrl ? (
            <Picture url={thumbnailImageUrl} alt={t`Image of the earlier video`} sizes="20rem" />
          ) : (
            <p className="t1 muted">{t`No image of this view`}</p>
          )}
        </VideoFacts>
      }
    />
  );
}
