import { permissions } from "../../../../contract/staff.ts";
import type { Ctx } from "../../../ctx.ts";
import { csvLine } from "../../../platform/csv.ts";
import type { Cell } from "../../../platform/csv.ts";
import { requireConfirmedStaff } from "../../identity/index.ts";
import { listExportedInvoices, listExportedSubscriptions } from "./store.ts";

export const csvKinds = ["subscriptions", "invoices"] as const;
export type CsvKind = (typeof csvKinds)[number];

const batchSize = 1_000;

/**
 * Streams all subscriptions or all invoices as CSV, a thousand rows at a time. Amounts in minor units, times
 * in ISO 8601.
 * @throws ConfirmationNeeded, NotFound for everyone but admins, before the first line
 */
export async function moneyCsv(ctx: Ctx, kind: CsvKind): Promise<AsyncGenerator<string>> {
  await requireConfirmedStaff(ctx, ...permissions.manageRevenue);
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
