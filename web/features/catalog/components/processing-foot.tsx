import { useLingui } from "@lingui/react/macro";
import { Eight } from "../../../ui/eight.tsx";

/** The overlay of a card whose class can't be played yet. */
export function ProcessingFoot({ video }: { video: { encodingStatus: string; encodingPercent: number } }) {
  const { t } = useLingui();
  if (video.encodingStatus === "running") {
    return (
      <div className="prep">
        {t`Almost ready`}
        <Eight value={video.encodingPercent / 100} label={t`${video.encodingPercent}% processed`} />
      </div>
    );
  }
  return (
    <span className="len">{video.encodingStatus === "queued" ? t`Coming soon` : t`Not available yet`}</span>
  );
}
