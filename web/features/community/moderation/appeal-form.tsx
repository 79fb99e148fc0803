import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { Button } from "../../../ui/button.tsx";
import { useReasonLabels } from "../components/use-reason-labels.ts";

const Appeal = graphql(`
  mutation Appeal($contentType: ContentType!, $id: ID!, $text: String!) {
    appeal(contentType: $contentType, id: $id, text: $text)
  }
`);

type AppealFormProps = { contentType: "post" | "comment" | "video_upload"; id: string; reason: string };

/** Says that content was removed and why, and takes an appeal. */
export function AppealForm({ contentType, id, reason }: AppealFormProps) {
  const { t } = useLingui();
  const words = useReasonLabels();
  const [, appeal] = useMutation(Appeal);
  const [text, setText] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [announced, setAnnouncement] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async () => {
    if (text.trim() === "") return setAnnouncement(t`Tell us why this should be restored.`);
    setBusy(true);
    const { error } = await appeal({ contentType, id, text: text.trim() });
    setBusy(false);
    const code = error?.graphQLErrors[0]?.extensions["code"];
    if (!error) {
      setOpen(false);
      setAnnouncement(t`We’ll review it again and email you.`);
    } else
      setAnnouncement(
        code === "ILLEGAL_TRANSITION"
          ? t`You’ve already appealed. That decision is final.`
          : t`Couldn’t send. Try again.`,
      );
  };
  return (
    <div className="notice stack gap-2">
      <p>{t`A moderator removed this: ${words(reason)}. Only you can see it.`}</p>
      {isOpen ? (
        <>
          <label className="field">
            <span className="lab">{t`Why should we restore it?`}</span>
            <textarea
              dir="auto"
              className="in"
              rows={3}
              maxLength={1000}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </label>
          <div>
            <Button size="s" busy={busy} onClick={() => void send()}>{t`Appeal`}</Button>
          </div>
        </>
      ) : (
        !announced && (
          <div>
            <Button size="s" onClick={() => setOpen(true)}>{t`Appeal`}</Button>
          </div>
        )
      )}
      <p className="hint" role="status">
        {announced}
      </p>
    </div>
  );
}
