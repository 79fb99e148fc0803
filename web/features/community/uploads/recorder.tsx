import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";

/** Length of a count in milliseconds, 96 BPM. */
const beatMs = 625;
const countIn = [5, 6, 7, 8];

/** Records with the device's camera: mirrored preview, count-in, and any number of takes. Nothing is uploaded. */
export function Recorder({ onTake, onLeave }: { onTake: (file: File) => void; onLeave: () => void }) {
  const { t } = useLingui();
  const video = useRef<HTMLVideoElement>(null);
  const stream = useRef<MediaStream | null>(null);
  const recorder = useRef<MediaRecorder | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isReady, setReady] = useState(false);
  const [count, setCount] = useState<number | null>(null);
  const [isRecording, setRecording] = useState(false);
  const denied = t`Allow camera access, or choose a video instead.`;
  useEffect(() => {
    let isOver = false;
    const close = () => {
      for (const track of stream.current?.getTracks() ?? []) track.stop();
    };
    navigator.mediaDevices
      .getUserMedia({ video: { width: { ideal: 1280 }, height: { ideal: 720 } }, audio: true })
      .then((opened) => {
        stream.current = opened;
        if (isOver) return close();
        if (video.current) video.current.srcObject = opened;
        setReady(true);
      })
      .catch(() => setFault(denied));
    return () => {
      isOver = true;
      close();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the camera is requested once, independent of the language
  }, []);
  useEffect(() => {
    if (count === null) return;
    const timer = setTimeout(() => {
      const next = countIn[countIn.indexOf(count) + 1] ?? null;
      setCount(next);
      if (next === null) record();
    }, beatMs);
    return () => clearTimeout(timer);
  });
  const record = () => {
    if (!stream.current) return;
    const type = ["video/webm;codecs=vp9,opus", "video/webm", "video/mp4"].find((one) =>
      MediaRecorder.isTypeSupported(one),
    );
    const parts: Blob[] = [];
    const mediaRecorder = new MediaRecorder(stream.current, type ? { mimeType: type } : {});
    mediaRecorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
    mediaRecorder.addEventListener("stop", () => {
      setRecording(false);
      const ending = mediaRecorder.mimeType.includes("mp4") ? "mp4" : "webm";
      onTake(new File(parts, `take.${ending}`, { type: mediaRecorder.mimeType, lastModified: Date.now() }));
    });
    recorder.current = mediaRecorder;
    mediaRecorder.start(1000);
    setRecording(true);
  };
  return (
    <div className="stack">
      <div className="media upload-stage" data-theme="room">
        <video
          ref={video}
          className="upload-video is-mirrored"
          autoPlay
          muted
          playsInline
          aria-label={t`What your camera sees`}
        />
        {count !== null && (
          <b className="num upload-count" aria-live="assertive">
            {count}
          </b>
        )}
        {isRecording && <span className="tag tag-danger upload-live">{t`Recording`}</span>}
      </div>
      <p className="hint hint-bad" role="alert">
        {fault}
      </p>
      <div className="row wrap">
        {isRecording ? (
          <Button tone="go" onClick={() => recorder.current?.stop()}>{t`Stop`}</Button>
        ) : (
          <Button
            tone="go"
            disabledReason={isReady || fault ? null : t`Starting camera…`}
            busy={count !== null}
            onClick={() => isReady && setCount(countIn[0]!)}
          >
            {t`Record (starts after 5, 6, 7, 8)`}
          </Button>
        )}
        <Button tone="text" onClick={onLeave}>{t`Choose a video instead`}</Button>
      </div>
    </div>
  );
}
