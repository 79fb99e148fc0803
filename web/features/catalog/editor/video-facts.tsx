import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { formatDuration, formatMoment } from "../../../lib/formats.ts";

/** Writes the size of a file in the reader's language. */
export function useFileSize(): (bytes: number) => string {
  const { i18n } = useLingui();
  return (bytes) => {
    const [size, unit] =
      bytes < 1e6
        ? [bytes / 1e3, "kilobyte"]
        : bytes < 1e9
          ? [bytes / 1e6, "megabyte"]
          : [bytes / 1e9, "gigabyte"];
    return i18n.number(size, { style: "unit", unit, maximumFractionDigits: 1 });
  };
}

type VideoFactsProps = {
  title: string;
  /** Null if unknown, such as of a video that no editor uploaded. */
  fileName: string | null;
  sizeInBytes: number | null;
  durationMs: number | null;
  uploadedAt: string | null;
  /** The image or the video. */
  children: ReactNode;
};

/** A video as its editor recognizes it: what it shows, its file, its length, and when it was uploaded. */
export function VideoFacts(props: VideoFactsProps) {
  const { title, fileName, sizeInBytes, durationMs, uploadedAt, children } = props;
  const { t } = useLingui();
  const sizeOf = useFileSize();
  const day = uploadedAt && formatMoment(new Date(uploadedAt), "date");
  return (
    <section className="video-facts" aria-label={title}>
      <h3 className="t1 strong">{title}</h3>
      <div className="media video-facts-image" data-theme="room">
        {children}
      </div>
      {fileName && <p className="t1 edit-file">{fileName}</p>}
      <p className="t1 muted tn">
        {[
          durationMs === null ? null : formatDuration(durationMs),
          sizeInBytes === null ? null : sizeOf(sizeInBytes),
        ]
          .filter((fact) => fact !== null)
          .join(" · ")}
      </p>
      {day && <p className="t1 muted">{t`Uploaded ${day}`}</p>}
    </section>
  );
}
