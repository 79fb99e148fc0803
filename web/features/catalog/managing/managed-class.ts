import { graphql, type EnumValue, type ResultOf } from "../../../graphql/graphql.ts";

/** A class in the studio's list. */
export const ManagedClassFragment = graphql(`
  fragment ManagedClass on EditedClass {
    id
    classId
    title
    state
    instructor
    thumbnailImageUrl
    publishedAt
    encodingPercent
    errorReason
    lacks
    parts {
      title
      startMs
      endMs
    }
    sourceVideos {
      id
      angle
      state
    }
    schedule {
      publishAt
      leavesAt
      timeZone
    }
    lastEdit {
      at
      name
      isMine
    }
    figures {
      dancers
      finishedPercent
      saved
      stopsAtInMs
    }
  }
`);
export type ManagedClass = ResultOf<typeof ManagedClassFragment>;
export type ClassState = EnumValue<"ClassState">;

/** Something with a slug and a name, to choose among. */
export type Named = readonly { readonly slug: string; readonly name: string }[];
/** What filters and acts choose among. */
export type ManagedChoices = {
  readonly instructors: Named;
  readonly styles: Named;
  readonly categories: Named;
};
