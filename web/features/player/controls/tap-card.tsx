import { useLingui } from "@lingui/react/macro";

/** Shown if the browser blocks playback without a gesture. */
export function TapCard({ onTap }: { onTap: () => void }) {
  const { t } = useLingui();
  return (
    <div className="pl-card">
      <button type="button" className="btn btn-go btn-l" onClick={onTap}>{t`Tap to count in`}</button>
    </div>
  );
}
