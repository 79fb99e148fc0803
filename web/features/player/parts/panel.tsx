import { useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { use, useId, useLayoutEffect, useRef, type ReactNode } from "react";
import { SaidContext } from "./use-spoken.ts";

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
  const said = use(SaidContext);
  const saidBefore = useRef(said);
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    // A dialog that is only taken away keeps the focus that it was given.
    return () => current?.close();
  }, []);
  return (
    <dialog
      className="pl-panel"
      ref={dialog}
      aria-labelledby={id}
      onClose={() => !dialog.current?.open && onClose()}
      onPointerDown={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <div className="pl-panel-b">
        <div className="pl-panel-h">
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
        <p className="sr-only" aria-live="polite">
          {said === saidBefore.current ? "" : said}
        </p>
      </div>
    </dialog>
  );
}
