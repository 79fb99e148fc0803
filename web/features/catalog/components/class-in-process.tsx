import { useLingui } from "@lingui/react/macro";
import { CircleAlert, Play } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { Eight } from "../../../ui/eight.tsx";
import { Icon } from "../../../ui/icon.tsx";

type ClassInProcessProps = {
  /** The `encodingStatus` of its video. */
  status: string;
  /** How much of its video is processed, 0 to 100. */
  percent: number;
  isLocked: boolean;
  /** What opens a locked class. */
  opener: ReactNode;
};

/** Entry to a class whose video can't be played yet: how far its processing is, or that it failed. */
export function ClassInProcess({ status, percent, isLocked, opener }: ClassInProcessProps) {
  const { t } = useLingui();
  if (status === "error")
    return (
      <div className="note note-danger" role="alert">
        <Icon of={CircleAlert} />
        <p className="strong">{t`This class isn’t available yet`}</p>
        <p className="t1">{t`We couldn’t process its video, and we’re looking into it. Try another class for now.`}</p>
      </div>
    );
  return (
    <div className="stack gap-3">
      {opener}
      <Eight value={percent / 100} label={t`${percent}% processed`} />
      <Button
        tone={isLocked ? "line" : "go"}
        size="l"
        wide
        icon={Play}
        disabledReason={
          percent > 0
            ? t`Processing video, ${percent}%. You can play it as soon as it’s ready.`
            : t`Video queued for processing. You can play it as soon as it’s ready.`
        }
      >
        {t`Start class`}
      </Button>
    </div>
  );
}
