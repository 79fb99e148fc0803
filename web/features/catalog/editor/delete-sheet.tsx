import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { codeOf } from "../../../graphql/codes.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { invalidating } from "../../../graphql/invalidate.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { Button } from "../../../ui/button.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { leaveSending } from "./source-video-uploads.ts";
import type { EditedClass } from "./edited-class.ts";

const DeleteDraft = graphql(`
  mutation DeleteDraft($classId: ID!) {
    deleteDraft(classId: $classId)
  }
`);

defineCacheUpdates({ deleteDraft: invalidating("drafts") });

type DeleteSheetProps = { found: EditedClass; onClose: () => void; onDeleted: () => void };

/** Confirms the deletion of a draft with its videos. */
export function DeleteSheet({ found, onClose, onDeleted }: DeleteSheetProps) {
  const { t } = useLingui();
  const [{ fetching }, deleteDraft] = useMutation(DeleteDraft);
  const [fault, setFault] = useState<string | null>(null);
  const remove = async (): Promise<void> => {
    setFault(null);
    const { error } = await deleteDraft({ classId: found.id });
    const code = error && codeOf(error);
    if (code === "WAS_PUBLISHED")
      return setFault(t`People have already practiced this class. Unpublish it instead.`);
    // Another editor was faster: the draft is deleted either way.
    if (code && code !== "NOT_FOUND") return setFault(t`Couldn’t delete the draft. Try again.`);
    for (const { id } of found.sourceVideos) leaveSending(id);
    onDeleted();
  };
  return (
    <Sheet
      title={t`Delete this draft?`}
      closeLabel={t`Close`}
      onClose={onClose}
      footer={
        <div className="row wrap">
          <Button tone="bad" busy={fetching} onClick={() => void remove()}>{t`Delete draft`}</Button>
          <Button tone="text" onClick={onClose}>{t`Keep draft`}</Button>
        </div>
      }
    >
      <p className="muted pretty">{t`This deletes “${found.title}” with its videos, captions, and parts. You can’t undo it.`}</p>
      <p role="alert" className="hint hint-bad empty:hidden">
        {fault}
      </p>
    </Sheet>
  );
}
