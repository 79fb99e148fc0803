import "./sheet.css";
import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./button.tsx";

type SheetProps = {
  title: string;
  closeLabel: string;
  onClose: () => void;
  /** Closing buttons at the bottom. */
  footer?: ReactNode;
  children: ReactNode;
};

/**
 * A dialog: a bottom sheet on phones, centered in larger windows. It is open while mounted.
 * Load it lazily and render it on the press that opens it, so that the first press isn't lost.
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
