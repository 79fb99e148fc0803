import { useLingui } from "@lingui/react/macro";

/** Columns of the list of people beside the name, in their order. */
export const columns = ["plan", "status", "next", "country", "joined", "danced", "completed"] as const;
export type Column = (typeof columns)[number];

const usual: readonly Column[] = ["plan", "status", "next", "joined", "danced"];

/** The columns that an address names, such as `plan,joined`; the usual ones without or for unknown names alone. */
export function readColumns(text: unknown): readonly Column[] {
  const named = typeof text === "string" ? text.split(",") : [];
  const known = columns.filter((column) => named.includes(column));
  return known.length > 0 ? known : usual;
}

/** The columns as an address names them; undefined for the usual ones. */
export const writeColumns = (chosen: readonly Column[]): string | undefined =>
  chosen.join() === usual.join() ? undefined : chosen.join();

export function useColumnLabels(): Readonly<Record<Column, string>> {
  const { t } = useLingui();
  return {
    plan: t`Plan`,
    status: t`Status`,
    next: t`Next charge`,
    country: t`Country`,
    joined: t`Joined`,
    danced: t`Last danced`,
    completed: t`Classes completed`,
  };
}
