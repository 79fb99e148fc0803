/** Passes for one course or one class have ids that name it. */

/** Id of a pass for a course or class. @param days how long it opens it; null: for good */
export const ownPriceId = (opens: { kind: "course" | "class"; id: string }, days: number | null): string =>
  `${opens.kind}-${opens.id}-${days === null ? "forever" : `${days}-days`}`;

/** Whether the id is that of a pass for a course or class, which lists of plans and passes don't have. */
export const isOwnPriceId = (id: string): boolean => /^(?:course|class)-[\da-f-]{36}-/.test(id);
