import { sql } from "kysely";
import type { Ctx } from "../../../ctx.ts";
import { statement } from "../../../platform/db.ts";
import { defineLoader } from "../../../platform/loader.ts";
import { isUuid } from "../../../platform/uuid.ts";
import type { SubscriptionProvider } from "../provider-names.ts";

/** A payment in the records of its provider. */
export interface PaymentAtProvider {
  readonly provider: SubscriptionProvider;
  /** The provider's reference. */
  readonly ref: string;
}
type Found = PaymentAtProvider & { readonly id: string; readonly invoiceId: string | null };

const columns = sql`payments.id, payments.invoice_id as "invoiceId", payments.provider, payments.provider_ref as ref`;
const selectOfInvoices = statement<{ invoiceIds: readonly string[] }, Found & { invoiceId: string }>(
  "billing.list_payments_at_provider",
  (p) => sql`
    select ${columns} from billing.invoices
    join billing.payments on payments.subscription_id = invoices.subscription_id and payments.invoice_id = invoices.id
    where invoices.id = any (${p.invoiceIds}::uuid[]) and payments.kind = 'charge' and payments.status = 'succeeded'
      and payments.provider_ref is not null
    order by payments.created_at, payments.id`,
);
const selectByIds = statement<{ ids: readonly string[] }, Found>(
  "billing.list_refs_of_payments",
  (p) => sql`
    select ${columns} from billing.payments where id = any (${p.ids}::uuid[]) and provider_ref is not null`,
);

const ofInvoice = defineLoader<string, Found[]>(async (ctx, invoiceIds) =>
  Map.groupBy(await ctx.db.many(selectOfInvoices, { invoiceIds }), ({ invoiceId }) => invoiceId),
);
const byId = defineLoader<string, Found>(
  async (ctx, ids) => new Map((await ctx.db.many(selectByIds, { ids })).map((row) => [row.id, row])),
);

/** The payments of an invoice, oldest first. For staff. */
export const paymentsAtProvider = async (
  ctx: Ctx,
  invoiceId: string,
): Promise<readonly PaymentAtProvider[]> => (await ofInvoice(ctx).load(invoiceId)) ?? [];

/** The page of a payment in its provider's dashboard; null if the provider has none. */
export const paymentUrlOf = (ctx: Ctx, { provider, ref }: PaymentAtProvider): string | null =>
  ctx.ports.gateways.all.find((gateway) => gateway.provider === provider)?.paymentUrl?.(ref) ?? null;

/** Kinds of differences whose subject is the provider's reference of a payment that it has. */
const kindsWithRef: ReadonlySet<string> = new Set([
  "unknown_payment",
  "other_amount",
  "refund_found",
  "other_refund",
  "refund_failed",
]);

/** The page of the payment that a difference is about; null for other differences. */
export async function paymentUrlOfDifference(
  ctx: Ctx,
  { provider, kind, subject }: { provider: SubscriptionProvider; kind: string; subject: string },
): Promise<string | null> {
  // Its subject is a payment of ours, or the provider's reference.
  const ours = isUuid(subject) ? await byId(ctx).load(subject) : null;
  if (ours) return paymentUrlOf(ctx, ours);
  return kindsWithRef.has(kind) ? paymentUrlOf(ctx, { provider, ref: subject }) : null;
}
