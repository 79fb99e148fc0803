/** Compares a statement's columns, described by PostgreSQL, with its declared row type. */
import pg from "pg";
import type { DescribedColumn } from "./describe.ts";
import type { ResultColumn } from "./scope.ts";
import type { FieldType, ValueKind } from "./row-types.ts";

export interface RowFault {
  readonly kind: "duplicate" | "surplus" | "missing" | "type" | "nullable";
  readonly column: string;
  readonly message: string;
}

/**
 * The differences between a row type and a statement's columns.
 * @param row null where no row is read
 * @param inferred whether each of the described columns is nullable, in their order
 */
export function compareRow(
  row: ReadonlyMap<string, FieldType> | null,
  described: readonly DescribedColumn[],
  inferred: readonly ResultColumn[],
  samples: ReadonlyMap<number, { name: string; sample: string }>,
): RowFault[] {
  const faults: RowFault[] = [];
  const add = (kind: RowFault["kind"], column: string, message: string) =>
    void faults.push({ kind, column, message: `"${column}" ${message}` });
  const columns = new Map<string, DescribedColumn & { isNullable: boolean }>();
  for (const [at, column] of described.entries()) {
    const { name, type } = column;
    if (columns.has(name)) add("duplicate", name, "is selected twice");
    columns.set(name, { ...column, isNullable: inferred[at]?.isNullable ?? true });
    if (!row?.has(name) && samples.get(type)?.name !== "void") add("surplus", name, "isn't in the row type");
  }
  for (const [name, field] of row ?? []) {
    const column = columns.get(name);
    if (!column) {
      if (!field.isOptional) add("missing", name, "isn't selected");
      continue;
    }
    const { name: type, sample } = samples.get(column.type) ?? { name: "unknown", sample: "x" };
    const kind = parsedKind(column.type, sample);
    if (!field.kinds.some((claimed) => accepts(claimed, kind, type)))
      add("type", name, `is ${kind} (${type}), not ${field.kinds.join(" | ")}`);
    if (column.isNullable && !field.isNullable && !field.kinds.includes("any"))
      add("nullable", name, "may be null");
  }
  return faults;
}

/** The JavaScript type that pg's parser returns for a value of this type. */
function parsedKind(type: number, sample: string): ValueKind {
  const value: unknown = (pg.types.getTypeParser(type) as (text: string) => unknown)(sample);
  return Array.isArray(value) ? (`${scalarKind(value[0])}[]` as ValueKind) : scalarKind(value);
}

function scalarKind(value: unknown): "string" | "number" | "boolean" | "Date" | "Buffer" | "object" {
  if (value instanceof Date) return "Date";
  if (Buffer.isBuffer(value)) return "Buffer";
  const kind = typeof value;
  return kind === "string" || kind === "number" || kind === "boolean" ? kind : "object";
}

/** JSON can be anything; `void` is never read. */
const accepts = (claimed: ValueKind, kind: ValueKind, type: string): boolean =>
  claimed === kind ||
  claimed === "any" ||
  /^jsonb?$/.test(type) ||
  (claimed === "any[]" && kind.endsWith("[]"));
