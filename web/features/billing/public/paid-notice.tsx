import { useLingui } from "@lingui/react/macro";
import { Check } from "lucide-react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { Icon } from "../../../ui/icon.tsx";
import { isLive } from "../subscription/statuses.ts";

const PaidNoticeQuery = graphql(`
  query PaidNotice {
    me {
      id
      primarySubscription {
        id
        status
        trialEndTime
        plan {
          id
          name
        }
      }
    }
  }
`);

/** Tells a guest who has paid that the subscription is theirs, and why to register. */
export function PaidNotice() {
  const { t } = useLingui();
  const [{ data }] = useQuery({ query: PaidNoticeQuery });
  const paid = data?.me?.primarySubscription;
  if (!paid || !isLive(paid.status)) return null;
  const { name } = paid.plan;
  const day = paid.trialEndTime ? formatMonthDayYear(new Date(paid.trialEndTime)) : null;
  return (
    <div className="note" role="status">
      <Icon of={Check} />
      <p className="strong">
        {paid.status === "in_trial" && day ? t`Your ${name} trial runs until ${day}` : t`You have ${name}`}
      </p>
      <p className="t1 muted">{t`Sign up so you can use it on any device.`}</p>
    </div>
  );
}
