import "../landing/landing.css";
import { useLingui } from "@lingui/react/macro";
import { hasCode } from "../../../graphql/codes.ts";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { useQuery } from "../../../graphql/hooks.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useLocation } from "../../../lib/router/index.ts";
import { NotFoundPage } from "../../../layouts/not-found-page.tsx";
import { QueryError, type PageQuery } from "../../../layouts/query-error.tsx";
import { buttonClass } from "../../../ui/button.tsx";
import { EmptyState, Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { useExposure } from "../../growth/public/use-exposure.ts";
import { LandingBlocks } from "../landing/landing-blocks.tsx";
import { LandingFragment } from "../landing/landing-fragment.ts";

const LandingPageQuery = graphql(
  `
    query LandingPage {
      landingPage {
        ...Landing
      }
    }
  `,
  [LandingFragment],
);
const LandingDraftQuery = graphql(
  `
    query LandingDraft {
      landingDraft {
        ...Landing
      }
    }
  `,
  [LandingFragment],
);

/** Who the studio is, for visitors who were never here; on the preview's path the draft, for admins. */
export function Page() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  return path === paths.landingPreview() ? <Preview /> : <Published />;
}

function Published() {
  const query = useQuery({ query: LandingPageQuery });
  return <Shown query={query} page={query[0].data?.landingPage} />;
}

function Preview() {
  const { t } = useLingui();
  const query = useQuery({ query: LandingDraftQuery, requestPolicy: "network-only" });
  const draft = query[0].data?.landingDraft;
  if (draft && readFragment(LandingFragment, draft).blocks.length === 0) return <NoDraft />;
  return (
    <>
      <div className="page landing-note">
        <p>{t`Preview of the saved draft`}</p>
        <Link className="link" to={paths.studioLanding()}>{t`Back to editing`}</Link>
      </div>
      <Shown query={query} page={draft} />
    </>
  );
}

function NoDraft() {
  const { t } = useLingui();
  const title = t`No draft yet`;
  usePageTitle(title);
  return (
    <div className="page page-top">
      <EmptyState
        page
        title={title}
        action={
          <Link className={buttonClass({ tone: "go" })} to={paths.studioLanding()}>
            {t`Write the landing page`}
          </Link>
        }
      >
        {t`Once a draft is saved, this shows it as visitors will see it.`}
      </EmptyState>
    </div>
  );
}

/** @param props.page undefined while loading; null if there is none */
function Shown({
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
