/** Facts that the statement test can't infer. It fails on entries that are no longer needed. */

const oneRow = "the table has exactly one row, made by its migration";
const ofComment = "a check of the table: comments have a subject";
const publishedNext = "it is selected among published classes";

/** Columns that are never null although the statement's text doesn't show it: `statement.column`, and why. */
export const guaranteed: Readonly<Record<string, string>> = {
  "app.list_columns.type": "format_type gives null for a null oid alone",
  "billing.list_dunning_totals.currencyCode": "both sides of the join have one",
  "billing.list_plans.accessRank": "a check of the table allows the four access types alone",
  "catalog.count_leaving.revision": oneRow,
  "catalog.count_classes.revision": oneRow,
  "catalog.list_classes.revision": oneRow,
  "catalog.list_classes.sortKey": "null only without a search text, and then no class matches",
  "catalog.list_excerpt_sources.version": "classes are selected whose video is available",
  "catalog.list_next_classes.durationMs": publishedNext,
  "catalog.list_next_classes.publishedAt": publishedNext,
  "catalog.take_leaving.leavesAt": "only classes that leave are taken",
  "community.find_comment.subjectId": ofComment,
  "community.find_comment.subjectKind": ofComment,
  "community.list_comments.subjectKind": ofComment,
  "community.list_comments_at_moments.subjectKind": ofComment,
  "community.list_replies.subjectId": ofComment,
  "community.list_replies.subjectKind": ofComment,
  "platform.insert_job.id": "graphile_worker.add_job gives the job that it added",
  "platform.retry_dead_letter.id": "graphile_worker.reschedule_jobs gives jobs",
};

/** Columns beyond a family's row type, and where they are read. */
export const extensions: Readonly<Record<string, string>> = {
  record: "addClassColumn: read by the module that added it",
};

/** Families with too many shapes to list, and what checks them instead. */
export const unlistedShapes: Readonly<Record<string, string>> = {
  "app.list_active_guests": "one column, an id; the test of guests runs it on every table",
  "app.list_own_rows": "one jsonb column; the test of leaving runs it on every table",
  "app.list_parts_of_own_rows": "one jsonb column; the test of leaving runs it on every table",
};
