import { useLingui } from "@lingui/react/macro";
import type { StreamFaultKind } from "../engine/engine.ts";

/** Error screen in place of the video. */
export function FaultCard({ kind, onRetry }: { kind: StreamFaultKind; onRetry: () => void }) {
  const { t } = useLingui();
  const texts: Record<StreamFaultKind, [string, string]> = {
    network: [t`The picture stopped coming`, t`Check your connection. What you have danced is kept.`],
    refused: [
      t`This class can’t be opened just now`,
      t`Its link is used up and no new one came. Try again, or open the class anew.`,
    ],
    busy: [t`Playing on three screens already`, t`Stop one of them, wait a minute, and press play again.`],
    media: [
      t`The picture is damaged`,
      t`This device can’t play what came. Try again; if it stays so, the studio will want to know.`,
    ],
    unsupported: [t`This browser can’t play classes`, t`A current Chrome, Edge, Firefox or Safari can.`],
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
