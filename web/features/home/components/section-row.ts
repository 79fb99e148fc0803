import { graphql } from "../../../graphql/graphql.ts";

/** A section as a row of the index. The page’s query has it before the index loads. */
export const SectionRowFragment = graphql(`
  fragment SectionRow on Section {
    slug
    name
    description
  }
`);
