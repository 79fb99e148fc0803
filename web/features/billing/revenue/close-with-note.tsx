import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { isCombinedError } from "../../../graphql/codes.ts";
import type { CombinedError } from "../../../graphql/hooks.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { Button } from "../../../ui/button.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useConfirmation } from "../../identity/public/use-confirmation.tsx";

const maxNoteLength = 300;

type CloseWithNoteProps = {
  /** What the note says. */
  label: string;
  /** What is said once it is closed. */
  closedText: string;
  close: (note: string) => Promise<{ error?: CombinedError | undefined }>;
};

/** A button that asks for a note, and closes an entry of a list with it. */
export function CloseWithNote({ label, closedText, close }: CloseWithNoteProps) {
  const { t } = useLingui();
  const { confirmedCall, sheet } = useConfirmation();
  const [isOpen, setOpen] = useState(false);
  // Until the list has left it out, a second press closes nothing.
  const [isClosed, setClosed] = useState(false);
  const { submit, busy, field, formFault } = useServerForm({
    defaultValues: { note: "" },
    send: async ({ note }) => {
      const result = await confirmedCall(() => close(note));
      if (result?.error) throw result.error;
      if (!result) return;
      setClosed(true);
      showToast(closedText);
    },
    faultOf: (error) =>
      isCombinedError(error) ? { field: "note", text: t`Couldn’t close it. Try again.` } : null,
  });
  if (!isOpen) return <Button onClick={() => setOpen(true)}>{t`Close`}</Button>;
  return (
    <form
      className="stack gap-2"
      noValidate
      onSubmit={(event) => {
        if (isClosed) event.preventDefault();
        else void submit(event);
      }}
    >
      <LineField
        label={label}
        most={maxNoteLength}
        required
        {...field("note", { validate: (note) => note.trim() !== "" || t`Fill in this field.` })}
      />
      <p className="hint hint-bad empty:hidden" role="alert">
        {formFault}
      </p>
      <div>
        <Button type="submit" busy={busy || isClosed}>
          {t`Close`}
        </Button>
      </div>
      {sheet}
    </form>
  );
}
