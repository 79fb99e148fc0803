import "../../../ui/sheet.css";
import { useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { use, useId, useLayoutEffect, useRef, type ReactNode } from "react";
import { AnnouncerContext } from "./use-announcements.ts";

/** A modal dialog inside the player, so that it is visible in full screen. Open while mounted. */
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
  const said = use(AnnouncerContext);
  const announcedBefore = useRef(said);
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    // A dialog removed without close() keeps the focus.
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
          {said === announcedBefore.current ? "" : said}
        </p>
      </div>
    </dialog>
  );
}
