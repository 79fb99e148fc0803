import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { useOwnText } from "../actions/use-own-text.ts";
import { TextEntry } from "../components/text-entry.tsx";

/** In-place editor of the viewer's own comment. */
export function CommentEdit({ id, text, onDone }: { id: string; text: string; onDone: () => void }) {
  const { t } = useLingui();
  const { editComment } = useOwnText();
  const [draft, setDraft] = useState(text);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    if (busy) return;
    setBusy(true);
    const error = await editComment(id, draft);
    setBusy(false);
    setFault(error);
    if (!error) onDone();
  };
  return (
    <div className="stack gap-2">
      <TextEntry
        label={t`Your comment`}
        placeholder=""
        value={draft}
        onChange={setDraft}
        maxLength={2000}
        fault={fault}
        autoFocus
        onSend={() => void save()}
      />
      <div className="row compose-ends">
        <Button size="s" tone="text" onClick={onDone}>{t`Leave it`}</Button>
        <Button size="s" busy={busy} onClick={() => void save()}>{t`Save`}</Button>
      </div>
    </div>
  );
}
