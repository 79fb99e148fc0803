import "./lists.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { ChevronRight } from "lucide-react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type ResultOf } from "../../../graphql/graphql.ts";
import { formatAgo } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { NotFoundPage } from "../../../layouts/not-found-page.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { BackupsFragment } from "../backups/backups-fragment.ts";
import { HomeFragment, HomeSections } from "../home/home-sections.tsx";
import { areaTexts } from "../shell/area-texts.ts";
import type { Area, AreaKey } from "../shell/use-areas.ts";
import { StudioPage } from "../public/studio-page.tsx";

const StudioQuery = graphql(
  `
    query Studio {
      studioAreas {
        key
        waiting
      }
      studioHome {
        ...StudioHome
        backups {
          ...Backups
        }
      }
    }
  `,
  [HomeFragment, BackupsFragment],
);

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
          <Waiting
            areas={data.studioAreas}
            backups={readFragment(BackupsFragment, data.studioHome.backups)}
          />
        </HomeSections>
      )}
    </StudioPage>
  );
}

// Lazy, so that the page stays light: only admins see it.
const BackupRow = lazy(async () => ({ default: (await import("../backups/backup-row.tsx")).BackupRow }));

function Waiting({
  areas,
  backups,
}: {
  areas: readonly Area[];
  backups: ResultOf<typeof BackupsFragment> | null;
}) {
  const { t } = useLingui();
  const texts = areaTexts();
  const labels: Partial<Record<AreaKey, (count: number) => string>> = {
    moderation: (count) => t`${count} waiting`,
    money: (count) => t`${count} webhooks failed`,
    opening: (count) => t`${count} to do`,
    failedJobs: (count) => t`${count} failed`,
  };
  const waiting = areas.filter((area) => area.waiting);
  const isBackupWaiting = backups !== null && (backups.failure !== null || backups.isLate);
  return (
    <section className="stack gap-3" aria-labelledby="studio-waiting">
      <h2 className="t4" id="studio-waiting">{t`Waiting for you`}</h2>
      {waiting.length === 0 && !isBackupWaiting ? (
        <p className="muted">{t`Nothing is waiting.`}</p>
      ) : (
        <ul className="studio-areas">
          {waiting.map(({ key, waiting: count }) => (
            <li key={key}>
              <Link to={texts[key].to}>
                <span className="strong">{texts[key].name}</span>
                <span className="t1 muted">{texts[key].words}</span>
                <span className="tag tn">{labels[key]?.(count!)}</span>
                <Icon of={ChevronRight} size="s" />
              </Link>
            </li>
          ))}
          {isBackupWaiting && (
            <Suspense>
              <BackupRow backups={backups} />
            </Suspense>
          )}
        </ul>
      )}
      {backups?.newestAt && !isBackupWaiting && (
        <p className="t1 muted">
          <Link className="link" to={paths.studioExport()}>{t`Newest backup`}</Link>{" "}
          {formatAgo(new Date(backups.newestAt), new Date())}
        </p>
      )}
    </section>
  );
}
