import { useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { useEffect, useId, useRef, type ReactNode } from "react";

/** A dialog of the player. It stands inside it, so that it is seen on a full screen too, and is open while it is mounted. */
export function Panel({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useLingui();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      className="pl-panel"
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      onPointerDown={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <div className="pl-panel-b">
        <div className="row between">
          <h2 className="t4" id={id}>
            {title}
          </h2>
          <button
            type="button"
            className="btn btn-bare btn-i"
            aria-label={t`Close`}
            onClick={() => dialog.current?.close()}
          >
            <X className="ic" aria-hidden="true" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
