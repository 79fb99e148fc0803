import "./studio.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, type ReactNode } from "react";
import { hasCode } from "../../../graphql/codes.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { NotFoundPage } from "../../../layouts/not-found-page.tsx";
import { QueryError, type PageQuery } from "../../../layouts/query-error.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { PageSkeleton } from "./page-skeleton.tsx";

const SecondStepBanner = lazy(async () => ({
  default: (await import("./second-step.tsx")).SecondStepBanner,
}));
const { Part: StudioShell, preload } = lazyPart(
  async () => (await import("../shell/studio-shell.tsx")).StudioShell,
);
preload();
const SecondStepRequiredPage = lazy(async () => ({
  default: (await import("./second-step.tsx")).SecondStepRequiredPage,
}));

type StudioPageProps = {
  title: string;
  /** Explains the content. */
  note?: ReactNode;
  /** Links to the page above this one, or to others about the same class. */
  neighbours?: ReactNode;
  /** Filters and the CSV download. */
  controls?: ReactNode;
  /** The page's query; NOT_FOUND means that the viewer lacks the role. */
  query: PageQuery;
  className?: string;
  /** Null while loading. */
  children: ReactNode | null;
};

/** A studio page: menu, title, filters and content. Shows "not found" to viewers without the role. */
export function StudioPage(props: StudioPageProps) {
  const [{ error }] = props.query;
  if (hasCode(error, "NOT_FOUND")) return <NotFoundPage />;
  if (!hasCode(error, "SECOND_STEP_REQUIRED")) return <Shown {...props} />;
  return (
    <Suspense>
      <SecondStepRequiredPage />
    </Suspense>
  );
}

function Shown({ title, note, neighbours, controls, query, className, children }: StudioPageProps) {
  const { t } = useLingui();
  const [{ error, fetching }] = query;
  usePageTitle(children || error ? title : undefined);
  return (
    <div className="studio-frame">
      <Suspense fallback={<div className="studio-side" />}>
        <StudioShell />
      </Suspense>
      <div className={classNames("page studio", className)}>
        <Suspense>
          <SecondStepBanner />
        </Suspense>
        <header className="studio-head">
          {neighbours && (
            <nav className="studio-nav" aria-label={t`Related pages`}>
              {neighbours}
            </nav>
          )}
          <div className="studio-title">
            <div>
              <h1 className="t4">{title}</h1>
              {note && <p className="t1 muted pretty">{note}</p>}
            </div>
            {controls && <div className="studio-controls">{controls}</div>}
          </div>
        </header>
        {children ? (
          <div className={classNames("studio-body", fetching && "is-old")} aria-busy={fetching || undefined}>
            {children}
          </div>
        ) : error ? (
          <QueryError query={query} title={t`Couldn’t load this page`}>
            {t`We couldn’t connect. Nothing changed.`}
          </QueryError>
        ) : (
          <PageSkeleton />
        )}
      </div>
    </div>
  );
}
