import { graphql } from "../../../graphql/graphql.ts";

export const BrandImageFragment = graphql(`
  fragment BrandImage on BrandImage {
    kind
    path
    width
    height
  }
`);
