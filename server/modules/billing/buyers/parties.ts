import type { Ctx } from "../../../ctx.ts";
import type { Seller } from "../../../platform/config/seller.ts";
import { SellerUnknown, StudioNotOpen } from "../errors.ts";
import { billingRegionOf } from "../plans/regions.ts";
import type { BillingRegion, Place } from "../plans/regions.ts";
import { isReverseCharge, reversed } from "../rules/reverse-charge.ts";
import { findBillingDetails } from "./store.ts";
import type { BillingDetails, BillingDetailsRow } from "./store.ts";

type Billing = Pick<Ctx, "db" | "config" | "studio">;

/**
 * The seller of an open studio. Without both, nothing may be sold.
 * @throws SellerUnknown, StudioNotOpen
 */
export function requireSeller({ studio }: Pick<Ctx, "studio">): Seller {
  if (!studio.seller) throw new SellerUnknown();
  requireOpen({ studio });
  return studio.seller;
}

/** Before the opening there are no prices to agree on. @throws StudioNotOpen */
export function requireOpen({ studio }: Pick<Ctx, "studio">): void {
  if (!studio.isOpen) throw new StudioNotOpen();
}

/** Whether a provider takes new subscriptions: one that moves money for us, or one that owns them. */
export const hasSellingProvider = ({ gateways, owners }: Pick<Ctx, "ports">["ports"]): boolean =>
  gateways.current !== null || owners.find(gateways.provider)?.subscribe !== undefined;

/** Whether anything can be bought. */
export const isForSale = ({ studio, ports }: Pick<Ctx, "studio" | "ports">): boolean =>
  hasSellingProvider(ports) && studio.seller !== null && studio.isOpen;

/** The buyer as an invoice states it; null if nothing is known. */
export function buyerOnInvoice(row: BillingDetailsRow | null): BillingDetails | null {
  if (!row) return null;
  const { accountId: _, vatConfirmedAt: __, ...buyer } = row;
  return buyer;
}

/** Whether a VAT id counts for tax: it has its checksum, and the register confirmed it where one is asked. */
const hasUsableVatId = (config: Ctx["config"], row: BillingDetailsRow): boolean =>
  config.viesUrl === null || row.vatConfirmedAt !== null;

/** A billing region with the tax that this buyer is charged there. */
export async function billingRegionForBuyer(
  ctx: Billing,
  billingRegion: BillingRegion,
  accountId: string | null,
): Promise<{ billingRegion: BillingRegion; details: BillingDetailsRow | null }> {
  const details = accountId ? await findBillingDetails(ctx.db, accountId) : null;
  const buyer = details && hasUsableVatId(ctx.config, details) ? details : null;
  const isReversed = isReverseCharge({
    seller: ctx.studio.seller,
    buyer,
    countryCode: billingRegion.countryCode,
  });
  return {
    billingRegion: isReversed ? { ...billingRegion, tax: reversed(billingRegion.tax) } : billingRegion,
    details,
  };
}

/** The billing region of a subscription, with the tax that its account is charged there. */
export const billedRegionOf = async (
  ctx: Billing,
  found: Place & { readonly accountId: string },
  at: Date,
): Promise<{ billingRegion: BillingRegion; details: BillingDetailsRow | null }> =>
  billingRegionForBuyer(ctx, await billingRegionOf(ctx, found, at), found.accountId);
