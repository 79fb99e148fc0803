import "../components/community.css";
import "./upload.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useSearch } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { EmptyState } from "../../../ui/state.tsx";
import { keepHanded, readHanded } from "./handed-take.ts";
import { deleteSharedVideo, readSharedVideo } from "./shared-video.ts";
import { isSameFile, keepUnfinished, readUnfinished } from "./unfinished.ts";
import { useUpload } from "./use-upload.ts";
import { UploadChoice } from "./upload-choice.tsx";
import type { Cut } from "./upload-cut.tsx";
import { useAudiences, type Audience } from "../components/use-audiences.ts";
import { useMe } from "../components/use-me.ts";

const Recorder = lazy(async () => ({ default: (await import("./recorder.tsx")).Recorder }));
const UploadProgress = lazy(async () => ({
  default: (await import("./upload-progress.tsx")).UploadProgress,
}));
// Lazy: trimming needs a video first.
const UploadCut = lazy(async () => ({ default: (await import("./upload-cut.tsx")).UploadCut }));
/** Source of the video: a take can be recorded again. */
type Origin = "file" | "camera" | "class";

/**
 * Uploads a video: chosen, dropped, recorded, shared by another app or handed over by the player. It is trimmed and
 * described before the upload.
 */
export function Page() {
  const { t } = useLingui();
  usePageTitle(t`Upload a video`);
  const me = useMe();
  const { state, begin, goOn, pause, resume } = useUpload();
  // A take next to a class: its post names the class and the position.
  const about = useSearch() as { class?: string; at?: string; from?: string };
  const [handed] = useState(readHanded);
  // A guest who has to register first finds the video here afterwards.
  const isMember = me?.isMember ?? false;
  useEffect(() => {
    if (isMember) keepHanded(null);
  }, [isMember]);
  const [file, setFile] = useState<File | null>(() =>
    handed ? new File([handed.recorded], handed.fileName, { type: handed.recorded.type }) : null,
  );
  const [origin, setOrigin] = useState<Origin>(handed ? "class" : "file");
  const [cut, setCut] = useState<Cut | null>(null);
  const [description, setDescription] = useState(handed?.description ?? "");
  const [audience, setAudience] = useState<Audience>("everyone");
  const [isRecording, setRecording] = useState(false);
  const [busy, setBusy] = useState(false);
  const [unfinished, setUnfinished] = useState(readUnfinished);
  const [isLeft, setLeft] = useState(false);
  const [isShareLost, setShareLost] = useState(false);
  const audiences = useAudiences();
  const chooseFile = (chosen: File | undefined, from: Origin) => {
    if (!chosen) return;
    setShareLost(false);
    const unfinishedUpload = unfinished.find((one) => isSameFile(chosen, one));
    setRecording(false);
    setOrigin(from);
    setLeft(false);
    if (unfinishedUpload) return void goOn(chosen, unfinishedUpload.id);
    setFile(chosen);
    setCut(null);
  };
  const takeShared = useEffectEvent(async () => {
    const shared = await readSharedVideo();
    setShareLost(!shared);
    chooseFile(shared ?? undefined, "file");
  });
  const isShared = isMember && about.from === "share";
  useEffect(() => {
    if (isShared) void takeShared();
  }, [isShared]);
  if (me && !me.isMember)
    return (
      <div className="page page-top">
        <EmptyState
          page
          title={t`Share your progress`}
          action={
            <Link
              className="btn btn-go"
              to={paths.register()}
              search={{ next: `${paths.upload()}${location.search}` }}
            >{t`Sign up`}</Link>
          }
        >
          {t`Videos need an account. Your progress is saved.`}
        </EmptyState>
      </div>
    );
  const share = async () => {
    if (!file || busy) return;
    setBusy(true);
    setLeft(false);
    const isCut = cut !== null && (cut.startMs > 0 || cut.endMs < cut.durationMs);
    await begin(file, {
      description: description.trim() || null,
      audience,
      trimStartMs: isCut ? Math.round(cut.startMs) : null,
      trimEndMs: isCut ? Math.round(cut.endMs) : null,
      coverAtMs: cut ? Math.round(cut.coverMs) : null,
    });
    setBusy(false);
    void deleteSharedVideo();
  };
  const another = () => {
    setFile(null);
    setCut(null);
    setDescription("");
    setLeft(true);
    setUnfinished(readUnfinished());
    void deleteSharedVideo();
  };
  const isUnderWay = state.step !== "idle" && !isLeft;
  const lost = isShareLost ? t`We couldn’t take over the shared video. Choose it here.` : null;
  const fault = (state.step === "idle" ? state.fault : null) ?? lost;
  return (
    <div className="page page-top upload">
      <h1 className="d1 d1-page">{t`Upload a video`}</h1>
      {isUnderWay ? (
        <Suspense>
          <UploadProgress state={state} about={about} onPause={pause} onResume={resume} onAnother={another} />
        </Suspense>
      ) : isRecording ? (
        <Suspense>
          <Recorder onTake={(chosen) => chooseFile(chosen, "camera")} onLeave={() => setRecording(false)} />
        </Suspense>
      ) : file ? (
        <div className="upload-edit">
          <Suspense fallback={<div />}>
            <UploadCut file={file} cut={cut} onCut={setCut} />
          </Suspense>
          <div className="stack">
            <label className="field">
              <span className="lab">{t`Caption`}</span>
              <textarea
                className="in"
                rows={2}
                maxLength={500}
                value={description}
                placeholder={t`Sunday combo, third try`}
                onChange={(event) => setDescription(event.target.value)}
              />
            </label>
            <Select label={t`Who can see it`} value={audience} onChoose={setAudience} options={audiences} />
            <p className="hint">{t`Nothing is uploaded yet. We remove the location.`}</p>
            <p className="hint hint-bad" role="alert">
              {fault}
            </p>
            <div className="row wrap">
              <Button tone="go" size="l" busy={busy} onClick={() => void share()}>{t`Share`}</Button>
              {origin === "camera" && <Button onClick={() => setRecording(true)}>{t`Record again`}</Button>}
              {origin === "class" && about.class && (
                <Link className="btn" to={paths.player(about.class)}>{t`Record again`}</Link>
              )}
              <Button tone="text" onClick={another}>{t`Choose another`}</Button>
            </div>
          </div>
        </div>
      ) : (
        <UploadChoice
          unfinished={unfinished}
          classId={about.class ?? null}
          fault={fault}
          onTake={(chosen) => chooseFile(chosen, "file")}
          onRecord={() => setRecording(true)}
          onLeave={(id) => {
            keepUnfinished(id, null);
            setUnfinished(readUnfinished());
          }}
        />
      )}
    </div>
  );
}
