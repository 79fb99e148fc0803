import { useLingui } from "@lingui/react/macro";
import { useMutation } from "../../../graphql/hooks.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { contentTypes, patchEntity } from "../../../graphql/invalidate.ts";
import { graphql, type VariablesOf } from "../../../graphql/graphql.ts";

const Report = graphql(`
  mutation Report($contentType: ContentType!, $id: ID!, $reason: ReportReason!, $details: String) {
    report(contentType: $contentType, id: $id, reason: $reason, details: $details)
  }
`);

defineCacheUpdates({
  report(_result, { contentType, id }, cache) {
    const type = contentTypes[contentType as keyof typeof contentTypes];
    if (type) patchEntity(cache, type, { id, reportedByMe: true });
  },
});

/**
 * Reports content.
 * @returns an error message; null on success
 */
export function useReport(): (given: VariablesOf<typeof Report>) => Promise<string | null> {
  const { t } = useLingui();
  const [, report] = useMutation(Report);
  return async (input) => {
    const { error } = await report(input);
    if (!error) return null;
    return error.graphQLErrors.some(({ extensions }) => extensions["code"] === "RATE_LIMITED")
      ? t`You’ve reached 20 reports today. You can also mute or block people.`
      : t`Couldn’t send the report. Try again.`;
  };
}
