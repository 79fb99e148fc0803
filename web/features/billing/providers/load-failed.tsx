import { useLingui } from "@lingui/react/macro";

/** A provider's script or fields couldn't be loaded; with a button to try again. */
export function LoadFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useLingui();
  return (
    <div className="stack" role="alert">
      <p className="hint hint-bad">{t`Couldn’t load payments. You weren’t charged.`}</p>
      <button type="button" className="btn" onClick={onRetry}>
        {t`Try again`}
      </button>
    </div>
  );
}
