import "./lists.css";
import { useLingui } from "@lingui/react/macro";
import { ChevronRight } from "lucide-react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { Link } from "../../../lib/router/index.ts";
import { NotFoundPage } from "../../../layouts/not-found-page.tsx";
import { Icon } from "../../../ui/icon.tsx";
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
      }
    }
  `,
  [HomeFragment],
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
          <Waiting areas={data.studioAreas} />
        </HomeSections>
      )}
    </StudioPage>
  );
}

function Waiting({ areas }: { areas: readonly Area[] }) {
  const { t } = useLingui();
  const texts = areaTexts();
  const labels: Partial<Record<AreaKey, (count: number) => string>> = {
    moderation: (count) => t`${count} waiting`,
    money: (count) => t`${count} webhooks failed`,
    opening: (count) => t`${count} to do`,
    failedJobs: (count) => t`${count} failed`,
  };
  const waiting = areas.filter((area) => area.waiting);
  return (
    <section className="stack gap-3" aria-labelledby="studio-waiting">
      <h2 className="t4" id="studio-waiting">{t`Waiting for you`}</h2>
      {waiting.length === 0 ? (
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
        </ul>
      )}
    </section>
  );
}
