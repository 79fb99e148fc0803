import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { positionIn, type SetPosition } from "./position.ts";

export const DanceSetQuery = graphql(`
  query DanceSet($id: ID!) {
    danceSet(id: $id) {
      id
      items {
        place
        isDanced
        studioClass {
          id
          classId
          title
          video {
            durationInMs
            encodingStatus
          }
          parts {
            index
            eights
          }
        }
      }
    }
  }
`);
export type SetItem = NonNullable<ResultOf<typeof DanceSetQuery>["danceSet"]>["items"][number];

export interface PlayedSet extends SetPosition<SetItem> {
  readonly id: string;
}

/**
 * The set that a class is danced in. Null while it loads, if there is none, and if the class isn't part of it any more;
 * then the class is danced alone.
 * @param classId the class's internal id
 * @param isAgain whether all of the set had been danced when the class was opened
 */
export function useSet(
  setId: string | null,
  classId: string,
  isAgain: boolean,
): { set: PlayedSet | null; isLoading: boolean } {
  const [{ data, error }] = useQuery({
    query: DanceSetQuery,
    variables: { id: setId ?? "" },
    pause: setId === null,
  });
  const position = data?.danceSet ? positionIn(data.danceSet.items, classId, isAgain) : null;
  return {
    set: data?.danceSet && position ? { id: data.danceSet.id, ...position } : null,
    isLoading: setId !== null && !data && !error,
  };
}
