import { useLingui } from "@lingui/react/macro";
import { Fragment, Suspense, useRef, useState, type DragEvent } from "react";
import { angleKeys, angleLabel, mainAngle, type AngleKey } from "../../../../contract/angles.ts";
import { Button } from "../../../ui/button.tsx";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { FileInput } from "../../../ui/file-input.tsx";
import { Eight } from "../../../ui/eight.tsx";
import { useErrorReason } from "../../community/public/use-error-reason.ts";
import { ClassTrim } from "./class-trim.tsx";
import { ReplacedVideos } from "./replaced-videos.tsx";
import { pauseSending, resumeSending, useSourceVideoUpload } from "./source-video-uploads.ts";
import { useSourceVideo } from "./use-source-video.ts";
import { useFileSize } from "./video-facts.tsx";
import { ViewAlignment } from "./view-alignment.tsx";
import type { ClassSourceVideo, EditedClass } from "./edited-class.ts";

const { Part: ReplaceByFile, preload } = lazyPart(
  async () => (await import("./replace-sheet.tsx")).ReplaceByFile,
);

/** The angles of a class and their upright versions: the state of each, and the upload of a source video. */
export function SourceVideos({ found }: { found: EditedClass }) {
  const { t } = useLingui();
  const [isAdding, setAdding] = useState(false);
  const hasMain = found.sourceVideos.some(({ angle }) => angle === mainAngle);
  const isUsed = (key: AngleKey) =>
    key === mainAngle ||
    [...found.sourceVideos, ...found.replacedSourceVideos].some(({ angle }) => angle === key);
  const shown = angleKeys.filter((angle) => isUsed(angle) || (hasMain && isAdding));
  return (
    <section className="stack gap-2" aria-labelledby="films">
      <h2 className="t3 strong" id="films">{t`Video`}</h2>
      <p className="t1 muted pretty">
        {found.publishedAt
          ? t`The current video stays live until the new one is ready.`
          : t`Processing starts after upload. Add other views if you have any.`}
      </p>
      {shown.map((angle) => {
        const isOfAngle = (one: ClassSourceVideo) => one.angle === angle;
        const sourceVideo = found.sourceVideos.find(isOfAngle) ?? null;
        const upright = found.uprightSourceVideos.find(isOfAngle) ?? null;
        return (
          <Fragment key={angle}>
            <SourceVideoBox found={found} angle={angle} isUpright={false} sourceVideo={sourceVideo} />
            {sourceVideo && <SourceVideoBox found={found} angle={angle} isUpright sourceVideo={upright} />}
          </Fragment>
        );
      })}
      {hasMain && !isAdding && shown.length < angleKeys.length && (
        <div className="row">
          <Button size="s" onClick={() => setAdding(true)}>{t`Add a view`}</Button>
        </div>
      )}
    </section>
  );
}

type SourceVideoBoxProps = {
  found: EditedClass;
  angle: AngleKey;
  isUpright: boolean;
  sourceVideo: ClassSourceVideo | null;
};

