import "../components/reports.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { ExperimentFragment, ExperimentResult } from "../components/experiment-result.tsx";
import { Switch, SwitchFragment } from "../components/switch.tsx";
import { StudioPage } from "../../studio/public/studio-page.tsx";

// Lazy: it stands below the results.
const ExperimentSize = lazy(async () => ({
  default: (await import("../components/experiment-size.tsx")).ExperimentSize,
}));

const ExperimentsQuery = graphql(
  `
    query Experiments {
      experimentResults {
        id
        ...ExperimentResult
      }
      configs {
        featureFlags {
          name
          enabled
          ...Switch
        }
      }
    }
  `,
  [ExperimentFragment, SwitchFragment],
);

/** Results of experiments, for admins. */
export function Page() {
  const { t } = useLingui();
  const query = useQuery({ query: ExperimentsQuery, requestPolicy: "cache-and-network" });
  const [{ data }] = query;
  return (
    <StudioPage
      title={t`Experiments`}
      note={t`Results since exposure, at 95% confidence. Set your sample size first. Checking early produces false positives.`}
      query={query}
    >
      {data && (
        <>
          {data.experimentResults.length > 0 ? (
            data.experimentResults.map((result) => (
              <ExperimentResult
                key={result.id}
                result={result}
                isSwitchedOff={data.configs.featureFlags.some(
                  ({ name, enabled }) => name === result.id && !enabled,
                )}
              />
            ))
          ) : (
            <p className="muted">{t`No experiments yet.`}</p>
          )}
          <Suspense>
            <ExperimentSize />
          </Suspense>
          <section className="stack gap-2" aria-labelledby="switches">
            <h2 className="t4" id="switches">{t`Feature flags`}</h2>
            <p className="t1 muted pretty">{t`Off means off for everyone, including experiments. Changes apply immediately.`}</p>
            {data.configs.featureFlags.map((flag) => (
              <Switch key={flag.name} flag={flag} />
            ))}
          </section>
        </>
      )}
    </StudioPage>
  );
}
