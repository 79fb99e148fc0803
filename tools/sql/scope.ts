/** The tables that a part of a statement sees, and what is known of their columns. */
import type { Node } from "@pgsql/types";
import { textOf } from "./syntax.ts";

export interface ResultColumn {
  readonly name: string;
  readonly isNullable: boolean;
}
/** Information about the database and the statement's parameters that inference needs. */
export interface Facts {
  /** The columns of a table or view; null when there is none. */
  tableColumns(schema: string | undefined, name: string): readonly ResultColumn[] | null;
  /** Check constraints of the form `a is null or b is not null`, as pairs: a non-null `a` implies a non-null `b`. */
  implications(schema: string | undefined, name: string): readonly (readonly [string, string])[];
  /** Whether the parameter `$number` is nullable. */
  isNullableParam(number: number): boolean;
}

/** An outer join: its optional side may be absent until a condition requires one of its columns. */
export interface OuterJoin {
  isOptional: boolean;
}
export interface Relation {
  readonly alias: string;
  readonly columns: Map<string, boolean>;
  readonly outerJoins: readonly OuterJoin[];
  readonly implications: readonly (readonly [string, string])[];
}
export interface Scope {
  readonly relations: Relation[];
  /** Columns that a condition requires to be non-null: `alias.column`. */
  readonly required: Set<string>;
  readonly parent: Scope | null;
  readonly ctes: ReadonlyMap<string, readonly ResultColumn[]>;
}

/** The relation and column that a reference names, in the innermost scope that has them. */
export function findColumn(
  fields: readonly Node[],
  scope: Scope,
): { relation: Relation; column: string; at: Scope } | null {
  const column = textOf(fields.at(-1));
  const alias = textOf(fields.at(-2));
  for (let at: Scope | null = scope; at; at = at.parent) {
    const relation = at.relations.find(
      (one) => (!alias || one.alias === alias) && (one.columns.has(column) || one.alias === alias),
    );
    if (relation) return { relation, column, at };
  }
  return null;
}

export function isNullableColumn(relation: Relation, column: string, scope: Scope): boolean {
  if (scope.required.has(`${relation.alias}.${column}`)) return false;
  return (relation.columns.get(column) ?? true) || relation.outerJoins.some((join) => join.isOptional);
}

/** A relation's name as a value is its whole row, which is null only after an outer join. */
export function isNullableRow(alias: string, scope: Scope): boolean {
  for (let at: Scope | null = scope; at; at = at.parent) {
    const relation = at.relations.find((one) => one.alias === alias);
    if (relation) return relation.outerJoins.some((join) => join.isOptional);
  }
  return true;
}
