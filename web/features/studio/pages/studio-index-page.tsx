import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { NotFoundPage } from "../../../layouts/not-found-page.tsx";
import { HomeFragment, HomeSections } from "../home/home-sections.tsx";
import { WaitingFragment } from "../home/waiting-fragment.ts";
import { Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { StudioPage } from "../public/studio-page.tsx";

// Its texts are loaded while the figures are fetched.
const waiting = import("../home/waiting.tsx");
const Waiting = lazy(async () => ({ default: (await waiting).Waiting }));

const StudioQuery = graphql(
  `
    query Studio {
      studioAreas {
        key
        waiting
      }
      studioHome {
        ...StudioHome
        ...StudioWaiting
      }
    }
  `,
  [HomeFragment, WaitingFragment],
);

/** @param rows areas in which something waits, so that what follows hardly moves */
function WaitingSkeleton({ rows }: { rows: number }) {
  const { t } = useLingui();
  return (
    <Skeleton label={t`Loading`} className="stack gap-3">
      <TextSkeleton className="t4 w-1/2" />
      {Array.from({ length: Math.max(1, rows) }, (_, row) => (
        <span key={row} className="sk sk-row" />
      ))}
    </Skeleton>
  );
}

/** The studio's home: today's figures, what waits for the viewer, releases, revenue and payments. */
export function Page() {
  const { t } = useLingui();
  const query = useQuery({ query: StudioQuery, requestPolicy: "cache-and-network" });
  const { data } = query[0];
  if (data?.studioAreas.length === 0) return <NotFoundPage />;
  return (
    <StudioPage title={t`Studio`} query={query}>
      {data && (
        <HomeSections home={data.studioHome}>
          <Suspense
            fallback={<WaitingSkeleton rows={data.studioAreas.filter(({ waiting }) => waiting).length} />}
          >
            <Waiting areas={data.studioAreas} home={data.studioHome} />
          </Suspense>
        </HomeSections>
      )}
    </StudioPage>
  );
}
