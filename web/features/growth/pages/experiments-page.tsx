import "../components/reports.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment } from "../../../graphql/graphql.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/state.tsx";
import { ExperimentCard } from "../components/experiment-card.tsx";
import { ExperimentFragment } from "../components/experiment-fragment.ts";
import { SwitchFragment } from "../components/switch-fragment.ts";
import { StudioPage } from "../../studio/public/studio-page.tsx";

// Lazy: most studios have no flag that isn’t an experiment’s.
const Switch = lazy(async () => ({ default: (await import("../components/switch.tsx")).Switch }));
const ExperimentSheet = lazy(async () => ({
  default: (await import("../components/experiment-sheet.tsx")).ExperimentSheet,
}));

const ExperimentsQuery = graphql(
  `
    query Experiments {
      experiments {
        id
        ...StudioExperiment
      }
      configs {
        featureFlags {
          name
          ...Switch
        }
      }
    }
  `,
  [ExperimentFragment, SwitchFragment],
);

/** Experiments that admins design, start and end, with their results. */
export function Page() {
  const { t } = useLingui();
  const query = useQuery({ query: ExperimentsQuery, requestPolicy: "cache-and-network" });
  const [{ data }] = query;
  const [isAdding, setAdding] = useState(false);
  // An experiment’s own flag is switched on its card, by Pause and Resume.
  const flags = data?.configs.featureFlags.filter(
    ({ name }) => !data.experiments.some(({ id }) => id === name),
  );
  return (
    <StudioPage
      title={t`Experiments`}
      note={t`Half of those who take part see another version of a page. We count who reaches a goal. Results are at 95% confidence.`}
      controls={<Button onClick={() => setAdding(true)}>{t`New experiment`}</Button>}
      query={query}
    >
      {data && flags && (
        <>
          {data.experiments.length > 0 ? (
            data.experiments.map((one) => (
              <ExperimentCard key={one.id} experiment={readFragment(ExperimentFragment, one)} />
            ))
          ) : (
            <EmptyState
              title={t`No experiments yet`}
              action={<Button tone="go" onClick={() => setAdding(true)}>{t`New experiment`}</Button>}
            >
              {t`Compare two headings, preselected plans, or orders of questions.`}
            </EmptyState>
          )}
          {flags.length > 0 && (
            <section className="stack gap-2" aria-labelledby="switches">
              <h2 className="t4" id="switches">{t`Feature flags`}</h2>
              <p className="t1 muted pretty">{t`Off means off for everyone. Changes apply immediately.`}</p>
              <Suspense>
                {flags.map((flag) => (
                  <Switch key={flag.name} flag={flag} />
                ))}
              </Suspense>
            </section>
          )}
        </>
      )}
      {isAdding && (
        <Suspense>
          <ExperimentSheet draft={null} onClose={() => setAdding(false)} onSaved={() => setAdding(false)} />
        </Suspense>
      )}
    </StudioPage>
  );
}
