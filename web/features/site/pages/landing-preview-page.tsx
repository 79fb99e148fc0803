import "../landing/landing.css";
import { useLingui } from "@lingui/react/macro";
import { Suspense } from "react";
import { graphql, readFragment } from "../../../graphql/graphql.ts";
import { useQuery } from "../../../graphql/hooks.ts";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { LandingFragment } from "../landing/landing-fragment.ts";
import { NoDraft } from "../landing/no-draft.tsx";

// Loaded while the draft is fetched.
const { Part: LandingContent, preload } = lazyPart(
  async () => (await import("../landing/landing-content.tsx")).LandingContent,
);
preload();

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

/** The draft of the landing page as visitors will see it, for admins. */
export function Page() {
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
      <Suspense
        fallback={
          <div className="page page-top">
            <Skeleton label={t`Loading page`} className="landing-skeleton">
              <TextSkeleton className="d1 w-1/2" />
            </Skeleton>
          </div>
        }
      >
        <LandingContent query={query} page={draft} />
      </Suspense>
    </>
  );
}
