import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { isLocale, locales, type Locale } from "../../../../../contract/locales.ts";
import { useMutation } from "../../../../graphql/hooks.ts";
import { useServerForm } from "../../../../lib/forms/use-server-form.ts";
import { Button } from "../../../../ui/button.tsx";
import { LineField } from "../../../../ui/line-field.tsx";
import { showToast } from "../../../../ui/toast.tsx";
import { useConfirmation } from "../../../identity/public/use-confirmation.tsx";
import { textsOf, type DraftCard, type DraftTexts } from "../announcement-draft.ts";
import { MessageCards } from "../message-cards.tsx";
import { MessageTexts } from "../message-texts.tsx";
import { TestMessage } from "../save-announcement.ts";
import { stepName } from "../stored-message.ts";
import { useMessageFault } from "../use-message-fault.ts";
import { useStoredMessage } from "../use-stored-message.ts";
import { DeleteStep, SaveStep, type EditedSeries, type EditedStep } from "./series-fragment.ts";

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
type Draft = { delay: string; texts: DraftTexts; cards: DraftCard[] };

/** The form of a step of a series: when it is sent, its texts and cards. */
export function StepForm({ series, step, id, studioLocale, onClose }: StepFormProps) {
  const { t } = useLingui();
  const [locale, setLocale] = useState<Locale>(studioLocale);
  const [isPreview, setPreview] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const [, save] = useMutation(SaveStep);
  const [, remove] = useMutation(DeleteStep);
  const [, sendTest] = useMutation(TestMessage);
  const { confirmed, sheet } = useConfirmation();
  const faultOf = useMessageFault({
    CHANGED_MEANWHILE: t`Someone else edited this series. Copy your edits, press “Cancel”, then reload.`,
  });
  const form = useServerForm<Draft>({
    defaultValues: {
      delay: String(step?.delay ?? ""),
      texts: textsOf(step?.texts ?? []),
      cards: [...(step?.cards ?? [])],
    },
    send: async (draft, pressed) => {
      if (step === null || isDirty)
        await confirmed(async () => {
          const { error } = await save({
            series: series.id,
            version: stored.version,
            id,
            // The server says which numbers it takes.
            delay: /^\d+$/.test(draft.delay.trim()) ? Number(draft.delay) : -1,
            texts: locales.map((one) => ({ locale: one, ...draft.texts[one] })),
            cards: draft.cards.map((card) => ({ kind: card.kind, id: card.id })),
          });
          if (error) throw error;
        });
      stored.accept(draft);
      if (pressed !== "test") {
        showToast(t`Message saved.`);
        return onClose();
      }
      const { error } = await sendTest({ id, locale });
      if (error) throw error;
      showToast(t`A test is on its way to you.`);
    },
    faultOf: (error) => {
      const fault = faultOf(error);
      const [, named] = /^texts\.(\w+)\./.exec(fault.field ?? "") ?? [];
      if (isLocale(named)) {
        setLocale(named);
        setPreview(false);
      }
      return fault;
    },
  });
  const stored = useStoredMessage({
    name: stepName(series.id, step && step.id),
    id,
    version: series.version,
    form: form.form,
  });
  const { texts, cards } = form.form.watch();
  // Read while rendering: otherwise the form doesn't track it.
  const { isDirty } = form.form.formState;
  const subject = step?.subject ?? "";
  const isYears = series.name === "anniversary";
  return (
    <>
      <form className="stack gap-8 message-form" noValidate onSubmit={(event) => void form.submit(event)}>
        {stored.wasRestored && <p role="status">{t`We restored your unsaved changes.`}</p>}
        <LineField
          label={isYears ? t`Sent after this many years` : t`Sent after this many days`}
          inputMode="numeric"
          most={3}
          {...form.field("delay")}
        />
        <MessageTexts
          locale={locale}
          onLocale={setLocale}
          texts={texts}
          field={form.field}
          isPreview={isPreview}
          onPreview={setPreview}
        />
        <MessageCards
          cards={cards}
          fault={form.faultOfField("cards")}
          onChange={(next) => form.form.setValue("cards", next, { shouldDirty: true })}
        />
        <div className="message-foot">
          <p className="hint hint-bad w-full empty:hidden" role="alert">
            {form.formFault}
          </p>
          <Button type="submit" tone="go" busy={form.busy}>{t`Save`}</Button>
          <Button type="submit" name="act" value="test" busy={form.busy}>{t`Send a test to me`}</Button>
          <Button
            tone="text"
            onClick={() => {
              stored.forget();
              onClose();
            }}
          >{t`Cancel`}</Button>
          {step && <Button tone="text" onClick={() => setDeleting(true)}>{t`Delete…`}</Button>}
          {isDirty && <span className="t1 muted">{t`Not saved yet`}</span>}
        </div>
      </form>
      {sheet}
      {isDeleting && step && (
        <Suspense>
          <DeleteSheet
            title={t`Delete this message?`}
            action={t`Delete message`}
            remove={() => remove({ series: series.id, version: series.version, id })}
            onClose={() => setDeleting(false)}
            onDeleted={() => {
              stored.forget();
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
