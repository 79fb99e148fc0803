import { useLingui } from "@lingui/react/macro";
import { formatShare } from "../../../lib/formats.ts";
import { Button } from "../../../ui/button.tsx";
import { useErrorReason } from "../../community/public/use-error-reason.ts";
import { isUploadedState, type ImportItem } from "./import-fragment.ts";
import { retryUpload, useItemUploads, type UploadFault } from "./import-uploads.ts";
import { RemoveItemButton } from "./remove-item.tsx";

/** Where the upload of a file is, what is wrong, and what can be done. */
export function ItemStatus({ item, onChanged }: { item: ImportItem; onChanged: () => void }) {
  const { t } = useLingui();
  const upload = useItemUploads()[item.id];
  const reasonOf = useErrorReason("class");
  const faults: Record<UploadFault, string> = {
    cut: t`The connection was lost.`,
    disk_full: t`The studio’s storage is full. Free up space, then try again.`,
    too_large: t`Over 64 GB. Export a smaller file.`,
    no_main: t`Upload its front view first.`,
    gone: t`Someone removed or replaced it. Reload the page.`,
    published: t`Only editors can change a published class.`,
  };
  const { title, state, errorReason } = item;
  const said = (): string => {
    if (state === "refused") return reasonOf(errorReason);
    if (state === "ready") return t`Uploaded`;
    if (state === "replaced") return t`Replaced in the editor`;
    if (!upload)
      return state === "sending" ? t`Interrupted. Choose the file again` : t`Choose the file again`;
    if (upload.fault) return faults[upload.fault];
    if (upload.step === "sending") return formatShare(upload.percent / 100);
    if (upload.step === "sent") return t`Processing…`;
    return upload.step === "paused" ? t`Paused` : t`Waiting`;
  };
  const isUploaded = isUploadedState(state);
  const isBad = state === "refused" || (!isUploaded && Boolean(upload?.fault));
  return (
    <div className="import-title">
      <span className={isBad ? "hint-bad" : undefined}>{said()}</span>
      {!isUploaded && upload?.step === "sending" && (
        <progress max={100} value={upload.percent} aria-label={t`Upload of ${title}`} />
      )}
      {upload?.notes.map((note) => (
        <span key={note} className="hint hint-bad">
          {note}
        </span>
      ))}
      {!isUploaded && upload?.step === "failed" && (
        <Button
          size="s"
          tone="text"
          aria-label={t`Try again: ${title}`}
          onClick={() => retryUpload(item.id)}
        >{t`Try again`}</Button>
      )}
      {!isUploaded && <RemoveItemButton item={item} onChanged={onChanged} />}
    </div>
  );
}
