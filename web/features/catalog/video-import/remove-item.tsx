import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { hasCode } from "../../../graphql/codes.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { Button } from "../../../ui/button.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import type { ImportItem } from "./import-fragment.ts";
import { forgetUpload } from "./import-uploads.ts";

const RemoveItem = graphql(`
  mutation VideoImportRemove($itemId: ID!) {
    videoImportRemove(itemId: $itemId)
  }
`);

/** Takes a file off its import. One that has a draft is asked about first: the draft goes with it. */
export function RemoveItemButton({ item, onChanged }: { item: ImportItem; onChanged: () => void }) {
  const { t } = useLingui();
  const [{ fetching }, remove] = useMutation(RemoveItem);
  const [isAsking, setAsking] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const { id, title, classId, mainId } = item;
  const send = async (): Promise<void> => {
    forgetUpload(id);
    const { error } = await remove({ itemId: id });
    // Another tab or person may have removed it first.
    setFault(error && !hasCode(error, "NOT_FOUND") ? t`Couldn’t save. Try again.` : null);
    setAsking(false);
    onChanged();
  };
  return (
    <>
      <Button
        size="s"
        tone="text"
        busy={fetching}
        aria-label={t`Remove ${title}`}
        onClick={() => (classId === null ? void send() : setAsking(true))}
      >{t`Remove`}</Button>
      <span role="alert" className="hint hint-bad empty:hidden">
        {fault}
      </span>
      {isAsking && (
        <Sheet
          title={mainId === null ? t`Remove the video with its draft?` : t`Remove this view?`}
          closeLabel={t`Close`}
          onClose={() => setAsking(false)}
          footer={
            <div className="row wrap">
              <Button tone="bad" busy={fetching} onClick={() => void send()}>{t`Remove`}</Button>
              <Button tone="text" onClick={() => setAsking(false)}>{t`Keep it`}</Button>
            </div>
          }
        >
          <p className="muted pretty">
            {mainId === null
              ? t`This deletes the draft “${title}” with what was uploaded and entered so far. You can’t undo it.`
              : t`This deletes what was uploaded of this view. Its class stays.`}
          </p>
        </Sheet>
      )}
    </>
  );
}
