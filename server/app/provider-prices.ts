/**
 * `npm run provider-prices -- chargebee prices.csv`: imports which prices and coupons of a provider stand for our plans and promo
 * codes. Without a file it compares the imported ones with the provider. Works with or without a running server.
 */
import { readFile } from "node:fs/promises";
import { formatMoney } from "../../contract/formats/numbers.ts";
import { checkRefs, importRefs, readRefs } from "../modules/billing/index.ts";
import type { RefFault } from "../modules/billing/index.ts";
import { Refused, runOperatorCommand } from "./operator-command.ts";

const usage = "Usage: npm run provider-prices -- <provider> [file.csv]";

/** One fault as a sentence, without the provider's own texts. */
function sentenceOf({ kind, subject, ref, currencyCode, theirs, ours }: RefFault): string {
  const money = (amount = 0) => formatMoney(amount, currencyCode, { locale: "en" });
  switch (kind) {
    case "plan_unknown":
      return `${subject}: no such plan, or no price in this currency here.`;
    case "price_missing":
      return `${subject}: the provider has no active price ${ref} in this currency for the plan’s period.`;
    case "other_price":
      return `${subject}: ${money(ours)} here, ${money(theirs)} at the provider (${ref}).`;
    case "coupon_unknown":
      return `${subject}: no such promo code here.`;
    case "coupon_missing":
      return `${subject}: the provider has no active coupon ${ref}.`;
    case "other_coupon":
      return `${subject}: the provider’s coupon ${ref} has another discount or duration.`;
  }
}

await runOperatorCommand("provider-prices", () => {
  const [provider, file, ...others] = process.argv.slice(2);
  if (!provider || others.length > 0) throw new Refused(usage);
  return async (ctx) => {
    const owner = ctx.ports.owners.find(provider);
    if (!owner) {
      const names = ctx.ports.owners.all.map((one) => one.provider).join(", ") || "none";
      throw new Refused(`${provider} is no configured provider that owns prices. Configured: ${names}.`);
    }
    if (!file) {
      const faults = await checkRefs(ctx, owner);
      if (faults.length > 0) throw new Refused(faults.map(sentenceOf).join("\n"));
      return "Every imported price is the same at the provider.";
    }
    const text = await readFile(file, "utf8").catch(() => {
      throw new Refused(`Can't read ${file}.`);
    });
    const given = readRefs(text);
    const faults = await importRefs(ctx, owner, given);
    if (faults.length > 0) throw new Refused([...faults.map(sentenceOf), "Nothing was imported."].join("\n"));
    return `Imported ${given.plans.length} prices and ${given.coupons.length} coupons.`;
  };
});
