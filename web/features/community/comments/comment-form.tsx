import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { paths } from "../../../lib/paths.ts";
import { Link, useLocation } from "../../../lib/router/index.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Button } from "../../../ui/button.tsx";
import { useComment, type Subject } from "./use-comment.ts";
import type { Me } from "../components/use-me.ts";
import { firstMoment } from "../components/moments.ts";
import { TextEntry } from "../components/text-entry.tsx";

// Only a member without a username needs it.
const NameForm = lazy(async () => ({
  default: (await import("../../profiles/public/name-form.tsx")).NameForm,
}));

type CommentFormProps = {
  subject: Subject;
  me: Me | null;
  /** The comment that it replies to; null starts a thread. */
  replyToId: string | null;
  hasMoments: boolean;
  /** Called with the pending text; null after success or failure. */
  onSending: (text: string | null) => void;
  onDone?: () => void;
};

/** Form for a comment. Input is preserved after an error. */
export function CommentForm({ subject, me, replyToId, hasMoments, onSending, onDone }: CommentFormProps) {
  const { t } = useLingui();
  const comment = useComment(subject);
  const pathname = useLocation({ select: (location) => location.pathname });
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  if (!me?.isMember)
    return (
      <p className="muted row wrap between compose-guest">
        {t`Sign up to comment.`}
        <Link className="btn btn-s" to={paths.register()} search={{ next: pathname }}>{t`Sign up`}</Link>
      </p>
    );
  if (!me.username)
    return (
      <Suspense>
        <NameForm />
      </Suspense>
    );
  const send = async () => {
    const trimmed = text.trim();
    if (busy) return;
    if (trimmed === "") return setFault(t`Write something first.`);
    setBusy(true);
    setFault(null);
    onSending(trimmed);
    setText("");
    const error = await comment({ text: trimmed, replyToId, atMs: hasMoments ? firstMoment(trimmed) : null });
    setBusy(false);
    onSending(null);
    if (error) {
      setText(trimmed);
      setFault(error);
    } else onDone?.();
  };
  return (
    <form
      className="compose"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Avatar url={me.photoURL} name={me.username ?? me.name ?? ""} size={replyToId ? "s" : "m"} />
      <div className="stack gap-2">
        <TextEntry
          label={replyToId ? t`Your reply` : t`Your comment`}
          placeholder={t`Add a comment. Be kind and specific.`}
          value={text}
          onChange={setText}
          maxLength={2000}
          rows={replyToId ? 2 : 3}
          autoFocus={replyToId !== null}
          fault={fault}
          hint={hasMoments ? t`Add a time like 0:17 to link to that moment` : undefined}
          onSend={() => void send()}
        />
        <div className="row compose-ends">
          {onDone && <Button size="s" tone="text" onClick={onDone}>{t`Leave it`}</Button>}
          <Button size="s" type="submit" busy={busy}>
            {replyToId ? t`Reply` : t`Comment`}
          </Button>
        </div>
      </div>
    </form>
  );
}
