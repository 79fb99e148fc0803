import { useLingui } from "@lingui/react/macro";
import type { StreamFaultKind } from "../engine/engine.ts";

/** Error screen in place of the video. */
export function FaultCard({ kind, onRetry }: { kind: StreamFaultKind; onRetry: () => void }) {
  const { t } = useLingui();
  const texts: Record<StreamFaultKind, [string, string]> = {
    network: [t`Playback stopped`, t`Check your connection. Your progress is saved.`],
    refused: [t`Can’t play this class right now`, t`The session expired. Try again, or reopen the class.`],
    busy: [t`Playing on 3 devices`, t`Stop one, wait a minute, then press play.`],
    media: [
      t`Can’t play this video`,
      t`This device can’t play it. Try again, or contact us if it keeps happening.`,
    ],
    unsupported: [t`This browser isn’t supported`, t`Use the latest Chrome, Edge, Firefox, or Safari.`],
  };
  const [title, text] = texts[kind];
  return (
    <div className="pl-card" role="alert">
      <h2 className="d2">{title}</h2>
      <p className="muted">{text}</p>
      {kind !== "unsupported" && (
        <button type="button" className="btn btn-go" onClick={onRetry}>{t`Try again`}</button>
      )}
    </div>
  );
}
