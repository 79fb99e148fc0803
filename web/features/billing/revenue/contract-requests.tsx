import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { graphql, type EnumValue } from "../../../graphql/graphql.ts";
import { invalidateQueries } from "../../../graphql/invalidate.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { FiguresTable } from "../../studio/public/figures-table.tsx";
import { CloseWithNote } from "./close-with-note.tsx";

const OpenRequests = graphql(`
  query OpenContractRequests {
    openContractRequests {
      id
      kind
      status
      outcome
      receivedAt
      isExtraordinary
      reason
      name
      email
      invoiceNumber
      wantedAt
    }
  }
`);
const Close = graphql(`
  mutation ContractRequestClose($id: ID!, $note: String!) {
    contractRequestClose(id: $id, note: $note)
  }
`);
defineCacheUpdates({ contractRequestClose: invalidateQueries });

/** The list leaves out requests that are settled, and what settled them. */
type OpenStatus = Exclude<EnumValue<"ContractRequestStatus">, "done" | "closed">;
type OpenOutcome = Exclude<
  EnumValue<"ContractRequestOutcome">,
  "already_ended" | "canceled_at_end" | "canceled_now" | "withdrawn"
>;

/** Cancellations and withdrawals sent without signing in that aren't settled. */
export function ContractRequests() {
  const { t } = useLingui();
  const [{ data }] = useQuery({ query: OpenRequests, requestPolicy: "cache-and-network" });
  const statuses: Record<OpenStatus, string> = {
    unconfirmed: t`Waits for the emailed link`,
    accepted: t`Being applied`,
    scheduled: t`Applied on the wanted day`,
    review: t`Needs you`,
  };
  const outcomes: Record<OpenOutcome, string> = {
    no_subscription: t`No running subscription found`,
    not_withdrawable: t`Too late to withdraw`,
    good_cause: t`Canceled. Review the reason.`,
  };
  if (!data) return null;
  return (
    <FiguresTable
      id="contract-requests"
      title={t`Cancellations and withdrawals without sign-in`}
      empty={t`None are open.`}
      columns={[
        { label: t`Received` },
        { label: t`Request` },
        { label: t`From` },
        { label: t`Invoice` },
        { label: t`State` },
        { label: t`Next step` },
      ]}
      rows={data.openContractRequests.map((one) => ({
        key: one.id,
        cells: [
          formatMonthDayYear(new Date(one.receivedAt)),
          [
            one.kind === "withdraw"
              ? t`Withdraw`
              : one.isExtraordinary
                ? t`Cancel for good cause`
                : t`Cancel`,
            one.reason,
          ]
            .filter(Boolean)
            .join(": "),
          `${one.name}, ${one.email}`,
          one.invoiceNumber ?? "–",
          [statuses[one.status as OpenStatus], one.outcome && outcomes[one.outcome as OpenOutcome]]
            .filter(Boolean)
            .join(": "),
          one.status === "accepted" ? "–" : <CloseRequest key="close" id={one.id} />,
        ],
      }))}
    />
  );
}

function CloseRequest({ id }: { id: string }) {
  const { t } = useLingui();
  const [, close] = useMutation(Close);
  return (
    <CloseWithNote
      label={t`What you did`}
      closedText={t`Request closed.`}
      close={(note) => close({ id, note })}
    />
  );
}
