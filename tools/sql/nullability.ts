/**
 * Infers which result columns of a statement are nullable, from its syntax tree and the tables' `not null`. It supports joins,
 * conditions in `where`, aggregates and the usual functions. Anything unknown counts as nullable.
 */
import type {
  CommonTableExpr,
  FuncCall,
  InsertStmt,
  JoinExpr,
  Node,
  RangeVar,
  SelectStmt,
  WithClause,
} from "@pgsql/types";
import { isNeverNull, isNullableAggregate, isNullableFunction } from "./functions.ts";
import { findColumn, isNullableColumn, isNullableRow } from "./scope.ts";
import type { Facts, OuterJoin, Relation, ResultColumn, Scope } from "./scope.ts";
import { callName, holdsAggregate, implicitName, isTrue, requiredColumns, textOf } from "./syntax.ts";

const systemColumns: ReadonlySet<string> = new Set(["xmin", "xmax", "cmin", "cmax", "ctid", "tableoid"]);

/** Infers the result columns of a parsed statement: those of a select, or of `returning`. */
export function resultColumns(statement: Node, schemaFacts: Facts): readonly ResultColumn[] {
  return new Inference(schemaFacts).columnsOf(statement, null, new Map());
}

class Inference {
  readonly #facts: Facts;
  constructor(schemaFacts: Facts) {
    this.#facts = schemaFacts;
  }

  columnsOf(
    node: Node,
    parent: Scope | null,
    outerCtes: ReadonlyMap<string, readonly ResultColumn[]>,
  ): readonly ResultColumn[] {
    if ("SelectStmt" in node) return this.#select(node.SelectStmt, parent, outerCtes);
    if ("InsertStmt" in node) return this.#insert(node.InsertStmt, outerCtes);
    const change = "UpdateStmt" in node ? node.UpdateStmt : "DeleteStmt" in node ? node.DeleteStmt : null;
    if (!change?.relation) return [];
    const scope = this.#scope(parent, outerCtes, change.withClause);
    this.#addTable(change.relation, scope, []);
    const others =
      "fromClause" in change ? change.fromClause : "usingClause" in change ? change.usingClause : [];
    for (const from of others ?? []) this.#addFrom(from, scope, []);
    this.#require(change.whereClause, scope);
    const [target] = scope.relations;
    if ("UpdateStmt" in node) {
      for (const set of node.UpdateStmt.targetList ?? []) {
        if (!("ResTarget" in set) || !set.ResTarget.name || !target) continue;
        const key = `${target.alias}.${set.ResTarget.name}`;
        const isNullable = this.#isNullable(set.ResTarget.val, scope);
        if (isNullable) scope.required.delete(key);
        else scope.required.add(key);
      }
    }
    return this.#targets(change.returningClause?.exprs, scope);
  }

