import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { Button } from "../../../ui/button.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { DeleteAnnouncement } from "./save-announcement.ts";

type DeleteSheetProps = { id: string; subject: string; onClose: () => void; onDeleted: () => void };

/** Confirms the deletion of an announcement that wasn't sent. */
export function DeleteSheet({ id, subject, onClose, onDeleted }: DeleteSheetProps) {
  const { t } = useLingui();
  const [{ fetching }, remove] = useMutation(DeleteAnnouncement);
  const [fault, setFault] = useState<string | null>(null);
  const act = async (): Promise<void> => {
    setFault(null);
    const { error } = await remove({ id });
    if (error) return setFault(error.graphQLErrors[0]?.message ?? t`We couldn’t connect. Try again.`);
    onDeleted();
  };
  const name = subject || t`No subject yet`;
  return (
    <Sheet
      title={t`Delete this announcement?`}
      closeLabel={t`Close`}
      onClose={onClose}
      footer={
        <div className="row wrap">
          <Button tone="bad" busy={fetching} onClick={() => void act()}>{t`Delete announcement`}</Button>
          <Button tone="text" onClick={onClose}>{t`Cancel`}</Button>
        </div>
      }
    >
      <p className="muted pretty">{t`This deletes “${name}”. You can’t undo it.`}</p>
      <p role="alert" className="hint hint-bad empty:hidden">
        {fault}
      </p>
    </Sheet>
  );
}
