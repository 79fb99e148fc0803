import { permissions } from "../../../../contract/staff.ts";
import type { Ctx } from "../../../ctx.ts";
import { BadInput, ChangedMeanwhile } from "../../../platform/errors.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import { recordAuditEntry, requireConfirmedStaff } from "../../identity/index.ts";
import { readCurrency } from "./editing.ts";
import { readCountry } from "./regions.ts";
import { findCountryCurrency, listVersions, lockCountryMoves, setCountryCurrency } from "./store-editing.ts";

/** Where a country is to pay. */
export interface CountryMove {
  readonly countryCode: string;
  /** The currency that the editor saw; null for a country without one. */
  readonly from: string | null;
  readonly to: string;
}

/**
 * Lets a country pay in another currency from now on. Running members of it keep theirs. A repeated call changes nothing. For finance.
 * @throws ConfirmationNeeded, NotFound for everyone else, BadInput, ChangedMeanwhile
 */
export async function moveCountry(ctx: Ctx, given: CountryMove): Promise<void> {
  await requireConfirmedStaff(ctx, ...permissions.setPrices);
  const code = readCountry(given.countryCode, "countryCode")!;
  const to = readCurrency(given.to, "to");
  await ctx.transact(async (tx) => {
    await lockCountryMoves(tx.db, code);
    const before = await findCountryCurrency(tx.db, code);
    if (before === to) return;
    if (before !== given.from) throw new ChangedMeanwhile();
    const isSold = (await listVersions(tx.db)).some(
      (one) => one.currencyCode === to && one.countryCode === "",
    );
    if (!isSold) throw new BadInput("to", msg("Add this currency first."));
    await setCountryCurrency(tx.db, { code, currencyCode: to });
    await recordAuditEntry(tx, {
      action: "billing.country_moved",
      subject: `currency:${to}`,
      details: { countryCode: code, before, after: to },
    });
  });
}
