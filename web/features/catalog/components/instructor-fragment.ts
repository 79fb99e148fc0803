import { graphql } from "../../../graphql/graphql.ts";

/** An instructor as its editor needs it. */
export const EditedInstructorFragment = graphql(`
  fragment EditedInstructor on EditedInstructor {
    slug
    name
    bio
    links
    username
    classCount
  }
`);
