import { useLingui } from "@lingui/react/macro";
import { useState, type ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { restorableUntil } from "./restorable.ts";

type AskSheetProps = {
  title: string;
  /** What the button says that goes on. */
  action: string;
  children?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something is replaced or removed that can be restored for a while. */
export function AskSheet({ title, action, children, onConfirm, onClose }: AskSheetProps) {
  const { t } = useLingui();
  const [until] = useState(restorableUntil);
  return (
    <Sheet
      title={title}
      closeLabel={t`Close`}
      onClose={onClose}
      footer={
        <div className="row wrap">
          <Button
            tone="go"
            onClick={() => {
              onClose();
              onConfirm();
            }}
          >
            {action}
          </Button>
          <Button tone="text" onClick={onClose}>{t`Cancel`}</Button>
        </div>
      }
    >
      {children}
      <p className="muted pretty">{t`You can restore the current version here until ${until}.`}</p>
    </Sheet>
  );
}