  #insert(insert: InsertStmt, outerCtes: ReadonlyMap<string, readonly ResultColumn[]>): ResultColumn[] {
    const scope = this.#scope(null, outerCtes, insert.withClause);
    if (insert.relation) this.#addTable(insert.relation, scope, []);
    const given = insert.selectStmt ? this.columnsOf(insert.selectStmt, null, scope.ctes) : [];
    // A row that `on conflict do update` returns may be an existing one, with other values.
    if (insert.onConflictClause?.action !== "ONCONFLICT_UPDATE") {
      for (const [at, column] of (insert.cols ?? []).entries()) {
        if ("ResTarget" in column && given[at] && !given[at].isNullable)
          scope.required.add(`${scope.relations[0]?.alias}.${column.ResTarget.name}`);
      }
    }
    return this.#targets(insert.returningClause?.exprs, scope);
  }

  #select(
    select: SelectStmt,
    parent: Scope | null,
    outerCtes: ReadonlyMap<string, readonly ResultColumn[]>,
  ): ResultColumn[] {
    const scope = this.#scope(parent, outerCtes, select.withClause);
    if (select.larg && select.rarg) {
      const left = this.#select(select.larg, parent, scope.ctes);
      const right = this.#select(select.rarg, parent, scope.ctes);
      return left.map(({ name, isNullable }, at) => ({
        name,
        isNullable: isNullable || (select.op === "SETOP_UNION" && (right[at]?.isNullable ?? true)),
      }));
    }
    if (select.valuesLists) {
      const rows = select.valuesLists.map((row) => ("List" in row ? (row.List.items ?? []) : []));
      return (rows[0] ?? []).map((_value, at) => ({
        name: `column${at + 1}`,
        isNullable: rows.some((row) => this.#isNullable(row[at], scope)),
      }));
    }
    for (const from of select.fromClause ?? []) this.#addFrom(from, scope, []);
    this.#require(select.whereClause, scope);
    return this.#targets(select.targetList, scope, (select.groupClause?.length ?? 0) > 0);
  }

  #scope(
    parent: Scope | null,
    outer: ReadonlyMap<string, readonly ResultColumn[]>,
    clause: WithClause | undefined,
  ): Scope {
    const ctes = new Map(outer);
    for (const node of clause?.ctes ?? []) {
      if ("CommonTableExpr" in node) this.#addCte(node.CommonTableExpr, parent, ctes, clause?.recursive);
    }
    return { relations: [], required: new Set(), parent, ctes };
  }

  #addCte(
    cte: CommonTableExpr,
    parent: Scope | null,
    ctes: Map<string, readonly ResultColumn[]>,
    isRecursive = false,
  ): void {
    const { ctename: name = "", ctequery: query, aliascolnames: names } = cte;
    if (!query) return;
    const named = (columns: readonly ResultColumn[]) =>
      columns.map((column, at) => ({ ...column, name: textOf(names?.[at]) || column.name }));
    const first = isRecursive && "SelectStmt" in query ? query.SelectStmt.larg : undefined;
    // The recursive side sees the columns of the first side.
    if (first) ctes.set(name, named(this.#select(first, parent, ctes)));
    ctes.set(name, named(this.columnsOf(query, parent, ctes)));
  }

  #addTable(range: RangeVar, scope: Scope, outerJoins: readonly OuterJoin[]): void {
    const { relname: name = "", schemaname: schema } = range;
    const columns =
      (schema ? undefined : scope.ctes.get(name)) ?? this.#facts.tableColumns(schema, name) ?? [];
    const implications = this.#facts.implications(schema, name);
    this.#add(
      range.alias?.aliasname ?? name,
      columns,
      range.alias?.colnames,
      scope,
      outerJoins,
      implications,
    );
  }

  #add(
    alias: string,
    columns: readonly ResultColumn[],
    names: readonly Node[] | undefined,
    scope: Scope,
    outerJoins: readonly OuterJoin[],
    implications: Relation["implications"] = [],
  ): void {
    scope.relations.push({
      alias,
      columns: new Map(columns.map((column, at) => [textOf(names?.[at]) || column.name, column.isNullable])),
      outerJoins,
      implications,
    });
  }

  #addFrom(node: Node, scope: Scope, outerJoins: readonly OuterJoin[]): void {
    if ("RangeVar" in node) this.#addTable(node.RangeVar, scope, outerJoins);
    else if ("JoinExpr" in node) this.#addJoin(node.JoinExpr, scope, outerJoins);
    else if ("RangeSubselect" in node) {
      const { alias, subquery, lateral } = node.RangeSubselect;
      if (!subquery) return;
      const columns = this.columnsOf(subquery, lateral ? scope : scope.parent, scope.ctes);
      this.#add(alias?.aliasname ?? "", columns, alias?.colnames, scope, outerJoins);
    } else if ("RangeFunction" in node) {
      const { alias, functions, ordinality, coldeflist } = node.RangeFunction;
      const name = alias?.aliasname ?? "";
      const calls = (functions ?? []).flatMap((entry) => ("List" in entry ? (entry.List.items ?? []) : []));
      const isSafe = calls.every(
        (call) =>
          !("FuncCall" in call) ||
          /^(unnest|generate_series|json.*_elements.*)$/.test(callName(call.FuncCall)),
      );
      const defined = (coldeflist ?? []).flatMap((entry) =>
        "ColumnDef" in entry ? [{ name: entry.ColumnDef.colname ?? "", isNullable: true }] : [],
      );
      const listed = (alias?.colnames ?? []).map((entry) => ({ name: textOf(entry), isNullable: !isSafe }));
      const columns =
        defined.length > 0 ? defined : listed.length > 0 ? listed : [{ name, isNullable: !isSafe }];
      if (ordinality) columns.push({ name: "ordinality", isNullable: false });
      this.#add(name, columns, undefined, scope, outerJoins);
    }
  }

  #addJoin(join: JoinExpr, scope: Scope, outerJoins: readonly OuterJoin[]): void {
    const { jointype, larg, rarg, quals } = join;
    const always = jointype === "JOIN_LEFT" && this.#isAlwaysOneRow(rarg) && isTrue(quals);
    const outer = (kinds: readonly string[]) =>
      kinds.includes(jointype ?? "") && !always ? [...outerJoins, { isOptional: true }] : outerJoins;
    if (larg) this.#addFrom(larg, scope, outer(["JOIN_RIGHT", "JOIN_FULL"]));
    const before = scope.relations.length;
    if (rarg) this.#addFrom(rarg, scope, outer(["JOIN_LEFT", "JOIN_FULL"]));
    if (jointype === "JOIN_INNER") this.#require(quals, scope);
    if (jointype === "JOIN_LEFT") {
      // Where the optional side is present, its row satisfies the join condition.
      const met: Scope = { ...scope, required: new Set() };
      this.#require(quals, met, false);
      for (const { alias, columns } of scope.relations.slice(before))
        for (const column of columns.keys())
          if (met.required.has(`${alias}.${column}`)) columns.set(column, false);
    }
  }

  /** Whether a subquery always returns one row: an aggregate over everything, or a select without tables. */
  #isAlwaysOneRow(node: Node | undefined): boolean {
    const query = node && "RangeSubselect" in node ? node.RangeSubselect.subquery : node;
    if (!query || !("SelectStmt" in query)) return false;
    const { targetList, groupClause, fromClause, whereClause, havingClause, limitOffset, larg } =
      query.SelectStmt;
    if (larg || groupClause || havingClause || limitOffset) return false;
    if (!fromClause && !whereClause) return true;
    return (targetList ?? []).some((target) => "ResTarget" in target && holdsAggregate(target.ResTarget.val));
  }

  #targets(targets: readonly Node[] | undefined, scope: Scope, isGrouped = false): ResultColumn[] {
    return (targets ?? []).flatMap((target): ResultColumn[] => {
      if (!("ResTarget" in target)) return [];
      const { name, val } = target.ResTarget;
      const fields = val && "ColumnRef" in val ? (val.ColumnRef.fields ?? []) : [];
      const last = fields.at(-1);
      if (last && "A_Star" in last) {
        const alias = textOf(fields.at(-2));
        return scope.relations
          .filter((relation) => !alias || relation.alias === alias)
          .flatMap((relation) =>
            [...relation.columns.keys()].map((column) => ({
              name: column,
              isNullable: isNullableColumn(relation, column, scope),
            })),
          );
      }
      return [{ name: name ?? implicitName(val), isNullable: this.#isNullable(val, scope, isGrouped) }];
    });
  }

  /** Records the columns that are non-null in rows that satisfy a condition. */
  #require(condition: Node | undefined, scope: Scope, settlesJoins = true): void {
    for (const fields of requiredColumns(condition)) {
      const found = findColumn(fields, scope);
      if (!found || found.at.relations !== scope.relations) continue;
      const { alias, implications } = found.relation;
      scope.required.add(`${alias}.${found.column}`);
      for (const [given, implied] of implications)
        if (given === found.column) scope.required.add(`${alias}.${implied}`);
      if (settlesJoins) for (const join of found.relation.outerJoins) join.isOptional = false;
    }
  }

  #isNullable(node: Node | undefined, scope: Scope, isGrouped = false): boolean {
    if (!node) return true;
    const any = (nodes: readonly (Node | undefined)[] | undefined) =>
      (nodes ?? []).some((one) => one && this.#isNullable(one, scope, isGrouped));
    if ("ColumnRef" in node) {
      const fields = node.ColumnRef.fields ?? [];
      const found = findColumn(fields, scope);
      if (found) return isNullableColumn(found.relation, found.column, found.at);
      if (systemColumns.has(textOf(fields.at(-1)))) return false;
      return isNullableRow(textOf(fields[0]), scope);
    }
    if ("A_Const" in node) return node.A_Const.isnull === true;
    if ("ParamRef" in node) return this.#facts.isNullableParam(node.ParamRef.number ?? 0);
    if ("TypeCast" in node) return this.#isNullable(node.TypeCast.arg, scope, isGrouped);
    if ("CollateClause" in node) return this.#isNullable(node.CollateClause.arg, scope, isGrouped);
    if ("CoalesceExpr" in node || "MinMaxExpr" in node) {
      const args = ("CoalesceExpr" in node ? node.CoalesceExpr.args : node.MinMaxExpr.args) ?? [];
      return args.every((arg) => this.#isNullable(arg, scope, isGrouped));
    }
    if ("CaseExpr" in node) {
      const { args, defresult } = node.CaseExpr;
      return (
        this.#isNullable(defresult, scope, isGrouped) ||
        (args ?? []).some((branch) => {
          if (!("CaseWhen" in branch)) return true;
          const inside: Scope = { ...scope, required: new Set(scope.required) };
          this.#require(branch.CaseWhen.expr, inside, false);
          return this.#isNullable(branch.CaseWhen.result, inside, isGrouped);
        })
      );
    }
    if ("A_Expr" in node) {
      const { kind, name, lexpr, rexpr } = node.A_Expr;
      if (kind === "AEXPR_DISTINCT" || kind === "AEXPR_NOT_DISTINCT") return false;
      if (kind === "AEXPR_NULLIF") return true;
      if (/^#?->>?$|^#>>?$/.test(textOf(name?.at(-1)))) return true;
      return any([lexpr, ...(rexpr && "List" in rexpr ? (rexpr.List.items ?? []) : [rexpr])]);
    }
    if ("BoolExpr" in node) return any(node.BoolExpr.args);
    if ("FuncCall" in node) return this.#isNullableCall(node.FuncCall, scope, isGrouped);
    if ("SubLink" in node) {
      const { subLinkType, subselect, testexpr } = node.SubLink;
      if (subLinkType === "EXISTS_SUBLINK" || subLinkType === "ARRAY_SUBLINK") return false;
      if (subLinkType !== "EXPR_SUBLINK") return any([testexpr]);
      if (!subselect || !this.#isAlwaysOneRow(subselect)) return true;
      return this.columnsOf(subselect, scope, scope.ctes)[0]?.isNullable ?? true;
    }
    return !(
      "NullTest" in node ||
      "BooleanTest" in node ||
      "A_ArrayExpr" in node ||
      "SQLValueFunction" in node ||
      "RowExpr" in node
    );
  }

  #isNullableCall(call: FuncCall, scope: Scope, isGrouped: boolean): boolean {
    const name = callName(call);
    if (isNeverNull(name)) return false;
    const args = (call.args ?? []).map((arg) => this.#isNullable(arg, scope, isGrouped));
    if (isNullableAggregate(name)) return !isGrouped || call.agg_filter !== undefined || args.includes(true);
    return isNullableFunction(name) || args.includes(true);
  }
}
