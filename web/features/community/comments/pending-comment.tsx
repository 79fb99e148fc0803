import { useLingui } from "@lingui/react/macro";
import { Avatar } from "../../../ui/avatar.tsx";
import type { Me } from "../components/use-me.ts";
import { Markdown } from "../components/markdown.tsx";

/** A comment that is being sent. */
export function PendingComment({
  text,
  me,
  isReply = false,
}: {
  text: string;
  me: Me | null;
  isReply?: boolean;
}) {
  const { t } = useLingui();
  return (
    <div className={isReply ? "cm reply is-pending" : "cm is-pending"} aria-busy="true">
      <Avatar url={me?.photoURL ?? null} name={me?.username ?? me?.name ?? ""} size={isReply ? "s" : "m"} />
      <p className="who">
        <bdi className="strong">{me?.username ?? me?.name}</bdi>
        <span className="t1 faint">{t`sending`}</span>
      </p>
      <Markdown text={text} />
    </div>
  );
}
