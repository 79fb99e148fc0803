import { useLingui } from "@lingui/react/macro";
import { useEffect } from "react";
import { usePageTitle } from "../lib/page-title.ts";
import { isFetchFailure, type PageErrorProps } from "../lib/router/page-view.tsx";

/** Error page for a page whose code failed to load or threw. */
export function ErrorPage({ error, onRetry }: PageErrorProps) {
  const { t } = useLingui();
  usePageTitle(t`We couldn’t load this page`);
  useEffect(() => console.error(error), [error]);
  return (
    <div className="page void-page">
      <h1 className="void-title">{t`We couldn’t load this page`}</h1>
      <p className="void-words">
        {isFetchFailure(error)
          ? t`We couldn’t connect. Your progress is saved.`
          : t`Something went wrong on our end. Your progress is saved.`}
      </p>
      <button type="button" className="void-way" onClick={onRetry}>
        {t`Try again`}
      </button>
    </div>
  );
}
