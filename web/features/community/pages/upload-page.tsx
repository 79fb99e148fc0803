import "../parts/community.css";
import "../parts/upload.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState, type DragEvent } from "react";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { EmptyState } from "../../../ui/state.tsx";
import { isSameFile, keepUnfinished, readUnfinished } from "../actions/sending.ts";
import { useUpload } from "../actions/use-upload.ts";
import { UploadCut, type Cut } from "../parts/upload-cut.tsx";
import { UploadProgress } from "../parts/upload-progress.tsx";
import { useMe } from "../parts/use-me.ts";

const Recorder = lazy(async () => ({ default: (await import("../parts/recorder.tsx")).Recorder }));
type Audience = "everyone" | "members" | "crew" | "me";

/** Sends a video: chosen, dropped or recorded, cut, given words and an audience, and only then sent. */
export function Page() {
  const { t } = useLingui();
  usePageTitle(t`Upload a video`);
  const me = useMe();
  const { state, begin, goOn, pause, resume } = useUpload();
  const [file, setFile] = useState<File | null>(null);
  const [cut, setCut] = useState<Cut | null>(null);
  const [description, setDescription] = useState("");
  const [audience, setAudience] = useState<Audience>("everyone");
  const [isRecording, setRecording] = useState(false);
  const [busy, setBusy] = useState(false);
  const [unfinished, setUnfinished] = useState(readUnfinished);
  const [isOver, setOver] = useState(true);
  if (me && !me.isMember)
    return (
      <div className="page page-top">
        <EmptyState
          page
          title={t`Show what you practised`}
          action={
            <Link
              className="btn btn-go"
              to={paths.register()}
              search={{ next: paths.upload() }}
            >{t`Register`}</Link>
          }
        >
          {t`Videos need an account. What you have danced stays yours.`}
        </EmptyState>
      </div>
    );
  const take = (taken: File | undefined) => {
    if (!taken) return;
    const begun = unfinished.find((one) => isSameFile(taken, one));
    setRecording(false);
    setOver(false);
    if (begun) return void goOn(taken, begun.id);
    setFile(taken);
    setCut(null);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  };
  const share = async () => {
    if (!file || busy) return;
    setBusy(true);
    const isCut = cut !== null && (cut.startMs > 0 || cut.endMs < cut.durationMs);
    await begin(file, {
      description: description.trim() || null,
      audience,
      trimStartMs: isCut ? Math.round(cut.startMs) : null,
      trimEndMs: isCut ? Math.round(cut.endMs) : null,
      coverAtMs: cut ? Math.round(cut.coverMs) : null,
    });
    setBusy(false);
  };
  const another = () => {
    setFile(null);
    setCut(null);
    setDescription("");
    setOver(true);
    setUnfinished(readUnfinished());
  };
  const isUnderWay = state.step !== "idle" && !isOver;
  return (
    <div className="page page-top upload">
      <h1 className="d1 d1-page">{t`Upload a video`}</h1>
      {isUnderWay ? (
        <UploadProgress state={state} onPause={pause} onResume={resume} onAnother={another} />
      ) : isRecording ? (
        <Suspense>
          <Recorder onTake={take} onLeave={() => setRecording(false)} />
        </Suspense>
      ) : file ? (
        <div className="upload-edit">
          <UploadCut file={file} cut={cut} onCut={setCut} />
          <div className="stack">
            <label className="field">
              <span className="lab">{t`What is it?`}</span>
              <textarea
                className="in"
                rows={2}
                maxLength={500}
                value={description}
                placeholder={t`Sunday sway, third try`}
                onChange={(event) => setDescription(event.target.value)}
              />
            </label>
            <Select
              label={t`Who may see it`}
              value={audience}
              onChoose={setAudience}
              options={[
                { value: "everyone", label: t`Everybody` },
                { value: "members", label: t`Members` },
                { value: "crew", label: t`Crew: you follow each other` },
                { value: "me", label: t`You alone` },
              ]}
            />
            <p className="hint">{t`Nothing has left your device yet. Where it was filmed is taken out.`}</p>
            <p className="hint hint-bad" role="alert">
              {state.step === "idle" ? state.fault : null}
            </p>
            <div className="row wrap">
              <Button tone="go" size="l" busy={busy} onClick={() => void share()}>{t`Share it`}</Button>
              <Button tone="text" onClick={another}>{t`Take another`}</Button>
            </div>
          </div>
        </div>
      ) : (
        <>
          {unfinished.length > 0 && (
            <section className="stack gap-2" aria-labelledby="unfinished">
              <h2 className="t4" id="unfinished">{t`Not all there yet`}</h2>
              {unfinished.map(({ id, name, percent }) => (
                <p key={id} className="row wrap between upload-left">
                  <span>{t`${name}: ${percent} % sent. Choose it again and it goes on.`}</span>
                  <Button
                    size="s"
                    tone="text"
                    onClick={() => {
                      keepUnfinished(id, null);
                      setUnfinished(readUnfinished());
                    }}
                  >
                    {t`Leave it`}
                  </Button>
                </p>
              ))}
            </section>
          )}
          <div className="upload-drop" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
            <p className="d2">{t`Drop a video here`}</p>
            <div className="row wrap">
              <label className="btn btn-go">
                {t`Choose a video`}
                <input
                  type="file"
                  className="sr-only"
                  accept="video/*,.mkv,.mov"
                  onChange={(event) => take(event.target.files?.[0])}
                />
              </label>
              <Button onClick={() => setRecording(true)}>{t`Record now`}</Button>
            </div>
            <p className="t1 muted">{t`Up to 4 GB and two hours.`}</p>
          </div>
          <p className="hint hint-bad" role="alert">
            {state.step === "idle" ? state.fault : null}
          </p>
        </>
      )}
    </div>
  );
}
