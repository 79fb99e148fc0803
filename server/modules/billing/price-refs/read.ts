import { BadInput } from "../../../platform/errors.ts";
import { inEnglish } from "../../../platform/i18n/messages.ts";
import { couponCode } from "../coupons/rules.ts";
import type { CouponRef, PlanRef } from "./store.ts";

export interface GivenRefs {
  readonly plans: readonly PlanRef[];
  readonly coupons: readonly CouponRef[];
}

const maxLines = 5000;

/**
 * Reads a list of references: lines of `plan,<plan>,<currency>,<reference>` or `coupon,<code>,<currency or nothing>,<reference>`.
 * Empty lines and those that begin with # are skipped.
 * @throws BadInput that names every faulty line
 */
export function readRefs(text: string): GivenRefs {
  const plans: PlanRef[] = [];
  const coupons: CouponRef[] = [];
  const faults: string[] = [];
  const seen = new Map<string, number>();
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  if (lines.length > maxLines) throw new BadInput("file", inEnglish(`At most ${maxLines} lines.`));
  for (const [index, line] of lines.entries()) {
    if (!line.trim() || line.startsWith("#")) continue;
    const cells = line.split(",").map((cell) => cell.trim());
    const [kind, id = "", currencyCode = "", ref = ""] = cells;
    const fault = faultOf(kind, { id, currencyCode, ref, cells: cells.length });
    // One thing of ours has one reference, and the other way around.
    const keys = [`${kind} ${couponCode(id)} ${currencyCode}`, `${kind} ref ${ref} ${currencyCode}`];
    const earlier = keys.map((key) => seen.get(key)).find((found) => found !== undefined);
    if (!fault) for (const key of keys) seen.set(key, index + 1);
    if (fault) faults.push(`line ${index + 1}: ${fault}`);
    else if (earlier) faults.push(`line ${index + 1}: the same as line ${earlier}`);
    else if (kind === "plan") plans.push({ planId: id, currencyCode, ref });
    else coupons.push({ couponId: couponCode(id), currencyCode, ref });
  }
  if (plans.length === 0 && faults.length === 0) faults.push("There is no plan in it.");
  if (faults.length > 0) throw new BadInput("file", inEnglish(faults.join("\n")));
  return { plans, coupons };
}

function faultOf(
  kind: string | undefined,
  { id, currencyCode, ref, cells }: { id: string; currencyCode: string; ref: string; cells: number },
): string | null {
  if (kind !== "plan" && kind !== "coupon") return "must begin with plan or coupon";
  if (cells !== 4) return `must be ${kind},${kind === "plan" ? "plan" : "code"},currency,reference`;
  if (!id || !ref || ref.length > 200) return "needs an id and a reference";
  if (kind === "coupon" && currencyCode === "") return null;
  return /^[A-Z]{3}$/.test(currencyCode) ? null : "needs a currency in three capital letters";
}
