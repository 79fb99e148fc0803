import "../messages.css";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { localeOf, type Locale } from "../../../../../contract/locales.ts";
import { readFragment } from "../../../../graphql/graphql.ts";
import { useQuery } from "../../../../graphql/hooks.ts";
import { paths } from "../../../../lib/paths.ts";
import { Link, useParams } from "../../../../lib/router/index.ts";
import { Button } from "../../../../ui/button.tsx";
import { StudioPage } from "../../public/studio-page.tsx";
import { SeriesFragment, SeriesQuery, type EditedSeries, type EditedStep } from "./series-fragment.ts";
import { readStoredMessage, stepName } from "../stored-message.ts";
import { useSeriesTexts } from "./series-texts.ts";

const StepForm = lazy(async () => ({ default: (await import("./step-form.tsx")).StepForm }));
const SwitchSheet = lazy(async () => ({ default: (await import("./switch-sheet.tsx")).SwitchSheet }));
const MessageReport = lazy(async () => ({
  default: (await import("../announcement-report.tsx")).MessageReport,
}));

/** A series of messages: its steps, what became of them, and whether it is on. */
export function Page() {
  const { id = "" } = useParams();
  const { t } = useLingui();
  const query = useQuery({ query: SeriesQuery, variables: { id }, requestPolicy: "cache-and-network" });
  const [{ data }] = query;
  const textsOf = useSeriesTexts();
  const series = data && readFragment(SeriesFragment, data.series);
  return (
    <StudioPage
      title={series ? textsOf(series.name).title : t`Series`}
      neighbours={<Link to={paths.studioMessages()}>{t`Messages`}</Link>}
      query={query}
    >
      {series && <Series series={series} studioLocale={localeOf(data.messageWriter.locale)} />}
    </StudioPage>
  );
}

function Series({ series, studioLocale }: { series: EditedSeries; studioLocale: Locale }) {
  const { t } = useLingui();
  const { note } = useSeriesTexts()(series.name);
  const [isSwitching, setSwitching] = useState(false);
  // The step whose form is open; a new one has an id that isn't among them yet.
  const [opened, setOpened] = useState(() => unsavedStepOf(series));
  const close = () => setOpened(null);
  const isNew = opened !== null && series.steps.every(({ id }) => id !== opened);
  return (
    <div className="stack gap-8">
      <div className="stack">
        <p className="pretty">{note}</p>
        <div className="row wrap">
          <span className="tag">{series.isOn ? t`On` : t`Off`}</span>
          <Button tone={series.isOn ? "quiet" : "go"} onClick={() => setSwitching(true)}>
            {series.isOn ? t`Switch off…` : t`Switch on…`}
          </Button>
        </div>
      </div>
      <section className="stack" aria-labelledby="series-steps">
        <h2 className="t4" id="series-steps">{t`Messages`}</h2>
        <ol className="message-list">
          {series.steps.map((step) => (
            <li key={step.id} className="stack py-3">
              <StepHead series={series} step={step} isOpen={opened === step.id} onOpen={setOpened} />
              {opened === step.id && (
                <Suspense>
                  <MessageReport notified={step.notified} figures={step.figures} />
                  <StepForm
                    series={series}
                    step={step}
                    id={step.id}
                    studioLocale={studioLocale}
                    onClose={close}
                  />
                </Suspense>
              )}
            </li>
          ))}
        </ol>
        {isNew ? (
          <Suspense>
            <StepForm series={series} step={null} id={opened} studioLocale={studioLocale} onClose={close} />
          </Suspense>
        ) : (
          <p>
            <Button onClick={() => setOpened(crypto.randomUUID())}>{t`Add a message`}</Button>
          </p>
        )}
      </section>
      {isSwitching && (
        <Suspense>
          <SwitchSheet series={series} onClose={() => setSwitching(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** The step whose text wasn't saved before a reload, or the id of a new one; null for none. */
function unsavedStepOf(series: EditedSeries): string | null {
  const names = [null, ...series.steps.map(({ id }) => id)].map((id) => stepName(series.id, id));
  for (const name of names) {
    const stored = readStoredMessage(name);
    if (stored) return stored.id;
  }
  return null;
}

type StepHeadProps = {
  series: EditedSeries;
  step: EditedStep;
  isOpen: boolean;
  onOpen: (id: string | null) => void;
};

function StepHead({ series, step, isOpen, onOpen }: StepHeadProps) {
  const { t } = useLingui();
  const { when } = useSeriesTexts()(series.name);
  const { id, delay, subject, notified } = step;
  const name = subject || t`No subject yet`;
  const sent = plural(notified, { 0: "Not sent yet", one: "Sent to # person", other: "Sent to # people" });
  return (
    <div className="row between">
      <div className="min-w-0">
        <h3 className="strong">{name}</h3>
        <p className="t1 muted">{when(delay)}</p>
        <p className="t1 muted">{sent}</p>
      </div>
      <Button
        size="s"
        aria-expanded={isOpen}
        aria-label={isOpen ? t`Close ${name}` : t`Open ${name}`}
        onClick={() => onOpen(isOpen ? null : id)}
      >
        {isOpen ? t`Close` : t`Open`}
      </Button>
    </div>
  );
}
