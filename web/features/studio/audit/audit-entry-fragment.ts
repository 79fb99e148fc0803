import { graphql } from "../../../graphql/graphql.ts";

/** An entry of the audit log. */
export const AuditEntryFragment = graphql(`
  fragment AuditEntry on StudioAuditEntry {
    id
    at
    byId
    by
    action
    subjectKind
    subjectId
    subjectName
    changes {
      field
      before
      after
    }
  }
`);
