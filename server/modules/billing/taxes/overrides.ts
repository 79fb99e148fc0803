import { permissions } from "../../../../contract/staff.ts";
import type { Ctx } from "../../../ctx.ts";
import { rejectCardNumbers } from "../../../platform/card-numbers.ts";
import { BadInput } from "../../../platform/errors.ts";
import { readLine } from "../../../platform/text.ts";
import { recordAuditEntry, requireConfirmedStaff, requireStaff } from "../../identity/index.ts";
import { billingNow } from "../clock.ts";
import { pricedCountries, readCountry } from "../plans/regions.ts";
import { regionName } from "./places.ts";
import type { TaxPart } from "../rules/tax.ts";
import { listTaxOverrides, upsertTaxOverride } from "./store.ts";
import type { TaxOverrideRow } from "./store.ts";
import { taxAt } from "./taxes.ts";
import { msg, inEnglish } from "../../../platform/i18n/messages.ts";

const maxShown = 100;
const maxParts = 3;
const maxNameLength = 60;
const highest = 50_000;

/**
 * The studio's tax overrides, latest date first. For finance.
 * @throws NotFound
 */
export function taxOverrides(ctx: Ctx): Promise<TaxOverrideRow[]> {
  requireStaff(ctx, ...permissions.manageRevenue);
  return listTaxOverrides(ctx.db, maxShown);
}

function readParts(parts: readonly TaxPart[]): TaxPart[] {
  if (parts.length > maxParts)
    throw new BadInput("parts", msg("Enter at most {maxParts} taxes.", { maxParts }));
  return parts.map(({ name, milliPercent }) => {
    rejectCardNumbers(name, "parts");
    if (!Number.isInteger(milliPercent) || milliPercent < 1 || milliPercent > highest)
      throw new BadInput("parts", inEnglish("Enter a rate from 0.001% to 50%, in thousandths of a percent."));
    return { name: readLine(name, "parts", maxNameLength), milliPercent };
  });
}

/**
 * Sets the tax override of a place from a date on; no parts mean no tax. A second override for the same date
 * replaces the first. For finance. Issued invoices do not change.
 * @throws NotFound for everyone else, BadInput, ConfirmationNeeded
 */
export async function setTaxOverride(
  ctx: Ctx,
  order: { countryCode: string; region: string; from: string; parts: readonly TaxPart[] },
): Promise<TaxOverrideRow> {
  const { accountId } = await requireConfirmedStaff(ctx, ...permissions.setPrices);
  const countryCode = readCountry(order.countryCode, "countryCode")!;
  if (!(await pricedCountries(ctx)).includes(countryCode))
    throw new BadInput("countryCode", msg("This country has no prices. Add one first."));
  const region = order.region.toUpperCase();
  if (region !== "" && regionName(countryCode, region) === null)
    throw new BadInput("region", msg("Enter a state or province of this country."));
  const now = await billingNow(ctx);
  const day = new Date(order.from);
  if (!/^\d{4}-\d\d-\d\d$/.test(order.from) || Number.isNaN(day.getTime()))
    throw new BadInput("from", inEnglish("Enter the day as YYYY-MM-DD."));
  if (order.from < now.toISOString().slice(0, 10))
    throw new BadInput("from", msg("Choose today or a later day."));
  const parts = readParts(order.parts);
  const rate: TaxOverrideRow = {
    countryCode,
    region,
    from: order.from,
    // Whether prices include tax is fixed per country, for all regions and dates.
    isInclusive: taxAt({ countryCode, region: "" }, now, []).isInclusive,
    parts,
  };
  await ctx.transact(async (tx) => {
    await upsertTaxOverride(tx.db, { ...rate, by: accountId, now });
    await recordAuditEntry(tx, {
      action: "billing.tax_rate_set",
      subject: `tax:${countryCode}${region ? `-${region}` : ""}`,
      details: {
        from: rate.from,
        parts: rate.parts.map(({ name, milliPercent }) => `${name} ${milliPercent / 1000}%`).join(", "),
      },
    });
  });
  return rate;
}
