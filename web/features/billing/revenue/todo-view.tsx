import { useLingui } from "@lingui/react/macro";
import type { ResultOf } from "../../../graphql/graphql.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { FiguresTable } from "../../studio/public/figures-table.tsx";
import { ContractRequests } from "./contract-requests.tsx";
import { Differences } from "./differences.tsx";
import type { MoneyFragment } from "./money-fragment.ts";
import { OpenCases } from "./open-cases.tsx";

/** What needs attention, the most urgent kind first. */
export function TodoView({ found }: { found: ResultOf<typeof MoneyFragment> }) {
  const { t } = useLingui();
  return (
    <>
      <OpenCases
        disputes={found.disputes}
        failedRefunds={found.failedRefunds}
        unansweredPayments={found.unansweredPayments}
      />
      <ContractRequests />
      <Differences differences={found.differences} />
      <FiguresTable
        id="webhooks"
        title={t`Failed webhooks (${found.failedWebhooksTotal})`}
        empty={t`None. All webhooks were processed.`}
        columns={[
          { label: t`Event` },
          { label: t`Kind` },
          { label: t`What went wrong` },
          { label: t`Received` },
        ]}
        rows={found.failedWebhooks.map((event) => ({
          key: event.provider + event.eventId,
          cells: [event.eventId, event.type, event.failure, formatMonthDayYear(new Date(event.receivedAt))],
        }))}
      />
    </>
  );
}
