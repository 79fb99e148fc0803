import type { Ctx } from "../../../ctx.ts";
import type { PaymentRow } from "./store.ts";

/**
 * What is charged of an amount, in minor units: nothing of one below the provider's smallest charge. Every amount
 * that is shown before a charge goes through here.
 */
export function chargedAmount(
  ctx: Pick<Ctx, "ports">,
  { provider, currencyCode }: Pick<PaymentRow, "provider" | "currencyCode">,
  amount: number,
): number {
  const gateway = ctx.ports.gateways.all.find((one) => one.provider === provider);
  return gateway && amount < gateway.minCharge(currencyCode) ? 0 : amount;
}
