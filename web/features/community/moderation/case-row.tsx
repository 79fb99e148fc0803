import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { MessageCircle, User } from "lucide-react";
import type { CaseCause } from "../../../../contract/moderation.ts";
import { graphql, readFragment, type EnumValue, type FragmentOf } from "../../../graphql/graphql.ts";
import { formatAgo } from "../../../lib/formats.ts";
import { Icon } from "../../../ui/icon.tsx";
import { useReasonNames } from "../public/use-reason-names.ts";

export const CaseRowFragment = graphql(`
  fragment CaseRow on ModerationCase {
    id
    contentType
    text
    thumbnailUrl
    cause
    decision
    reportsCount
    openedAt
    decidedAt
    person {
      id
      username
    }
    reports {
      reason
    }
  }
`);

type CaseRowProps = { found: FragmentOf<typeof CaseRowFragment>; isChosen: boolean; onChoose: () => void };

/** A moderation case in the queue. */
export function CaseRow({ found, isChosen, onChoose }: CaseRowProps) {
  const { t } = useLingui();
  const reasons = useReasonNames();
  const row = readFragment(CaseRowFragment, found);
  const name = row.person?.username ?? t`a dancer`;
  const causes: Record<CaseCause, string> = {
    newcomer: t`New member, by ${name}`,
    spam: t`Repeated text, by ${name}`,
    appeal: t`Appeal by ${name}`,
    reports: t`Reported: ${reasons[row.reports[0]?.reason ?? "other"]}. Posted by ${name}.`,
  };
  const decisions: Record<EnumValue<"ModerationDecision">, string> = {
    keep: t`Kept`,
    remove: t`Removed`,
    limit: t`Limited`,
  };
  return (
    <button
      type="button"
      className="queue-row"
      aria-current={isChosen ? "true" : undefined}
      onClick={onChoose}
    >
      <span className="queue-thumb">
        {row.thumbnailUrl ? (
          <img src={row.thumbnailUrl} alt="" width={56} height={40} />
        ) : (
          <Icon of={row.contentType === "user" ? User : MessageCircle} />
        )}
      </span>
      <span className="queue-words">
        <span className="strong queue-clip">
          {row.contentType === "user" ? name : row.text ? `“${row.text}”` : t`Untitled video`}
        </span>
        <span className="muted queue-clip">{causes[row.cause as CaseCause]}</span>
      </span>
      <span className="queue-end">
        {row.decision ? (
          <span>{decisions[row.decision]}</span>
        ) : (
          row.reportsCount > 0 && (
            <span className={row.reportsCount > 2 ? "strong bad" : undefined}>
              {plural(row.reportsCount, { one: "# report", other: "# reports" })}
            </span>
          )
        )}
        <span className="faint">{formatAgo(new Date(row.decidedAt ?? row.openedAt), new Date())}</span>
      </span>
    </button>
  );
}
