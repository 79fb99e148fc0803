import { useLingui } from "@lingui/react/macro";

/**
 * Full-screen loader that counts 5, 6, 7, 8. index.html holds the same markup, so that it counts before the
 * code has loaded.
 * On failure it shows an error and a retry button.
 */
export function Loader({ failure, onRetry }: { failure?: string | undefined; onRetry?: () => void }) {
  const { t } = useLingui();
  if (failure) {
    return (
      <div className="loader" role="alert">
        <p className="loader-words">{failure}</p>
        <button type="button" className="loader-retry" onClick={onRetry}>
          {t`Try again`}
        </button>
      </div>
    );
  }
  return (
    <div className="loader" role="status">
      <span className="sr-only">{t`Loading your studio`}</span>
      <div className="loader-count" aria-hidden="true">
        <b>5</b>
        <b>6</b>
        <b>7</b>
        <b>8</b>
      </div>
      <div className="loader-ticks" aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
        <i />
        <i />
        <i />
        <i />
      </div>
    </div>
  );
}
