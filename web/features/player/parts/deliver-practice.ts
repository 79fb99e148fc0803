import type { Client } from "urql";
import { graphql } from "../../../graphql/graphql.ts";
import type { DeliverPractice } from "../core/practice-recorder.ts";

const RecordPracticeMutation = graphql(`
  mutation RecordPractice($classId: ID!, $played: [PlayedRange!]!, $positionMs: Int!) {
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

/** Sends practice to the server; `onProgress` gets the resulting progress. */
export function deliverPractice(
  client: Client,
  onProgress: (progress: { completed: boolean; percent: number }) => void,
): DeliverPractice {
  return async ({ classId, played, positionMs }, { leaving }) => {
    const context = leaving ? { fetchOptions: { keepalive: true, credentials: "same-origin" as const } } : {};
    const ranges = played.map(({ fromMs, toMs }) => ({ fromMs, toMs }));
    const { data, error } = await client
      .mutation(RecordPracticeMutation, { classId, played: ranges, positionMs }, context)
      .toPromise();
    if (data) {
      onProgress(data.recordPractice);
      return "accepted";
    }
    const code = error?.graphQLErrors[0]?.extensions["code"];
    return code === "BAD_INPUT" || code === "NOT_FOUND" ? "refused" : "later";
  };
}
