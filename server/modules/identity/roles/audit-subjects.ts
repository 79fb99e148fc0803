import type { Ctx } from "../../../ctx.ts";
import { defineLoader } from "../../../platform/loader.ts";
import { isUuid } from "../../../platform/uuid.ts";

/** Reads the names of subjects by id. What is gone has none. */
type ReadNames = (ctx: Ctx, ids: readonly string[]) => Promise<readonly SubjectName[]>;
export interface SubjectName {
  readonly id: string;
  readonly name: string;
}

const readers = new Map<string, ReadNames>();

/** Lets the audit log name subjects of a kind, such as `class`. Call it at module scope. */
export function nameAuditSubjects(kind: string, read: ReadNames): void {
  readers.set(kind, read);
}

/** As `nameAuditSubjects`, for subjects whose ids are UUIDs. */
export const nameAuditSubjectsByUuid = (kind: string, read: ReadNames): void =>
  nameAuditSubjects(kind, (ctx, ids) => read(ctx, ids.filter(isUuid)));

/** Kind and id of a subject such as `class:4f0c…`. The studio itself has no id. */
export function partsOfSubject(subject: string): readonly [kind: string, id: string] {
  const colon = subject.indexOf(":");
  return colon < 0 ? [subject, ""] : [subject.slice(0, colon), subject.slice(colon + 1)];
}

/** Names of subjects of the audit log, one read for each kind. */
export const subjectNameLoader = defineLoader<string, string>(async (ctx, subjects) => {
  const byKind = Map.groupBy(subjects.map(partsOfSubject), ([kind]) => kind);
  const found = await Promise.all(
    [...byKind].map(async ([kind, ofKind]) => {
      const names = await readers.get(kind)?.(
        ctx,
        ofKind.map(([, id]) => id),
      );
      return (names ?? []).map(({ id, name }): [string, string] => [`${kind}:${id}`, name]);
    }),
  );
  return new Map(found.flat());
});
