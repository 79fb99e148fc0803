import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import type { Locale } from "../../../../../contract/locales.ts";
import { readFragment } from "../../../../graphql/graphql.ts";
import { useClient, useMutation } from "../../../../graphql/hooks.ts";
import { Button } from "../../../../ui/button.tsx";
import { LineField } from "../../../../ui/line-field.tsx";
import { showToast } from "../../../../ui/toast.ts";
import { contentOf, draftOfStep } from "../message-draft.ts";
import { MessageForm } from "../message-form.tsx";
import { stepName } from "../stored-message.ts";
import { useMessageForm } from "../use-message-form.ts";
import type { SavedMessage } from "../use-stored-message.ts";
import {
  DeleteStep,
  SaveStep,
  SeriesFragment,
  SeriesQuery,
  type EditedSeries,
  type EditedStep,
} from "./series-fragment.ts";

const DeleteSheet = lazy(async () => ({
  default: (await import("../../public/delete-sheet.tsx")).DeleteSheet,
}));

type StepFormProps = {
  series: EditedSeries;
  /** Null for a new one. */
  step: EditedStep | null;
  /** The id that a new one gets. */
  id: string;
  studioLocale: Locale;
  onClose: () => void;
};

/** The form of a step of a series: when it is sent, its texts and cards. */
export function StepForm({ series, step, id, studioLocale, onClose }: StepFormProps) {
  const { t } = useLingui();
  const [isDeleting, setDeleting] = useState(false);
  const [, save] = useMutation(SaveStep);
  const [, remove] = useMutation(DeleteStep);
  const fetchSaved = useFetchedStep(series.id, id);
  const message = useMessageForm({
    name: stepName(series.id, step && step.id),
    id,
    isNew: step === null,
    saved: {
      version: series.version,
      draft: draftOfStep(step),
      scheduledAt: null,
    },
    studioLocale,
    save: async (draft, version) => {
      const { data, error } = await save({
        series: series.id,
        version,
        id,
        // The server says which numbers it takes.
        delay: /^\d+$/.test(draft.delay.trim()) ? Number(draft.delay) : -1,
        ...contentOf(draft),
      });
      if (error) throw error;
      return readFragment(SeriesFragment, data!.saveSeriesStep).version;
    },
    fetchSaved,
    act: async (_pressed, saveDraft) => {
      if (!(await saveDraft())) return;
      showToast(t`Message saved.`);
      onClose();
    },
    faults: {},
  });
  const subject = step?.subject ?? "";
  return (
    <>
      <MessageForm
        message={message}
        label={t`Message`}
        isSaveMain
        before={
          <LineField
            label={
              series.name === "anniversary" ? t`Sent after this many years` : t`Sent after this many days`
            }
            inputMode="numeric"
            most={3}
            {...message.form.field("delay")}
          />
        }
      >
        <Button
          tone="text"
          onClick={() => {
            message.stored.forget();
            onClose();
          }}
        >{t`Cancel`}</Button>
        {step && <Button tone="text" onClick={() => setDeleting(true)}>{t`Delete…`}</Button>}
      </MessageForm>
      {isDeleting && step && (
        <Suspense>
          <DeleteSheet
            title={t`Delete this message?`}
            action={t`Delete message`}
            remove={() => remove({ series: series.id, version: series.version, id })}
            onClose={() => setDeleting(false)}
            onDeleted={() => {
              message.stored.forget();
              showToast(t`Message deleted.`);
              onClose();
            }}
          >
            {step.notified > 0
              ? t`No one else gets “${subject}”. People who got it can still open it. Its figures go, and you can’t undo that.`
              : t`This deletes “${subject}”. You can’t undo it.`}
          </DeleteSheet>
        </Suspense>
      )}
    </>
  );
}

/** Asks the server for a step of a series. */
function useFetchedStep(series: string, id: string): () => Promise<SavedMessage> {
  const client = useClient();
  return async () => {
    const { data, error } = await client.query(
      SeriesQuery,
      { id: series },
      { requestPolicy: "network-only" },
    );
    if (!data) throw error!;
    const { version, steps } = readFragment(SeriesFragment, data.series);
    const step = steps.find((one) => one.id === id);
    return {
      version,
      draft: step ? draftOfStep(step) : null,
      scheduledAt: null,
    };
  };
}
