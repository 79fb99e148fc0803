import { useLingui } from "@lingui/react/macro";
import { useMutation } from "urql";
import { graphql, type VariablesOf } from "../../../graphql/graphql.ts";

const Report = graphql(`
  mutation Report($contentType: ContentType!, $id: ID!, $reason: ReportReason!, $details: String) {
    report(contentType: $contentType, id: $id, reason: $reason, details: $details)
  }
`);

/** Reports a thing. @returns why it wasn't taken; null when it was */
export function useReport(): (given: VariablesOf<typeof Report>) => Promise<string | null> {
  const { t } = useLingui();
  const [, report] = useMutation(Report);
  return async (given) => {
    const { error } = await report(given);
    if (!error) return null;
    return error.graphQLErrors.some(({ extensions }) => extensions["code"] === "RATE_LIMITED")
      ? t`Twenty reports a day. Mute or block whom you don’t want to meet.`
      : t`The report didn’t arrive. Send it again.`;
  };
}
