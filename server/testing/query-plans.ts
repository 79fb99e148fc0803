import type pg from "pg";
import type { Ctx } from "../ctx.ts";
import type { Db, Statement } from "../platform/db.ts";

/** What a statement read while it ran. */
export interface StatementPlan {
  /** The statement's name, without the hash of its text. */
  readonly name: string;
  /** Tables that were read from the first to the last row. */
  readonly wholeTables: readonly string[];
  /** Rows that all scans read, those that a filter removed included. */
  readonly rowsRead: number;
}

interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Index Recheck"?: number;
  readonly Plans?: readonly PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/**
 * A ctx whose statements are explained as they run, with the values that the code under test gives them.
 * @returns the ctx, and the plans so far in their order
 */
export function explaining(base: Ctx, pool: pg.Pool): { ctx: Ctx; plans: StatementPlan[] } {
  const plans: StatementPlan[] = [];
  const explain = async <Params, Row>({ name, text, keys }: Statement<Params, Row>, params: Params) => {
    const { rows } = await pool.query<{ "QUERY PLAN": readonly { readonly Plan: PlanNode }[] }>(
      `explain (analyze, format json) ${text}`,
      keys.map((key) => (params as Record<string, unknown>)[key] ?? null),
    );
    const nodes = nodesOf(rows[0]!["QUERY PLAN"][0]!.Plan);
    const scans = nodes.filter((node) => node["Relation Name"] !== undefined);
    plans.push({
      name: name.slice(0, name.lastIndexOf("_")),
      wholeTables: scans
        .filter((node) => node["Node Type"] === "Seq Scan" && node["Actual Loops"] > 0)
        .map((node) => node["Relation Name"]!),
      rowsRead: scans.reduce(
        (sum, node) =>
          sum +
          node["Actual Loops"] *
            (node["Actual Rows"] +
              (node["Rows Removed by Filter"] ?? 0) +
              (node["Rows Removed by Index Recheck"] ?? 0)),
        0,
      ),
    });
  };
  const { db } = base;
  const explained: Db = {
    many: async (statement, params) => (await explain(statement, params), db.many(statement, params)),
    maybe: async (statement, params) => (await explain(statement, params), db.maybe(statement, params)),
    one: async (statement, params) => (await explain(statement, params), db.one(statement, params)),
    change: (statement, params) => db.change(statement, params),
  };
  return { ctx: Object.assign(Object.create(base) as Ctx, { db: explained, memo: new Map() }), plans };
}
