import { useLingui } from "@lingui/react/macro";
import { useEffect } from "react";
import { usePageTitle } from "../lib/page-title.ts";
import type { PageErrorProps } from "../lib/router/page-view.tsx";

/** Error page for a page whose code failed to load or threw. */
export function ErrorPage({ error, onRetry }: PageErrorProps) {
  const { t } = useLingui();
  usePageTitle(t`This page didn’t load`);
  useEffect(() => console.error(error), [error]);
  return (
    <div className="page void-page">
      <h1 className="void-title">{t`This page didn’t load`}</h1>
      <p className="void-words">
        {navigator.onLine
          ? t`The fault is on our side. What you have saved and danced is safe.`
          : t`You’re offline. What you have saved and danced is safe.`}
      </p>
      <button type="button" className="void-way" onClick={onRetry}>
        {t`Try again`}
      </button>
    </div>
  );
}
