import type { PlaySource } from "../../../../contract/play-sources.ts";
import type { GraphqlClient } from "../../../graphql/hooks.ts";
import { cachedFragment, defineCacheUpdates, invalidateList } from "../../../graphql/cache.ts";
import { graphql } from "../../../graphql/graphql.ts";
import type { DeliverPractice } from "../engine/practice-recorder.ts";

const RecordPracticeMutation = graphql(`
  mutation RecordPractice(
    $classId: ID!
    $played: [PlayedRange!]!
    $positionMs: Int!
    $use: [PlayerUse!]!
    $source: PlaySource
  ) {
    recordPlayerUse(classId: $classId, use: $use, source: $source)
    recordPractice(classId: $classId, played: $played, positionMs: $positionMs) {
      completed
      percent
      time {
        hour
        minute
        second
      }
    }
  }
`);

const Progress = cachedFragment(`
  fragment CachedProgress on StudioClass {
    id
    userProgress {
      completed
      percent
      time {
        hour
        minute
        second
      }
    }
  }
`);
defineCacheUpdates({
  // `classId` must be the class's id, not its slug: the cache keys a class by its id.
  recordPractice(result, { classId }, cache) {
    cache.writeFragment(Progress(), { id: classId, userProgress: result.recordPractice });
    for (const list of ["continueClasses", "forYouClasses", "savedClasses", "weekPlan"])
      invalidateList(cache, list);
  },
});

/**
 * Sends practice to the server.
 * @param source what led to the class; null where the browser doesn't tell
 * @param onProgress gets the resulting progress
 */
export function deliverPractice(
  client: GraphqlClient,
  source: PlaySource | null,
  onProgress: (progress: { completed: boolean; percent: number }) => void,
): DeliverPractice {
  return async ({ classId, played, positionMs, use = [] }, { leaving }) => {
    const context = leaving ? { fetchOptions: { keepalive: true, credentials: "same-origin" as const } } : {};
    const ranges = played.map(({ fromMs, toMs }) => ({ fromMs, toMs }));
    const { data, error } = await client.mutation(
      RecordPracticeMutation,
      { classId, played: ranges, positionMs, use: [...use], source },
      context,
    );
    if (data) {
      onProgress(data.recordPractice);
      return "accepted";
    }
    const code = error?.graphQLErrors[0]?.extensions["code"];
    return code === "BAD_INPUT" || code === "NOT_FOUND" ? "refused" : "later";
  };
}
