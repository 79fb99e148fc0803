/**
 * Lints migrations for their effect on a table in use: long locks, and changes that break a server of the previous release. A line
 * `-- allows <rule>: <why>` in the file permits one rule.
 */
import type { AlterTableStmt, Node, RangeVar } from "@pgsql/types";
import { parseSync } from "libpg-query";
import { kindOf } from "../../server/platform/migrations/files.ts";

export interface MigrationFault {
  readonly file: string;
  readonly rule: string;
  readonly message: string;
}

const messages = {
  "not-null":
    "Setting not null scans the table under a lock: first add a check (… is not null) not valid, and validate it in a later migration.",
  "required-column":
    "A new column that is not null needs a default: the table has rows, and older servers don't name it.",
  "volatile-default":
    "A default that differs by row rewrites the table: add the column, then its default, and fill it in batches.",
  "stored-column": "A generated column rewrites the table: add a plain column, and fill it in batches.",
  "column-type": "Changing a type rewrites the table: add a new column instead.",
  "validated-constraint": "Add the constraint as not valid, and validate it in a later migration.",
  "unique-constraint": "Create the unique index concurrently, then add the constraint using it.",
  index: "Create the index concurrently, in a file of its own that begins with -- no transaction.",
  drop: "Servers of the release before still use it: drop it a release later.",
  rename: "Servers of the release before know the old name: add the new one beside it.",
  truncate: "Delete what is meant, in batches.",
  fill: "Change the rows of a table in use in a file of its own that begins with -- backfill: a worker runs it in batches.",
  batch:
    "A backfill is one update or delete of a limited number of rows that still need it: … where id in (select id … limit 1000).",
  mixed:
    "A file without a transaction may only create and drop indexes concurrently: what fails halfway is repeated from its beginning.",
} as const;
type Rule = keyof typeof messages;

/** Functions that return the same value for each row of a statement. */
const stable = new Set([
  "now",
  "statement_timestamp",
  "transaction_timestamp",
  "make_interval",
  "to_timestamp",
]);

/**
 * The faults of migrations, in order. Tables that a file creates are empty and unused, so they are exempt. Needs libpg-query's
 * `loadModule()`.
 */
export function lintMigrations(files: readonly { name: string; sql: string }[]): MigrationFault[] {
  return files.flatMap(({ name, sql }) => {
    const allowed = new Set([...sql.matchAll(/^-- allows ([a-z-]+): \S.*$/gm)].map(([, rule]) => rule));
    const statements = parseSync(sql).stmts?.map(({ stmt }) => stmt as Node) ?? [];
    const kind = kindOf({ name, sql });
    const found = new Set(
      kind === "backfill" ? lintBackfill(statements) : lintStatements(statements, kind === "bare"),
    );
    return [...found]
      .filter((rule) => !allowed.has(rule))
      .map((rule) => ({ file: name, rule, message: messages[rule] }));
  });
}

function lintBackfill(statements: readonly Node[]): Rule[] {
  const [only] = statements;
  const isChange = only !== undefined && ("UpdateStmt" in only || "DeleteStmt" in only);
  return statements.length === 1 && isChange && JSON.stringify(only).includes('"limitCount"')
    ? []
    : ["batch"];
}

function lintStatements(statements: readonly Node[], isBare: boolean): Rule[] {
  const made = new Set<string>();
  const isMade = (range: RangeVar | undefined) => made.has(nameOf(range));
  return statements.flatMap((node): Rule[] => {
    if (isBare && !isConcurrent(node)) return ["mixed"];
    if ("CreateStmt" in node) made.add(nameOf(node.CreateStmt.relation));
    if ("CreateTableAsStmt" in node) made.add(nameOf(node.CreateTableAsStmt.into?.rel));
    if ("IndexStmt" in node)
      return node.IndexStmt.concurrent || isMade(node.IndexStmt.relation) ? [] : ["index"];
    if ("RenameStmt" in node) return isMade(node.RenameStmt.relation) ? [] : ["rename"];
    if ("DropStmt" in node) return dropsUsed(node.DropStmt.removeType) ? ["drop"] : [];
    if ("TruncateStmt" in node) return ["truncate"];
    if ("UpdateStmt" in node) return isMade(node.UpdateStmt.relation) ? [] : ["fill"];
    if ("DeleteStmt" in node) return isMade(node.DeleteStmt.relation) ? [] : ["fill"];
    if ("AlterTableStmt" in node && !isMade(node.AlterTableStmt.relation))
      return lintAlter(node.AlterTableStmt);
    return [];
  });
}

const dropsUsed = (type: string | undefined): boolean =>
  /^OBJECT_(TABLE|VIEW|MATVIEW|FUNCTION|SCHEMA|TYPE|SEQUENCE|COLUMN)$/.test(type ?? "");

const isConcurrent = (node: Node): boolean =>
  ("IndexStmt" in node && node.IndexStmt.concurrent === true) ||
  ("DropStmt" in node && node.DropStmt.concurrent === true);

const nameOf = (range: RangeVar | undefined): string =>
  `${range?.schemaname ?? "public"}.${range?.relname ?? ""}`;

function lintAlter({ cmds }: AlterTableStmt): Rule[] {
  return (cmds ?? []).flatMap((cmd): Rule[] => {
    if (!("AlterTableCmd" in cmd)) return [];
    const { subtype, def } = cmd.AlterTableCmd;
    if (subtype === "AT_SetNotNull") return ["not-null"];
    if (subtype === "AT_DropColumn") return ["drop"];
    if (subtype === "AT_AlterColumnType") return ["column-type"];
    if (subtype === "AT_AddConstraint" && def && "Constraint" in def) {
      const { contype, skip_validation: isDeferred, indexname } = def.Constraint;
      if (contype === "CONSTR_CHECK" || contype === "CONSTR_FOREIGN")
        return isDeferred ? [] : ["validated-constraint"];
      if (contype === "CONSTR_UNIQUE" || contype === "CONSTR_PRIMARY")
        return indexname ? [] : ["unique-constraint"];
      return contype === "CONSTR_NOTNULL" ? ["not-null"] : [];
    }
    return subtype === "AT_AddColumn" && def && "ColumnDef" in def
      ? lintColumn(def.ColumnDef.constraints ?? [])
      : [];
  });
}

function lintColumn(constraints: readonly Node[]): Rule[] {
  const own = constraints.flatMap((node) => ("Constraint" in node ? [node.Constraint] : []));
  const has = (kind: string) => own.some(({ contype }) => contype === kind);
  const given = own.find(({ contype }) => contype === "CONSTR_DEFAULT")?.raw_expr;
  const faults: Rule[] = [];
  if (has("CONSTR_NOTNULL") && !given) faults.push("required-column");
  if (given && isVolatile(given)) faults.push("volatile-default");
  if (has("CONSTR_GENERATED")) faults.push("stored-column");
  if (has("CONSTR_UNIQUE") || has("CONSTR_PRIMARY")) faults.push("unique-constraint");
  return faults;
}

function isVolatile(node: Node): boolean {
  if ("FuncCall" in node) {
    const last = node.FuncCall.funcname?.at(-1);
    const name = last && "String" in last ? last.String.sval : "";
    return !stable.has(name ?? "") || (node.FuncCall.args ?? []).some(isVolatile);
  }
  if ("TypeCast" in node) return node.TypeCast.arg !== undefined && isVolatile(node.TypeCast.arg);
  if ("A_Expr" in node)
    return [node.A_Expr.lexpr, node.A_Expr.rexpr].some((one) => one !== undefined && isVolatile(one));
  return false;
}
