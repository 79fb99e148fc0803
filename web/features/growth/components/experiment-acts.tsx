import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { isCombinedError } from "../../../graphql/codes.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useMutation, type CombinedError } from "../../../graphql/hooks.ts";
import { invalidating } from "../../../graphql/invalidate.ts";
import { useConfirmation } from "../../identity/public/use-confirmation.tsx";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { showToast } from "../../../ui/toast.ts";
import { experimentName } from "../public/experiment-names.ts";
import { ExperimentFragment, type Experiment } from "./experiment-fragment.ts";
import { SetFeatureFlag } from "./switch-fragment.ts";
import { useExperimentFaults } from "./use-experiment-faults.ts";

const EndSheet = lazy(async () => ({ default: (await import("./end-sheet.tsx")).EndSheet }));

const DeleteSheet = lazy(async () => ({
  default: (await import("../../studio/public/delete-sheet.tsx")).DeleteSheet,
}));

const StartExperiment = graphql(
  `
    mutation StartExperiment($id: ID!, $version: Int!) {
      startExperiment(id: $id, version: $version) {
        ...StudioExperiment
      }
    }
  `,
  [ExperimentFragment],
);
const EndExperiment = graphql(
  `
    mutation EndExperiment($id: ID!, $version: Int!, $chosen: ExperimentVariant!) {
      endExperiment(id: $id, version: $version, chosen: $chosen) {
        ...StudioExperiment
      }
    }
  `,
  [ExperimentFragment],
);
const ChangeReach = graphql(
  `
    mutation ChangeExperimentReach($id: ID!, $version: Int!, $share: Int!, $countries: [String!]!) {
      changeExperimentReach(id: $id, version: $version, share: $share, countries: $countries) {
        ...StudioExperiment
      }
    }
  `,
  [ExperimentFragment],
);
const DeleteExperiment = graphql(`
  mutation DeleteExperiment($id: ID!, $version: Int!) {
    deleteExperiment(id: $id, version: $version)
  }
`);
defineCacheUpdates({
  deleteExperiment: invalidating("experiments"),
  startExperiment: invalidating("experiments", "configs", "varyingExperiments"),
  endExperiment: invalidating(
    "experiments",
    "configs",
    "varyingExperiments",
    "editedLandingPage",
    "studioSettings",
    "studioQuestions",
  ),
});

const shares = ["5", "10", "20", "50", "100"] as const;

/** What can be done with an experiment in its state. */
export function ExperimentActs({ experiment, onEdit }: { experiment: Experiment; onEdit: () => void }) {
  const { t } = useLingui();
  const { id, version, status, share, countries, hasFlag } = experiment;
  const name = experimentName(experiment);
  const faultOf = useExperimentFaults();
  const { confirmedCall, sheet } = useConfirmation();
  const [busy, setBusy] = useState(false);
  const [isEnding, setEnding] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const [, start] = useMutation(StartExperiment);
  const [, end] = useMutation(EndExperiment);
  const [, changeReach] = useMutation(ChangeReach);
  const [, remove] = useMutation(DeleteExperiment);
  const [, setFlag] = useMutation(SetFeatureFlag);
  /** @returns whether it was done */
  const act = async (
    call: () => Promise<{ error?: CombinedError | undefined }>,
    done: string,
  ): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    try {
      const result = await confirmedCall(call);
      if (result?.error) throw result.error;
      if (result) showToast(done);
      return result !== null;
    } catch (error) {
      if (!isCombinedError(error)) throw error;
      const fault = faultOf(error);
      if (fault && fault !== "canceled") showToast(fault.text);
      return false;
    } finally {
      setBusy(false);
    }
  };
  if (status === "draft")
    return (
      <div className="row wrap">
        <Button
          tone="go"
          busy={busy}
          onClick={() => void act(() => start({ id, version }), t`Experiment started.`)}
        >
          {t`Start experiment`}
        </Button>
        <Button onClick={onEdit}>{t`Edit draft`}</Button>
        <Button tone="text" onClick={() => setDeleting(true)}>
          {t`Delete draft`}
        </Button>
        {isDeleting && (
          <Suspense>
            <DeleteSheet
              title={t`Delete the draft “${name}”?`}
              action={t`Delete draft`}
              remove={() => remove({ id, version })}
              onClose={() => setDeleting(false)}
              onDeleted={() => showToast(t`Draft deleted.`)}
            >
              {t`Its plan and variant B can’t be brought back.`}
            </DeleteSheet>
          </Suspense>
        )}
        {sheet}
      </div>
    );
  if (status === "ended") return null;
  const known = shares.find((one) => one === String(share));
  return (
    <div className="studio-controls">
      <Select
        label={t`Takes part`}
        value={known ?? String(share)}
        onChoose={(next) =>
          void act(
            () => changeReach({ id, version, share: Number(next), countries: [...countries] }),
            t`Share changed.`,
          )
        }
        options={[...(known ? [] : [String(share)]), ...shares].map((value) => ({
          value,
          label: t`${value}% of visitors`,
        }))}
      />
      {hasFlag && (
        <Button
          busy={busy}
          onClick={() =>
            void act(
              () => setFlag({ name: id, enabled: status === "paused" }),
              status === "paused" ? t`Experiment resumed.` : t`Experiment paused.`,
            )
          }
        >
          {status === "paused" ? t`Resume` : t`Pause`}
        </Button>
      )}
      <Button busy={busy} onClick={() => setEnding(true)}>
        {t`End experiment`}
      </Button>
      {isEnding && (
        <Suspense>
          <EndSheet
            name={name}
            isEarly={experiment.isComplete === false}
            busy={busy}
            onClose={() => setEnding(false)}
            onChoose={async (chosen) => {
              if (await act(() => end({ id, version, chosen }), t`Experiment ended.`)) setEnding(false);
            }}
          />
        </Suspense>
      )}
      {sheet}
    </div>
  );
}
