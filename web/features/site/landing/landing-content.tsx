import "./landing.css";
import { useLingui } from "@lingui/react/macro";
import { hasCode } from "../../../graphql/codes.ts";
import { readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { NotFoundPage } from "../../../layouts/not-found-page.tsx";
import { QueryError, type PageQuery } from "../../../layouts/query-error.tsx";
import { Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { useExposure } from "../../growth/public/use-exposure.ts";
import { LandingBlocks } from "./landing-blocks.tsx";
import { LandingFragment } from "./landing-fragment.ts";

/**
 * The landing page, or its state while it can’t be shown.
 * @param props.page undefined while loading; null if there is none
 */
export function LandingContent({
  query,
  page,
}: {
  query: PageQuery;
  page: FragmentOf<typeof LandingFragment> | null | undefined;
}) {
  const { t } = useLingui();
  const [{ error }] = query;
  const found = page && readFragment(LandingFragment, page);
  useExposure(found?.experiment ?? null);
  usePageTitle(found ? found.blocks[0]?.title || t`Welcome` : undefined);
  if (page === null || hasCode(error, "NOT_FOUND")) return <NotFoundPage />;
  if (found) return <LandingBlocks blocks={found.blocks} />;
  return (
    <div className="page page-top">
      {error ? (
        <QueryError page query={query} title={t`Couldn’t load this page`}>
          {t`We couldn’t connect. Nothing changed.`}
        </QueryError>
      ) : (
        <Skeleton label={t`Loading page`} className="landing-skeleton">
          <TextSkeleton className="d1 w-1/2" />
        </Skeleton>
      )}
    </div>
  );
}
