import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./button.tsx";

type SheetProps = {
  title: string;
  closeLabel: string;
  onClose: () => void;
  /** What ends it, at its foot. */
  footer?: ReactNode;
  children: ReactNode;
};

/**
 * A dialog that rises from the foot of a phone and stands in the middle of a larger window. It is open while it is mounted: load it lazily
 * and render it on the press that asks for it, so that the first press isn't lost.
 */
export function Sheet({ title, closeLabel, onClose, footer, children }: SheetProps) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="dialog sheet">
          <div className="row between">
            <Dialog.Title className="d2">{title}</Dialog.Title>
            <Dialog.Close render={<IconButton label={closeLabel} icon={X} />} />
          </div>
          {children}
          {footer}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
