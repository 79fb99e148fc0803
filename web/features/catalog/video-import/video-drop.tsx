import { useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { droppedFiles, filesOf, sortFiles, type LocalFiles, type PathedFile } from "./local-files.ts";
import { DropZone } from "../../studio/public/drop-zone.tsx";

type VideoDropProps = {
  /** What is missing before files can be taken. */
  hint?: string | null;
  onFiles: (files: LocalFiles) => Promise<void>;
};

/** Takes a folder or files, by choice or drop. */
export function VideoDrop({ hint = null, onFiles }: VideoDropProps) {
  const { t } = useLingui();
  const folder = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const take = async (chosen: Promise<PathedFile[]>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setFault(null);
    try {
      const files = await chosen.catch(() => null);
      if (files) await onFiles(sortFiles(files));
      else setFault(t`Couldn’t read the files. Choose them again.`);
    } finally {
      setBusy(false);
    }
  };
  // Phones choose files, but no folders.
  const takesFolders = "webkitdirectory" in HTMLInputElement.prototype;
  return (
    <DropZone label={t`Videos`} onDrop={(dropped) => void take(droppedFiles(dropped))}>
      <div className="row wrap gap-3">
        {takesFolders && (
          <Button
            tone="quiet"
            busy={busy}
            onClick={() => folder.current?.click()}
          >{t`Choose a folder`}</Button>
        )}
        <Button tone="quiet" busy={busy} onClick={() => files.current?.click()}>{t`Choose files`}</Button>
        <span className="t1 faint">{t`Or drop them here.`}</span>
      </div>
      <p className="t1 muted pretty">
        {hint ??
          t`Up to 500 videos. Captions, an image, and a text with the same name are added to their class. A name that ends in -back or -feet is another view of it.`}
      </p>
      <p role="alert" className="hint hint-bad empty:hidden">
        {fault}
      </p>
      <input
        ref={folder}
        className="sr-only"
        type="file"
        {...{ webkitdirectory: "" }}
        multiple
        aria-label={t`Folder of videos, from this device`}
        tabIndex={-1}
        onChange={(event) => {
          void take(Promise.resolve(filesOf(event.target.files)));
          event.target.value = "";
        }}
      />
      <input
        ref={files}
        className="sr-only"
        type="file"
        multiple
        aria-label={t`Videos and their files, from this device`}
        tabIndex={-1}
        onChange={(event) => {
          void take(Promise.resolve(filesOf(event.target.files)));
          event.target.value = "";
        }}
      />
    </DropZone>
  );
}