function SourceVideoBox({ found, angle, isUpright, sourceVideo }: SourceVideoBoxProps) {
  const { t, i18n } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [chosen, setChosen] = useState<File | null>(null);
  const { busy, fault, resumes, send, remove } = useSourceVideo(found.id, { angle, isUpright }, sourceVideo);
  const sending = useSourceVideoUpload(sourceVideo?.id ?? null);
  const isUnderWay = sourceVideo?.state === "sending" && sending !== null && sending.step !== "sent";
  const name = angleLabel(angle, i18n.locale);
  const view = isUpright ? t`${name}, upright` : name;
  const isMain = !isUpright && angle === mainAngle;
  const mayBeImported = isMain && found.isAvailable;
  const upload = (file: File | undefined) => {
    if (!file || isUnderWay) return;
    const isReplaced = sourceVideo?.state === "ready" || mayBeImported;
    if (isReplaced && file.size > 0 && !resumes(file)) setChosen(file);
    else void send(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    upload(event.dataTransfer.files[0]);
  };
  return (
    <div
      className={isOver ? "edit-film is-over" : "edit-film"}
      role="group"
      aria-label={view}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <h3 className="t1 strong">{view}</h3>
      {sourceVideo && <SourceVideoName sourceVideo={sourceVideo} />}
      {isUpright && !sourceVideo && (
        <p className="t1 muted pretty">{t`Phones held upright play it once every view has one.`}</p>
      )}
      <SourceVideoStatus sourceVideo={sourceVideo} isPlayable={mayBeImported} />
      {sourceVideo?.state === "ready" &&
        (isMain ? (
          <ClassTrim found={found} sourceVideo={sourceVideo} />
        ) : (
          <ViewAlignment found={found} view={{ angle, isUpright, name: view }} sourceVideo={sourceVideo} />
        ))}
      {sourceVideo && isUnderWay && (
        <div className="row wrap gap-2">
          {sending.step === "sending" ? (
            <Button size="s" onClick={() => pauseSending(sourceVideo.id)}>{t`Pause`}</Button>
          ) : (
            <Button size="s" tone="go" onClick={() => resumeSending(sourceVideo.id)}>{t`Go on`}</Button>
          )}
        </div>
      )}
      {!isUnderWay && (
        <div className="row wrap gap-2">
          <Button
            size="s"
            tone={sourceVideo ? "line" : "quiet"}
            busy={busy}
            onPointerEnter={preload}
            onFocus={preload}
            onClick={() => input.current?.click()}
          >
            {sourceVideo ? t`Choose another file` : t`Choose a file`}
          </Button>
          {!isMain && sourceVideo && (
            <Button size="s" tone="bare" busy={busy} onClick={() => void remove()}>
              {isUpright ? t`Remove this version` : t`Remove this view`}
            </Button>
          )}
          {!sourceVideo && <span className="t1 faint">{t`Or drop it here.`}</span>}
        </div>
      )}
      <ReplacedVideos found={found} angle={angle} isUpright={isUpright} current={sourceVideo} />
      {chosen && (
        <Suspense>
          <ReplaceByFile
            found={found}
            isMain={isMain}
            current={sourceVideo}
            file={chosen}
            onReplace={() => {
              setChosen(null);
              void send(chosen);
            }}
            onClose={() => setChosen(null)}
          />
        </Suspense>
      )}
      <FileInput
        ref={input}
        accept="video/*,.mkv,.mov"
        label={isUpright ? t`Upload ${name} video, upright version` : t`Upload ${name} video`}
        onChoose={upload}
      />
      <p role="alert" className="hint hint-bad empty:hidden">
        {fault}
      </p>
    </div>
  );
}

function SourceVideoName({ sourceVideo: { fileName, sizeInBytes } }: { sourceVideo: ClassSourceVideo }) {
  const sizeOf = useFileSize();
  return (
    <p className="t1 edit-file">
      {fileName} <span className="faint tn">{sizeOf(sizeInBytes)}</span>
    </p>
  );
}

/** State of a source video. Text changes are announced; percentages aren't. */
function SourceVideoStatus({
  sourceVideo,
  isPlayable,
}: {
  sourceVideo: ClassSourceVideo | null;
  isPlayable: boolean;
}) {
  const { t } = useLingui();
  const reasonOf = useErrorReason("class");
  const sending = useSourceVideoUpload(sourceVideo?.id ?? null);
  const percent = sending?.percent ?? 0;
  const words = (): string | null => {
    if (!sourceVideo)
      return isPlayable ? t`The current video came from elsewhere. Uploading replaces it.` : null;
    if (sourceVideo.state === "refused") return reasonOf(sourceVideo.errorReason);
    if (sourceVideo.state === "ready") return t`Uploaded.`;
    switch (sending?.step) {
      case "sending":
        return t`Uploading. You can leave this page. If you close the tab, choose the same file to resume.`;
      case "paused":
        return t`Paused. Progress is saved.`;
      case "cut":
        return t`Connection lost. Progress is saved.`;
      case "sent":
        return t`Uploaded. Checking the file.`;
      default:
        return t`Upload incomplete or being checked. If it stopped, choose the same file to resume.`;
    }
  };
  return (
    <>
      {sourceVideo?.state === "sending" && sending && sending.step !== "sent" && (
        <div className="edit-sent">
          <span className="num" aria-hidden="true">{t`${percent}%`}</span>
          <Eight size="md" value={percent / 100} label={t`${percent}% uploaded`} />
        </div>
      )}
      <p
        role="status"
        className={sourceVideo?.state === "refused" ? "t1 bad pretty" : "t1 muted pretty empty:hidden"}
      >
        {words()}
      </p>
    </>
  );
}
