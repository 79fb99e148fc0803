import { sql } from "kysely";
import { statementByShape } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { accountsOfNumberSql } from "../../billing/index.ts";
import { accountsOfWordsSql, auditLogSql } from "../../identity/index.ts";

/** An entry of the audit log. */
export interface AuditRow {
  readonly id: string;
  readonly at: Date;
  /** `at` to the microsecond, for cursors. */
  readonly position: string;
  /** Null for the machine's operator. */
  readonly actorId: string | null;
  /** Older entries can have an action that no longer exists. */
  readonly action: string;
  /** Kind and id: `class:4f0c…`. */
  readonly subject: string;
  readonly details: Record<string, unknown>;
}

/** Which parts of the statement a filter needs. */
export interface AuditShape {
  readonly who: "anyone" | "operator" | "person";
  readonly isKind: boolean;
  readonly about: "anything" | "subject" | "people";
}
interface PageShape extends AuditShape {
  readonly isAfter: boolean;
}
export interface AuditParams {
  readonly actorId: string | null;
  readonly actions: readonly string[] | null;
  readonly subject: string | null;
  readonly words: string | null;
  readonly number: string | null;
  readonly from: Date | null;
  readonly before: Date | null;
  readonly afterAt: string | null;
  readonly afterId: string | null;
  readonly first: number;
}

const selectEntries = statementByShape<PageShape, AuditParams, AuditRow>(
  "studio.list_audit_log",
  ({ who, isKind, about, isAfter }, p) => {
    const whoSql = {
      anyone: sql``,
      operator: sql`and "actorId" is null`,
      person: sql`and "actorId" = ${p.actorId}::uuid`,
    }[who];
    const aboutSql = {
      anything: sql``,
      subject: sql`and subject = ${p.subject}`,
      people: sql`and subject in (
        select 'person:' || id from ${accountsOfWordsSql(p.words)} as named
        union select 'person:' || id from ${accountsOfNumberSql(p.number)} as numbered)`,
    }[about];
    const conditions = sql`
      at >= coalesce(${p.from}::timestamptz, '-infinity') and at < coalesce(${p.before}::timestamptz, 'infinity')
      ${whoSql} ${aboutSql}
      ${
        isAfter
          ? sql`and at <= ${p.afterAt}::timestamptz and (at < ${p.afterAt}::timestamptz or id > ${p.afterId}::uuid)`
          : sql``
      }`;
    const page = sql`order by at desc, id limit ${p.first}::int`;
    const columns = sql`id, at, "actorId", action, subject, details`;
    // A rare kind in a long log: the newest of each action, then the newest of those.
    const found =
      isKind && about === "anything"
        ? sql`unnest(${p.actions}::text[]) as wanted(name) cross join lateral (
            select ${columns} from ${auditLogSql()} as entry where action = wanted.name and ${conditions} ${page}) as entry`
        : sql`(select ${columns} from ${auditLogSql()} as entry
            where ${conditions} ${isKind ? sql`and action = any(${p.actions}::text[])` : sql``}) as entry`;
    return sql`
      select id, at, at::text as position, "actorId", action, subject, details from ${found} ${page}`;
  },
);

/** Entries that a filter fits, newest first. */
export const listAuditLog = (db: Db, shape: AuditShape, params: AuditParams): Promise<AuditRow[]> =>
  db.many(selectEntries({ ...shape, isAfter: params.afterId !== null }), params);
