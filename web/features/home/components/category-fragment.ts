import { graphql } from "../../../graphql/graphql.ts";

export const CategoryCardFragment = graphql(`
  fragment CategoryCard on Category {
    slug
    name
    description
    classCount
    previewThumbnailUrl
    imageFocus
  }
`);
