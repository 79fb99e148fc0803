import { permissions } from "../../../../contract/staff.ts";
import type { Ctx } from "../../../ctx.ts";
import { csvLine } from "../../../platform/csv.ts";
import type { Cell } from "../../../platform/csv.ts";
import { requireConfirmedStaff } from "../../identity/index.ts";
import { revenueFigures } from "./revenue.ts";
import type { RevenueFigures } from "./revenue.ts";
import { listExportedInvoices, listExportedSubscriptions } from "./store.ts";

export const csvKinds = ["subscriptions", "invoices", "months", "lifetime-values"] as const;
export type CsvKind = (typeof csvKinds)[number];

const batchSize = 1_000;

/**
 * Streams all subscriptions or all invoices as CSV, a thousand rows at a time; or the months and lifetime values of
 * `revenueFigures`, each currency by itself and then all in one. Amounts in minor units, times in ISO 8601.
 * @throws ConfirmationNeeded, NotFound for everyone but admins, before the first line
 */
export async function moneyCsv(ctx: Ctx, kind: CsvKind): Promise<AsyncGenerator<string>> {
  await requireConfirmedStaff(ctx, ...permissions.manageRevenue);
  if (kind === "months") return monthLines(await revenueFigures(ctx));
  if (kind === "lifetime-values") return valueLines(await revenueFigures(ctx));
  return kind === "subscriptions"
    ? linesOf((after) => listExportedSubscriptions(ctx.db, after, batchSize))
    : linesOf((after) => listExportedInvoices(ctx.db, after, batchSize));
}

async function* linesOf<Row extends object & { readonly id: string }>(
  page: (after: string | null) => Promise<Row[]>,
): AsyncGenerator<string> {
  let after: string | null = null;
  for (;;) {
    const rows = await page(after);
    const [first] = rows;
    // Without any rows there is no header.
    if (after === null && first) yield csvLine(Object.keys(first));
    yield rows.map((row) => csvLine(Object.values(row) as Cell[])).join("");
    if (rows.length < batchSize) return;
    after = rows.at(-1)!.id;
  }
}

/** What the last column says of a row: how it came to its currency. */
const scopes = { own: "own currency", all: "all currencies" } as const;

async function* monthLines({ byCurrency, months, conversion }: RevenueFigures): AsyncGenerator<string> {
  yield csvLine(["month", "currency", "mrr", "members", "members_before", "left", "scope"]);
  const { currencyCode } = conversion;
  for (const [series, scope] of [
    ...byCurrency.map((one) => [one, scopes.own] as const),
    [{ currencyCode, months }, scopes.all] as const,
  ])
    yield series.months
      .map(({ month, amount, accounts, accountsBefore, left }) =>
        csvLine([
          month.toISOString().slice(0, 7),
          series.currencyCode,
          amount,
          accounts,
          accountsBefore,
          left,
          scope,
        ]),
      )
      .join("");
}

async function* valueLines({ valuesByCurrency, values }: RevenueFigures): AsyncGenerator<string> {
  yield csvLine(["plan", "currency", "net", "left", "lifetime_value", "scope"]);
  for (const [rows, scope] of [
    [valuesByCurrency, scopes.own],
    [values, scopes.all],
  ] as const)
    yield rows
      .map(({ planId, currencyCode, net, left, value }) =>
        csvLine([planId, currencyCode, net, left, value, scope]),
      )
      .join("");
}
