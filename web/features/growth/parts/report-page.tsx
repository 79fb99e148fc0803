import "./reports.css";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { CombinedError } from "urql";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { EmptyState, ErrorState, Skeleton, TextSkeleton } from "../../../ui/state.tsx";

/** A page of figures for the studio's admins: its name, its neighbours, what narrows it, and the figures. To everybody else it isn't there. */
export function ReportPage({
  title,
  note,
  controls,
  error,
  fetching,
  onRetry,
  children,
}: {
  title: string;
  /** How the figures are meant. */
  note: string;
  controls?: ReactNode;
  error: CombinedError | undefined;
  fetching: boolean;
  onRetry: () => void;
  /** Null while they are coming. */
  children: ReactNode | null;
}) {
  const { t } = useLingui();
  const isHidden = error?.graphQLErrors[0]?.extensions["code"] === "NOT_FOUND";
  usePageTitle(isHidden ? t`No page here` : title);
  if (isHidden)
    return (
      <div className="page">
        <EmptyState
          page
          title={t`No page here`}
          action={
            <Link className="btn" to={paths.dashboard()}>
              {t`To tonight’s set`}
            </Link>
          }
        >
          {t`There is no page at this address.`}
        </EmptyState>
      </div>
    );
  return (
    <div className="page report">
      <header className="report-head">
        <nav className="report-nav" aria-label={t`Reports`}>
          <Link to={paths.funnel()}>{t`Funnel`}</Link>
          <Link to={paths.attribution()}>{t`Attribution`}</Link>
          <Link to={paths.experiments()}>{t`Experiments`}</Link>
        </nav>
        <h1 className="d2">{title}</h1>
        <p className="t1 muted pretty">{note}</p>
        {controls && <div className="report-controls">{controls}</div>}
      </header>
      {children ? (
        <div className={fetching ? "report-body is-old" : "report-body"} aria-busy={fetching || undefined}>
          {children}
        </div>
      ) : error ? (
        <ErrorState
          title={t`The figures didn’t come`}
          retryLabel={t`Try again`}
          busy={fetching}
          onRetry={onRetry}
        >
          {t`The studio’s server didn’t answer. Nothing is changed by that.`}
        </ErrorState>
      ) : (
        <Skeleton label={t`The figures are coming`} className="stack">
          <TextSkeleton className="w-1/2" />
          <TextSkeleton className="w-full" />
          <TextSkeleton className="w-full" />
          <TextSkeleton className="w-3/4" />
        </Skeleton>
      )}
    </div>
  );
}
