import type { CombinedError, GraphqlClient } from "../../../graphql/hooks.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { graphql, readFragment, type ResultOf, type VariablesOf } from "../../../graphql/graphql.ts";
import { invalidatingAllBut } from "../../../graphql/invalidate.ts";

const ActResultFragment = graphql(`
  fragment ClassActResult on ClassActResult {
    changed
    unchanged
    refused {
      classId
      title
      reason
    }
  }
`);
const PreviewClassAct = graphql(
  `
    query PreviewClassAct($ids: [ID!]!, $act: ClassAct!) {
      previewClassAct(ids: $ids, act: $act) {
        ...ClassActResult
      }
    }
  `,
  [ActResultFragment],
);
const ActOnClasses = graphql(
  `
    mutation ActOnClasses($ids: [ID!]!, $act: ClassAct!) {
      actOnClasses(ids: $ids, act: $act) {
        ...ClassActResult
      }
    }
  `,
  [ActResultFragment],
);
defineCacheUpdates({ actOnClasses: invalidatingAllBut("previewClassAct") });

export type ClassAct = VariablesOf<typeof ActOnClasses>["act"];
export type ActKind = ClassAct["kind"];
export type ActResult = ResultOf<typeof ActResultFragment>;

/** Classes of one request, as many as the server takes. */
const perRequest = 100;

/** The sum of the results for all classes, some at a time. What was done before an error stays done. */
async function inRequests(
  ids: readonly string[],
  send: (
    some: readonly string[],
  ) => Promise<{ result?: ActResult | null | undefined; error?: CombinedError | undefined }>,
  onProgress: (count: number) => void,
  signal?: AbortSignal,
): Promise<{ result: ActResult; error?: CombinedError | undefined } | { error: CombinedError | undefined }> {
  const sum = { changed: 0, unchanged: 0, refused: [] as ActResult["refused"] };
  for (let at = 0; at < ids.length; at += perRequest) {
    if (signal?.aborted) return { error: undefined };
    // oxlint-disable-next-line no-await-in-loop -- one after another, so that the server isn't flooded
    const { result, error } = await send(ids.slice(at, at + perRequest));
    if (!result) return { error };
    sum.changed += result.changed;
    sum.unchanged += result.unchanged;
    sum.refused = [...sum.refused, ...result.refused];
    onProgress(Math.min(at + perRequest, ids.length));
  }
  return { result: sum };
}

/** What an act would do to classes. Without an error or a result after `signal`. */
export const previewAct = (
  client: GraphqlClient,
  ids: readonly string[],
  act: ClassAct,
  onProgress: (count: number) => void,
  signal: AbortSignal,
) =>
  inRequests(
    ids,
    async (some) => {
      const { data, error } = await client.query(
        PreviewClassAct,
        { ids: [...some], act },
        { requestPolicy: "network-only" },
      );
      return { result: readFragment(ActResultFragment, data?.previewClassAct), error };
    },
    onProgress,
    signal,
  );

/** Does an act to classes. Repeated after an error, it does what is left. */
export const runAct = (
  client: GraphqlClient,
  ids: readonly string[],
  act: ClassAct,
  onProgress: (count: number) => void,
) =>
  inRequests(
    ids,
    async (some) => {
      const { data, error } = await client.mutation(ActOnClasses, { ids: [...some], act });
      return { result: readFragment(ActResultFragment, data?.actOnClasses), error };
    },
    onProgress,
  );
