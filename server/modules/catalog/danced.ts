import type { RawBuilder } from "kysely";

/** A query over the ids of classes that a person completed, as a column `class_id` without nulls. */
type CompletedIds = (personId: unknown) => RawBuilder<unknown>;

let completedIds: CompletedIds | null = null;

/** Declares how it is stored which classes people completed. Call it at module scope: statements are compiled on first use. */
export function defineCompletedClasses(ids: CompletedIds): void {
  completedIds = ids;
}

/** @throws if no module declares it */
export function completedIdsSql(personId: unknown): RawBuilder<unknown> {
  if (!completedIds) throw new Error("No module declares which classes people completed.");
  return completedIds(personId);
}
