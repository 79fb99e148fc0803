import { useLingui } from "@lingui/react/macro";
import { useState, type ReactNode } from "react";
import type { CombinedError } from "../../../graphql/hooks.ts";
import { Button } from "../../../ui/button.tsx";
import { Sheet } from "../../../ui/sheet.tsx";

type DeleteSheetProps = {
  title: string;
  /** The button, with what it deletes: "Delete list". */
  action: string;
  /** What is deleted, and what stays. */
  children: ReactNode;
  remove: () => Promise<{ error?: CombinedError | undefined }>;
  onClose: () => void;
  onDeleted: () => void;
};

/** Asks before something is deleted. */
export function DeleteSheet({ title, action, children, remove, onClose, onDeleted }: DeleteSheetProps) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const act = async (): Promise<void> => {
    setFault(null);
    setBusy(true);
    const { error } = await remove();
    setBusy(false);
    if (error) return setFault(error.graphQLErrors[0]?.message ?? t`We couldn’t connect. Try again.`);
    onDeleted();
  };
  return (
    <Sheet
      title={title}
      closeLabel={t`Close`}
      onClose={onClose}
      footer={
        <div className="row wrap">
          <Button tone="bad" busy={busy} onClick={() => void act()}>
            {action}
          </Button>
          <Button tone="text" onClick={onClose}>{t`Cancel`}</Button>
        </div>
      }
    >
      <p className="muted pretty">{children}</p>
      <p role="alert" className="hint hint-bad empty:hidden">
        {fault}
      </p>
    </Sheet>
  );
}
