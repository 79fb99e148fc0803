import { z } from "zod";
import type { Ctx } from "../../../ctx.ts";
import { rejectCardNumbers } from "../../../platform/card-numbers.ts";
import { BadInput } from "../../../platform/errors.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import { consume } from "../../../platform/rate-limit.ts";
import { billingNow } from "../clock.ts";
import { countryOfVatId } from "../rules/reverse-charge.ts";
import { requirePayer } from "../subscriptions/subscriptions.ts";
import {
  confirmVatId,
  deleteBillingDetails,
  findBillingDetails,
  listUnconfirmedVatIds,
  postponeVatId,
  saveBillingDetails,
} from "./store.ts";
import type { BillingDetails, BillingDetailsRow } from "./store.ts";
import { isVatId, writtenVatId } from "./vat-ids.ts";
import { msg } from "../../../platform/i18n/messages.ts";

/** The longest text of each field, in characters. */
const maxLength = {
  name: 100,
  company: 150,
  line1: 150,
  line2: 150,
  postalCode: 20,
  city: 100,
  countryCode: 2,
  vatId: 30,
} as const;
type Field = keyof typeof maxLength;
/** Each check may ask the register. */
const changeLimit = { name: "billing details", points: 30, seconds: 3600 };

/** The viewer's billing details; null if there are none. */
export async function ownBillingDetails(ctx: Ctx): Promise<BillingDetailsRow | null> {
  const { accountId } = requirePayer(ctx);
  return findBillingDetails(ctx.db, accountId);
}

/**
 * Stores who buys. Later invoices say it; issued ones never change.
 * @returns null if everything was emptied
 * @throws BadInput by field, PanRejected, RateLimited
 */
export async function setBillingDetails(
  ctx: Ctx,
  given: Readonly<Partial<Record<Field, string | null | undefined>>>,
): Promise<BillingDetailsRow | null> {
  const { accountId } = requirePayer(ctx);
  const details = readDetails(given);
  await consume(ctx, changeLimit, [accountId]);
  const now = await billingNow(ctx);
  if (Object.values(details).every((value) => value === null)) {
    await ctx.transact((tx) => deleteBillingDetails(tx.db, accountId));
    return null;
  }
  const before = await findBillingDetails(ctx.db, accountId);
  const isSame = details.vatId !== null && before?.vatId === details.vatId;
  const vatConfirmedAt =
    isSame && before?.vatConfirmedAt ? before.vatConfirmedAt : await confirmedAt(ctx, details.vatId, now);
  const row = { ...details, accountId, vatConfirmedAt };
  await ctx.transact((tx) => saveBillingDetails(tx.db, { ...row, now }));
  return row;
}

/** Asks the register, where one is configured. @throws BadInput for a VAT id that isn't registered */
async function confirmedAt(ctx: Ctx, vatId: string | null, now: Date): Promise<Date | null> {
  if (!vatId || !ctx.ports.vatRegister) return null;
  const result = await ctx.ports.vatRegister.check(vatId);
  if (result === "invalid")
    throw new BadInput("vatId", msg("This VAT ID isn’t registered. Check it, or leave it empty."));
  return result === "valid" ? now : null;
}

function readDetails(given: Readonly<Partial<Record<Field, string | null | undefined>>>): BillingDetails {
  const read = (field: Field): string | null => {
    const text = given[field]?.trim() ?? "";
    rejectCardNumbers(text, field);
    if (text.length > maxLength[field])
      throw new BadInput(field, msg("Use {maxLength} characters at most.", { maxLength: maxLength[field] }));
    return text || null;
  };
  const details = {
    name: read("name"),
    company: read("company"),
    line1: read("line1"),
    line2: read("line2"),
    postalCode: read("postalCode"),
    city: read("city"),
    countryCode: read("countryCode")?.toUpperCase() ?? null,
    vatId: writtenVatId(read("vatId") ?? "") || null,
  };
  if (details.countryCode && !/^[A-Z]{2}$/.test(details.countryCode))
    throw new BadInput("countryCode", msg("Choose a country."));
  if (details.line1 && !details.countryCode) throw new BadInput("countryCode", msg("Choose a country."));
  if (details.vatId) checkVatId({ ...details, vatId: details.vatId });
  return details;
}

/** An invoice with a VAT id names the company and its address. */
function checkVatId(details: BillingDetails & { readonly vatId: string }): void {
  if (!isVatId(details.vatId))
    throw new BadInput("vatId", msg("Enter a valid VAT ID, such as DE123456788 or FR40303265045."));
  if (!details.company) throw new BadInput("company", msg("Enter the company that the VAT ID belongs to."));
  if (!details.line1) throw new BadInput("line1", msg("Enter the company’s street address."));
  if (!details.city) throw new BadInput("city", msg("Enter the company’s city."));
  if (countryOfVatId(details.vatId) !== details.countryCode)
    throw new BadInput("vatId", msg("The VAT ID and the address are in different countries."));
}

const maxPerRun = 200;

/** Asks again about VAT ids for which the register didn't answer. Until then, tax is charged. */
export const confirmVatIdsJob = defineJob({
  name: "billing.confirm_vat_ids",
  schema: z.object({}),
  maxAttempts: 3,
  run: async (ctx, _payload, { signal }) => {
    const register = ctx.ports.vatRegister;
    if (!register) return;
    const now = await billingNow(ctx);
    for (const one of await listUnconfirmedVatIds(ctx.db, maxPerRun)) {
      signal.throwIfAborted();
      const isValid = (await register.check(one.vatId)) === "valid";
      await ctx.transact((tx) =>
        isValid
          ? confirmVatId(tx.db, { ...one, now })
          : postponeVatId(tx.db, { accountId: one.accountId, now }),
      );
    }
  },
});
