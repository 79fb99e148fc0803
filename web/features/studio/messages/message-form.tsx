import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { Segments } from "../../../ui/segments.tsx";
import { MessageCards } from "./message-cards.tsx";
import { MessageTexts } from "./message-texts.tsx";
import type { MessageFormState } from "./use-message-form.ts";

type MessageFormProps = {
  message: MessageFormState;
  label: string;
  /** Save is what most writers press here. */
  isSaveMain: boolean;
  /** Above the texts. */
  before?: ReactNode;
  /** Below the cards. */
  after?: ReactNode;
  /** Above the buttons: what will happen to it. */
  status?: ReactNode;
  /** Buttons besides those that save and test. */
  children: ReactNode;
};

/** The form of a message: its texts and cards, what became of typed text, and its buttons. */
export function MessageForm(props: MessageFormProps) {
  const { message, label, isSaveMain, before, after, status, children } = props;
  const { t } = useLingui();
  const { form, stored, isDirty, locale } = message;
  const { texts, cards } = form.form.watch();
  return (
    <>
      <form
        className="message-form stack gap-8"
        aria-label={label}
        noValidate
        onSubmit={(event) => void form.submit(event)}
      >
        {stored.wasRestored && <p role="status">{t`We restored your unsaved changes.`}</p>}
        {before}
        <MessageTexts
          locale={locale}
          onLocale={message.setLocale}
          texts={texts}
          field={form.field}
          isPreview={message.isPreview}
          onPreview={message.setPreview}
        />
        <MessageCards
          cards={cards}
          fault={form.faultOfField("cards")}
          onChange={(next) => form.form.setValue("cards", next, { shouldDirty: true })}
        />
        {after}
        <div className="message-foot">
          <ConflictChoice stored={stored} />
          <p className="hint hint-bad w-full empty:hidden" role="alert">
            {form.formFault}
          </p>
          {status}
          <Button type="submit" tone={isSaveMain ? "go" : "quiet"} busy={form.busy}>{t`Save`}</Button>
          <Button type="submit" name="act" value="test" busy={form.busy}>{t`Send a test to me`}</Button>
          {children}
          {isDirty && <span className="t1 muted">{t`Not saved yet`}</span>}
        </div>
      </form>
      {message.confirmationSheet}
    </>
  );
}

/** Says that someone else changed the message, and shows either text in the form. */
function ConflictChoice({ stored }: { stored: MessageFormState["stored"] }) {
  const { t } = useLingui();
  const { conflict } = stored;
  return (
    <>
      <p className="hint hint-bad w-full pretty empty:hidden" role="alert">
        {conflict &&
          (conflict.hidden
            ? t`Someone else edited this message. Choose a version, then save.`
            : t`Someone else deleted this message. Save to add it again.`)}
      </p>
      {conflict?.hidden && (
        <div className="w-full">
          <Segments
            label={t`Version to save`}
            options={[
              { value: "mine", label: t`My version` },
              { value: "theirs", label: t`Their version` },
            ]}
            value={conflict.shown}
            onChoose={stored.show}
          />
        </div>
      )}
    </>
  );
}
