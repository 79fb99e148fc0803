import { useLingui } from "@lingui/react/macro";
import { useEffect, useId, useRef, useState } from "react";
import { formatDuration } from "../../../lib/formats.ts";
import { Range } from "../../../ui/range.tsx";

/** Trim range and cover position of a video, in milliseconds. */
export type Cut = { startMs: number; endMs: number; coverMs: number; durationMs: number };

type UploadCutProps = { file: File; cut: Cut | null; onCut: (cut: Cut) => void };

/** Trims a local video and picks its cover before the upload. */
export function UploadCut({ file, cut, onCut }: UploadCutProps) {
  const { t } = useLingui();
  const video = useRef<HTMLVideoElement>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  useEffect(() => {
    const url = URL.createObjectURL(file);
    if (video.current) video.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [file]);
  const begin = () => {
    const element = video.current;
    if (!element || cut) return;
    const durationMs = Math.round(element.duration * 1000);
    // MediaRecorder files report an infinite duration. Seeking to the end reveals it, and `durationchange`
    // follows.
    if (element.duration === Infinity) element.currentTime = Number.MAX_SAFE_INTEGER;
    if (!Number.isFinite(durationMs) || durationMs <= 0) return;
    element.currentTime = 0;
    onCut({ startMs: 0, endMs: durationMs, coverMs: Math.round(durationMs / 3), durationMs });
  };
  const show = (ms: number) => {
    if (video.current) video.current.currentTime = ms / 1000;
  };
  return (
    <div className="stack">
      <div className="media upload-stage" data-theme="room">
        <video
          ref={video}
          className="upload-video"
          controls
          playsInline
          muted
          aria-label={t`Your video`}
          onDurationChange={begin}
          onError={() => setUnreadable(true)}
        />
      </div>
      {isUnreadable && <p className="muted">{t`No preview in this browser, but you can still upload it.`}</p>}
      {cut && (
        <div className="upload-cuts">
          <Moment
            label={t`Start`}
            value={cut.startMs}
            most={cut.durationMs}
            onChange={(startMs) => {
              const start = Math.min(startMs, cut.endMs - 500);
              onCut({ ...cut, startMs: Math.max(0, start), coverMs: Math.max(cut.coverMs, start) });
              show(start);
            }}
          />
          <Moment
            label={t`End`}
            value={cut.endMs}
            most={cut.durationMs}
            onChange={(endMs) => {
              const end = Math.max(endMs, cut.startMs + 500);
              onCut({ ...cut, endMs: end, coverMs: Math.min(cut.coverMs, end) });
              show(end);
            }}
          />
          <Moment
            label={t`Cover`}
            value={cut.coverMs}
            most={cut.durationMs}
            onChange={(coverMs) => {
              const cover = Math.min(Math.max(coverMs, cut.startMs), cut.endMs);
              onCut({ ...cut, coverMs: cover });
              show(cover);
            }}
          />
        </div>
      )}
    </div>
  );
}

function Moment({
  label,
  value,
  most,
  onChange,
}: {
  label: string;
  value: number;
  most: number;
  onChange: (ms: number) => void;
}) {
  const id = useId();
  return (
    <div className="field">
      <label className="lab row between" htmlFor={id}>
        {label} <span className="tn muted">{formatDuration(value)}</span>
      </label>
      <Range
        id={id}
        min={0}
        max={most}
        step={100}
        value={value}
        text={formatDuration(value)}
        onChange={onChange}
      />
    </div>
  );
}
