import { graphql, type ResultOf } from "../../../graphql/graphql.ts";

/** A song as its editors need it. */
export const EditedSongFragment = graphql(`
  fragment EditedSong on EditedSong {
    id
    slug
    title
    artist
    isrc
    writers
    iswc
    rightsHolder
    rights
    isExplicit
    durationMs
    offersExcerpt
    usedBy
    hasDouble
  }
`);
export type EditedSong = ResultOf<typeof EditedSongFragment>;
