import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { paths } from "../../../lib/paths.ts";
import { useNavigate } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useOwnText } from "../actions/use-own-text.ts";
import { History } from "../moderation/history.tsx";
import { PostText } from "./post-text.tsx";
import { TextEntry } from "./text-entry.tsx";

/** Text of a post; its author can edit and delete it. Earlier versions can be read. */
export function OwnText({
  found,
  isMine,
  onMoment,
}: {
  found: { id: string; text: string; editedAt: string | null };
  isMine: boolean;
  onMoment: ((ms: number) => void) | undefined;
}) {
  const { t } = useLingui();
  const own = useOwnText();
  const navigate = useNavigate();
  const [draft, setDraft] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [asksToDelete, setAsksToDelete] = useState(false);
  const [wantsHistory, setWantsHistory] = useState(false);
  const save = async () => {
    if (draft === null || busy) return;
    setBusy(true);
    const error = await own.editPost(found.id, draft);
    setBusy(false);
    setFault(error);
    if (!error) setDraft(null);
  };
  const remove = async () => {
    setBusy(true);
    const error = await own.deletePost(found.id);
    setBusy(false);
    if (error) return showToast(error);
    await navigate({ to: paths.feed(), replace: true });
    showToast(t`Post deleted.`);
  };
  return (
    <>
      {draft === null ? (
        <PostText text={found.text} onMoment={onMoment} />
      ) : (
        <TextEntry
          label={t`Your post`}
          placeholder=""
          value={draft}
          onChange={setDraft}
          maxLength={5000}
          rows={6}
          fault={fault}
          autoFocus
          onSend={() => void save()}
        />
      )}
      {(isMine || found.editedAt) && (
        <div className="row wrap post-own">
          {draft !== null ? (
            <>
              <Button size="s" busy={busy} onClick={() => void save()}>{t`Save`}</Button>
              <Button size="s" tone="text" onClick={() => setDraft(null)}>{t`Leave it`}</Button>
            </>
          ) : asksToDelete ? (
            <>
              <span>{t`Delete this post and its comments?`}</span>
              <Button size="s" tone="bad" busy={busy} onClick={() => void remove()}>{t`Delete`}</Button>
              <Button size="s" tone="text" onClick={() => setAsksToDelete(false)}>{t`Keep post`}</Button>
            </>
          ) : (
            <>
              {isMine && <Button size="s" tone="bare" onClick={() => setDraft(found.text)}>{t`Edit`}</Button>}
              {isMine && (
                <Button size="s" tone="bare" onClick={() => setAsksToDelete(true)}>{t`Delete`}</Button>
              )}
              {found.editedAt && (
                <Button
                  size="s"
                  tone="bare"
                  aria-expanded={wantsHistory}
                  onClick={() => setWantsHistory(!wantsHistory)}
                >
                  {t`Edit history`}
                </Button>
              )}
            </>
          )}
        </div>
      )}
      {wantsHistory && <History kind="post" id={found.id} />}
    </>
  );
}
