/** Helpers for PostgreSQL's syntax trees that need no table information. */
import type { FuncCall, Node } from "@pgsql/types";
import { isNullableAggregate } from "./functions.ts";

/** The text of a name's part. */
export const textOf = (node: Node | undefined): string =>
  node && "String" in node ? (node.String.sval ?? "") : "";

/** The columns that are non-null in rows that satisfy a condition, as the fields of their references. */
export function requiredColumns(node: Node | undefined): readonly (readonly Node[])[] {
  if (!node) return [];
  if ("BoolExpr" in node) {
    const parts = (node.BoolExpr.args ?? []).map((part) => requiredColumns(part));
    if (node.BoolExpr.boolop === "AND_EXPR") return parts.flat();
    if (node.BoolExpr.boolop === "NOT_EXPR") {
      const [part] = node.BoolExpr.args ?? [];
      return part && !("BoolExpr" in part) && !("SubLink" in part) ? requiredColumns(part) : [];
    }
    const keys = parts.map((part) => new Set(part.map((fields) => JSON.stringify(fields.map(textOf)))));
    return (parts[0] ?? []).filter((fields) =>
      keys.every((set) => set.has(JSON.stringify(fields.map(textOf)))),
    );
  }
  if ("NullTest" in node)
    return node.NullTest.nulltesttype === "IS_NOT_NULL" ? strictColumns(node.NullTest.arg) : [];
  if ("SubLink" in node)
    return node.SubLink.subLinkType === "ANY_SUBLINK" ? strictColumns(node.SubLink.testexpr) : [];
  if ("BooleanTest" in node)
    return /^IS_(TRUE|FALSE)$/.test(node.BooleanTest.booltesttype ?? "")
      ? strictColumns(node.BooleanTest.arg)
      : [];
  return strictColumns(node);
}

/** The unqualified name of a called function. */
export const callName = (call: FuncCall): string => textOf(call.funcname?.at(-1));
export const isTrue = (node: Node | undefined): boolean =>
  Boolean(node && "A_Const" in node && node.A_Const.boolval?.boolval);

/** The columns whose null makes an expression null. */
function strictColumns(node: Node | undefined): readonly (readonly Node[])[] {
  if (!node) return [];
  if ("ColumnRef" in node) return [node.ColumnRef.fields ?? []];
  if ("TypeCast" in node) return strictColumns(node.TypeCast.arg);
  if (!("A_Expr" in node)) return [];
  const { kind, lexpr, rexpr } = node.A_Expr;
  if (kind === "AEXPR_DISTINCT" || kind === "AEXPR_NOT_DISTINCT" || kind === "AEXPR_NULLIF") return [];
  return [...strictColumns(lexpr), ...strictColumns(rexpr)];
}

/** Whether an expression aggregates the rows of its own query. */
export function holdsAggregate(node: Node | undefined): boolean {
  if (!node) return false;
  if ("FuncCall" in node) {
    const { funcname, over, args } = node.FuncCall;
    const name = textOf(funcname?.at(-1));
    if (!over && (name === "count" || isNullableAggregate(name))) return true;
    return (args ?? []).some(holdsAggregate);
  }
  if ("TypeCast" in node) return holdsAggregate(node.TypeCast.arg);
  if ("CoalesceExpr" in node) return (node.CoalesceExpr.args ?? []).some(holdsAggregate);
  if ("A_Expr" in node) return holdsAggregate(node.A_Expr.lexpr) || holdsAggregate(node.A_Expr.rexpr);
  return false;
}

/** The name that PostgreSQL gives a column without `as`. */
export function implicitName(node: Node | undefined): string {
  if (!node) return "?column?";
  if ("ColumnRef" in node) return textOf(node.ColumnRef.fields?.at(-1));
  if ("TypeCast" in node) {
    const inner = implicitName(node.TypeCast.arg);
    return inner === "?column?" ? textOf(node.TypeCast.typeName?.names?.at(-1)) : inner;
  }
  if ("FuncCall" in node) return callName(node.FuncCall);
  if ("CoalesceExpr" in node) return "coalesce";
  if ("CaseExpr" in node) return "case";
  return "?column?";
}
