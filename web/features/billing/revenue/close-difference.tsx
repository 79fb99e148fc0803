import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { invalidateQueries } from "../../../graphql/invalidate.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useConfirmation } from "../../identity/public/use-confirmation.tsx";

const Close = graphql(`
  mutation DifferenceClose($id: ID!, $note: String!) {
    differenceClose(id: $id, note: $note)
  }
`);
defineCacheUpdates({ differenceClose: invalidateQueries });

const maxNoteLength = 300;

/** Closes a difference with a note of what it was. */
export function CloseDifference({ id }: { id: string }) {
  const { t } = useLingui();
  const [, close] = useMutation(Close);
  const { confirmedCall, sheet } = useConfirmation();
  const [note, setNote] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  if (note === null) return <Button onClick={() => setNote("")}>{t`Close`}</Button>;
  const send = async (): Promise<void> => {
    if (!note.trim()) return;
    setBusy(true);
    const result = await confirmedCall(() => close({ id, note }));
    setBusy(false);
    if (result) showToast(result.error ? t`Couldn’t close it. Try again.` : t`Difference closed.`);
  };
  return (
    <form
      className="row"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <input
        className="input"
        value={note}
        maxLength={maxNoteLength}
        required
        aria-label={t`Explanation`}
        placeholder={t`Explanation`}
        onChange={(event) => setNote(event.target.value)}
      />
      <Button type="submit" busy={busy}>
        {t`Close`}
      </Button>
      {sheet}
    </form>
  );
}
