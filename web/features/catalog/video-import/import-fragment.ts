import { graphql, type ResultOf } from "../../../graphql/graphql.ts";

export const ImportItemFragment = graphql(`
  fragment VideoImportItem on VideoImportItem {
    id
    folder
    fileName
    sizeInBytes
    recordedAt
    mainId
    angle
    state
    errorReason
    durationInMs
    classId
    courseClassId
    title
    level
    accessType
    style
    instructor
    categories
    songId
    proposedSong {
      title
      artist
      isrc
    }
    captions
    hasImage
  }
`);
export type ImportItem = ResultOf<typeof ImportItemFragment>;

/** Whether there is nothing to upload any more: its class has this video, or a newer one from the editor. */
export const isUploadedState = (state: ImportItem["state"]): boolean =>
  state === "ready" || state === "replaced";

type Named = readonly { readonly slug: string; readonly name: string }[];
/** What classes can be filled with. */
export type ImportChoices = {
  readonly editedInstructors: Named;
  readonly styles: Named;
  readonly sections: Named;
  readonly categories: Named;
};
